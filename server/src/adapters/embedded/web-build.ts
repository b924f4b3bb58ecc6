import { createHash } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { by } from '@khop/engine/order.ts';
import { type Child, type ChildOptions, endOfLog } from './child.ts';

export type WebBuildOptions = {
  /** The repository. */
  readonly root: string;
  readonly logFile: string;
  readonly env: NodeJS.ProcessEnv;
  /** Starts the build's process, so that the caller can stop it. */
  readonly start: (options: ChildOptions) => Promise<Child>;
};

/** The files and folders from which the web application is built. */
const sources = ['web', 'contract/src', 'engine/src', 'package-lock.json', 'tsconfig.base.json'];
const notSources = new Set(['dist', 'node_modules', '.vite']);

/**
 * Builds the web application into web/dist when its sources changed since the last build.
 * @returns whether it was built. @throws Error with the end of the build's output.
 */
export async function buildWebWhenChanged({ root, logFile, env, start }: WebBuildOptions): Promise<boolean> {
  const stampFile = path.join(root, 'node_modules', '.cache', 'khop-web-build');
  const stamp = await hashOf(root);
  const [built, page] = await Promise.all([
    fs.readFile(stampFile, 'utf8').catch(() => null),
    fs.stat(path.join(root, 'web/dist/index.html')).catch(() => null),
  ]);
  if (built === stamp && page) return false;

  await fs.rm(stampFile, { force: true });
  const build = await start({
    program: path.join(root, 'node_modules/vite/bin/vite.js'),
    args: ['build'],
    cwd: path.join(root, 'web'),
    env: { ...env, NODE_ENV: 'production' },
    logFile,
  });
  if ((await build.exited) !== 0) {
    throw new Error(`Không dựng được giao diện web; xem ${logFile}.\n${await endOfLog(logFile)}`);
  }
  await fs.mkdir(path.dirname(stampFile), { recursive: true });
  await fs.writeFile(stampFile, stamp);
  return true;
}

async function hashOf(root: string): Promise<string> {
  const hash = createHash('sha256');
  for (const source of sources) {
    for (const file of await filesUnder(path.join(root, source))) {
      if (/\.test\.tsx?$/.test(file)) continue;
      hash
        .update(path.relative(root, file))
        .update('\0')
        .update(await fs.readFile(file))
        .update('\0');
    }
  }
  return hash.digest('hex');
}

async function filesUnder(place: string): Promise<string[]> {
  const stat = await fs.stat(place).catch(() => null);
  if (stat === null) return [];
  if (!stat.isDirectory()) return [place];
  const entries = await fs.readdir(place, { withFileTypes: true });
  entries.sort(by(({ name }) => name));
  const nested = await Promise.all(
    entries.filter((entry) => !notSources.has(entry.name)).map((entry) => filesUnder(path.join(place, entry.name))),
  );
  return nested.flat();
}
