import { spawnSync } from 'node:child_process';
import { freemem } from 'node:os';
import { fileURLToPath } from 'node:url';

/** A month of a million lines, the plan of it by days and the one made at once, all at hand. */
const HEAP_MB = 14_000;

/**
 * One process plans thirty days, with the sums and what each plan has left behind; a thread of the product plans once and ends. So that a day
 * is not measured by the collecting of the days before it: room for young objects, typed arrays counted with the heap instead of against 64 MB
 * of their own, a collection of all objects at some 2.5 GB and one more at four times what that leaves, before the days that have no time for one, and
 * objects begin young although like ones lived long: nearly all of a plan's live only until the next one.
 */
const ROOM = [
  `--max-old-space-size=${HEAP_MB}`,
  '--max-semi-space-size=192',
  '--external-memory-accounted-in-global-limit',
  '--initial-old-space-size=2500',
  '--heap-growing-percent=360',
  '--no-allocation-site-pretenuring',
];

/** As much as the days take at once, with room for what the kernel gives to others. */
const TOUCHED_GB = 8;

/**
 * A virtual machine gets a page of memory from its host when it first writes to it, which can cost ten times the page fault itself, and
 * keeps it. Days at the end of the month would pay that for the whole machine, once; a process that ends before them does.
 */
function touchMemory(): void {
  const size = Math.min(TOUCHED_GB, Math.floor((freemem() / 2 ** 30) * 0.7));
  const from = performance.now();
  // All of it at once: 0 when it was there.
  const touch = `const all = Array.from({ length: ${size} }, () => Buffer.alloc(2 ** 30, 1)); process.exitCode = all.length - ${size}`;
  const isTouched = spawnSync(process.execPath, ['--eval', touch], { stdio: 'ignore' }).status === 0;
  const seconds = ((performance.now() - from) / 1000).toFixed(1);
  console.log(
    isTouched
      ? `bộ nhớ của máy ghi qua một lần trước: ${size} GB trong ${seconds} s`
      : 'bộ nhớ của máy: không ghi qua trước được',
  );
}

/**
 * `npm run bench -- days [--lines N] [--days D] [--even] [--every]`: the sample month of N lines (or its first D days), day by day;
 * see `days/month.ts`. In a process of its own, for the memory that it may take.
 */
export function run(args: string[]): number {
  touchMemory();
  const program = fileURLToPath(new URL('./days/month.ts', import.meta.url));
  return spawnSync(process.execPath, [...ROOM, program, ...args], { stdio: 'inherit' }).status ?? 1;
}
