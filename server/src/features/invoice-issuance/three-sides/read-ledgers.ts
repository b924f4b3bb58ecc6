import type { ImportReport } from '@khop/contract/runs.ts';
import { addDays, type Day } from '@khop/engine/day.ts';
import { fateOf } from '@khop/engine/invoice-issuance/amis-ledger/reference-words.ts';
import { parseQuantity } from '@khop/engine/quantity.ts';
import type { BooksCover, BooksEntry, DaySpan, Trade } from '@khop/engine/three-sides/types.ts';
import { sql } from 'kysely';
import type { Database } from '../../../db/database.ts';
import { AROUND, nameOfEntry } from './groups.ts';

/** `at`: the place of its group. */
export type LedgerRow = Omit<BooksEntry, 'quantity' | 'isVoid' | 'rate'> & {
  readonly at: number;
  readonly quantity: string;
  readonly rate: string;
  readonly words: string;
};

export type LedgerAsked = {
  readonly periodId: string;
  readonly profileId: string;
  readonly trade: Trade;
  readonly days: DaySpan;
};

/**
 * The ledgers of AMIS about a profile, for finding their groups: the sales ledger of the period, the purchase ledger of its days and some
 * around.
 */
export const selectLedger = ({ periodId, profileId, trade, days }: LedgerAsked) =>
  trade === 'sale'
    ? sql`select voucher_number as voucher, invoice_number as number, invoice_date, document_date as day, vat_amount as vat
        from period_amis_sales where period_id = ${periodId} and profile_id = ${profileId}`
    : sql`select voucher_number as voucher, invoice_number as number, invoice_date, ${PURCHASE_DAY} as day,
          coalesce(vat_amount, 0) as vat
        from amis_purchase_lines l where ${isBought(profileId, days)}`;

/** Entries of the ledgers of other periods, after `side_outside`. */
export const selectOutsideEntries = ({ profileId }: LedgerAsked) => sql`
  select voucher_number, invoice_number, invoice_date, document_date, vat_amount from ${outsideOf(profileId)} e`;

const outsideOf = (profileId: string) => sql`(
  select s.* from side_outside o
  join period_amis_sales s on s.profile_id = ${profileId} and s.voucher_number = o.voucher and s.period_id = o.period_id)`;

const PURCHASE_DAY = sql`coalesce(l.document_date, l.accounting_date)`;

const isBought = (profileId: string, { from, to }: DaySpan) => sql`
  l.profile_id = ${profileId} and (l.accounting_date between ${from} and ${to}
    or ${PURCHASE_DAY} between ${addDays(from, -AROUND)} and ${addDays(to, AROUND)})`;

/** All that is compared of them, in the order of their groups. */
export const readLedger = ({ periodId, profileId, trade, days }: LedgerAsked) =>
  trade === 'sale' ? readSales(periodId, profileId) : readPurchases(profileId, days);

export function presentEntry({ quantity, rate, words, at: _, ...row }: LedgerRow): BooksEntry {
  const fate = fateOf(words);
  return {
    ...row,
    quantity: parseQuantity(quantity),
    rate: rate === '' ? null : rate,
    isVoid: fate === 'replaced' || fate === 'cancelled',
  };
}

const GROUP = (entry: string) =>
  sql`side_groups g on g.name = ${nameOfEntry(sql.ref(`${entry}.invoice_number`), sql.ref(`${entry}.voucher_number`))}`;

/** Each code once: a list may have one in small and in capital letters. A blank tax code in it says nothing: it may be one that was never written down. */
const partnersOf = (profileId: string, type: 'customer' | 'supplier') => sql`(
  select distinct on (lower(code)) lower(code) as code, name, nullif(tax_code, '') as tax_code
  from amis_partners where profile_id = ${profileId} and type = ${type} order by lower(code), code)`;

/**
 * A ledger may reach further than its period: what is outside both the period and the days of the file was posted in the period under a
 * voucher of another day.
 */
const readSales = (periodId: string, profileId: string) => sql`
  select g.at, e.voucher_number as voucher, e.invoice_number as number, e.invoice_symbol as symbol, e.invoice_date as "invoiceDate",
    e.document_date as day,
    case when e.document_date between least(l.from_date, q.from_date) and greatest(l.to_date, q.to_date) then e.document_date
      else greatest(q.from_date, least(q.to_date, e.document_date)) end as "countsOn", e.customer_code as "partnerCode", c.tax_code as "partnerTaxCode",
    coalesce(nullif(e.customer_name, ''), c.name, '') as "partnerName", e.product_code as product, e.unit,
    e.quantity, e.amount, e.vat_amount as vat, e.vat_rate as rate, e.invoice_state as words
  from (
    select * from period_amis_sales where period_id = ${periodId} and profile_id = ${profileId}
    union all select * from ${outsideOf(profileId)} o) e
  join ${GROUP('e')}
  join invoice_periods q on q.id = e.period_id
  left join period_loads l on l.period_id = e.period_id and l.profile_id = e.profile_id and l.kind = 'sales_ledger'
  left join ${partnersOf(profileId, 'customer')} c on c.code = lower(e.customer_code)
  order by g.at, e.voucher_number, e.entry_key, e.period_id`;

/** The purchase ledger tells no rates; of the invoice's day it says nothing where it was read before that was kept. */
const readPurchases = (profileId: string, days: DaySpan) => sql`
  select g.at, l.voucher_number as voucher, l.invoice_number as number, '' as symbol, l.invoice_date as "invoiceDate",
    ${PURCHASE_DAY} as day, l.accounting_date as "countsOn", l.supplier_code as "partnerCode", c.tax_code as "partnerTaxCode",
    coalesce(nullif(l.supplier_name, ''), c.name, '') as "partnerName", l.product_code as product, l.unit,
    l.quantity - l.returned_quantity as quantity, l.amount, coalesce(l.vat_amount, 0) as vat, '' as rate, '' as words
  from amis_purchase_lines l
  join ${GROUP('l')}
  left join ${partnersOf(profileId, 'supplier')} c on c.code = lower(l.supplier_code)
  where ${isBought(profileId, days)}
  order by g.at, l.voucher_number, l.line_key`;

type Load = {
  readonly fromDate: Day | null;
  readonly toDate: Day | null;
  readonly madeAt: string;
  readonly report: Partial<ImportReport> | null;
};

/** The days of fully read ledgers: of sales the one that the period holds, of purchases all that were loaded. */
export async function readLedgerCover(
  db: Database,
  { periodId, profileId, trade, days }: LedgerAsked,
): Promise<BooksCover[]> {
  const { rows } = await sql<Load>`
    ${
      trade === 'sale'
        ? sql`select l.from_date, l.to_date, l.made_at, b.report from period_loads l left join import_batches b on b.id = l.import_id
            where l.period_id = ${periodId} and l.profile_id = ${profileId} and l.kind = 'sales_ledger'`
        : sql`select (report ->> 'fromDate')::date as from_date, (report ->> 'toDate')::date as to_date, created_at as made_at, report
            from import_batches where profile_id = ${profileId} and layout = 'amis-purchase-ledger' and undone_at is null`
    }`.execute(db);
  // A sales ledger that names no days was taken in for the whole period; a purchase ledger that names none vouches for none.
  const unnamed = trade === 'sale' ? days : undefined;
  return rows
    .filter(({ report }) => (report?.rejected ?? 0) === 0)
    .flatMap(({ fromDate, toDate, madeAt }) => {
      const span = fromDate && toDate ? { from: fromDate, to: toDate } : unnamed;
      return span ? [{ ...span, madeAt }] : [];
    });
}
