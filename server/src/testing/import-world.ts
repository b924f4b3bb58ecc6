import type { ImportReport, Run } from '@khop/contract/runs.ts';
import type { LayoutName, Row } from '@khop/engine/sheets/layouts/layout.ts';
import type { RenderMeta } from '@khop/engine/sheets/render.ts';
import { expect } from 'vitest';
import { startTestApi, type TestApi } from './api.ts';
import { bravoItem, bravoPartner, type MemoryBravo, memoryBravo } from './memory-bravo.ts';
import { workbookFile } from './workbook-file.ts';

export type File = Awaited<ReturnType<typeof workbookFile>>;

/** One kind of upload: where it goes, and rows of it. */
export type ImportKind = {
  readonly name: string;
  readonly layout: LayoutName;
  readonly path: (world: ImportWorld) => string;
  readonly fields?: (world: ImportWorld) => Readonly<Record<string, string>>;
  readonly meta?: RenderMeta;
  /** The row of a record that is called `n`; the other variant says something else of the same record. */
  readonly row: (n: number, variant: 0 | 1) => Row;
  /** A row of that record which is turned down. */
  readonly bad: (n: number) => Row;
};

export type ImportWorld = {
  readonly api: TestApi;
  readonly bravo: MemoryBravo;
  readonly profileId: string;
  readonly periodId: string;
};

export const SEPTEMBER = { fromDate: '2026-09-01', toDate: '2026-09-30' };
const day = (n: number): string => `2026-09-${String((n % 28) + 1).padStart(2, '0')}`;
const profile = ({ profileId }: ImportWorld) => ({ profileId });
const inPeriod =
  (rest: string) =>
  ({ periodId }: ImportWorld) =>
    `/invoice-issuance/periods/${periodId}/${rest}`;

const stockRow = (n: number, variant: 0 | 1): Row => ({
  warehouseCode: 'K1',
  warehouseName: 'Kho 1',
  productCode: `P${n}`,
  productName: `Hàng ${n}`,
  unit: 'Cái',
  openingQuantity: String(10 + variant),
  openingValue: 1000,
  closingQuantity: String(10 + variant),
  closingValue: 1000,
});
const badStock = (n: number): Row => ({ ...stockRow(n, 0), productCode: '' });
const partnerRow = (n: number, variant: 0 | 1): Row => ({
  code: `DT${n}`,
  name: `Đối tác ${n}`,
  address: variant === 0 ? 'Hà Nội' : 'Huế',
});

