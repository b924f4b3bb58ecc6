import { parseArgs } from 'node:util';
import { allocate } from '@khop/engine/invoice-issuance/allocate/allocate.ts';
import { brokenLaws } from '@khop/engine/invoice-issuance/allocate/laws.ts';
import type { AllocationInstance, AllocationPlan } from '@khop/engine/invoice-issuance/allocate/types.ts';
import { firstInFirstOut } from './allocate-greedy.ts';
import { fewestPairs, optimum } from './allocate-highs.ts';
import { instanceOf, largeInstance, type Shape } from './allocate-instances.ts';

const number = new Intl.NumberFormat('vi-VN');
const percent = (part: number, whole: number): string => (whole === 0 ? '–' : `${((part / whole) * 100).toFixed(2)} %`);
const seconds = (ms: number): string => `${(ms / 1000).toFixed(2)} s`;
const peakMb = (): number => Math.round(process.resourceUsage().maxRSS / 1024);

type Timed<T> = { readonly value: T; readonly ms: number };
async function timed<T>(work: () => T | Promise<T>): Promise<Timed<T>> {
  const from = performance.now();
  const value = await work();
  return { value, ms: performance.now() - from };
}

/**
 * `npm run bench -- allocate [--lines N]`: time, peak memory and gaps of the allocator on growing sizes, beside
 * first-in-first-out, and beside HiGHS where it can answer.
 */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { lines: { type: 'string' } }, allowPositionals: true });
  await besideHighs();
  await pairsBesideHighs();
  const sizes = values.lines ? [Number(values.lines)] : [10_000, 100_000, 1_000_000];
  for (const lines of sizes) await large(lines);
}

/** Aims (a) and (b) against the linear program, on sizes that HiGHS in WebAssembly can read. */
async function besideHighs(): Promise<void> {
  console.log('\nGiá trị, so với quy hoạch tuyến tính của HiGHS');
  for (const [lines, contradicting] of [
    [300, false],
    [300, true],
    [1000, false],
    [3000, false],
  ] as const) {
    const instance = contradicting
      ? instanceOf(contradictingShape, 1)
      : largeInstance({ lines, lots: lines / 5, profiles: 10 });
    const ours = await timed(() => allocate(instance));
    const best = await timed(() => optimum(instance));
    const { stats } = ours.value;
    console.log(
      `${number.format(instance.lines.length)} dòng${contradicting ? ', hệ số mâu thuẫn' : ''}: Khớp ${number.format(stats.allocatedAmount)} đ trong ${seconds(ours.ms)}; ` +
        `HiGHS ${number.format(Math.floor(best.value.total))} đ trong ${seconds(best.ms)}; ` +
        `ưu tiên 1: ${number.format(stats.priority1Amount)} và ${number.format(Math.floor(best.value.priority1))}`,
    );
  }
}

const contradictingShape: Shape = {
  profiles: 6,
  items: 60,
  lots: 150,
  lines: 300,
  documents: 90,
  days: 30,
  factors: ['1', '2', '12', '1/24', '0.3'],
  consistent: false,
  shared: 0.2,
  stock: 20,
  whole: true,
  prices: 4,
};

/** Aim (c) against the mixed-integer program, where HiGHS proves its optimum in time. */
async function pairsBesideHighs(): Promise<void> {
  const shape: Shape = {
    ...contradictingShape,
    consistent: true,
    profiles: 5,
    items: 8,
    lots: 30,
    lines: 40,
    documents: 14,
  };
  let ours = 0;
  let best = 0;
  let solved = 0;
  const count = 25;
  for (let seed = 1; seed <= count; seed++) {
    const instance = instanceOf(shape, seed);
    const fewest = await fewestPairs(instance, await optimum(instance), 10);
    if (fewest === undefined) continue;
    solved++;
    best += fewest;
    ours += allocate(instance).stats.documentProfilePairs;
  }
  console.log('\nSố cặp (chứng từ, đơn vị), so với quy hoạch nguyên của HiGHS');
  console.log(
    `${solved}/${count} bài HiGHS giải xong: Khớp ${ours}, tối ưu ${best}, hơn ${percent(ours - best, best)} (mục tiêu: dưới 2 %)`,
  );
}

async function large(lines: number): Promise<void> {
  const instance = largeInstance({ lines, lots: Math.round(lines / 5), profiles: 50 });
  const before = peakMb();
  const stages: string[] = [];
  const { value: plan, ms } = await timed(() => measured(instance, stages));
  const peak = peakMb();
  const broken = brokenLaws(instance, plan);
  if (broken.length > 0) throw new Error(`The plan breaks ${broken.length} laws, first: ${broken[0]}`);
  const { stats } = plan;
  console.log(`\n${number.format(lines)} dòng × ${number.format(instance.lots.length)} lô × 50 đơn vị`);
  console.log(
    `  thời gian ${seconds(ms)} (${stages.join(', ')}); bộ nhớ cao nhất ${peak} MB, riêng dữ liệu vào ${before} MB`,
  );
  console.log(
    `  cấp ${number.format(stats.allocatedAmount)} / ${number.format(stats.amount)} đ; cận trên ${number.format(stats.amountBound)} đ; khoảng cách ${stats.gap}`,
  );
  console.log(
    `  cặp (chứng từ, đơn vị) ${number.format(stats.documentProfilePairs)}, không thể dưới ${number.format(stats.documentProfilePairsBound)}`,
  );
  const greedy = await timed(() => firstInFirstOut(instance));
  console.log(
    `  nhập trước xuất trước: ${number.format(greedy.value.amount)} đ (Khớp hơn ${percent(stats.allocatedAmount - greedy.value.amount, greedy.value.amount)}), ` +
      `ưu tiên 1 ${number.format(greedy.value.priority1)} đ (Khớp ${number.format(stats.priority1Amount)}), ` +
      `${number.format(greedy.value.pairs)} cặp, ${seconds(greedy.ms)}`,
  );
}

function measured(instance: AllocationInstance, stages: string[]): AllocationPlan {
  let last = performance.now();
  let running = '';
  const note = (next: string): void => {
    const now = performance.now();
    if (running) stages.push(`${running} ${seconds(now - last)}`);
    last = now;
    running = next;
  };
  const plan = allocate(instance, { clock: () => performance.now(), onProgress: (_, stage) => note(stage) });
  note('');
  return plan;
}
