import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { matchFiles } from '@khop/server/cli/match/match-files.ts';

/** The bounds of two catalogues of so many records each, on two quiet cores: without the files, and with them. */
const BOUNDS: Readonly<Record<number, { seconds: number; withFiles: boolean; megabytes: number }>> = {
  100000: { seconds: 20, withFiles: false, megabytes: 700 },
  1000000: { seconds: 300, withFiles: true, megabytes: 3000 },
};

/** The exit code of a process that missed a bound. */
const MISSED = 1;

/**
 * Matches two files of `size` records each in this process as `khop match` does, with the threads that it would take or
 * as many as asked. Answers 1 when a bound is missed.
 */
export async function measureScale(folder: string, size: number, wanted: number | undefined): Promise<number> {
  const [before, started] = [process.cpuUsage(), performance.now()];
  let read = { at: started, cpu: before };
  const counts = await matchFiles({
    kind: 'product',
    assignment: 'one-to-one',
    left: path.join(folder, 'left.csv'),
    right: path.join(folder, 'right.csv'),
    out: path.join(folder, 'pairs.csv'),
    perRecord: 5,
    ...(wanted !== undefined && { threads: wanted }),
    onRead: () => {
      read = { at: performance.now(), cpu: process.cpuUsage() };
    },
  });
  const ended = performance.now();
  const cpuSince = (from: NodeJS.CpuUsage): number => {
    const used = process.cpuUsage(from);
    return (used.user + used.system) / 1e6;
  };
  const [seconds, whole, cpu] = [(ended - read.at) / 1000, (ended - started) / 1000, cpuSince(read.cpu)];
  const megabytes = process.resourceUsage().maxRSS / 1024;
  console.log(
    [
      `${counts.left} × ${counts.right}`.padEnd(19),
      `${seconds.toFixed(1)} s`.padStart(9),
      `${cpu.toFixed(1)} CPU-s`.padStart(12),
      `${((1e6 * cpu) / (counts.left + counts.right)).toFixed(0)} µs a record`.padStart(16),
      `${whole.toFixed(1)} s, ${cpuSince(before).toFixed(1)} CPU-s with files`.padStart(32),
      `${megabytes.toFixed(0)} MB peak`.padStart(14),
      `${counts.pairs} pairs`.padStart(14),
    ].join(' '),
  );
  const bound = BOUNDS[size];
  if (!bound) return 0;
  const taken = bound.withFiles ? whole : seconds;
  const misses = [
    ...(taken > bound.seconds ? [`${taken.toFixed(1)} s`] : []),
    ...(megabytes > bound.megabytes ? [`${megabytes.toFixed(0)} MB`] : []),
  ];
  const verdict = misses.length === 0 ? 'kept' : `MISSED: ${misses.join(', ')}`;
  console.log(`  bound ${bound.seconds} s${bound.withFiles ? ' with files' : ''}, ${bound.megabytes} MB: ${verdict}`);
  return misses.length === 0 ? 0 : MISSED;
}

/**
 * Every size in a process of its own, so that the peak of one does not hide the next, and its files written by another.
 * Answers 1 when a bound is missed.
 */
export function printScale(sizes: readonly number[], threads: number | undefined): number {
  console.log(
    '\nGenerated Vietnamese products in two CSV files, as `khop match` reads them; two threads need two quiet cores.',
  );
  console.log(
    'Seconds from the compiling to the last explanation; the peak holds the whole process with all its threads.',
  );
  let code = 0;
  for (const size of sizes) {
    const folder = mkdtempSync(path.join(tmpdir(), 'khop-scale-'));
    try {
      inOwnProcess(
        `import { writeScaleFiles } from ${JSON.stringify(path.join(import.meta.dirname, 'scale-files.ts'))};
        writeScaleFiles(${JSON.stringify(folder)}, ${size});`,
      );
      const missed = inOwnProcess(
        `import { measureScale } from ${JSON.stringify(import.meta.filename)};
        process.exitCode = await measureScale(${JSON.stringify(folder)}, ${size}, ${threads});`,
      );
      code = Math.max(code, missed);
    } finally {
      rmSync(folder, { recursive: true });
    }
  }
  return code;
}

/** Answers the exit code; throws when the process ended in any other way than by a bound. */
function inOwnProcess(program: string): number {
  const { status } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], { stdio: 'inherit' });
  if (status !== 0 && status !== MISSED) throw new Error(`The process of a size ended with ${status}.`);
  return status;
}
