import { REASON_NAMES } from '@khop/engine/invoice-issuance/shortages/reason-names.ts';
import type { ShortageReason } from '@khop/engine/invoice-issuance/types.ts';
import { formatVnd } from '@khop/engine/money.ts';
import { parseQuantity } from '@khop/engine/quantity.ts';
import type { Delivery, RateAmount } from '@khop/engine/three-sides/types.ts';
import { sql } from 'kysely';

type Item = {
  product: string;
  unit: string;
  quantity: string;
  rate: string;
  amount: number;
  vat: number;
  isGoods: boolean;
};

/** `at`: the place of its group. */
export type InvoiceRow = { readonly at: number } & Pick<
  Delivery,
  'invoiceId' | 'handedOverAt' | 'day' | 'voucher' | 'number' | 'symbol' | 'partnerName' | 'settledKey'
> & {
    readonly status: string;
    readonly isOutside: boolean;
    readonly document: string;
    readonly partnerTaxCode: string;
    readonly beforeVat: number;
    readonly vat: number;
    readonly total: number;
    readonly items: Item[];
  };

type Place = { readonly periodId: string; readonly profileId: string };

/** The parts of one voucher under one number; of each other period by themselves. */
const elsewhereId = (periodId: string) => sql`
  case when a.period_id = ${periodId} then '' else a.period_id || '|' end || a.voucher_number || '|' || a.invoice_number`;

/**
 * Deliveries of Bravo under a profile's invoices of the period, for finding their groups: those that Khớp made, and those that AMIS had
 * already.
 */
export const selectDeliveries = (place: Place) => sql`
  ${selectInvoices(place.profileId)} and i.period_id = ${place.periodId}
  union all
  ${selectElsewhere(place)} and a.period_id = ${place.periodId}`;

/** Living invoices of ours, of any period. */
export const selectInvoices = (profileId: string) => sql`
  select i.id::text, x.invoice_key as settled_key, i.invoice_number as number, i.voucher_number as voucher
  from invoices i
  left join tax_settlements x on x.invoice_id = i.id
  where i.profile_id = ${profileId} and i.status not in ('cancelled', 'replaced')`;

export const selectElsewhere = ({ periodId, profileId }: Place) => sql`
  select distinct ${elsewhereId(periodId)}, null, a.invoice_number, a.voucher_number
  from period_already_invoiced a
  where a.profile_id = ${profileId}`;

/** Purchases have none. */
export const NO_DELIVERIES = sql`select '' as id, '' as settled_key, '' as number, '' as voucher where false`;

/** All that is compared of those that Khớp made, in the order of their groups. */
export const readInvoices = ({ periodId, profileId }: Place) => sql`
  select g.at, d.is_outside as "isOutside", i.id as "invoiceId", i.handed_over_at as "handedOverAt", i.status, i.bravo_document as document, i.document_date as day, i.voucher_number as voucher,
    i.invoice_number as number, i.invoice_symbol as symbol, i.buyer_tax_code as "partnerTaxCode", i.buyer_name as "partnerName",
    i.amount as "beforeVat", i.vat_amount as vat, i.total, x.invoice_key as "settledKey",
    (select coalesce(json_agg(json_build_object('product', t.product_code, 'unit', t.unit, 'quantity', t.quantity::text,
        'rate', t.vat_rate, 'amount', t.amount, 'vat', t.vat_amount, 'isGoods', t.kind <> 'discount') order by t.line_number), '[]')
      from invoice_items t where t.invoice_id = i.id) as items
  from side_deliveries d
  join side_groups g on g.name = d.name
  join invoices i on i.id::text = d.id
  left join tax_settlements x on x.invoice_id = i.id
  where i.profile_id = ${profileId} and (i.period_id = ${periodId} or d.is_outside)
  order by g.at, i.voucher_number, i.id`;

const STAGES: Readonly<Record<string, readonly [Delivery['stage'], reason: string]>> = {
  draft: ['draft', 'hóa đơn còn là nháp'],
  exported: ['handed_over', 'đã bàn giao tệp, AMIS chưa ghi'],
};

export function presentInvoice(row: InvoiceRow): Delivery {
  const { at: _, status, document, beforeVat, vat, total, items, isOutside, ...said } = row;
  const [stage, reason] = STAGES[status] ?? (['invoiced', 'hóa đơn đã phát hành ở Khớp'] as const);
  return {
    ...said,
    id: `invoice:${isOutside ? row.invoiceId : row.voucher}`,
    isOutside,
    stage,
    reason,
    documents: [document],
    amounts: { beforeVat, vat, total },
    rates: ratesOf(items),
    goods: items
      .filter(({ isGoods, product }) => isGoods && product !== '')
      .map(({ product, unit, quantity }) => ({ product, unit, quantity: parseQuantity(quantity) })),
  };
}

