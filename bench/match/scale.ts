import { spawnSync } from 'node:child_process';
import { suggestConnections } from '@khop/engine/connections/suggest.ts';
import { vietnameseProducts } from './generated.ts';

/** One size, measured in this process. */
export function measureScale(size: number): void {
  const set = vietnameseProducts(1001, size);
  const before = process.cpuUsage();
  const started = performance.now();
  const pairs = suggestConnections(set.kind, set.left, set.right, { assignment: set.assignment, perRecord: 5 });
  const seconds = (performance.now() - started) / 1000;
  const used = process.cpuUsage(before);
  const cpu = (used.user + used.system) / 1e6;
  const peak = process.resourceUsage().maxRSS / 1024;
  console.log(
    [
      `${set.left.length} × ${set.right.length}`.padEnd(20),
      `${seconds.toFixed(1)} s`.padStart(9),
      `${cpu.toFixed(1)} CPU-s`.padStart(12),
      `${peak.toFixed(0)} MB peak`.padStart(14),
      `${pairs.length} pairs`.padStart(16),
    ].join(' '),
  );
}

/** Every size in a process of its own, so that the peak of one does not hide the next. */
export async function printScale(sizes: readonly number[]): Promise<void> {
  console.log(
    'Generated Vietnamese products; parsing, retrieval, features, scores, assignment and explanations included.',
  );
  for (const size of sizes) {
    const program = `import { measureScale } from ${JSON.stringify(import.meta.filename)}; measureScale(${size});`;
    spawnSync(process.execPath, ['--input-type=module', '--eval', program], { stdio: 'inherit' });
  }
}
