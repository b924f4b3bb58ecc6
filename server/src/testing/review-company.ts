import type { Run } from '@khop/contract/runs.ts';
import type { Row } from '@khop/engine/sheets/layouts/layout.ts';
import { type Replaced, startTestApi, type TestApi } from './api.ts';
import { bravoItem, bravoPartner, type MemoryBravo, memoryBravo } from './memory-bravo.ts';
import { workbookFile } from './workbook-file.ts';

const KINDS = [
  'Nồi cơm điện',
  'Quạt đứng',
  'Ấm siêu tốc',
  'Bếp từ đôi',
  'Máy xay sinh tố',
  'Bình giữ nhiệt',
  'Chảo chống dính',
];
const BRANDS = ['Sông Đà', 'Tân Phong', 'Hoa Sen', 'Lạc Việt', 'Mặt Trời', 'Phương Đông'];

/** The name of product `n`: another kind, brand and model for each. */
const nameOf = (n: number): string =>
  `${KINDS[n % KINDS.length]} ${BRANDS[Math.floor(n / KINDS.length) % BRANDS.length]} ${String.fromCharCode(65 + (n % 23))}${String.fromCharCode(65 + (n % 19))}-${100 + n * 7}`;

export const amisProduct = (n: number, more: Row = {}): Row => ({
  code: `SP${String(n).padStart(3, '0')}`,
  name: nameOf(n),
  unit: 'Cái',
  kind: 'Hàng hóa',
  vatRate: '10',
  isActive: true,
  ...more,
});
export const itemOf = (n: number) =>
  bravoItem(`VT${String(n).padStart(3, '0')}`, { name: nameOf(n).toUpperCase(), unit: 'Cái' });

const amisCustomer = (n: number, more: Row = {}): Row => ({
  code: `KH${String(n).padStart(3, '0')}`,
  name: `Công ty TNHH ${BRANDS[n % BRANDS.length]} ${KINDS[n % KINDS.length]} ${n}`,
  address: `${n} Lê Lợi, Hà Nội`,
  taxCode: '',
  isActive: true,
  ...more,
});
const partnerOf = (n: number) =>
  bravoPartner(`DT${String(n).padStart(3, '0')}`, {
    name: `Cty TNHH ${BRANDS[n % BRANDS.length]} ${KINDS[n % KINDS.length]} ${n}`,
    address: `${n} Lê Lợi, HN`,
  });

export type ReviewCompany = {
  readonly api: TestApi;
  readonly bravo: MemoryBravo;
  readonly profileId: string;
  /** Takes a file of AMIS products in and waits. */
  readonly upload: (rows: readonly Row[], profileId?: string) => Promise<Run>;
  readonly runOf: (path: string, body?: unknown) => Promise<Run>;
};

/** A profile whose products and customers are known to Bravo under other codes and spellings, with suggestions made. */
export async function startReviewCompany(
  size = 30,
  replaced: Replaced = {},
  settings: Readonly<Record<string, string>> = {},
): Promise<ReviewCompany> {
  const bravo = memoryBravo();
  const api = await startTestApi({ ...replaced, bravo }, { settings });
  const numbers = Array.from({ length: size }, (_, n) => n);
  bravo.itemRecords = numbers.map(itemOf);
  bravo.partnerRecords = numbers.map(partnerOf);
  const ended = async (accepted: { status: number; body: { runId: string } }): Promise<Run> => {
    if (accepted.status !== 202) throw new Error(JSON.stringify(accepted.body));
    const run = await api.runEnd(accepted.body.runId);
    if (run.status !== 'succeeded') throw new Error(`${run.kind}: ${run.message}`);
    return run;
  };
  const created = await api.call<{ id: string }>('POST', '/amis/profiles', { code: 'AP', name: 'An Phú', taxCode: '' });
  const profileId = created.body.id;
  const runOf = async (path: string, body?: unknown) => ended(await api.call('POST', path, body));
  const uploadTo = async (path: string, layout: 'amis-products' | 'amis-customers', rows: readonly Row[], of: string) =>
    ended(await api.upload(path, await workbookFile(layout, rows), { profileId: of, type: 'customer' }));
  const upload = (rows: readonly Row[], of = profileId) => uploadTo('/amis/products/bulk', 'amis-products', rows, of);

  await upload(numbers.map((n) => amisProduct(n)));
  await uploadTo(
    '/amis/partners/bulk',
    'amis-customers',
    numbers.map((n) => amisCustomer(n)),
    profileId,
  );
  await runOf('/bravo-items-sync/sync');
  await runOf('/bravo-partners-sync/sync');
  for (const kind of ['product', 'partner']) await runOf(`/${kind}-connections/suggestions/generate`, { profileId });
  return { api, bravo, profileId, upload, runOf };
}
