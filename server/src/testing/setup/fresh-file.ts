// Test files of a worker share its modules (docs/decisions/0057-tests-cost-what-they-tell.md). What a file changes
// in the process is put back when it ends: after its own hooks, since those of a set-up file run last.
import { afterAll, vi } from 'vitest';
import { endIdle } from '../../threads/idle-threads.ts';

const environment = { ...process.env };
const folder = process.cwd();

afterAll(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
  Object.assign(process.env, environment);
  if (process.cwd() !== folder) process.chdir(folder);
  // They would read the next file's books on this one's day.
  endIdle();
});
