import { addDays, type Day } from '@khop/engine/day.ts';
import { convert, FACTOR_ONE, parseFactor, parseQuantity } from '@khop/engine/quantity.ts';
import { type Fate, fatesOf } from '@khop/engine/tax-invoices/fates.ts';
import type { RelationKind } from '@khop/engine/tax-invoices/tax-invoice.ts';
import { inVnd, readDecimal } from '@khop/engine/tax-invoices/values/decimal.ts';
import type { DaySpan, GoodsLine, RateAmount, TaxSideInvoice, Trade } from '@khop/engine/three-sides/types.ts';
import { parseVatRate, type VatRate } from '@khop/engine/vat-rate.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../../db/database.ts';
import { AROUND, nameOfNumber } from './groups.ts';

type Good = { product: string | null; unit: string; quantity: string; factor: string | null; isUnconverted?: boolean };
type Rate = { rate: string; amount: string | null; vat: string | null };

type Line = { code: string | null; kind: string; unit: string | null; quantity: string | null };

/** `at`: the place of its group. */
export type TaxRow = {
  readonly at: number;
  readonly key: string;
  readonly sellerTaxCode: string;
  readonly symbol: string;
  readonly number: string;
  readonly date: Day;
  readonly partnerTaxCode: string;
  readonly partnerName: string;
  readonly beforeVat: number | null;
  readonly vat: number | null;
  readonly total: number | null;
  readonly currency: string;
  readonly verdict: string | null;
  readonly signer: string | null;
  readonly signedAt: string | null;
  readonly evidence: 'xml' | 'list' | 'both';
  readonly state: TaxSideInvoice['state'];
  readonly processing: TaxSideInvoice['processing'];
  readonly exchangeRate: string | null;
  readonly foreignTotal: string | null;
  readonly rates: Rate[] | null;
  /** Of a purchase. */
  readonly goods: Good[] | null;
  /** Of a sale. */
  readonly lines: Line[] | null;
  readonly addsUp: boolean;
  readonly hasOtherVersions: boolean;
  readonly related: { relation: RelationKind; key: string | null }[];
};

type Asked = { readonly profileId: string; readonly trade: Trade; readonly days: DaySpan };

/**
 * The invoices of a profile on one side, in the room: signed XML and lists of the portal. Slips of a warehouse (form 6) are movements,
 * never sales.
 */
export const selectTax = ({ profileId, trade, days }: Asked) => sql`
  select r.id, r.invoice_key as key, r.symbol, r.number, r.date
  from tax_room r
  join tax_room_sides s on s.room_id = r.id and s.profile_id = ${profileId} and s.side = ${trade}
  where r.invoice_key is not null and r.form <> '6' and r.date between ${addDays(days.from, -AROUND)} and ${addDays(days.to, AROUND)}
    and not ${trade === 'sale' ? isSoldByAnother(profileId) : isBoughtByAnother(profileId, days)}`;

/** A symbol without its year and its form. */
const lettersOf = (symbol: string) => sql`regexp_replace(upper(${sql.ref(symbol)}), '^[0-9]?([A-Z])[0-9]{2}', '\\1')`;

/**
 * True for a sale of another profile under the same tax code, as of a branch with books of its own: the books of this one owe
 * nothing to it. What it settles says whose it is, then the symbol that one of them alone has, then the ledger that shows its number on
 * its day. One of which nothing is known stays with each of them.
 */
const isSoldByAnother = (profileId: string) => {
  const [own, others] = profilesOf(profileId);
  const settledBy = (profiles: RawBuilder<unknown>) => sql`r.invoice_key in (
    select x.invoice_key from tax_settlements x join invoices i on i.id = x.invoice_id where i.profile_id in ${profiles})`;
  const hasSymbol = (profiles: RawBuilder<unknown>) => sql`${lettersOf('r.symbol')} in (
    select ${lettersOf('q.invoice_symbol')} from profiles q where q.id in ${profiles})`;
  const shownBy = (profiles: RawBuilder<unknown>) => sql`(ltrim(r.number, '0'), r.date) in (
    select ltrim(e.invoice_number, '0'), e.invoice_date from period_amis_sales e
    where e.profile_id in ${profiles} and e.invoice_number <> '' and e.invoice_date is not null)`;
  return sql`(exists ${others} and case
    when ${settledBy(own)} then false
    when ${settledBy(others)} then true
    when ${hasSymbol(own)} <> ${hasSymbol(others)} then ${hasSymbol(others)}
    when ${shownBy(own)} then false
    else ${shownBy(others)} end)`;
};

