import type { PricedLine } from '@khop/engine/bravo/sales-line.ts';
import type {
  EarlierSale,
  EarlierSales,
  OtherReturn,
} from '@khop/engine/invoice-issuance/adjustments/earlier-sales.ts';
import { parseQuantity } from '@khop/engine/quantity.ts';
import type { VatRate } from '@khop/engine/vat-rate.ts';
import { sql } from 'kysely';
import type { Database } from '../../../db/database.ts';
import { listed } from '../../../db/listed.ts';
import { withoutNestedLoops } from '../../../db/staging.ts';
import { bareSymbolSql, profileSymbolOn } from '../../amis/symbols.ts';
import type { PeriodRow } from '../period-rows.ts';

/** Statuses in which an invoice has left and holds its sales. */
export const LEFT_AND_LIVE = ['exported', 'issued', 'adjusted'] as const;

/** Goods that came back in the period and found no sale in it to be netted with, by the plan in force. */
const wantedOf = (periodId: string) => sql`
  select distinct s.kind, s.partner_code, s.item_code
  from period_shortages h join period_sales_lines s on s.period_id = h.period_id and s.source_key = h.source_key
  where h.period_id = ${periodId} and h.reason = 'RETURN_UNMATCHED' and s.kind <> 'discount'`;

/**
 * Invoiced sales of the same buyers and goods in other periods, and what those periods' own returns claim of them; undefined
 * where nothing came back. Buyers of the wanted goods lead to their invoices: of a period with a million lines few are read.
 */
export async function earlierSales(
  db: Database,
  period: PeriodRow,
  codeOf: (profileId: string) => string,
): Promise<EarlierSales | undefined> {
  const { rows: wanted } = await wantedOf(period.id).execute(db);
  if (wanted.length === 0) return undefined;
  // Without statistics of the tables each line would be looked for in each: ten times as long at 300,000 lines.
  return withoutNestedLoops({ db }, async () => {
    const sales = [...(await invoicedSales(db, period)), ...(await salesOfAmis(db, period))].map(
      ({ profileId, baseQuantity, date, lineQuantity, amount, discount, ...row }): EarlierSale => ({
        ...row,
        profile: codeOf(profileId),
        date: date ?? undefined,
        baseQuantity: parseQuantity(baseQuantity),
        sold: { baseQuantity: parseQuantity(lineQuantity), amount, discount },
      }),
    );
    return sales.length === 0 ? undefined : { sales, returns: await otherReturns(db, period) };
  });
}

/** The price of a ledger line, as `PRICE` reads it. */
type Price = Pick<PricedLine, 'amount' | 'discount'> & { readonly lineQuantity: string };
const PRICE = sql`s.base_quantity::text as line_quantity, s.amount, s.discount`;

type Row = Omit<EarlierSale, 'profile' | 'baseQuantity' | 'date' | 'sold'> &
  Price & {
    readonly profileId: string;
    readonly baseQuantity: string;
    readonly date: string | null;
  };

async function invoicedSales(db: Database, period: PeriodRow): Promise<readonly Row[]> {
  const { rows } = await sql<Row>`
    with wanted as (${wantedOf(period.id)})
    select o.name as period, i.profile_id, i.voucher_number, p.invoice_form as form,
      coalesce(i.invoice_symbol, ${profileSymbolOn('coalesce(i.invoice_date, i.invoice_date_planned)')}, '') as symbol,
      coalesce(i.invoice_number, '') as number, coalesce(i.invoice_date, i.invoice_date_planned)::text as date,
      i.status = 'adjusted' as is_adjusted, t.product_code as product, s.kind, s.partner_code, s.item_code,
      s.source_key as line, s.doc_date::text as sale_day, sum(a.base_quantity)::text as base_quantity, ${PRICE}
    from invoices i
    join invoice_periods o on o.id = i.period_id
    join profiles p on p.id = i.profile_id
    join invoice_items t on t.invoice_id = i.id
    join invoice_allocations a on a.item_id = t.id and a.base_quantity > 0
    join period_sales_lines s on s.period_id = i.period_id and s.source_key = a.source_key
    join wanted w on w.kind = s.kind and w.partner_code = s.partner_code and w.item_code = s.item_code
    where i.period_id <> ${period.id} and i.profile_id = any(${period.profileIds}::uuid[])
      and i.status in ${listed(LEFT_AND_LIVE)} and i.bravo_partner_code in (select partner_code from wanted)
      and s.doc_date <= ${period.toDate}
    group by o.name, i.id, p.id, t.product_code, s.period_id, s.source_key
    order by s.doc_date, s.source_key, i.voucher_number, t.product_code`.execute(db);
  return rows;
}

