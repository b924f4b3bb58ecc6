import { parseArgs } from 'node:util';
import { allocate } from '@khop/engine/allocation/allocate.ts';
import { brokenLaws } from '@khop/engine/allocation/laws.ts';
import type { AllocationInstance, AllocationPlan } from '@khop/engine/allocation/types.ts';
import { firstInFirstOut } from './allocate/greedy.ts';
import { fewestPairs, optimum, steppedOptimum } from './allocate/highs.ts';
import { instanceOf, inWholeSteps, largeInstance, type Shape } from './allocate/instances.ts';

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
  await stepsBesideHighs();
  const sizes = values.lines ? [Number(values.lines)] : [10_000, 100_000, 1_000_000];
  for (const lines of sizes) await large('', { lines, lots: lines / 5, profiles: 50 });
  if (values.lines) return;
  await large(', 2.000 mặt hàng', { lines: 1_000_000, lots: 200_000, profiles: 50, items: 2000 });
  await large(', 2.000 mặt hàng ở mọi đơn vị', {
    lines: 1_000_000,
    lots: 200_000,
    profiles: 50,
    items: 2000,
    holders: 90,
  });
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

const tightShape: Shape = {
  ...contradictingShape,
  consistent: true,
  profiles: 5,
  items: 8,
  lots: 30,
  lines: 40,
  documents: 14,
};
/** Shapes whose fewest pairs HiGHS can prove in time, each with a trait of its own. */
const pairShapes: readonly [string, Shape][] = [
  ['đủ hàng, mã dùng chung', tightShape],
  ['khan hàng', { ...tightShape, stock: 8 }],
  ['chứng từ nhiều dòng', { ...tightShape, documents: 5, items: 12 }],
  ['chứng từ một hai dòng', { ...tightShape, documents: 28 }],
  ['nhiều đơn vị, ít hàng mỗi nơi', { ...tightShape, profiles: 9, lots: 45, stock: 10 }],
  ['hàng về dần trong kỳ', { ...tightShape, days: 60, lots: 45, stock: 10 }],
  ['một giá, nhiều dòng ngang nhau', { ...tightShape, prices: 1, stock: 10 }],
  ['hệ số mâu thuẫn', { ...tightShape, consistent: false, lines: 30 }],
];

/** Aim (c) against the mixed-integer program, where HiGHS proves its optimum in time. */
async function pairsBesideHighs(): Promise<void> {
  console.log('\nSố cặp (chứng từ, đơn vị), so với quy hoạch nguyên của HiGHS (mục tiêu: hơn dưới 2 %)');
  const all = { ours: 0, best: 0, solved: 0 };
  for (const [name, shape] of pairShapes) {
    const one = { ours: 0, best: 0, solved: 0 };
    const count = 12;
    for (let seed = 1; seed <= count; seed++) {
      const instance = instanceOf(shape, seed);
      const fewest = await fewestPairs(instance, await optimum(instance), 5);
      if (fewest === undefined) continue;
      one.solved++;
      one.best += fewest;
      one.ours += allocate(instance).stats.documentProfilePairs;
    }
    console.log(
      `  ${name}: ${one.solved}/${count} bài giải xong; Khớp ${one.ours}, tối ưu ${one.best}, hơn ${percent(one.ours - one.best, one.best)}`,
    );
    for (const key of ['ours', 'best', 'solved'] as const) all[key] += one[key];
  }
  console.log(`  cộng ${all.solved} bài: hơn ${percent(all.ours - all.best, all.best)}`);
}

/** Whole steps of different units (boxes sold, cartons held) against the mixed-integer program. */
async function stepsBesideHighs(): Promise<void> {
  console.log('\nHàng đếm nguyên cả hai bên (hộp và thùng), so với quy hoạch nguyên của HiGHS');
  const small = { ...tightShape, profiles: 3, items: 4, lots: 16, lines: 24, documents: 6, days: 10 };
  for (const [name, shape] of [
    ['khan hàng', { ...small, stock: 12 }],
    ['đủ hàng', { ...small, stock: 60 }],
  ] as const) {
    const sums = { ours1: 0, best1: 0, ours: 0, best: 0, solved: 0 };
    const count = 40;
    for (let seed = 1; seed <= count; seed++) {
      const instance = inWholeSteps(instanceOf(shape, seed));
      const best = await steppedOptimum(instance);
      if (!best) continue;
      const { stats } = allocate(instance);
      sums.solved++;
      sums.ours1 += stats.priority1Amount;
      sums.best1 += best.priority1;
      sums.ours += stats.allocatedAmount;
      sums.best += best.total;
    }
    console.log(
      `  ${name}: ${sums.solved}/${count} bài; ưu tiên 1 đạt ${percent(sums.ours1, sums.best1)}, cộng đạt ${percent(sums.ours, sums.best)} mức tốt nhất`,
    );
  }
}

async function large(kind: string, size: Parameters<typeof largeInstance>[0]): Promise<void> {
  const instance = largeInstance(size);
  const before = peakMb();
  const stages: string[] = [];
  const { value: plan, ms } = await timed(() => measured(instance, stages));
  const peak = peakMb();
  const broken = brokenLaws(instance, plan);
  if (broken.length > 0) throw new Error(`The plan breaks ${broken.length} laws, first: ${broken[0]}`);
  const { stats } = plan;
  console.log(
    `\n${number.format(size.lines)} dòng × ${number.format(instance.lots.length)} lô × ${size.profiles} đơn vị${kind}`,
  );
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
