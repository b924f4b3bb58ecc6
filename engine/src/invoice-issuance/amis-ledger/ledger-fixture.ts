import { issuanceInput } from '../plan-fixture.ts';
import type { PlannedInvoice } from '../types.ts';

/** An entry of a ledger in short form. */
export type Row = {
  id: string;
  number?: string;
  symbol?: string;
  date?: string;
  says?: string;
  state?: string;
  voucher?: string;
  amount?: number;
};
/** The law of before 01/06/2025, and of after it. */
export const [always, never] = [() => true, () => false];
export const none = () => false;
export const numbers = (...given: string[]) => given.map((number) => ({ number }));
/** The books of a profile with these entries. */
export const books = (rows: readonly Row[], invoiceSymbol = 'C26TYY') =>
  issuanceInput({
    profiles: [
      {
        code: 'A',
        terms: { invoiceSymbol },
        sales: rows.map(({ id, number = '', symbol, date, says, state, voucher = `BH${id}`, amount = 1000 }) => ({
          ...{ id, voucherNumber: voucher, documentDate: '2026-09-05', product: 'SP1', quantity: '1', amount },
          ...{
            invoiceNumber: number,
            ...(symbol && { invoiceSymbol: symbol }),
            ...(date && { invoiceDate: date }),
            ...(says && { description: says }),
            ...(state && { invoiceState: state }),
          },
        })),
      },
    ],
    lines: [],
  }).profiles[0]!;
export const ids = (entries: readonly { id: string }[]) => entries.map(({ id }) => id);
export const ours = (voucherNumber: string, invoiceNumber?: string) =>
  ({ voucherNumber, ...(invoiceNumber && { invoiceNumber }) }) as PlannedInvoice;
