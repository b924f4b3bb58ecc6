import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { sweepLeftovers } from '../../../jobs/leftovers.ts';
import { type GivenCompany, startGivenCompany } from '../../../testing/given-company.ts';
import { bravoSale } from '../../../testing/memory-bravo.ts';
import { unzip } from '../../../testing/unzip.ts';

let company: GivenCompany;
beforeAll(async () => {
  vi.stubEnv('PGOPTIONS', '-c khop.today=2026-09-30');
  company = await startGivenCompany();
  const gift = { kind: 'free' as const, unit: 'Lon', amount: 0, vatAmount: 0, description: 'Tặng kèm' };
  company.bravo.salesLines = [
    bravoSale('G1', { ...gift, docDate: '2026-09-03', docNo: 'T1' }),
    bravoSale('G2', { ...gift, docDate: '2026-09-10', docNo: 'T2' }),
  ];
  const path = `/invoice-issuance/periods/${company.periodId}`;
  const { body } = await company.api.call<{ version: number; rules: object }>('GET', path);
  const rules = { ...body.rules, consolidatedMonthly: ['AP'] };
  expect((await company.api.call('PATCH', path, { version: body.version, rules })).status).toBe(200);
  await company.work('load-bravo-sales');
  await company.work('generate-invoices', {});
});
afterAll(() => company?.api.close());

type List = { profile: string; voucherNumber: string; listNumber: string; sha256: string };
const path = (rest = '') => `/invoice-issuance/periods/${company.periodId}${rest}`;
const invoiceId = async () => (await company.rows<{ id: string }>('select id from invoices'))[0]!.id;
const page = async () =>
  (
    await company.api.call<{ voucherNumber: string; listSha256?: string }>(
      'GET',
      `/invoice-issuance/amis-invoices/${await invoiceId()}`,
    )
  ).body;
const codes = async () =>
  (await company.api.call<{ problems: { code: string }[] }>('GET', path('/preflight'))).body.problems.map(
    ({ code }) => code,
  );
/** The text of the list in a download. */
async function listOf(zip: Buffer): Promise<string> {
  const workbook = await unzip((await unzip(zip)).get('AP/BangKeKhuyenMai.xlsx')!);
  return [...workbook.values()].map(String).join('\n');
}
const exported = async () => company.rows<{ lists: List[] }>('select lists from period_exports order by created_at');

it('writes down the hash of the list with which a consolidated invoice leaves, and prints it on the list', async () => {
  expect(await page()).not.toHaveProperty('listSha256');
  const { status, raw } = await company.api.call('POST', path('/download-excel'), {});
  expect(status, raw.toString('utf8', 0, 300)).toBe(200);
  const { voucherNumber, listSha256 } = await page();
  expect(listSha256).toMatch(/^[0-9a-f]{64}$/);
  expect(await exported()).toEqual([
    { lists: [{ profile: 'AP', voucherNumber, listNumber: `BK-${voucherNumber}`, sha256: listSha256 }] },
  ]);
  expect(await listOf(raw)).toContain(`Mã băm SHA-256 của các dòng: ${listSha256}`);
  expect(await codes()).not.toContain('GIFT_LIST_CHANGED');
});

it('tells a list whose lines were changed after its invoice left, and keeps the hash that it left with', async () => {
  const { listSha256 } = await page();
  const [first, second] = company.bravo.salesLines;
  company.bravo.salesLines = [first!, { ...second!, docNo: 'T2-SUA' }];
  await company.work('load-bravo-sales');
  expect(await codes()).toContain('GIFT_LIST_CHANGED');
  await company.work('regenerate-invoices', {});
  const again = await company.api.call('POST', path('/download-excel'), { only: 'all' });
  expect(again.status).toBe(200);
  expect((await page()).listSha256).toBe(listSha256);
  const [, { lists }] = (await exported()) as [unknown, { lists: List[] }];
  expect(lists).toHaveLength(1);
  expect(lists[0]!.sha256).not.toBe(listSha256);
  company.bravo.salesLines = [first!, second!];
  await company.work('load-bravo-sales');
  expect(await codes()).not.toContain('GIFT_LIST_CHANGED');
});

it('what has left is there after ten years: invoices, lists and files; no call and no statement removes it', async () => {
  const { pool } = company.api.context;
  const kept = () =>
    company.rows(
      `select i.voucher_number, i.list_sha256, e.sha256, length(e.content) as bytes, e.lists from invoices i, period_exports e
       where not e.is_repeat order by 1`,
    );
  const before = await kept();
  expect(before).toHaveLength(1);
  await sweepLeftovers(pool, new Date(Date.now() + 3_653 * 24 * 3_600_000));
  expect(await kept()).toEqual(before);
  const { version } = (await company.api.call<{ version: number }>('GET', path())).body;
  const admin = { as: 'admin@khop.local', admin: true };
  const period = await company.api.call('DELETE', `${path()}?version=${version}`, undefined, admin);
  expect(period).toMatchObject({ status: 422, body: { error_code: 'PERIOD_IN_USE' } });
  const profile = `/amis/profiles/${company.profileId}`;
  const own = (await company.api.call<{ version: number }>('GET', profile)).body;
  const refused = await company.api.call('DELETE', `${profile}?version=${own.version}`);
  expect(refused).toMatchObject({ body: { error_code: 'PROFILE_IN_USE' } });
  for (const table of ['invoices', 'invoice_periods'])
    await expect(pool.query(`delete from ${table}`)).rejects.toThrow(/không được xóa|violates foreign key/);
  expect(await kept()).toEqual(before);
});
