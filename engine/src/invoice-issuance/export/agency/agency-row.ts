import { addDays, type Day } from '../../../day.ts';
import type { Quantity } from '../../../quantity.ts';
import type { VatRate } from '../../../vat-rate.ts';
import type { InvoiceBasis } from '../../bases/invoice-basis.ts';
import type { PlannedInvoice, PlannedItem } from '../../types.ts';

/** A row of an invoice, of ours or made in AMIS by hand. */
export type AgencyRow = Pick<PlannedInvoice, 'voucherNumber'> &
  Pick<PlannedItem, 'product' | 'name' | 'unit' | 'amount' | 'vatAmount'> & {
    /** The day that says which list it is on: of an adjusting invoice its own. */
    readonly saleDay: Day;
    readonly invoiceNumber: string;
    readonly invoiceDate: Day;
    readonly buyer: Pick<PlannedInvoice['buyer'], 'name' | 'taxCode'>;
    /** Undefined for a discount. */
    readonly quantity: Quantity | undefined;
  };
export type FoundRow = {
  readonly found: InvoiceBasis | undefined;
  readonly rate: VatRate;
  readonly row: AgencyRow;
};

/** Neither AMIS nor Bravo nor the catalogue says the rate of what was invoiced by hand. */
export const UNKNOWN_RATE = 'chưa rõ';

/** The first and last day of the part of the month that a day is in: parts of 5 or 10 days, the last one to its end. */
export function listPeriod(day: Day, days: 5 | 10): { from: Day; to: Day } {
  const month = day.slice(0, 8);
  const parts = 30 / days;
  const part = Math.min(Math.floor((Number(day.slice(8)) - 1) / days), parts - 1);
  const from = `${month}${String(part * days + 1).padStart(2, '0')}`;
  if (part < parts - 1) return { from, to: addDays(from, days - 1) };
  return { from, to: addDays(`${addDays(`${month}01`, 31).slice(0, 8)}01`, -1) };
}

export const listDaysOf = ({ basis }: InvoiceBasis): 5 | 10 => basis.agency?.listDays ?? 10;

/**
 * The list that a sale is on; undefined where its entity keeps none for it. Owners number their contracts each on their
 * own: one number may be of two.
 */
export function listKeyOf({ found, rate, row }: FoundRow): string | undefined {
  if (found?.basis.kind !== 'agency' || found.basis.agency?.mode !== 'd2') return undefined;
  const { contractNumber = '', contractDate = '', branch } = found.basis;
  const contract = [contractNumber, branch, contractDate, found.other?.taxCode, found.other?.name];
  const { from, to } = listPeriod(row.saleDay, listDaysOf(found));
  return [...contract, from, to, rate].join('\u0000');
}
