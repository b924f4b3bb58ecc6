#!/usr/bin/env node
// The `khop` command on any Node ≥ 20: the sources need the Node that comes with the packages.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const [major] = process.versions.node.split('.').map(Number);
const main = fileURLToPath(new URL('../src/main.ts', import.meta.url));

if (major >= 26) {
  process.argv[1] = main;
  await import('../src/main.ts');
} else {
  const node = ['../../node_modules/.bin/node', '../node_modules/.bin/node']
    .map((place) => fileURLToPath(new URL(place, import.meta.url)))
    .find(existsSync);
  if (!node) {
    console.error(`Khớp cần Node.js 26 trong ${path.resolve(main, '../../../node_modules')}; hãy chạy npm ci trước.`);
    process.exit(1);
  }
  const child = spawn(node, [main, ...process.argv.slice(2)], { stdio: 'inherit' });
  // Ctrl+C reaches the child by itself; a signal for this process alone is passed on.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
}
