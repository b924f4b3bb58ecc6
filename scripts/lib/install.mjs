// Runs on any Node ≥ 20, before anything is installed: no dependencies, no TypeScript.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');

/** The Node that runs the product; it comes with the packages. */
export const productNode = path.join(root, 'node_modules', '.bin', process.platform === 'win32' ? 'node.cmd' : 'node');

/** Installs the packages of the lockfile when any is missing or of another version. Exits with npm's own output if that fails. */
export function installWhatIsMissing() {
  const [major] = process.versions.node.split('.').map(Number);
  if (major < 20) {
    console.error(`Khớp cần Node.js từ 20 trở lên để cài đặt; máy này đang dùng ${process.version}.`);
    process.exit(1);
  }
  if (isInstalled()) return;
  console.log('Đang cài đặt thư viện (lần đầu mất khoảng một phút)…');
  const started = Date.now();
  const npm = process.env.npm_execpath;
  // The runtime and the database arrive through install scripts, the build tools as development packages:
  // a user's own npm settings must not leave them out.
  const args = ['ci', '--include=dev', '--include=optional', '--ignore-scripts=false', '--no-audit', '--no-fund'];
  const [command, ...rest] = npm?.endsWith('.js') ? [process.execPath, npm] : ['npm'];
  const result = spawnSync(command, [...rest, ...args, '--loglevel=error'], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (result.status !== 0 || !isInstalled()) {
    console.error('Không cài đặt được thư viện (npm ci); hãy kiểm tra mạng rồi chạy lại.');
    process.exit(1);
  }
  console.log(`Đã cài đặt thư viện trong ${Math.round((Date.now() - started) / 1000)} giây.`);
}

/** npm writes node_modules/.package-lock.json last, so an interrupted install has none. */
function isInstalled() {
  if (!existsSync(productNode)) return false;
  const wanted = readPackages('package-lock.json');
  const present = readPackages('node_modules/.package-lock.json');
  if (!wanted || !present) return false;
  return Object.entries(wanted).every(
    ([place, { version, link, optional, devOptional }]) =>
      !place.startsWith('node_modules/') ||
      (link ? existsSync(path.join(root, place)) : present[place]?.version === version) ||
      ((optional || devOptional) && !present[place]),
  );
}

function readPackages(file) {
  try {
    return JSON.parse(readFileSync(path.join(root, file), 'utf8')).packages;
  } catch {
    return null;
  }
}
