import type { ImportReport } from '@khop/contract/runs.ts';
import { addDays, type Day } from '@khop/engine/day.ts';
import { fateOf } from '@khop/engine/invoice-issuance/amis-ledger/reference-words.ts';
import { parseQuantity } from '@khop/engine/quantity.ts';
import type { BooksEntry, DaySpan, Trade } from '@khop/engine/three-sides/types.ts';
import { sql } from 'kysely';
import type { Database } from '../../../db/database.ts';

type Row = Omit<BooksEntry, 'quantity' | 'isVoid' | 'rate'> & {
  readonly quantity: string;
  readonly rate: string;
  readonly words: string;
};

/** Purchases so many days around may be entries of an invoice of the days that are compared. */
const AROUND = 62;

type Asked = { readonly periodId: string; readonly profileId: string; readonly trade: Trade; readonly days: DaySpan };

/** The ledgers of AMIS about a profile: the sales ledger of the period, the purchase ledger of its days and some around. */
export async function readLedger(db: Database, { periodId, profileId, trade, days }: Asked): Promise<BooksEntry[]> {
  const { rows } = await (trade === 'sale'
    ? selectSales(periodId, profileId)
    : selectPurchases(profileId, { from: addDays(days.from, -AROUND), to: addDays(days.to, AROUND) })
  ).execute(db);
  return rows.map(({ quantity, rate, words, ...row }) => {
    const fate = fateOf(words);
    return {
      ...row,
      quantity: parseQuantity(quantity),
      rate: rate === '' ? null : rate,
      isVoid: fate === 'replaced' || fate === 'cancelled',
    };
  });
}

/** A blank tax code in AMIS's list of partners says nothing: it may be one that was never written down. */
const selectSales = (periodId: string, profileId: string) => sql<Row>`
  select e.voucher_number as voucher, e.invoice_number as number, e.invoice_symbol as symbol, e.invoice_date,
    e.document_date as day, e.customer_code as partner_code, nullif(c.tax_code, '') as partner_tax_code,
    coalesce(nullif(e.customer_name, ''), c.name, '') as partner_name, e.product_code as product, e.unit,
    e.quantity, e.amount, e.vat_amount as vat, e.vat_rate as rate, e.invoice_state as words
  from period_amis_sales e
  left join amis_partners c on c.profile_id = e.profile_id and c.type = 'customer' and lower(c.code) = lower(e.customer_code)
  where e.period_id = ${periodId} and e.profile_id = ${profileId}
  order by e.voucher_number, e.entry_key`;

/** The purchase ledger tells no rates; of the invoice's day it says nothing where it was read before that was kept. */
const selectPurchases = (profileId: string, { from, to }: DaySpan) => sql<Row>`
  select l.voucher_number as voucher, l.invoice_number as number, '' as symbol, l.invoice_date,
    coalesce(l.document_date, l.accounting_date) as day, l.supplier_code as partner_code, nullif(c.tax_code, '') as partner_tax_code,
    coalesce(nullif(l.supplier_name, ''), c.name, '') as partner_name, l.product_code as product, l.unit,
    l.quantity - l.returned_quantity as quantity, l.amount, coalesce(l.vat_amount, 0) as vat, '' as rate, '' as words
  from amis_purchase_lines l
  left join amis_partners c on c.profile_id = l.profile_id and c.type = 'supplier' and lower(c.code) = lower(l.supplier_code)
  where l.profile_id = ${profileId} and coalesce(l.document_date, l.accounting_date) between ${from} and ${to}
  order by l.voucher_number, l.line_key`;

/** The days of fully read ledgers: of sales the one that the period holds, of purchases all that were loaded. */
export async function readLedgerCover(db: Database, { periodId, profileId, trade, days }: Asked): Promise<DaySpan[]> {
  const { rows } = await sql<{ fromDate: Day | null; toDate: Day | null; report: Partial<ImportReport> | null }>`
    ${
      trade === 'sale'
        ? sql`select l.from_date, l.to_date, b.report from period_loads l left join import_batches b on b.id = l.import_id
            where l.period_id = ${periodId} and l.profile_id = ${profileId} and l.kind = 'sales_ledger'`
        : sql`select (report ->> 'fromDate')::date as from_date, (report ->> 'toDate')::date as to_date, report
            from import_batches where profile_id = ${profileId} and layout = 'amis-purchase-ledger' and undone_at is null`
    }`.execute(db);
  // A sales ledger that names no days was taken in for the whole period; a purchase ledger that names none vouches for none.
  const unnamed = trade === 'sale' ? days : undefined;
  return rows
    .filter(({ report }) => (report?.rejected ?? 0) === 0)
    .flatMap(({ fromDate, toDate }) => (fromDate && toDate ? { from: fromDate, to: toDate } : (unnamed ?? [])));
}