/** Sales of other periods that were already issued in AMIS by hand; Khớp knows them by the ledger's entry. */
async function salesOfAmis(db: Database, period: PeriodRow): Promise<readonly Row[]> {
  const { rows } = await sql<Row>`
    with wanted as (${wantedOf(period.id)})
    select o.name as period, d.profile_id, d.voucher_number, p.invoice_form as form,
      coalesce(${bareSymbolSql('e.invoice_symbol')}, '') as symbol,
      d.invoice_number as number, e.invoice_date::text as date, false as is_adjusted,
      coalesce(e.product_code, '') as product, s.kind, s.partner_code, s.item_code,
      s.source_key as line, s.doc_date::text as sale_day, d.base_quantity::text as base_quantity, ${PRICE}
    from period_already_invoiced d
    join invoice_periods o on o.id = d.period_id
    join profiles p on p.id = d.profile_id
    join period_sales_lines s on s.period_id = d.period_id and s.source_key = d.source_key
    join wanted w on w.kind = s.kind and w.partner_code = s.partner_code and w.item_code = s.item_code
    left join period_amis_sales e on e.period_id = d.period_id and e.profile_id = d.profile_id and e.entry_key = d.entry_key
    where d.period_id <> ${period.id} and d.profile_id = any(${period.profileIds}::uuid[])
      and d.base_quantity > 0 and s.doc_date <= ${period.toDate}
    order by s.doc_date, s.source_key, d.position`.execute(db);
  return rows;
}

/** The rest of the returns of other periods, but for lines that this period has as well. */
async function otherReturns(db: Database, period: PeriodRow): Promise<OtherReturn[]> {
  type Back = Omit<OtherReturn, 'baseQuantity' | 'amount' | 'returned' | 'vatRate'> &
    Price & { readonly baseQuantity: string; readonly left: number; readonly rate: VatRate | null };
  const { rows } = await sql<Back>`
    with wanted as (${wantedOf(period.id)})
    select s.source_key as line, s.doc_date::text as doc_date, s.kind, s.partner_code, s.item_code, s.vat_rate as rate,
      s.vat_amount, (-h.base_quantity)::text as base_quantity, h.amount as left, ${PRICE}
    from period_shortages h
    join period_sales_lines s on s.period_id = h.period_id and s.source_key = h.source_key
    join wanted w on w.kind = s.kind and w.partner_code = s.partner_code and w.item_code = s.item_code
    where h.period_id <> ${period.id} and h.reason = 'RETURN_UNMATCHED' and h.base_quantity <= 0
      and s.doc_date <= ${period.toDate}
      and not exists (select from period_sales_lines own where own.period_id = ${period.id} and own.source_key = s.source_key)
    order by s.doc_date, s.source_key`.execute(db);
  return rows.map(({ baseQuantity, left, lineQuantity, amount, discount, rate, ...row }) => ({
    ...row,
    ...(rate !== null && { vatRate: rate }),
    baseQuantity: parseQuantity(baseQuantity),
    amount: left,
    returned: { baseQuantity: parseQuantity(lineQuantity), amount, discount },
  }));
}
