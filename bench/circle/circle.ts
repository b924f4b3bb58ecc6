import type { Amis, Refused } from '@khop/sample/amis-world/amis.ts';
import { type ImportRow, importRowsOf } from '@khop/sample/amis-world/import-rows.ts';
import type { Moment } from '@khop/sample/amis-world/model.ts';

export type CircleStep = {
  readonly name: string;
  readonly invoices: number;
  /** Of these known in AMIS. */
  readonly inAmis: number;
  /** Invoiced or already invoiced, of the ledger without its exclusions. */
  readonly coverage: number;
  readonly seconds: number;
  /** Broken laws, each in a sentence. */
  readonly broken: readonly string[];
};

/** A company whose month goes round: Khớp on one side, the AMIS of every profile on the other, files in between. */
export type Circle = {
  readonly amis: ReadonlyMap<string, Amis>;
  readonly steps: readonly CircleStep[];
  /** Plans from the loaded data; sales after `through` have not been booked in Bravo yet. */
  readonly generate: (name: string, through: string) => Promise<void>;
  /**
   * Hands the drafts over and has AMIS import those that it does not have, of each profile the first `shares` in a
   * hundred (100 by default). @returns the refusals of AMIS.
   */
  readonly importInto: (shares: Readonly<Record<string, number>>, at: Moment) => Promise<Refused[]>;
  /** Exports a report of a profile's AMIS and loads it. */
  readonly report: (profile: string, which: 'stock' | 'ledger', at: Moment) => Promise<void>;
  /** Asks the laws again after something happened in AMIS. */
  readonly check: (name: string) => Promise<void>;
};

/** Has AMIS take in the rows of one "Ban hang" sheet: whole vouchers that it does not have yet, the first `percent` of them. */
export function takeIn(
  amis: Amis,
  records: Parameters<typeof importRowsOf>[0],
  percent: number,
  at: Moment,
): Refused[] {
  const rows = importRowsOf(records).filter(({ voucherNumber }) => !amis.has(voucherNumber));
  return amis.importVouchers(firstOf(rows, percent), at);
}

function firstOf(rows: readonly ImportRow[], percent: number): ImportRow[] {
  const vouchers = [...new Set(rows.map(({ voucherNumber }) => voucherNumber))];
  const wanted = new Set(vouchers.slice(0, Math.ceil((vouchers.length * percent) / 100)));
  return rows.filter(({ voucherNumber }) => wanted.has(voucherNumber));
}
