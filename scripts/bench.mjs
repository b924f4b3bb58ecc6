// `npm run bench -- NAME [args]`: runs `run(args)` of bench/NAME.ts, which prints its figures.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { installWhatIsMissing, productNode, root } from './lib/install.mjs';

installWhatIsMissing();
const folder = path.join(root, 'bench');
const [name, ...args] = process.argv.slice(2);
const names = readdirSync(folder)
  .filter(
    (file) =>
      file.endsWith('.ts') && /^export (async )?function run\b/m.test(readFileSync(path.join(folder, file), 'utf8')),
  )
  .map((file) => file.replace(/\.ts$/, ''));
if (!names.includes(name)) {
  console.error(`npm run bench -- NAME, where NAME is one of: ${names.join(', ') || '(none yet)'}`);
  process.exit(2);
}
const program = `import { run } from ${JSON.stringify(path.join(folder, `${name}.ts`))}; process.exitCode = (await run(process.argv.slice(1))) ?? 0;`;
// That it is a module Node sees by itself: a flag that says so would be inherited by its threads, and end them.
const { status } = spawnSync(productNode, ['--eval', program, '--', ...args], {
  cwd: root,
  stdio: 'inherit',
});
process.exit(status ?? 1);