/** A profile, and the others of its tax code. */
const profilesOf = (profileId: string) =>
  [
    sql`(select ${profileId}::uuid)`,
    sql`(
    select o.id from profiles o join profiles p on p.id = ${profileId} and o.id <> p.id and o.tax_code = p.tax_code where p.tax_code <> '')`,
  ] as const;

const digitsOf = (column: string) => sql`regexp_replace(${sql.ref(column)}, '[^0-9]', '', 'g')`;

/**
 * The same of a purchase: it belongs to the books whose ledger alone shows its number, of its supplier, or on its day where the supplier's tax code is
 * not known there. One that no ledger shows, or that several show, stays with each.
 */
const isBoughtByAnother = (profileId: string, { from, to }: DaySpan) => {
  const [own, others] = profilesOf(profileId);
  const entries = (profiles: RawBuilder<unknown>) => sql`
    from amis_purchase_lines l
    left join amis_partners c on c.profile_id = l.profile_id and c.type = 'supplier' and lower(c.code) = lower(l.supplier_code) and c.tax_code <> ''
    where l.profile_id in ${profiles} and l.accounting_date between ${addDays(from, -AROUND)} and ${addDays(to, AROUND)}`;
  const number = (column: string) => nameOfNumber(sql.ref(column));
  const shownBy = (profiles: RawBuilder<unknown>) => sql`(
    (${number('r.number')}, ${digitsOf('r.seller_tax_code')}) in (
      select ${number('l.invoice_number')}, ${digitsOf('c.tax_code')} ${entries(profiles)} and c.id is not null and l.invoice_number <> '')
    or (${number('r.number')}, r.date) in (
      select ${number('l.invoice_number')}, coalesce(l.invoice_date, l.document_date, l.accounting_date)
      ${entries(profiles)} and c.id is null and l.invoice_number <> ''))`;
  return sql`(exists ${others} and not ${shownBy(own)} and ${shownBy(others)})`;
};

/** All that is compared of them, in the order of their groups. */
export const readTax = ({ profileId, trade }: Asked) => sql`
  select g.at, x.key, r.seller_tax_code as "sellerTaxCode", r.symbol, r.number, r.date,
    ${trade === 'sale' ? sql`r.buyer_tax_code` : sql`r.seller_tax_code`} as "partnerTaxCode",
    ${trade === 'sale' ? sql`r.buyer_name` : sql`r.seller_name`} as "partnerName",
    r.before_vat as "beforeVat", r.vat, r.total, r.currency, r.verdict, r.signer, r.evidence, r.state, r.processing,
    t.signature #>> '{signatures,0,signedAt}' as "signedAt", t.invoice ->> 'exchangeRate' as "exchangeRate", t.invoice -> 'totals' ->> 'total' as "foreignTotal",
    t.invoice -> 'rates' as rates, ${trade === 'sale' ? sql`null` : goodsBought(profileId)} as goods,
    ${trade === 'sale' ? sql`t.invoice -> 'lines'` : sql`null::jsonb`} as lines,
    not coalesce(t.invoice -> 'findings' @> '[{"code": "XML_TOTALS"}]', false) as "addsUp",
    exists (select from tax_invoices o where o.invoice_key = t.invoice_key and o.data_sha256 <> t.data_sha256) as "hasOtherVersions",
    coalesce(l.related, '[]') as related
  from side_tax x
  join side_groups g on g.name = x.name
  join tax_room r on r.id = x.id
  left join tax_invoices t on t.id = x.id
  left join (
    select tax_invoice_id, jsonb_agg(jsonb_build_object('relation', relation, 'key', other_key) order by position) as related
    from tax_invoice_relations group by 1) l on l.tax_invoice_id = x.id
  order by g.at, x.key`;

/** A product's own code by its code in small letters: a sale's own item codes are the profile's. */
export type ProductCodes = ReadonlyMap<string, string>;

export async function productCodesOf(db: Database, profileId: string): Promise<ProductCodes> {
  const { rows } = await sql<{ code: string }>`
    select code from amis_products where profile_id = ${profileId} order by code desc`.execute(db);
  return new Map(rows.map(({ code }) => [code.toLowerCase(), code]));
}

/** Invoices of one group: those that correct each other are in it. */
export function presentTax(rows: readonly TaxRow[], codes: ProductCodes): TaxSideInvoice[] {
  const fates = fatesOf(
    rows.map((row) => ({
      ...{ key: row.key, sellerTaxCode: row.sellerTaxCode, date: row.date, total: row.total },
      ...{ relation: row.related, state: row.state, hasXml: row.evidence !== 'list' },
    })),
  );
  return rows.map((row) => present(row, fates.get(row.key)!, codes));
}

/**
 * A supplier's items are the products that they are connected with; those that are no stock are left out. One that is connected in other
 * units alone, always with one product, is that product in a unit of its own.
 */
