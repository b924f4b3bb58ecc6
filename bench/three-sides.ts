import { parseArgs } from 'node:util';
import { compareSides } from '@khop/engine/three-sides/compare-sides.ts';
import { KINDS, type KindOfDifference } from '@khop/engine/three-sides/kinds.ts';
import type { SidesInput, ThreeSidedRow } from '@khop/engine/three-sides/types.ts';
import { generateCompany } from '@khop/sample/company.ts';
import { makeTaxWorld } from '@khop/sample/tax-world/plan.ts';
import { type TaxWorldSides, taxWorldSides } from '@khop/sample/tax-world/sides.ts';
import type { TrueDifference } from '@khop/sample/tax-world/truth.ts';
import { runStored } from './three-sides/stored.ts';

const USAGE = `npm run bench -- three-sides [--rows 20000] [--seed 7]
  A made-up month of three sides with known differences: what of them the comparison finds under its own name, and how long it takes.
npm run bench -- three-sides --stored [--rows 1000000] [--database URL]
  The same through the service, with its rows in PostgreSQL.`;

const FEW_ROWS = 20_000;
const MANY_ROWS = 1_000_000;
const MOST_SECONDS = 60;
/** Of a thousand sales nearly all are in the books, unlike in the month that Khớp is to invoice. */
const ISSUED_PER_MILLE = 1_000;
/** Rows of all sides for each line of the Bravo ledger, at least. */
const ROWS_PER_LINE = 0.7;

/** Found under its own name, told where it is not, and not found, of one kind. */
export type KindScore = { found: number; wrong: number; missed: number };

export type SidesScore = {
  readonly rows: number;
  readonly invoices: number;
  readonly seconds: number;
  readonly megabytes: number;
  readonly byKind: ReadonlyMap<KindOfDifference, KindScore>;
  /** The first few disagreements, in words. */
  readonly examples: readonly string[];
};

const rowsOf = ({ tax, books, deliveries }: SidesInput): number => tax.length + books.length + deliveries.length;

/** Makes a company whose sides have about so many rows together, and compares them, profile by profile. */
export function scoreThreeSides(rows: number, seed: number): SidesScore {
  const lines = Math.ceil(rows / ROWS_PER_LINE);
  const world = makeTaxWorld(generateCompany({ seed, lines, issuedPerMille: ISSUED_PER_MILLE }));
  const byKind = new Map<KindOfDifference, KindScore>();
  const examples: string[] = [];
  const sum = { rows: 0, invoices: 0, seconds: 0, megabytes: 0 };
  for (const sides of taxWorldSides(world)) {
    const before = process.memoryUsage().heapUsed;
    const started = performance.now();
    const compared = compareSides(sides.input);
    sum.seconds += (performance.now() - started) / 1000;
    sum.megabytes = Math.max(sum.megabytes, (process.memoryUsage().heapUsed - before) / 1e6);
    sum.rows += rowsOf(sides.input);
    sum.invoices += compared.length;
    score(sides, compared, byKind, examples);
  }
  return { ...sum, byKind, examples };
}

const MOST_EXAMPLES = 10;

/** The primary kind of every row against the truth; an invoice that agrees everywhere must have none. */
function score(
  { input, truth }: TaxWorldSides,
  compared: readonly ThreeSidedRow[],
  byKind: Map<KindOfDifference, KindScore>,
  examples: string[],
): void {
  const of = (kind: KindOfDifference): KindScore => {
    const known = byKind.get(kind) ?? { found: 0, wrong: 0, missed: 0 };
    byKind.set(kind, known);
    return known;
  };
  const expected = new Map(truth.map((one) => [nameOfTruth(one), one.kind]));
  if (expected.size !== truth.length) throw new Error('Two planted differences have one name.');
  for (const row of compared) {
    const names = namesOfRow(row);
    const name = names.find((one) => expected.has(one));
    const wanted = name === undefined ? undefined : expected.get(name);
    if (name !== undefined) expected.delete(name);
    const told = row.state === 'different' ? row.differences[0]!.kind : undefined;
    if (wanted === told) {
      if (told) of(told).found += 1;
      continue;
    }
    if (told) of(told).wrong += 1;
    if (wanted) of(wanted).missed += 1;
    if (examples.length < MOST_EXAMPLES)
      examples.push(`${input.profile} ${input.trade} ${names[0]}: ${wanted ?? 'khớp'}, máy nói ${told ?? row.state}`);
  }
  for (const [name, kind] of expected) {
    of(kind).missed += 1;
    if (examples.length < MOST_EXAMPLES) examples.push(`${input.profile} ${input.trade} ${name}: ${kind}, không thấy`);
  }
}

const nameOfTruth = ({ invoiceKey, voucher, document }: TrueDifference): string =>
  invoiceKey === null ? (voucher === null ? `document ${document}` : `voucher ${voucher}`) : `invoice ${invoiceKey}`;

const namesOfRow = ({ taxKey, vouchers, deliveries }: ThreeSidedRow): string[] => [
  ...(taxKey === null ? [] : [`invoice ${taxKey}`]),
  ...vouchers.map((voucher) => `voucher ${voucher}`),
  ...deliveries.map(({ id }) => `document ${id}`),
];

const percent = (part: number, whole: number): string => (whole === 0 ? '–' : `${((100 * part) / whole).toFixed(2)} %`);

/** Prints precision and recall of every kind, and the time. Exit code 1 when one is below 100 % or a bound is exceeded. */
export async function run(args: string[]): Promise<number> {
  const { values } = parseArgs({
    args,
    options: {
      rows: { type: 'string' },
      seed: { type: 'string', default: '7' },
      stored: { type: 'boolean' },
      database: { type: 'string' },
      help: { type: 'boolean' },
    },
  });
  if (values.help) {
    console.log(USAGE);
    return 0;
  }
  if (values.stored) return runStored(Number(values.rows ?? MANY_ROWS), values.database);
  const wanted = Number(values.rows ?? FEW_ROWS);
  const { rows, invoices, seconds, megabytes, byKind, examples } = scoreThreeSides(wanted, Number(values.seed));
  const isWhole = wanted >= MANY_ROWS;
  console.log(`${rows} dòng ở ba bên, ${invoices} dòng đối chiếu`);
  console.log(`thời gian   ${seconds.toFixed(1)} s${isWhole ? ` (mức ${MOST_SECONDS} s)` : ''}`);
  console.log(`bộ nhớ thêm ${megabytes.toFixed(0)} MB của hồ sơ lớn nhất\n`);
  console.log(`${'loại'.padEnd(20)}${'có thật'.padStart(9)}${'chính xác'.padStart(12)}${'tìm thấy'.padStart(12)}`);
  let isRight = true;
  // Keys of the literal, in its order.
  for (const kind of Object.keys(KINDS) as KindOfDifference[]) {
    const { found, wrong, missed } = byKind.get(kind) ?? { found: 0, wrong: 0, missed: 0 };
    isRight &&= wrong === 0 && missed === 0;
    const counts = [percent(found, found + wrong), percent(found, found + missed)].map((one) => one.padStart(12));
    console.log(`${kind.padEnd(20)}${String(found + missed).padStart(9)}${counts.join('')}`);
  }
  for (const example of examples) console.log(example);
  return isRight && (!isWhole || seconds <= MOST_SECONDS) ? 0 : 1;
}
