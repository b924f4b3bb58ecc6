import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** A month of a million lines, the plan of it by days and the one made at once, all at hand. */
const HEAP_MB = 12_000;
/** As the thread in which the product plans (`server/src/threads/in-thread.ts`): what a plan makes lives as long as it. */
const YOUNG_MB = 64;

/**
 * `npm run bench -- days [--lines N] [--days D] [--even] [--every]`: the sample month of N lines (or its first D days), day by day;
 * see `days/month.ts`. In a process of its own, for the memory that it may take.
 */
export function run(args: string[]): number {
  const program = fileURLToPath(new URL('./days/month.ts', import.meta.url));
  const flags = [`--max-old-space-size=${HEAP_MB}`, `--max-semi-space-size=${YOUNG_MB}`];
  return spawnSync(process.execPath, [...flags, program, ...args], { stdio: 'inherit' }).status ?? 1;
}
