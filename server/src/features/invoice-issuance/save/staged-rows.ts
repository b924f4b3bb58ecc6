import type { IssuancePlan, PlannedInvoice } from '@khop/engine/invoice-issuance/types.ts';
import { formatQuantity } from '@khop/engine/quantity.ts';
import { toJson } from '../../../db/json.ts';
import { searchText } from '../../../db/search.ts';
import type { Tx } from '../../../db/transaction.ts';
import { newId } from '../../../id.ts';
import { identityToStore } from '../load/kept-invoices.ts';
import type { PeriodRow } from '../period-rows.ts';

/** The tables of invoices, each after those it refers to, with the columns that a plan writes. */
const COLUMNS = {
  invoices: [
    'id',
    'period_id',
    'profile_id',
    'invoice_key',
    'voucher_number',
    'invoice_date_planned',
    'document_date',
    'bravo_document',
    'branch_code',
    'buyer_source',
    'buyer_customer_id',
    'buyer_customer_code',
    'buyer_name',
    'buyer_address',
    'buyer_tax_code',
    'buyer_phone',
    'buyer_email',
    'buyer_identity',
    'bravo_partner_code',
    'amount',
    'vat_amount',
    'total',
    'vat',
    'amount_in_words',
    'warnings',
    'item_count',
    'status',
    'pinned',
    'search',
    'fingerprint',
    'version',
  ],
  invoice_items: [
    'period_id',
    'invoice_id',
    'line_number',
    'id',
    'product_code',
    'name',
    'unit',
    'warehouse_code',
    'kind',
    'quantity',
    'unit_price',
    'amount',
    'vat_rate',
    'vat_amount',
  ],
  invoice_allocations: [
    'period_id',
    'item_id',
    'position',
    'id',
    'source_key',
    'lot',
    'warehouse_code',
    'available_from',
    'quantity',
    'base_quantity',
    'amount',
  ],
} as const;

/** An invoice as it will be stored. */
export type Written = {
  readonly id: string;
  readonly version: number;
  readonly fingerprint: string;
  readonly invoice: PlannedInvoice;
};

/** Brings rows into a temporary table that is like `table`. */
async function stage(tx: Tx, table: keyof typeof COLUMNS, rows: Iterable<readonly unknown[]>): Promise<void> {
  await tx.client.query(`create temporary table staged_${table} (like ${table} including defaults) on commit drop`);
  await tx.copy(`staged_${table}`, COLUMNS[table], rows);
}

/** Brings the rows of invoices, their items and allocations into temporary tables. */
export async function stageRows(
  tx: Tx,
  period: PeriodRow,
  write: readonly Written[],
  plan: IssuancePlan,
  idOf: (code: string) => string,
): Promise<void> {
  const lotOf = new Map(plan.lots.map((lot) => [lot.id, lot]));
  const customers = await customerIds(tx, period);
  const customerOf = (profileId: string, code: string) => customers.get(`${profileId}|${code}`) ?? null;
  await stage(
    tx,
    'invoices',
    write.map((one) => invoiceRow(period.id, one, idOf(one.invoice.profile), customerOf)),
  );
  const items = write.flatMap(({ id, invoice }) =>
    invoice.items.map((item, index) => ({ invoiceId: id, itemId: newId(), lineNumber: index + 1, item })),
  );
  await stage(
    tx,
    'invoice_items',
    items.map((one) => itemRow(period.id, one)),
  );
  await stage(
    tx,
    'invoice_allocations',
    items.flatMap(({ itemId, item }) =>
      item.allocations.map((allocation, index) => {
        const lot = allocation.lot === null ? undefined : lotOf.get(allocation.lot);
        return [
          period.id,
          itemId,
          index + 1,
          newId(),
          allocation.line,
          allocation.lot,
          lot?.warehouse ?? item.warehouse,
          lot?.availableFrom ?? null,
          formatQuantity(allocation.quantity),
          formatQuantity(allocation.baseQuantity),
          allocation.amount,
        ];
      }),
    ),
  );
}

function invoiceRow(
  periodId: string,
  { id, version, fingerprint, invoice }: Written,
  profileId: string,
  customerOf: (profileId: string, code: string) => string | null,
): unknown[] {
  const { buyer } = invoice;
  return [
    id,
    periodId,
    profileId,
    invoice.key,
    invoice.voucherNumber,
    invoice.date,
    invoice.documentDate,
    invoice.bravoDocument,
    invoice.bravoDocument.split('/')[0],
    buyer.source,
    customerOf(profileId, buyer.customerCode),
    buyer.customerCode,
    buyer.name,
    buyer.address,
    buyer.taxCode,
    buyer.phone,
    buyer.email,
    toJson(identityToStore(buyer)),
    buyer.bravoPartnerCode,
    invoice.amount,
    invoice.vatAmount,
    invoice.total,
    toJson(invoice.vat),
    invoice.amountInWords,
    toJson(invoice.warnings),
    invoice.items.length,
    'draft',
    false,
    searchText(
      invoice.voucherNumber,
      invoice.bravoDocument,
      buyer.name,
      buyer.taxCode,
      buyer.customerCode,
      buyer.bravoPartnerCode,
    ),
    fingerprint,
    version,
  ];
}

type WrittenItem = {
  readonly invoiceId: string;
  readonly itemId: string;
  readonly lineNumber: number;
  readonly item: Written['invoice']['items'][number];
};

const itemRow = (periodId: string, { invoiceId, itemId, lineNumber, item }: WrittenItem): unknown[] => [
  periodId,
  invoiceId,
  lineNumber,
  itemId,
  item.product,
  item.name,
  item.unit,
  item.warehouse,
  item.kind,
  formatQuantity(item.quantity),
  item.unitPrice,
  item.amount,
  item.vatRate,
  item.vatAmount,
];

async function customerIds(tx: Tx, period: PeriodRow): Promise<Map<string, string>> {
  const rows = await tx.db
    .selectFrom('amisPartners')
    .select(['id', 'profileId', 'code'])
    .where('profileId', 'in', period.profileIds)
    .where('type', '=', 'customer')
    .execute();
  return new Map(rows.map((row) => [`${row.profileId}|${row.code}`, row.id]));
}

/** Moves the rows that wait in the temporary tables to the tables themselves. */
export async function insertStaged(tx: Tx): Promise<void> {
  for (const [table, columns] of Object.entries(COLUMNS)) {
    const names = columns.join(', ');
    await tx.client.query(`insert into ${table} (${names}) select ${names} from staged_${table}`);
  }
}
