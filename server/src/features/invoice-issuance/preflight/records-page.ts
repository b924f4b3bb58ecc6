import type { FindingRecord } from '@khop/engine/invoice-issuance/findings/records.ts';
import { compare } from '@khop/engine/order.ts';
import { foldText } from '@khop/engine/text/fold.ts';
import type { BooksAddress } from './read-books.ts';

export type AskedRecords = {
  readonly books: BooksAddress;
  /** A finding's key, or the code of several. */
  readonly key: string;
  /** Codes of profiles. */
  readonly profiles?: readonly string[];
  readonly q?: string;
  readonly sort?: string;
  readonly limit: number;
  readonly offset: number;
};

export type RecordsPage = { readonly items: FindingRecord[]; readonly total: number; readonly amount: number };

/** Filters, sorts and cuts the records of a finding; the sums are of all that the filter lets through. */
export function pageOfRecords(records: readonly FindingRecord[], asked: AskedRecords): RecordsPage {
  const words = foldText(asked.q ?? '')
    .split(/\s+/)
    .filter(Boolean);
  const wanted = records.filter((record) => {
    if (asked.profiles && !asked.profiles.includes(record.profile)) return false;
    if (words.length === 0) return true;
    const text = foldText(`${record.id} ${record.reference} ${record.label} ${record.detail}`);
    return words.every((word) => text.includes(word));
  });
  const by = asked.sort ?? '-amount';
  const sign = by.startsWith('-') ? -1 : 1;
  const sorted =
    by.replace('-', '') === 'amount'
      ? wanted.toSorted((a, b) => sign * ((a.amount ?? 0) - (b.amount ?? 0)))
      : wanted.toSorted((a, b) => sign * compare(a.label, b.label));
  return {
    items: sorted.slice(asked.offset, asked.offset + asked.limit),
    total: wanted.length,
    amount: wanted.reduce((sum, { amount }) => sum + (amount ?? 0), 0),
  };
}