const ratesOf = (items: readonly Item[]): RateAmount[] =>
  [...Map.groupBy(items, ({ rate }) => rate)].map(([rate, own]) => ({
    rate,
    amount: own.reduce((sum, { amount }) => sum + amount, 0),
    vat: own.reduce((sum, { vat }) => sum + vat, 0),
  }));

export type ElsewhereRow = {
  readonly at: number;
  readonly id: string;
  readonly isOutside: boolean;
  readonly voucher: string;
  readonly number: string;
  readonly documents: string[];
  readonly day: string;
  readonly beforeVat: number;
  readonly vat: number;
};

/** The parts of the ledger that vouchers of AMIS have invoiced without Khớp, by voucher, in the order of their groups. */
export const readElsewhere = ({ periodId, profileId }: Place) => sql`
  select g.at, d.id, d.is_outside as "isOutside", a.voucher_number as voucher, a.invoice_number as number, array_agg(distinct l.document_key) as documents,
    min(l.doc_date) as day, sum(a.amount)::bigint as "beforeVat", sum(a.vat_amount)::bigint as vat
  from period_already_invoiced a
  join period_sales_lines l on l.period_id = a.period_id and l.source_key = a.source_key
  join side_deliveries d on d.id = ${elsewhereId(periodId)}
  join side_groups g on g.name = d.name
  where a.profile_id = ${profileId} and (a.period_id = ${periodId} or d.is_outside)
  group by g.at, d.id, d.is_outside, a.voucher_number, a.invoice_number
  order by g.at, a.voucher_number, a.invoice_number, d.id`;

export const presentElsewhere = (row: ElsewhereRow): Delivery => ({
  ...{ id: `voucher:${row.id}`, isOutside: row.isOutside, invoiceId: null, stage: 'invoiced_elsewhere' },
  ...{ documents: row.documents, day: row.day, voucher: row.voucher, number: row.number === '' ? null : row.number },
  ...{ symbol: null, settledKey: null, partnerTaxCode: null, partnerName: '' },
  ...{ amounts: { beforeVat: row.beforeVat, vat: row.vat, total: row.beforeVat + row.vat } },
  ...{ rates: [], goods: null, reason: '' },
});

export type WaitingRow = {
  readonly document: string;
  readonly day: string;
  readonly partnerTaxCode: string | null;
  readonly partnerName: string;
  readonly beforeVat: number;
  readonly vat: number;
  readonly reasons: { reason: ShortageReason; amount: number }[];
};

/** Deliveries that no entity has an invoice for yet, by document, with its reasons; each is a group of its own. */
export const readWaiting = (periodId: string) => sql`
  select l.document_key as document, min(l.doc_date) as day, max(b.tax_code) as "partnerTaxCode",
    coalesce(max(b.name), max(l.partner_code)) as "partnerName",
    sum(s.amount)::bigint as "beforeVat", sum(s.vat_amount)::bigint as vat,
    jsonb_agg(jsonb_build_object('reason', s.reason, 'amount', s.amount) order by abs(s.amount) desc, s.reason) as reasons
  from period_shortages s
  join period_sales_lines l on l.period_id = s.period_id and l.source_key = s.source_key
  left join bravo_partners b on b.code = l.partner_code
  where s.period_id = ${periodId}
  group by l.document_key
  order by l.document_key`;

export const presentWaiting = (row: WaitingRow): Delivery => ({
  ...{ id: `document:${row.document}`, invoiceId: null, stage: 'waiting', documents: [row.document], day: row.day },
  ...{ voucher: null, number: null, symbol: null, settledKey: null, rates: [], goods: null },
  ...{ partnerTaxCode: row.partnerTaxCode, partnerName: row.partnerName, reason: reasonsInWords(row.reasons) },
  amounts: { beforeVat: row.beforeVat, vat: row.vat, total: row.beforeVat + row.vat },
});

function reasonsInWords(reasons: WaitingRow['reasons']): string {
  const sums = new Map<ShortageReason, number>();
  for (const { reason, amount } of reasons) sums.set(reason, (sums.get(reason) ?? 0) + amount);
  return [...sums].map(([reason, amount]) => `${REASON_NAMES[reason]} (${formatVnd(amount)} đ)`).join('; ');
}
