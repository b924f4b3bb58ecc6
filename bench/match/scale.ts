import { spawnSync } from 'node:child_process';
import { matchRecord, openIndex } from '@khop/engine/connections/incremental.ts';
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

/** How long one changed record takes against two catalogues that are kept ready. */
export function measureOne(size: number): void {
  const { kind, left, right, assignment } = vietnameseProducts(1001, size);
  const index = openIndex(kind, left, right, assignment);
  const times: number[] = [];
  for (let i = 0; i < 500; i++) {
    const position = Math.floor((i * left.length) / 500);
    const started = performance.now();
    matchRecord(index, 'left', left[position]!, position);
    times.push(performance.now() - started);
  }
  times.splice(0, 100);
  times.sort((a, b) => a - b);
  const at = (share: number): string => times[Math.floor(times.length * share)]!.toFixed(1);
  console.log(`One record against ${right.length}: median ${at(0.5)} ms, p99 ${at(0.99)} ms`);
}

/** Every size in a process of its own, so that the peak of one does not hide the next. */
export async function printScale(sizes: readonly number[]): Promise<void> {
  console.log(
    'Generated Vietnamese products; parsing, retrieval, features, scores, assignment and explanations included.',
  );
  const call = (name: string, size: number): void => {
    const program = `import { ${name} } from ${JSON.stringify(import.meta.filename)}; ${name}(${size});`;
    spawnSync(process.execPath, ['--input-type=module', '--eval', program], { stdio: 'inherit' });
  };
  for (const size of sizes) call('measureScale', size);
  call('measureOne', Math.max(...sizes));
}
