import { parseArgs } from 'node:util';
import { BOUND, lowestPossible, type Simulated, simulate, WORLDS } from './certify/simulate.ts';

const USAGE = `npm run bench -- certify [--buckets 10000] [--seed 1]
  Simulated buckets with known truth: how often the certified bound is exceeded, and how many pairs a person judges.`;

/** A share of buckets whose truth exceeds the bound that is printed for them; a little more may be chance. */
const RISK = 0.05;
const MOST_JUDGED = 600;

const percent = (share: number): string => `${(100 * share).toFixed(2)} %`;
const median = (numbers: readonly number[]): number => numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? 0;

const table = (head: string[], rows: (string | number)[][]): void => {
  const all = [head, ...rows.map((row) => row.map(String))];
  const widths = head.map((_, i) => Math.max(...all.map((row) => row[i]!.length)));
  for (const row of all)
    console.log(row.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]!) : cell.padStart(widths[i]!))).join('  '));
};

/** Prints what certified acceptance promises beside what it keeps, on simulated buckets. */
export async function run(args: string[]): Promise<number> {
  const { values } = parseArgs({
    args,
    options: {
      buckets: { type: 'string', default: '10000' },
      seed: { type: 'string', default: '1' },
      help: { type: 'boolean' },
    },
  });
  if (values.help) {
    console.log(USAGE);
    return 0;
  }
  const buckets = Number(values.buckets);
  const started = performance.now();
  const all: Simulated[] = Array.from({ length: buckets }, (_, i) => simulate(i, Number(values.seed)));

  console.log(`${buckets} buckets, risk ${percent(RISK)}, in ${((performance.now() - started) / 1000).toFixed(0)} s\n`);
  const exceeded = (some: readonly Simulated[], of: (one: Simulated) => boolean) =>
    some.filter(of).length / Math.max(1, some.length);
  const worlds = WORLDS.map(({ name }) => [name, all.filter((one) => one.world === name)] as const);
  const line = (name: string, some: readonly Simulated[]) => [
    name,
    some.length,
    percent(exceeded(some, ({ certified }) => certified)),
    percent(exceeded(some, ({ rowsExceeded }) => rowsExceeded)),
    percent(exceeded(some, ({ valueExceeded }) => valueExceeded)),
    percent(exceeded(some, ({ falselyCertified }) => falselyCertified)),
    median(some.map(({ judged }) => judged)),
  ];
  table(
    ['errors', 'buckets', 'certified', 'rows > bound', 'đồng > bound', 'certified, but worse', 'median judged'],
    [...worlds.map(([name, some]) => line(name, some)), line('all', all)],
  );

  console.log(`\nClean buckets of 20,000 pairs at ${percent(BOUND)}: pairs judged`);
  const clean = lowestPossible();
  table(
    ['values', 'median', 'forecast', 'no test with fewer, for rows alone'],
    clean.map(({ values: name, median: judged, forecast, least }) => [name, judged, forecast, least]),
  );
  const alike = clean[0]!;
  const worst = Math.max(
    ...worlds.flatMap(([, some]) => [
      exceeded(some, ({ rowsExceeded }) => rowsExceeded),
      exceeded(some, ({ valueExceeded }) => valueExceeded),
      exceeded(some, ({ falselyCertified }) => falselyCertified),
    ]),
  );
  const kept = worst <= RISK + 3 * Math.sqrt((RISK * (1 - RISK)) / (buckets / WORLDS.length));
  const few = alike.median <= MOST_JUDGED;
  const total = Math.max(
    exceeded(all, ({ rowsExceeded }) => rowsExceeded),
    exceeded(all, ({ valueExceeded }) => valueExceeded),
  );
  console.log(
    `\nbound exceeded, of all buckets: ${percent(total)} (at most ${percent(RISK)}); of the worst kind: ${percent(worst)}`,
  );
  console.log(`judged for a clean bucket of 20,000: ${alike.median} (at most ${MOST_JUDGED})`);
  return kept && few && total <= RISK ? 0 : 1;
}
