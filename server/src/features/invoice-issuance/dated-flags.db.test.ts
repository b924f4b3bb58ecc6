import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type GivenCompany, startGivenCompany } from '../../testing/given-company.ts';
import { expectLaws } from '../../testing/laws.ts';
import { bravoSale } from '../../testing/memory-bravo.ts';
import { sheetFile, workbookFile } from '../../testing/workbook-file.ts';

let company: GivenCompany;
beforeAll(async () => {
  vi.stubEnv('PGOPTIONS', '-c khop.today=2026-09-25');
  company = await startGivenCompany();
  company.bravo.salesLines = [
    bravoSale('B1', { unit: 'Lon', docNo: '1', docDate: '2026-09-10', vatRate: undefined }),
    bravoSale('B2', { unit: 'Lon', docNo: '2', docDate: '2026-09-20', vatRate: undefined }),
  ];
  await company.work('load-bravo-sales');
});
afterAll(() => company?.api.close());

type Product = { id: string; version: number };
const product = async (): Promise<Product> =>
  (await company.api.call<{ items: Product[] }>('GET', `/amis/products?profileId=${company.profileId}`)).body.items[0]!;
const patch = async (body: object) => {
  const { id, version } = await product();
  return company.api.call<object>('PATCH', `/amis/products/${id}`, { version, ...body });
};
const rates = () =>
  company.rows<{ day: string; rate: string }>(
    `select i.document_date::text as day, t.vat_rate as rate from invoices i join invoice_items t on t.invoice_id = i.id order by 1`,
  );
const problems = async () =>
  (
    await company.api.call<{ problems: { code: string; message: string }[] }>(
      'GET',
      `/invoice-issuance/periods/${company.periodId}/preflight`,
    )
  ).body.problems;

it('a person states from which day a product is reduced, with the source: sales of before keep 10 %', async () => {
  const term = { vatReductionFrom: '2026-09-15', vatReductionSource: 'NĐ 174/2025/NĐ-CP' };
  expect(await patch({ vatRate: '10', vatReduction: 'reduced', ...term })).toMatchObject({
    status: 200,
    body: { ...term, vatReductionTo: null, vatReduction: 'reduced' },
  });
  await company.work('generate-invoices', {});
  expect(await rates()).toEqual([
    { day: '2026-09-10', rate: '10' },
    { day: '2026-09-20', rate: '8' },
  ]);
  await expectLaws(company.api.context.pool, company.periodId);
});

it('the last day is stated by the list as well, and a blank cell leaves what a person has said', async () => {
  const file = await sheetFile([
    ['Mã', 'Tên', 'Đơn vị tính chính', 'Giảm thuế từ ngày', 'Giảm thuế đến ngày', 'Căn cứ giảm thuế'],
    ['SP1', 'Bia lon', 'Lon', null, '19/09/2026', null],
  ]);
  await company.upload('/amis/products/bulk', file, { profileId: company.profileId });
  expect(await product()).toMatchObject({
    vatReductionFrom: '2026-09-15',
    vatReductionTo: '2026-09-19',
    vatReductionSource: 'NĐ 174/2025/NĐ-CP',
  });
  await company.work('regenerate-invoices', {});
  expect((await rates()).map(({ rate }) => rate)).toEqual(['10', '10']);
});

it('refuses days that end before they begin', async () => {
  expect(await patch({ vatReductionTo: '2026-09-01' })).toMatchObject({
    status: 400,
    body: { message: 'Giảm thuế: ngày cuối 01/09/2026 ở trước ngày đầu 15/09/2026.' },
  });
});

it('an account that is not in the chart is told until the firm’s own chart has it', async () => {
  const told = async () => (await problems()).find(({ code }) => code === 'ACCOUNT_NOT_IN_CHART')?.message;
  const path = `/amis/profiles/${company.profileId}`;
  const change = async (body: object) => {
    const { version } = (await company.api.call<Product>('GET', path)).body;
    expect((await company.api.call('PATCH', path, { version, ...body })).status).toBe(200);
  };
  expect(await told()).toBeUndefined();
  await change({ accounts: { revenue: '5111' } });
  expect(await told()).toMatch(/^«AP»: TK doanh thu 5111: tài khoản 511 không còn chia/);
  const named = { code: 'SP1', name: 'Bia lon', unit: 'Lon', revenueAccount: '5111' };
  await company.upload('/amis/products/bulk', await workbookFile('amis-products', [named]), {
    profileId: company.profileId,
  });
  expect(await told()).toBeUndefined();
  await change({ chart: ['131', '33311', '632', '156', '511'] });
  expect(await told()).toBe('«AP»: TK doanh thu 5111: không có trong hệ thống tài khoản đã khai của hồ sơ.');
  await change({ chart: ['131', '33311', '632', '156', '511', '5111'] });
  expect(await told()).toBeUndefined();
});

it('an entity of the direct method is refused, with the reason', async () => {
  const path = `/amis/profiles/${company.profileId}`;
  const { version } = (await company.api.call<Product>('GET', path)).body;
  await company.api.call('PATCH', path, { version, invoiceForm: '2' });
  expect(await problems()).toContainEqual(
    expect.objectContaining({
      code: 'DIRECT_METHOD',
      severity: 'block',
      message: expect.stringContaining('trực tiếp'),
    }),
  );
});