/** Every kind of upload there is. */
export const IMPORT_KINDS: readonly ImportKind[] = [
  {
    name: 'products',
    layout: 'amis-products',
    path: () => '/amis/products/bulk',
    fields: profile,
    row: (n, variant) => ({
      ...{ code: `SP${n}`, name: `Hàng ${n} loại ${variant}`, unit: 'Cái', vatRate: '8', isActive: true },
      ...{ defaultWarehouseCode: 'K1', defaultWarehouseName: 'Kho 1' },
    }),
    bad: (n) => ({ code: `SP${n}`, name: '', unit: 'Cái' }),
  },
  ...(['customer', 'supplier'] as const).map(
    (type): ImportKind => ({
      name: `${type}s`,
      layout: `amis-${type}s`,
      path: () => '/amis/partners/bulk',
      fields: (world) => ({ ...profile(world), type }),
      row: partnerRow,
      bad: (n) => ({ ...partnerRow(n, 0), name: '' }),
    }),
  ),
  {
    name: 'purchase ledger',
    layout: 'amis-purchase-ledger',
    path: () => '/amis/products/purchase-ledger',
    fields: profile,
    meta: SEPTEMBER,
    row: (n, variant) => ({
      ...{ accountingDate: day(n), documentDate: day(n), voucherNumber: `NK${n}`, productCode: `P${n}` },
      ...{ productName: `Hàng ${n}`, unit: 'Cái', quantity: '10', unitPrice: String(1000 + variant * 500) },
      ...{ amount: 10_000 + variant * 5000, netAmount: 10_000 + variant * 5000 },
    }),
    bad: (n) => ({ accountingDate: null, voucherNumber: `NK${n}`, productCode: `P${n}`, quantity: '10', amount: 1 }),
  },
  ...(['items', 'partners'] as const).map(
    (what): ImportKind => ({
      name: `${what} of Bravo`,
      layout: `bravo-${what}`,
      path: () => `/bravo/${what}/bulk`,
      row: (n, variant) => ({ code: `GT${n}`, name: `Bản ghi ${n} loại ${variant}`, unit: 'Cái', address: 'Hà Nội' }),
      bad: (n) => ({ code: `GT${n}`, name: '' }),
    }),
  ),
  {
    name: 'invoice requirements',
    layout: 'invoice-requirements',
    path: () => '/bravo/partners/bulk-update-invoice-requirement',
    row: (n, variant) => ({ partnerCode: `KH${n}`, invoiceRequirement: variant === 0 ? 'required' : 'not_required' }),
    bad: (n) => ({ partnerCode: `KHONG${n}`, invoiceRequirement: 'required' }),
  },
  {
    name: 'given sales',
    layout: 'bravo-sales',
    path: () => '/bravo-sales-ledgers/bulk',
    row: (n, variant) => ({
      ...{ docDate: day(n), docCode: 'HD', docNo: `TAY${n}`, partnerCode: 'KH1', itemCode: `VT${n}`, unit: 'Cái' },
      ...{ branchCode: 'CN01', quantity: '2', amount: 100_000 + variant },
    }),
    bad: (n) => ({ docDate: day(n), docNo: `TAY${n}`, partnerCode: 'KH1', itemCode: 'LA', quantity: '2', amount: 1 }),
  },
  {
    name: 'product connections',
    layout: 'product-connections',
    path: ({ profileId }) => `/product-connections/bulk-upload?profileId=${profileId}`,
    row: (n, variant) => ({ amisCode: `P${n}`, bravoCode: `VT${n}`, factor: variant === 0 ? '1' : '1/12' }),
    bad: (n) => ({ amisCode: `KHONG${n}`, bravoCode: `VT${n}` }),
  },
  {
    name: 'partner connections',
    layout: 'partner-connections',
    path: ({ profileId }) => `/partner-connections/bulk-upload?profileId=${profileId}`,
    row: (n, variant) => ({ amisCode: `KHA${n}`, bravoCode: `KH${(n + variant) % RECORDS}` }),
    bad: (n) => ({ amisCode: `KHONG${n}`, bravoCode: `KH${n}` }),
  },
  {
    name: 'stock of a period',
    layout: 'amis-inventory',
    path: inPeriod('load-amis-inventory'),
    fields: profile,
    meta: SEPTEMBER,
    row: stockRow,
    bad: badStock,
  },
  {
    name: 'sales ledger of a period',
    layout: 'amis-sales-ledger',
    path: inPeriod('load-amis-sales-ledger'),
    fields: profile,
    meta: SEPTEMBER,
    row: (n, variant) => ({
      ...{
        accountingDate: day(n),
        documentDate: day(n),
        voucherNumber: `BH${n}`,
        customerCode: 'KHA1',
        warehouseCode: 'K1',
      },
      ...{ productCode: `P${n}`, productName: `Hàng ${n}`, unit: 'Cái', quantity: '1', amount: 50_000 + variant },
    }),
    bad: (n) => ({ accountingDate: null, voucherNumber: `BH${n}`, productCode: `P${n}`, quantity: '1', amount: 1 }),
  },
  {
    name: 'shared inventory',
    layout: 'amis-inventory',
    path: ({ profileId }) => `/shared-inventory/load-amis-inventory?profileId=${profileId}&month=2026-09`,
    meta: SEPTEMBER,
    row: stockRow,
    bad: badStock,
  },
];

/** Records that are there before, for what names them: products P…, customers KHA…, items VT…, partners KH…. */
const RECORDS = 12;

