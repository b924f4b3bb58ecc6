// `npm start`: installs what is missing, then hands over to the product (server/src/roles/up.ts) on its own Node.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { installWhatIsMissing, productNode, root } from './lib/install.mjs';

installWhatIsMissing();

// The IPC channel tells the product when this process is gone, however it ended.
const product = spawn(productNode, [path.join(root, 'server/src/main.ts'), 'up', ...process.argv.slice(2)], {
  cwd: root,
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
});

// The terminal sends Ctrl+C to the product as well; a signal sent to this process alone is passed on.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => product.kill(signal));
product.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));

// npm that was killed cannot pass anything on: its child only sees its parent change.
if (process.env.npm_lifecycle_event === 'start') {
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) product.kill('SIGTERM');
  }, 1000).unref();
}
