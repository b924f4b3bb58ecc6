import { REASON_NAMES } from '@khop/engine/invoice-issuance/shortages/reason-names.ts';
import type { ShortageReason } from '@khop/engine/invoice-issuance/types.ts';
import { formatVnd } from '@khop/engine/money.ts';
import { parseQuantity } from '@khop/engine/quantity.ts';
import type { Delivery, RateAmount } from '@khop/engine/three-sides/types.ts';
import { sql } from 'kysely';
import type { Database } from '../../../db/database.ts';

type Item = {
  product: string;
  unit: string;
  quantity: string;
  rate: string;
  amount: number;
  vat: number;
  isGoods: boolean;
};

type InvoiceRow = Pick<
  Delivery,
  'invoiceId' | 'day' | 'voucher' | 'number' | 'symbol' | 'partnerName' | 'settledKey'
> & {
  readonly status: string;
  readonly document: string;
  readonly partnerTaxCode: string;
  readonly beforeVat: number;
  readonly vat: number;
  readonly total: number;
  readonly items: Item[];
};

/** Deliveries of Bravo under a profile's invoices of the period, those that Khớp made and those that AMIS had already. */
export async function readDeliveries(db: Database, periodId: string, profileId: string): Promise<Delivery[]> {
  // One after the other: both are of one transaction.
  const ours = await selectInvoices(periodId, profileId).execute(db);
  const elsewhere = await selectElsewhere(periodId, profileId).execute(db);
  return [...ours.rows.map(presentInvoice), ...elsewhere.rows.map(presentElsewhere)];
}

const selectInvoices = (periodId: string, profileId: string) => sql<InvoiceRow>`
  select i.id as invoice_id, i.status, i.bravo_document as document, i.document_date as day, i.voucher_number as voucher,
    i.invoice_number as number, i.invoice_symbol as symbol, i.buyer_tax_code as partner_tax_code, i.buyer_name as partner_name,
    i.amount as before_vat, i.vat_amount as vat, i.total, x.invoice_key as settled_key,
    (select coalesce(jsonb_agg(jsonb_build_object('product', t.product_code, 'unit', t.unit, 'quantity', t.quantity::text,
        'rate', t.vat_rate, 'amount', t.amount, 'vat', t.vat_amount, 'isGoods', t.kind <> 'discount')), '[]')
      from invoice_items t where t.invoice_id = i.id) as items
  from invoices i
  left join tax_settlements x on x.invoice_id = i.id
  where i.period_id = ${periodId} and i.profile_id = ${profileId} and i.status not in ('cancelled', 'replaced')`;

const STAGES: Readonly<Record<string, readonly [Delivery['stage'], reason: string]>> = {
  draft: ['draft', 'hóa đơn còn là nháp'],
  exported: ['handed_over', 'đã bàn giao tệp, AMIS chưa ghi'],
};

function presentInvoice(row: InvoiceRow): Delivery {
  const { status, document, beforeVat, vat, total, items, ...said } = row;
  const [stage, reason] = STAGES[status] ?? (['invoiced', 'hóa đơn đã phát hành ở Khớp'] as const);
  return {
    ...said,
    id: `invoice:${row.voucher}`,
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

type ElsewhereRow = {
  readonly voucher: string;
  readonly number: string;
  readonly documents: string[];
  readonly day: string;
  readonly beforeVat: number;
  readonly vat: number;
};

/** The parts of the ledger that vouchers of AMIS have invoiced without Khớp, by voucher. */
const selectElsewhere = (periodId: string, profileId: string) => sql<ElsewhereRow>`
  select a.voucher_number as voucher, a.invoice_number as number, array_agg(distinct l.document_key) as documents,
    min(l.doc_date) as day, sum(a.amount)::bigint as before_vat, sum(a.vat_amount)::bigint as vat
  from period_already_invoiced a
  join period_sales_lines l on l.period_id = a.period_id and l.source_key = a.source_key
  where a.period_id = ${periodId} and a.profile_id = ${profileId}
  group by a.voucher_number, a.invoice_number`;

const presentElsewhere = ({ voucher, number, documents, day, beforeVat, vat }: ElsewhereRow): Delivery => ({
  ...{ id: `voucher:${voucher}|${number}`, invoiceId: null, stage: 'invoiced_elsewhere', documents, day, voucher },
  ...{ number: number === '' ? null : number, symbol: null, settledKey: null, partnerTaxCode: null, partnerName: '' },
  ...{ amounts: { beforeVat, vat, total: beforeVat + vat }, rates: [], goods: null, reason: '' },
});

type WaitingRow = {
  readonly document: string;
  readonly day: string;
  readonly partnerTaxCode: string | null;
  readonly partnerName: string;
  readonly beforeVat: number;
  readonly vat: number;
  readonly reasons: { reason: ShortageReason; amount: number }[];
};

/** Deliveries that no entity has an invoice for yet, by document, with its reasons. */
export async function readWaiting(db: Database, periodId: string): Promise<Delivery[]> {
  const { rows } = await sql<WaitingRow>`
    select l.document_key as document, min(l.doc_date) as day, max(b.tax_code) as partner_tax_code,
      coalesce(max(b.name), max(l.partner_code)) as partner_name,
      sum(s.amount)::bigint as before_vat, sum(s.vat_amount)::bigint as vat,
      jsonb_agg(jsonb_build_object('reason', s.reason, 'amount', s.amount) order by abs(s.amount) desc, s.reason) as reasons
    from period_shortages s
    join period_sales_lines l on l.period_id = s.period_id and l.source_key = s.source_key
    left join bravo_partners b on b.code = l.partner_code
    where s.period_id = ${periodId}
    group by l.document_key`.execute(db);
  return rows.map(({ document, day, partnerTaxCode, partnerName, beforeVat, vat, reasons }) => ({
    ...{
      id: `document:${document}`,
      invoiceId: null,
      stage: 'waiting',
      documents: [document],
      day,
      voucher: null,
      number: null,
    },
    ...{ symbol: null, settledKey: null, partnerTaxCode, partnerName, rates: [], goods: null },
    amounts: { beforeVat, vat, total: beforeVat + vat },
    reason: reasonsInWords(reasons),
  }));
}

function reasonsInWords(reasons: WaitingRow['reasons']): string {
  const sums = new Map<ShortageReason, number>();
  for (const { reason, amount } of reasons) sums.set(reason, (sums.get(reason) ?? 0) + amount);
  return [...sums].map(([reason, amount]) => `${REASON_NAMES[reason]} (${formatVnd(amount)} đ)`).join('; ');
}