const goodsBought = (profileId: string) => sql`(
  select jsonb_agg(jsonb_build_object('product', coalesce(p.code, o.code), 'unit', case when p.id is null then g.unit else p.unit end,
    'quantity', g.quantity::text, 'factor', c.factor, 'isUnconverted', p.id is null and o.code is not null) order by g.at)
  from tax_invoice_goods g
  left join supplier_item_connections c on c.profile_id = ${profileId} and c.supplier_tax_code = t.seller_tax_code
    and c.item_key = g.item_key and c.unit_key = g.unit_key
  left join amis_products p on p.id = c.amis_product_id
  left join lateral (
    select min(q.code) as code from supplier_item_connections n join amis_products q on q.id = n.amis_product_id
    where c.id is null and n.profile_id = ${profileId} and n.supplier_tax_code = t.seller_tax_code and n.item_key = g.item_key
    having count(distinct q.id) = 1) o on true
  where g.tax_invoice_id = t.id and g.quantity is not null and (c.id is null or p.id is not null))`;

function present(row: TaxRow, fate: Fate, codes: ProductCodes): TaxSideInvoice {
  const hasAmounts = row.beforeVat !== null && row.total !== null;
  const foreign = row.currency === 'VND' ? null : readDecimal(row.foreignTotal ?? '')?.value;
  const replacer = fate.correctedBy.find(({ relation }) => relation === 'replaces');
  const [corrected] = fate.corrects;
  return {
    ...{ key: row.key, symbol: row.symbol, number: row.number, date: row.date, currency: row.currency },
    ...{ partnerTaxCode: row.partnerTaxCode, partnerName: row.partnerName, addsUp: row.addsUp },
    amounts: hasAmounts
      ? { beforeVat: row.beforeVat!, vat: row.vat ?? row.total! - row.beforeVat!, total: row.total! }
      : null,
    foreignTotal: foreign ? (inVnd(foreign, '1') ?? null) : null,
    rates: ratesOf(row),
    goods: row.evidence === 'list' ? null : row.lines ? goodsSold(row.lines, codes) : goodsOf(row.goods ?? []),
    inXml: row.evidence !== 'list',
    inList: row.evidence !== 'xml',
    proof: proofOf(row),
    signedAt: row.signedAt,
    hasOtherVersions: row.hasOtherVersions,
    state: row.state,
    processing: row.processing,
    fate: {
      counts: fate.counts,
      replacedBy: replacer?.key ?? null,
      corrects: corrected?.key ?? null,
      relation: corrected?.relation ?? 'new',
      isOriginalMissing: fate.review.some(({ reason }) => reason === 'RELATED_MISSING'),
      originMonth: fate.originMonth ?? row.date.slice(0, 7),
    },
  };
}

function proofOf({ verdict, signer }: TaxRow): TaxSideInvoice['proof'] {
  if (verdict === null) return null;
  if (verdict === 'unsigned' || verdict === 'unreadable') return verdict;
  return signer === 'other' ? 'other_signer' : 'intact';
}

const rateOf = (text: string): VatRate | null => {
  try {
    return parseVatRate(text) ?? null;
  } catch {
    // A text that is no rate is not told as one.
    return null;
  }
};

/** In đồng; a rate that cannot be had in đồng leaves all of them out. */
function ratesOf({ rates, currency, exchangeRate }: TaxRow): RateAmount[] {
  const by = currency === 'VND' ? '1' : exchangeRate;
  if (by === null) return [];
  const read = (rates ?? []).map(({ rate, amount, vat }) => ({
    rate: rateOf(rate),
    amount: inVnd(amount ?? '0', by),
    vat: inVnd(vat ?? '0', by),
  }));
  return read.flatMap(({ rate, amount, vat }) =>
    amount === undefined || vat === undefined ? [] : [{ rate, amount, vat }],
  );
}

const WITH_QUANTITY: ReadonlySet<string> = new Set(['goods', 'promotion', 'special']);

const goodsSold = (lines: readonly Line[], codes: ProductCodes): GoodsLine[] =>
  lines.flatMap(({ code, kind, unit, quantity }) =>
    quantity === null || !WITH_QUANTITY.has(kind)
      ? []
      : { product: codes.get((code ?? '').toLowerCase()) ?? null, unit: unit ?? '', quantity: parseQuantity(quantity) },
  );

const goodsOf = (goods: readonly Good[]): GoodsLine[] =>
  goods.map(({ product, unit, quantity, factor, isUnconverted = false }) => ({
    product,
    unit: unit ?? '',
    quantity: convert(parseQuantity(quantity), factor ? parseFactor(factor) : FACTOR_ONE),
    ...(isUnconverted && { isUnconverted }),
  }));
