import type { KindOfDifference } from '@khop/engine/three-sides/kinds.ts';
import type pg from 'pg';

/** Of so many invoices in a row each planted kind has one. */
const EVERY = 4001;

/** The planted kinds, by the place of their invoice among `EVERY`. */
const PLANTED = {
  TAX_ONLY: 1,
  BOOKS_ONLY: 2,
  BOOKS_NO_INVOICE: 3,
  NO_DELIVERY: 4,
  NUMBER: 5,
  DATE: 6,
  PARTNER: 7,
  QUANTITY: 8,
  VAT: 9,
  FATE: 10,
  ROUNDING: 11,
  LIST_ONLY: 12,
} as const satisfies Partial<Record<KindOfDifference, number>>;

/** Place of the invoices that are rightly replaced by another one: nothing differs. */
const REPLACED = 13;

export type Filled = {
  readonly invoices: number;
  /** Rows in the tables of the three sides: our invoices, entries of the ledger, invoices of the tax side. */
  readonly rows: number;
  readonly planted: ReadonlyMap<string, number>;
};

/** The place of the rows. */
export type FilledPlace = { readonly periodId: string; readonly profileId: string };

const SELLER = '0312345678';
/** An invoice of the month by its number `n`; what is planted in it is `n % 4001`. */
const INVOICE = `
  n, n % ${EVERY} as plant, date '2026-10-01' + (n % 31)::int as day, 'BH' || lpad(n::text, 7, '0') as voucher,
  ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid as id, 100000 + n * 25 as amount, (100000 + n * 25) * 8 / 100 as vat,
  n % 5000 as customer, 'SP' || lpad((n % 3000)::text, 5, '0') as product, (1 + n % 40) as quantity,
  'Công ty TNHH Thương mại Dịch vụ số ' || n % 5000 as buyer, lpad((1000000000 + n % 5000)::text, 10, '0') as tax_code`;

/** Fills a period of a profile with invoices of ours, in the ledger of AMIS and on the tax side, as imports and a generation leave them. */
export async function fillThreeSides(database: pg.Client, place: FilledPlace, invoices: number): Promise<Filled> {
  const { periodId, profileId } = place;
  const fill = async (statement: string): Promise<number> => (await database.query(statement)).rowCount ?? 0;
  const all = (range = `generate_series(1, ${invoices})`) => `(select ${INVOICE} from ${range} n) i`;
  await fill('set synchronous_commit = off');
  await fillCatalogues(fill, place);
  const ours = await fill(`
    insert into invoices (id, period_id, profile_id, invoice_key, voucher_number, invoice_date_planned, document_date, bravo_document,
      buyer_source, buyer_customer_code, buyer_name, buyer_tax_code, bravo_partner_code, amount, vat_amount, total, vat, amount_in_words,
      item_count, status, invoice_number, invoice_date, invoice_symbol, search)
    select id, '${periodId}', '${profileId}', voucher, voucher, day, day, 'CN01 HD' || n, 'connection', 'KH' || customer, buyer, tax_code,
      'DT' || customer, amount, vat, amount + vat, '[]', '', 1, 'issued', case when plant = ${PLANTED.BOOKS_NO_INVOICE} then null else n::text end, day,
      '1C26TAA', voucher
    from ${all()} where plant <> ${PLANTED.NO_DELIVERY}`);
  await fill(`
    insert into invoice_items (period_id, invoice_id, line_number, id, product_code, name, unit, kind, quantity, unit_price, amount, vat_rate, vat_amount)
    select '${periodId}', id, 1, gen_random_uuid(), product, 'Hàng ' || product, 'Hộp', 'goods', quantity, 0, amount, '8', vat
    from ${all()} where plant <> ${PLANTED.NO_DELIVERY}`);
  const entries = await fill(ledger(place, all()));
  const taxed = await fillTaxSide(fill, profileId, all());
  const planted = new Map(Object.entries(PLANTED).map(([kind, at]) => [kind, timesOf(at, invoices)]));
  await fill('analyze');
  return { invoices, rows: ours + entries + taxed, planted };
}

const timesOf = (place: number, invoices: number): number => Math.floor((invoices - place) / EVERY) + 1;

type Fill = (statement: string) => Promise<number>;

async function fillCatalogues(fill: Fill, { periodId, profileId }: FilledPlace): Promise<void> {
  await fill(`update invoice_periods set plan = '{}', status = 'exported' where id = '${periodId}'`);
  await fill(`
    insert into amis_products (id, profile_id, code, name, unit)
    select gen_random_uuid(), '${profileId}', 'SP' || lpad(n::text, 5, '0'), 'Hàng ' || n, 'Hộp' from generate_series(0, 2999) n`);
  await fill(`
    insert into amis_partners (id, profile_id, type, code, name, tax_code)
    select gen_random_uuid(), '${profileId}', 'customer', 'KH' || n, 'Công ty ' || n, lpad((1000000000 + n)::text, 10, '0')
    from generate_series(0, 4999) n`);
  await fill(`
    insert into period_loads (period_id, profile_id, kind, from_date, to_date, made_at)
    values ('${periodId}', '${profileId}', 'sales_ledger', '2026-10-01', '2026-10-31', '2026-11-02')`);
}

