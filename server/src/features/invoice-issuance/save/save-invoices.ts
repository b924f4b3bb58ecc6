import type { IssuancePlan, PlannedInvoice } from '@khop/engine/invoice-issuance/types.ts';
import { formatQuantity } from '@khop/engine/quantity.ts';
import { sql } from 'kysely';
import { toJson } from '../../../db/json.ts';
import { searchText } from '../../../db/search.ts';
import type { Tx } from '../../../db/transaction.ts';
import { newId } from '../../../id.ts';
import { identityToStore } from '../load/kept-invoices.ts';
import type { PeriodRow } from '../period-rows.ts';
import type { InvoiceChange } from '../plan-summary.ts';
import { notePlanWarnings, readBackSettled } from '../reports/read-back.ts';
import type { ReadyPlan } from './ready-plan.ts';

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

type Written = {
  readonly id: string;
  readonly version: number;
  readonly fingerprint: string;
  readonly invoice: PlannedInvoice;
};

/**
 * The effect of a plan on the stored invoices, with the rows that it writes in temporary tables, for `saveInvoices`.
 */
export type StagedInvoices = {
  readonly change: InvoiceChange;
  readonly leaving: readonly string[];
  readonly redated: readonly Omit<Written, 'version'>[];
};

/**
 * Brings the rows of the plan's invoices to the database, before the period is locked. Kept ones are untouched, but
 * for the date of a pinned draft whose day has passed; an invoice whose content is the same keeps its row; a changed one keeps its id, so addresses of it still lead to it.
 */
export async function stageInvoices(
  tx: Tx,
  period: PeriodRow,
  { plan, fingerprints }: Pick<ReadyPlan, 'plan' | 'fingerprints'>,
  idOf: (code: string) => string,
): Promise<StagedInvoices> {
  const stored = await tx.db
    .selectFrom('invoices')
    .select(['id', 'profileId', 'invoiceKey', 'fingerprint', 'status', 'pinned', 'version', 'invoiceDatePlanned'])
    .where('periodId', '=', period.id)
    .execute();
  const storedBy = new Map(stored.map((row) => [`${row.profileId}|${row.invoiceKey}`, row]));
  const isKept = (row: { status: string; pinned: boolean }): boolean => row.pinned || row.status !== 'draft';
  const stays = new Set(plan.stays);

  const change = { added: 0, changed: 0, removed: 0, kept: 0 };
  const write: Written[] = [];
  const redated: Omit<Written, 'version'>[] = [];
  const staying = new Set<string>();
  for (const invoice of plan.invoices) {
    const row = storedBy.get(`${idOf(invoice.profile)}|${invoice.key}`);
    const fingerprint = fingerprints.get(invoice)!;
    if (row && (isKept(row) || stays.has(invoice.key) || row.fingerprint === fingerprint)) {
      staying.add(row.id);
      const isRedated = row.status === 'draft' && row.pinned && row.invoiceDatePlanned !== invoice.date;
      if (isRedated) redated.push({ id: row.id, fingerprint, invoice });
      change[isRedated ? 'changed' : 'kept'] += 1;
    } else {
      write.push({ id: row?.id ?? newId(), version: (row?.version ?? 0) + 1, fingerprint, invoice });
      if (row) change.changed += 1;
      else change.added += 1;
    }
  }
  const written = new Set(write.map((one) => one.id));
  const leaving = stored.filter((row) => !isKept(row) && !staying.has(row.id)).map((row) => row.id);
  change.removed = leaving.filter((id) => !written.has(id)).length;
  await stageRows(tx, period, write, plan, idOf);
  return { change, leaving, redated };
}

/** Switches the stored invoices to those that were staged, and reads back from AMIS what it says of the kept ones. */
export async function saveInvoices(
  tx: Tx,
  period: PeriodRow,
  plan: IssuancePlan,
  { leaving, redated }: StagedInvoices,
  idOf: (code: string) => string,
): Promise<void> {
  if (leaving.length > 0) await tx.db.deleteFrom('invoices').where('id', 'in', sqlList(leaving)).execute();
  for (const [table, columns] of Object.entries(COLUMNS)) {
    const names = columns.join(', ');
    await tx.client.query(`insert into ${table} (${names}) select ${names} from staged_${table}`);
  }
  await redate(tx, redated);
  await keepVouchers(tx, period.id, plan, idOf);
  await readBackSettled(tx, period.id, plan.settled, idOf);
  await notePlanWarnings(tx, period.id, plan, idOf);
}

/** Writes the new date of pinned drafts, and the words of their buyer that follow it: all else is as a person left it. */
async function redate(tx: Tx, redated: StagedInvoices['redated']): Promise<void> {
  if (redated.length === 0) return;
  await sql`
    update invoices i set invoice_date_planned = n.day, buyer_name = n.buyer, fingerprint = n.fingerprint, version = i.version + 1
    from unnest(${redated.map(({ id }) => id)}::uuid[], ${redated.map(({ invoice }) => invoice.date)}::date[],
      ${redated.map(({ invoice }) => invoice.buyer.name)}::text[], ${redated.map(({ fingerprint }) => fingerprint)}::text[])
      as n (id, day, buyer, fingerprint)
    where i.id = n.id
  `.execute(tx.db);
}

/** Ids as one array parameter: an IN list of tens of thousands would exceed the protocol's limit. */
const sqlList = (ids: readonly string[]) => sql<string>`(select unnest(${ids}::uuid[]))`;

/** Brings rows into a temporary table that is like `table`. */
async function stage(tx: Tx, table: keyof typeof COLUMNS, rows: Iterable<readonly unknown[]>): Promise<void> {
  await tx.client.query(`create temporary table staged_${table} (like ${table} including defaults) on commit drop`);
  await tx.copy(`staged_${table}`, COLUMNS[table], rows);
}

async function stageRows(
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

/** Remembers which number each invoice key has: it keeps it whatever a later generation does. */
async function keepVouchers(
  tx: Tx,
  periodId: string,
  plan: IssuancePlan,
  idOf: (code: string) => string,
): Promise<void> {
  await sql`
    insert into invoice_vouchers (profile_id, voucher_number, period_id, invoice_key)
    select p, v, ${periodId}::uuid, k
    from unnest(${plan.invoices.map((one) => idOf(one.profile))}::uuid[], ${plan.invoices.map((one) => one.voucherNumber)}::text[], ${plan.invoices.map((one) => one.key)}::text[]) as given (p, v, k)
    on conflict (profile_id, period_id, invoice_key) do nothing
  `.execute(tx.db);
}
