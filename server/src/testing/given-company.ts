import type { SalesLedgerLine } from '@khop/contract/bravo.ts';
import type { ImportReport, Run } from '@khop/contract/runs.ts';
import type { SalesLine } from '@khop/engine/bravo/sales-line.ts';
import { expect } from 'vitest';
import { type Answer, startTestApi, type TestApi } from './api.ts';
import { bravoItem, bravoPartner, bravoSale, type MemoryBravo, memoryBravo } from './memory-bravo.ts';
import { workbookFile } from './workbook-file.ts';

type Page<T> = { items: T[]; total: number };
type File = Awaited<ReturnType<typeof workbookFile>>;

/** A company with one product in stock that Bravo has sold once, and the calls by which people give it more sales. */
export type GivenCompany = {
  readonly bravo: MemoryBravo;
  readonly api: TestApi;
  readonly profileId: string;
  readonly periodId: string;
  readonly post: <T = { runId: string }>(path: string, body?: object) => Promise<T>;
  readonly upload: (path: string, file: File, fields?: Record<string, string>) => Promise<ImportReport>;
  /** Long work of the period that must succeed. @returns its result. */
  readonly work: (name: string, body?: object) => Promise<Run['result']>;
  /** The same, however it ends. */
  readonly run: (name: string, body?: object) => Promise<Run>;
  readonly given: () => Promise<Page<SalesLedgerLine>>;
  /** A further period of its profile, with the same stock. */
  readonly addPeriod: (name: string, days: Days) => Promise<CompanyPeriod>;
  /** Puts «Hoa Mai» into the books as customer KHA, connected with Bravo's KH1. */
  readonly connectCustomer: () => Promise<void>;
  readonly rows: <T>(text: string, values?: unknown[]) => Promise<T[]>;
  readonly remove: (ids: (string | null)[]) => Promise<Answer>;
};

type Days = { readonly fromDate: string; readonly toDate: string };

export type CompanyPeriod = {
  readonly id: string;
  /** The address of a call about the period. */
  readonly place: (rest: string) => string;
  /** Long work of the period that must succeed. @returns its result. */
  readonly work: (name: string, body?: object) => Promise<Run['result']>;
  /** The same, however it ends. */
  readonly run: (name: string, body?: object) => Promise<Run>;
};

/** A sale of cans, of ten at 50,000 đồng unless told otherwise. */
export const cansSold = (
  id: string,
  docDate: string,
  { docNo = id, quantity = 10, price = 50_000 }: { docNo?: string; quantity?: number; price?: number } = {},
): SalesLine =>
  bravoSale(id, {
    ...{ unit: 'Lon', docNo, docDate, amount: quantity * price, vatAmount: quantity * price * 0.08 },
    ...{ quantity: BigInt(quantity) * 1_000_000n, baseQuantity: BigInt(quantity) * 1_000_000n },
  });

export const [SEPTEMBER, OCTOBER] = [
  { fromDate: '2026-09-01', toDate: '2026-09-30' },
  { fromDate: '2026-10-01', toDate: '2026-10-31' },
] as const;

/** @param days of its period, and of its stock report. */
export async function startGivenCompany(days: Days = SEPTEMBER): Promise<GivenCompany> {
  const bravo = memoryBravo();
  const units = [
    { unit: 'Lon', rate: '1' },
    { unit: 'Thùng', rate: '24' },
  ];
  bravo.itemRecords = [bravoItem('VT1', { unit: 'Lon', units })];
  bravo.partnerRecords = [bravoPartner('KH1')];
  bravo.salesLines = [bravoSale('B0', { unit: 'Lon', docDate: '2026-09-02' })];
  const api = await startTestApi({ bravo });

  const post: GivenCompany['post'] = async <T>(path: string, body?: object): Promise<T> => {
    const answer = await api.call<T>('POST', path, body);
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
    return answer.body;
  };
  const succeeded = (run: Run): Run => {
    expect(run.status, run.message ?? '').toBe('succeeded');
    return run;
  };
  const upload: GivenCompany['upload'] = async (path, file, fields = {}) => {
    const answer = await api.upload<{ runId: string }>(path, file, fields);
    expect(answer.status, JSON.stringify(answer.body)).toBe(202);
    return succeeded(await api.runEnd(answer.body.runId)).result as ImportReport;
  };

  for (const path of ['/bravo-items-sync/sync', '/bravo-partners-sync/sync'])
    succeeded(await api.runEnd((await post<{ runId: string }>(path)).runId));
  const { id: profileId } = await post<{ id: string }>('/amis/profiles', {
    ...{ code: 'AP', name: 'Công ty TNHH An Phú', taxCode: '0316520076', address: '1 Lê Lợi, Hà Nội' },
    ...{ invoiceSymbol: 'C26TAP', voucherPrefix: 'BHAP' },
  });
  await post('/bravo/partners/bulk-update-selected-invoice-requirement', {
    ...{ partnerCodes: ['KH1'], invoiceRequirement: 'not_required' },
  });
  const product = { code: 'SP1', name: 'Bia lon', unit: 'Lon', kind: 'Hàng hóa', vatRate: '8', isActive: true };
  await upload('/amis/products/bulk', await workbookFile('amis-products', [product]), { profileId });
  await post('/product-connections', { profileId, amisCode: 'SP1', bravoCode: 'VT1', factor: '1' });
  const stock = {
    ...{ warehouseCode: 'K1', warehouseName: 'Kho 1', productCode: 'SP1', productName: 'Bia lon', unit: 'Lon' },
    ...{ openingQuantity: '100', openingValue: 1_000_000, closingQuantity: '100', closingValue: 1_000_000 },
  };
  const addPeriod: GivenCompany['addPeriod'] = async (name, days) => {
    const { id } = await post<{ id: string }>('/invoice-issuance/periods', {
      ...{ name, ...days, profileIds: [profileId], issuers: { CN01: [profileId] } },
    });
    const place = (rest: string) => `/invoice-issuance/periods/${id}/${rest}`;
    await upload(place('load-amis-inventory'), await workbookFile('amis-inventory', [stock], days), { profileId });
    const run: CompanyPeriod['run'] = async (name, body) =>
      api.runEnd((await post<{ runId: string }>(place(name), body)).runId);
    return { id, place, run, work: async (name, body) => succeeded(await run(name, body)).result };
  };
  const { id: periodId, run, work } = await addPeriod('Kỳ 09', days);
  return {
    ...{ bravo, api, profileId, periodId, post, upload, run, work, addPeriod },
    given: async () =>
      (await api.call<Page<SalesLedgerLine>>('GET', '/bravo-sales-ledgers?source=given&sort=docNo')).body,
    connectCustomer: async () => {
      await api.context.pool.query(
        `with a as (insert into amis_partners (id, profile_id, type, code, name)
           values (gen_random_uuid(), $1, 'customer', 'KHA', 'Hoa Mai') returning id)
         insert into partner_connections (id, profile_id, amis_partner_id, bravo_code, origin, created_by)
         select gen_random_uuid(), $1, id, 'KH1', 'manual', 'x' from a`,
        [profileId],
      );
    },
    rows: async <T>(text: string, values: unknown[] = []): Promise<T[]> =>
      (await api.context.pool.query(text, values)).rows,
    remove: (ids) => api.call('POST', '/bravo-sales-ledgers/remove', { ids, reason: 'nhập nhầm' }),
  };
}