/** The ledger: one entry an invoice, of a replaced one and of the one that replaces it too. */
const ledger = ({ periodId, profileId }: FilledPlace, all: string): string => `
  insert into period_amis_sales (period_id, profile_id, entry_key, voucher_number, document_date, invoice_number, invoice_date, customer_code,
    customer_name, product_code, product_name, unit, quantity, amount, vat_amount, invoice_symbol, vat_rate, invoice_state)
  select '${periodId}', '${profileId}', voucher || copy, voucher || copy, day,
    case plant when ${PLANTED.BOOKS_NO_INVOICE} then '' when ${PLANTED.NUMBER} then lpad((50000000 + n)::text, 8, '0')
      when ${REPLACED} then lpad((n + case copy when '' then 0 else 10000000 end)::text, 8, '0') else lpad(n::text, 8, '0') end,
    case plant when ${PLANTED.DATE} then case when day = '2026-10-01' then day + 1 else day - 1 end when ${PLANTED.BOOKS_NO_INVOICE} then null else day end,
    'KH' || case plant when ${PLANTED.PARTNER} then (customer + 1) % 5000 else customer end, buyer, product, 'Hàng ' || product, 'Hộp',
    quantity, amount, vat + case plant when ${PLANTED.VAT} then 5000 when ${PLANTED.ROUNDING} then 1 else 0 end, '1C26TAA', '8',
    case when plant = ${REPLACED} and copy = '' then 'Đã bị thay thế' else '' end
  from ${all} cross join lateral (select '' as copy union all select 'T' where plant = ${REPLACED}) c
  where plant <> ${PLANTED.TAX_ONLY}`;

/** Signed XML and the portal's list. */
async function fillTaxSide(fill: Fill, profileId: string, all: string): Promise<number> {
  await fill(`
    insert into tax_lists (id, profile_id, side, file_name, sha256, size, from_date, to_date, channels, made_at, row_count, rejected_count, run_id, created_by)
    values ('00000000-0000-4000-8000-000000000001', '${profileId}', 'sale', 'ds.xlsx', 'ds', 1, '2026-10-01', '2026-10-31', '{coded,uncoded}',
      '2026-11-03', 1, 0, gen_random_uuid(), 'bench')`);
  await fill(`
    insert into tax_invoice_files (id, sha256, name, size, content, created_by)
    values ('00000000-0000-4000-8000-000000000002', 'xml', 'hd.zip', 1, '', 'bench')`);
  // A replaced invoice has another one, whose number is ten million more.
  await fill(`
    create temp table of_tax as select i.*, n + case copy when '' then 0 else 10000000 end as number, copy,
      case copy when '' then id else ('00000000-0000-4000-9000-' || lpad(n::text, 12, '0'))::uuid end as tax_id,
      case plant when ${PLANTED.FATE} then 'cancelled' when ${REPLACED} then case copy when '' then 'replaced' else 'replacing' end else 'new' end as state,
      '${SELLER}|1|C26TAA|' || n + case copy when '' then 0 else 10000000 end as key
    from ${all} cross join lateral (select '' as copy union all select 'T' where plant = ${REPLACED}) c
    where plant not in (${PLANTED.BOOKS_ONLY}, ${PLANTED.BOOKS_NO_INVOICE})`);
  const taxed = await fill(`
    insert into tax_list_rows (profile_id, side, invoice_key, list_id, row_number, seller_tax_code, form, symbol, number, date, partner_tax_code,
      partner_name, before_vat, vat, total, currency, state, processing, said_at, speaks, search)
    select '${profileId}', 'sale', key, '00000000-0000-4000-8000-000000000001', n, '${SELLER}', '1', 'C26TAA', number::text, day, tax_code,
      buyer, amount, vat, amount + vat, 'VND', state, 'coded', '2026-11-03', true, number::text from of_tax`);
  await fill(`
    insert into tax_invoices (id, file_id, ordinal, invoice_key, seller_tax_code, form, symbol, number, date, seller_name, buyer_name, buyer_tax_code,
      currency, before_vat, vat, total, line_count, relation, verdict, signer, trust, problem_count, invoice, signature, data_sha256, search, run_id)
    select tax_id, '00000000-0000-4000-8000-000000000002', number, key, '${SELLER}', '1', 'C26TAA', number::text, day, 'An Phú', buyer, tax_code,
      'VND', amount, vat, amount + vat, 1, case copy when '' then 'new' else 'replaces' end, 'intact', 'seller', 'anchored', 0,
      jsonb_build_object('exchangeRate', '1', 'findings', '[]'::jsonb, 'title', 'Hóa đơn giá trị gia tăng', 'paymentMethod', 'TM/CK',
        'totals', jsonb_build_object('beforeVat', amount::text, 'vat', vat::text, 'total', (amount + vat)::text),
        'rates', jsonb_build_array(jsonb_build_object('rate', '8%', 'amount', amount::text, 'vat', vat::text)),
        'lines', jsonb_build_array(jsonb_build_object('kind', 'goods', 'code', product, 'name', 'Hàng ' || product, 'unit', 'Hộp', 'quantity',
          (quantity + case plant when ${PLANTED.QUANTITY} then 1 else 0 end)::text, 'price', null, 'amount', amount::text, 'rate', '8%'))),
      '{}', md5(key), number::text, gen_random_uuid()
    from of_tax where plant <> ${PLANTED.LIST_ONLY}`);
  await fill(`
    insert into tax_invoice_sides (tax_invoice_id, profile_id, side) select tax_id, '${profileId}', 'sale' from of_tax where plant <> ${PLANTED.LIST_ONLY}`);
  await fill(`
    insert into tax_invoice_relations (tax_invoice_id, position, relation, other_key)
    select tax_id, 1, 'replaces', '${SELLER}|1|C26TAA|' || n from of_tax where copy = 'T'`);
  return taxed;
}
