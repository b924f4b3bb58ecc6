import { parseQuantity } from '../../../quantity.ts';
import type { Row } from '../../layouts/layout.ts';
import type { Column, Plan } from '../plan.ts';
import type { Remarks } from '../remarks.ts';

/** A row that was read, and its place in the file. */
export type ReadRow = { readonly row: Row; readonly rowNumber: number };

/** The rows of a stock report, held until it is known which of them are sums of others. */
export type GroupRows = {
  hold(row: Row, rowNumber: number): void;
  /** The rows of goods in the file's order; the sums of groups are told and left out. */
  finish(): readonly ReadRow[];
  /** Sums that were left out. */
  count(): number;
};

/** Row numbers that are told; of the others only their number is. */
const MOST_TOLD = 5;

/**
 * Tells the sums of groups from goods in a report of stock: Fast, Bravo and hand-made ones state them in the columns of the goods
 * («SON | Sơn các loại»), above or below their group, in several levels, and read as goods each would count double. They have no
 * unit where all else has one, and every figure that they state is the sum of rows next to them. Undefined for reports without units.
 */
export function groupRows(plan: Plan, told: Remarks): GroupRows | undefined {
  const units = plan.columns.filter(({ field }) => field.field === 'unit' || field.field === 'mainUnit');
  if (!plan.layout.addsUp || units.length === 0) return undefined;
  const summed = plan.columns.filter(({ field }) => field.total);
  const held: ReadRow[] = [];
  let skipped: readonly number[] = [];
  return {
    hold: (row, rowNumber) => void held.push({ row, rowNumber }),
    finish() {
      const isOfGoods = ({ row }: ReadRow): boolean => units.some(({ field }) => row[field.field] !== null);
      const sums = sumsAmong(held, isOfGoods, summed);
      skipped = held.flatMap((one) => (sums.has(one) ? one.rowNumber : []));
      if (skipped.length > 0) told.tell('GROUP_ROWS_SKIPPED', sentenceOf(skipped), skipped.length);
      return held.filter((one) => !sums.has(one));
    },
    count: () => skipped.length,
  };
}

function sentenceOf(rows: readonly number[]): string {
  const named = rows.slice(0, MOST_TOLD).join(', ') + (rows.length > MOST_TOLD ? ', …' : '');
  return (
    `${rows.length} dòng không có đơn vị tính (dòng ${named}) có số liệu đúng bằng tổng các dòng hàng kề nó nên là dòng cộng ` +
    'của nhóm, không được đọc. Là mặt hàng thật thì điền đơn vị tính rồi tải lại.'
  );
}

type Figures = readonly bigint[];

/** `strong`: several rows make it up, and several figures agree. One of them alone may agree by chance. */
type Evidence = 'strong' | 'weak' | undefined;

function sumsAmong(
  held: readonly ReadRow[],
  isOfGoods: (one: ReadRow) => boolean,
  summed: readonly Column[],
): ReadonlySet<ReadRow> {
  const without = held.filter((one) => !isOfGoods(one));
  if (without.length === 0 || without.length === held.length) return new Set();
  const evidenceOf = evidence(held, isOfGoods, summed);
  const found = new Map(without.map((one) => [one, evidenceOf(one)]));
  const all = [...found.values()];
  const isGrouped = all.includes('strong') || (all.length > 1 && !all.includes(undefined));
  return new Set(isGrouped ? without.filter((one) => found.get(one) !== undefined) : []);
}

function evidence(held: readonly ReadRow[], isOfGoods: (one: ReadRow) => boolean, summed: readonly Column[]) {
  const places = new Map(held.map((one, at) => [one, at]));
  const sumsOf = new Map<string, RunningSums>();
  return (one: ReadRow): Evidence => {
    const stated = summed.filter(({ field }) => (one.row[field.field] ?? null) !== null);
    const figures = stated.map((column) => figureOf(column, one.row));
    const distinct = new Set(figures.filter((figure) => figure !== 0n)).size;
    if (distinct === 0) return undefined;
    const mask = stated.map(({ index }) => index).join();
    let sums = sumsOf.get(mask);
    if (!sums) {
      sums = runningSums(held, isOfGoods, stated);
      sumsOf.set(mask, sums);
    }
    const rows = sums.rowsOf(places.get(one)!, figures);
    if (rows === 0) return undefined;
    return rows > 1 && distinct > 1 ? 'strong' : 'weak';
  };
}

type RunningSums = {
  /** The rows of goods right below or right above a place that have these sums together; 0 without any. */
  rowsOf(place: number, figures: Figures): number;
};

function runningSums(
  held: readonly ReadRow[],
  isOfGoods: (one: ReadRow) => boolean,
  stated: readonly Column[],
): RunningSums {
  /** For each place in the file, the rows of goods above it that have figures. */
  const before: number[] = [];
  const sums: Figures[] = [stated.map(() => 0n)];
  const [first, last] = [new Map<string, number>(), new Map<string, number>()];
  const note = (): void => {
    const key = sums.at(-1)!.join();
    if (!first.has(key)) first.set(key, sums.length - 1);
    last.set(key, sums.length - 1);
  };
  note();
  for (const one of held) {
    before.push(sums.length - 1);
    const figures = isOfGoods(one) ? stated.map((column) => figureOf(column, one.row)) : [];
    if (figures.every((figure) => figure === 0n)) continue;
    const sum = sums.at(-1)!;
    sums.push(figures.map((figure, at) => sum[at]! + figure));
    note();
  }
  return {
    rowsOf(place, figures) {
      const here = before[place]!;
      const sum = sums[here]!;
      const below = last.get(figures.map((figure, at) => sum[at]! + figure).join()) ?? 0;
      const above = first.get(figures.map((figure, at) => sum[at]! - figure).join()) ?? here;
      return Math.max(below - here, here - above, 0);
    },
  };
}

function figureOf({ field }: Column, row: Row): bigint {
  const value = row[field.field];
  return typeof value === 'number' ? BigInt(value) : typeof value === 'string' ? parseQuantity(value) : 0n;
}
