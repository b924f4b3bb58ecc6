import { compare } from '../order.ts';
import { NOTHING, plus } from './books-invoices.ts';
import type { KindOfDifference } from './kinds.ts';
import type { Amounts, RateAmount, RowState, ThreeSidedRow } from './types.ts';

/** What some rows come to on each side. */
export type SideSums = {
  readonly rows: number;
  readonly delivery: Amounts;
  readonly books: Amounts;
  readonly tax: Amounts;
  readonly atStake: number;
};

/** The tie-out: rows that agree, rows that differ by their primary kind, and rows that cannot be judged make up each side. */
export type SumsOfSides = {
  readonly all: SideSums;
  readonly byState: Readonly<Record<RowState, SideSums>>;
  readonly byKind: ReadonlyMap<KindOfDifference, SideSums>;
  /** By VAT rate; '' where a side does not tell it. */
  readonly byRate: readonly RateSums[];
};

export type RateSums = {
  readonly rate: string;
  readonly delivery: Omit<RateAmount, 'rate'>;
  readonly books: Omit<RateAmount, 'rate'>;
  readonly tax: Omit<RateAmount, 'rate'>;
};

const NO_ROWS: SideSums = { rows: 0, delivery: NOTHING, books: NOTHING, tax: NOTHING, atStake: 0 };

const withRow = (sums: SideSums, row: ThreeSidedRow): SideSums => ({
  rows: sums.rows + 1,
  delivery: plus(sums.delivery, row.delivery ?? NOTHING),
  books: plus(sums.books, row.books ?? NOTHING),
  tax: plus(sums.tax, row.tax ?? NOTHING),
  atStake: sums.atStake + row.atStake,
});

/** The sums of rows; those of the states, and those of the kinds with the other states, each make up `all`. */
export function sumsOfSides(rows: Iterable<ThreeSidedRow>): SumsOfSides {
  let all = NO_ROWS;
  const byState = { equal: NO_ROWS, different: NO_ROWS, uncovered: NO_ROWS };
  const byKind = new Map<KindOfDifference, SideSums>();
  const byRate = new Map<string, Record<'delivery' | 'books' | 'tax', { amount: number; vat: number }>>();
  for (const row of rows) {
    all = withRow(all, row);
    byState[row.state] = withRow(byState[row.state], row);
    const [primary] = row.differences;
    if (primary) byKind.set(primary.kind, withRow(byKind.get(primary.kind) ?? NO_ROWS, row));
    for (const side of ['delivery', 'books', 'tax'] as const)
      for (const { rate, amount, vat } of row[`${side}Rates`]) {
        const sums = byRate.get(rate ?? '') ?? noRate();
        sums[side].amount += amount;
        sums[side].vat += vat;
        byRate.set(rate ?? '', sums);
      }
  }
  const rates = [...byRate].map(([rate, sums]) => ({ rate, ...sums })).sort((a, b) => compare(a.rate, b.rate));
  return { all, byState, byKind, byRate: rates };
}

const noRate = () => ({
  delivery: { amount: 0, vat: 0 },
  books: { amount: 0, vat: 0 },
  tax: { amount: 0, vat: 0 },
});
