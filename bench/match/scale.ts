import { spawnSync } from 'node:child_process';
import { suggestConnections } from '@khop/engine/connections/suggest.ts';
import { openMatchPool, threadsFor } from '@khop/server/jobs/match-pool.ts';
import { scaleSet } from './generated.ts';

/** One size, measured in this process, with the threads that `khop match` would take or as many as asked. */
export async function measureScale(size: number, wanted: number | undefined): Promise<void> {
  const set = scaleSet(size);
  const [before, started] = [process.cpuUsage(), performance.now()];
  const threads = wanted ?? threadsFor(set.left.length, set.right.length);
  const pool = threads > 0 ? openMatchPool(threads) : undefined;
  const pairs = suggestConnections(set.kind, set.left, set.right, {
    assignment: set.assignment,
    perRecord: 5,
    spread: pool?.spread,
  });
  const seconds = (performance.now() - started) / 1000;
  const used = process.cpuUsage(before);
  await pool?.close();
  const cpu = (used.user + used.system) / 1e6;
  // Of both sides: the catalogues are never of one size.
  const perRecord = (1e6 * cpu) / (set.left.length + set.right.length);
  console.log(
    [
      `${set.left.length} × ${set.right.length}`.padEnd(18),
      `${threads} threads`.padStart(10),
      `${seconds.toFixed(1)} s`.padStart(9),
      `${cpu.toFixed(1)} CPU-s`.padStart(12),
      `${perRecord.toFixed(0)} µs a record`.padStart(16),
      `${(process.resourceUsage().maxRSS / 1024).toFixed(0)} MB peak`.padStart(14),
      `${pairs.length} pairs`.padStart(14),
    ].join(' '),
  );
}

/** Every size in a process of its own, so that the peak of one does not hide the next. */
export function printScale(sizes: readonly number[], threads: number | undefined): void {
  console.log('\nGenerated Vietnamese products; reading to explanations included, files and database not.');
  console.log('The peak holds the whole process: both catalogues as objects, all threads, the answer.');
  for (const size of sizes) {
    const program = `import { measureScale } from ${JSON.stringify(import.meta.filename)}; await measureScale(${size}, ${threads});`;
    spawnSync(process.execPath, ['--input-type=module', '--eval', program], { stdio: 'inherit' });
  }
}
