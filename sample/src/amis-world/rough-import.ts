import { addDays, type Day } from '@khop/engine/day.ts';
import type { Vnd } from '@khop/engine/money.ts';
import type { Amis, Refused } from './amis.ts';
import type { ImportRow } from './import-rows.ts';
import type { Moment } from './model.ts';

/** The fate of a voucher of ours in AMIS; `waiting` is there without a number, `unseen` was left out of the import. */
export type RoughState = 'issued' | 'differs' | 'adjusted' | 'replaced' | 'cancelled' | 'waiting' | 'unseen';

/** The truth about one voucher that was handed over. */
export type RoughVoucher = {
  readonly voucher: string;
  readonly state: RoughState;
  /** AMIS's amount less the one handed over, đồng before VAT. */
  readonly difference: Vnd;
  /** The voucher that replaces or adjusts it; '' when none does. */
  readonly by: string;
};

/** The files handed over for one profile: the rows of its sales vouchers and the customers to create first. */
export type HandedOver = {
  readonly rows: readonly ImportRow[];
  readonly customers: readonly { readonly code: string; readonly name: string }[];
};

export type RoughImport = { readonly vouchers: readonly RoughVoucher[]; readonly refused: readonly Refused[] };

/**
 * Days after the month, or after the round before, on which the files are imported; corrections are made the day after.
 */
const IMPORT_DAY = 5;
const importDay = (toDate: Day, round: number): Day => addDays(toDate, IMPORT_DAY * round);
/** The moment of a round's reports: in the evening of the day of the corrections. */
export const reportsOf = (toDate: Day, round: number): Moment =>
  `${addDays(importDay(toDate, round), 1)}T11:00:00.000Z`;

/** Of so many vouchers one is left out of the import. */
const PER_UNSEEN = 20;
/** A clerk does not correct a voucher worth less. */
const WORTH_CORRECTING = 200_000;

/** Đồng by which a clerk mends an amount, as happens with rounding. */
const MENDED = 1000;
/** Đồng by which an invoice is adjusted. */
const ADJUSTED = -50_000;

/**
 * Has AMIS take in the files handed over for a profile as far as it does not have them yet, as a careless month goes:
 * the last vouchers are left out, one is cancelled before it has a number, one waits for its number; of the issued ones
 * one amount is mended, one invoice adjusted by another and one replaced. Nothing is cancelled where the ledger has no
 * column to say so (`tellsStates`). Vouchers that AMIS refuses are unseen as well.
 */
export function importRoughly(
  amis: Amis,
  handedOver: HandedOver,
  { toDate, round, tellsStates }: { readonly toDate: Day; readonly round: number; readonly tellsStates: boolean },
): RoughImport {
  const day = importDay(toDate, round);
  const rows = handedOver.rows.filter(({ voucherNumber }) => !amis.has(voucherNumber));
  const at = {
    imported: `${day}T03:00:00.000Z`,
    issued: `${day}T08:00:00.000Z`,
    corrected: `${addDays(day, 1)}T03:00:00.000Z`,
  };
  const byVoucher = Map.groupBy(rows, (row) => row.voucherNumber);
  const all = [...byVoucher.keys()];
  const unseen = new Set(all.slice(all.length - Math.ceil(all.length / PER_UNSEEN)));
  amis.importCustomers(handedOver.customers);
  const refused = amis.importVouchers(
    rows.filter((row) => !unseen.has(row.voucherNumber)),
    at.imported,
  );
  for (const { voucher } of refused) unseen.add(voucher);

  const worth = all.filter((voucher) => !unseen.has(voucher) && byVoucher.get(voucher)![0]!.amount >= WORTH_CORRECTING);
  const [cancelled, waiting, differing, adjusted, replaced] = worth;
  if (cancelled !== undefined && tellsStates) amis.cancel(cancelled, at.imported);
  refused.push(...amis.issueInvoices('9999-12-31', new Set(waiting === undefined ? [] : [waiting])));
  if (differing !== undefined) amis.alterAmount(differing, MENDED);
  // A later date would close the days of vouchers that still wait.
  const correctedOn = amis.lastInvoiceDate ?? day;
  const by = new Map<string, string>();
  if (adjusted !== undefined) by.set(adjusted, amis.adjust(adjusted, ADJUSTED, correctedOn, at.corrected));
  if (replaced !== undefined) by.set(replaced, amis.replace(replaced, correctedOn, at.corrected));

  const states = new Map<string | undefined, RoughState>([
    ...[...unseen].map((voucher): [string, RoughState] => [voucher, 'unseen']),
    [cancelled, tellsStates ? 'cancelled' : 'issued'],
    [waiting, 'waiting'],
    [differing, 'differs'],
    [adjusted, 'adjusted'],
    [replaced, 'replaced'],
  ]);
  const differences: Partial<Record<RoughState, Vnd>> = { differs: MENDED, adjusted: ADJUSTED };
  const vouchers = all.map((voucher): RoughVoucher => {
    const state = states.get(voucher) ?? 'issued';
    return { voucher, state, difference: differences[state] ?? 0, by: by.get(voucher) ?? '' };
  });
  return { vouchers, refused };
}