/** A company with its masters, an open period and a shared-inventory period. */
export async function makeImportWorld(): Promise<ImportWorld> {
  const bravo = memoryBravo();
  const numbers = Array.from({ length: RECORDS }, (_, n) => n);
  bravo.itemRecords = numbers.map((n) => bravoItem(`VT${n}`));
  bravo.partnerRecords = numbers.map((n) => bravoPartner(`KH${n}`));
  const api = await startTestApi({ bravo });
  const made = async (path: string, body: object) => (await api.call<{ id: string }>('POST', path, body)).body.id;
  const profileId = await made('/amis/profiles', { code: 'AP', name: 'Công ty TNHH An Phú', taxCode: '0316520076' });
  const periodId = await made('/invoice-issuance/periods', {
    ...{ name: 'Kỳ 09', ...SEPTEMBER },
    ...{ profileIds: [profileId], issuers: { CN01: [profileId] } },
  });
  await api.call('POST', `/shared-inventory/period?profileId=${profileId}`, { month: '2026-09' });
  const world = { api, bravo, profileId, periodId };
  for (const path of ['/bravo-items-sync/sync', '/bravo-partners-sync/sync'])
    await api.runEnd((await api.call<{ runId: string }>('POST', path)).body.runId);
  const products = numbers.map((n) => ({ code: `P${n}`, name: `Hàng ${n}`, unit: 'Cái', vatRate: '8' }));
  const customers = numbers.map((n) => ({ code: `KHA${n}`, name: `Khách ${n}` }));
  await take(world, kindOf('products'), await workbookFile('amis-products', products));
  await take(world, kindOf('customers'), await workbookFile('amis-customers', customers));
  return world;
}

export const kindOf = (name: string): ImportKind => IMPORT_KINDS.find((kind) => kind.name === name)!;

/** Uploads a file and waits for its end. */
export async function send(world: ImportWorld, kind: ImportKind, file: File, dryRun = false): Promise<Run> {
  const path = kind.path(world);
  const query = dryRun ? `${path.includes('?') ? '&' : '?'}dryRun=true` : '';
  const { status, body } = await world.api.upload<{ runId: string }>(path + query, file, kind.fields?.(world) ?? {});
  expect(status, JSON.stringify(body)).toBe(202);
  return world.api.runEnd(body.runId);
}

/** The same for a file that is taken in. */
export async function take(world: ImportWorld, kind: ImportKind, file: File, dryRun = false): Promise<ImportReport> {
  const run = await send(world, kind, file, dryRun);
  expect(run.status, `${kind.name}: ${run.message}`).toBe('succeeded');
  return run.result as ImportReport;
}

/**
 * Tables that hold no data of the company: logs, the way of a file in, the people who are signed in, and the revision
 * of the data.
 */
const BESIDE = [
  ...[
    'audit_events',
    'audit_seals',
    'runs',
    'uploads',
    'upload_chunks',
    'idempotency_keys',
    'staged_rows',
    'schema_migrations',
  ],
  ...['users', 'user_sessions', 'import_batches', 'import_changes', 'import_differences', 'data_changes'],
];
/** Counters that only grow, and moments that move with them. */
const COUNTERS = ['version', 'updated_at', 'input_revision'];

/**
 * Every row of every table of the company's data, and how many imports there are and what they have changed on request. One
 * statement, prepared once a connection: fifty of them for each dump were half of what these tests took.
 */
export async function dumpAll({ api }: ImportWorld, more: readonly string[] = []): Promise<Record<string, string[]>> {
  const { rows: tables } = await api.context.pool.query<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'public' order by 1",
  );
  const names = tables.map(({ name }) => name).filter((name) => !BESIDE.includes(name) || more.includes(name));
  const dump: Record<string, string[]> = Object.fromEntries(names.map((name) => [name, []]));
  const without = (name: string) => (more.includes(name) ? '{}' : `{${COUNTERS}}`);
  const each = names.map(
    (name, at) => `select ${at} as at, (to_jsonb(t) - '${without(name)}'::text[])::text as row from ${name} t`,
  );
  const { rows } = await api.context.pool.query<{ at: number; row: string }>({
    name: `dump with ${more}`,
    text: `${each.join(' union all ')} order by 1, 2`,
  });
  for (const { at, row } of rows) dump[names[at]!]!.push(row);
  return dump;
}
