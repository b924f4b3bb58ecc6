import type { Period } from '@khop/contract/invoice-issuance/resources.ts';
import type { Run } from '@khop/contract/runs.ts';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type GivenCompany, startGivenCompany } from '../../../testing/given-company.ts';

let company: GivenCompany;
beforeAll(async () => {
  vi.stubEnv('PGOPTIONS', '-c khop.today=2026-09-30');
  company = await startGivenCompany();
});
afterAll(() => company?.api.close());

const address = (): string => `/invoice-issuance/periods/${company.periodId}`;
const period = async (): Promise<Period> => (await company.api.call<Period>('GET', address())).body;
type Answer = { error_code?: string; message?: string; details?: unknown };
const patch = async (body: object) =>
  company.api.call<Answer & Period>('PATCH', address(), { version: (await period()).version, ...body });
const own = (more: object = {}) => ({
  ...{ branch: 'CN01', profileId: company.profileId, kind: 'own', fromDate: '2026-01-01' },
  ...more,
});
const codes = async (): Promise<string[]> =>
  (await company.api.call<{ problems: { code: string }[] }>('GET', `${address()}/preflight`)).body.problems.map(
    ({ code }) => code,
  );
const reasons = async (): Promise<string[]> => {
  const run: Run = await company.run(
    (await period()).status === 'open' ? 'generate-invoices' : 'regenerate-invoices',
    {},
  );
  expect(run.status, run.message ?? '').toBe('succeeded');
  const found = await company.api.call<{ items: { reason: string }[] }>('GET', `${address()}/shortages`);
  return [...new Set(found.body.items.map(({ reason }) => reason))];
};

it('keeps a period of before bases as it was, and names its issuers until a person states them', async () => {
  expect((await period()).bases).toBeNull();
  await company.work('load-bravo-sales');
  expect(await codes()).toContain('BASIS_NOT_CONFIRMED');
  await company.post('/bravo/partners/bulk-update-selected-invoice-requirement', {
    ...{ partnerCodes: ['KH1'], invoiceRequirement: 'not_required' },
  });
  expect(await reasons()).toEqual([]);
});

it('refuses an entity once bases are stated and it has none in force, and takes it again', async () => {
  expect((await patch({ bases: [] })).status).toBe(200);
  expect(await codes()).toEqual(expect.arrayContaining(['NO_BASIS', 'DRAFT_WITHOUT_BASIS']));
  expect(await reasons()).toEqual(['NO_BASIS']);
  // The sale is of 02/09/2026.
  expect((await patch({ bases: [own({ toDate: '2026-09-01' })] })).status).toBe(200);
  expect(await reasons()).toEqual(['NO_BASIS']);
  expect((await patch({ bases: [own({ toDate: '2026-10-10' })] })).body.bases).toEqual([own({ toDate: '2026-10-10' })]);
  expect(await reasons()).toEqual([]);
  expect(await codes()).toContain('BASIS_ENDS_SOON');
});

it('refuses what a basis lacks, strangers, and an edit of an older version; nothing of them is kept', async () => {
  const before = await period();
  const agency = own({ kind: 'agency', contractNumber: '1', contractDate: '2026-01-01', agency: { mode: 'd2' } });
  const bad = await patch({ bases: [agency] });
  expect([bad.status, bad.body.error_code]).toEqual([400, 'VALIDATION']);
  expect(JSON.stringify(bad.body)).toContain('cần bên kia của hợp đồng');
  expect(JSON.stringify(bad.body)).toContain('cần kỳ lập bảng kê');
  const unknown = '019a0000-0000-7000-8000-000000000000';
  expect((await patch({ bases: [own({ profileId: unknown })] })).body.error_code).toBe('VALIDATION');
  const counterparty = { profileId: unknown };
  const details = { contractNumber: '1', contractDate: '2026-01-01', counterparty };
  const bought = own({ kind: 'intercompany', ...details, transfer: { invoiceNumber: '1', invoiceDate: '2026-01-02' } });
  expect((await patch({ bases: [bought] })).body.error_code).toBe('NOT_FOUND');
  const stale = await company.api.call<Answer>('PATCH', address(), { version: before.version - 1, bases: [own()] });
  expect([stale.status, stale.body.error_code]).toEqual([412, 'STALE_VERSION']);
  expect(await period()).toMatchObject({ bases: before.bases, version: before.version });
});

it('says in the audit who stated which basis', async () => {
  expect((await patch({ bases: [own()] })).status).toBe(200);
  const [last] = await company.rows<{ actor: string; before: Period; after: Period }>(
    `select actor, before, after from audit_events where action = 'period.update' order by id desc limit 1`,
  );
  expect(last!.before.bases).toEqual([own({ toDate: '2026-10-10' })]);
  expect(last!.after.bases).toEqual([own()]);
  expect(last!.actor).toContain('@');
});

it('keeps a profile that is the other side of a contract, until no period names it', async () => {
  const owner = { code: 'CHU', name: 'Công ty Chủ', taxCode: '0314409058', address: 'Huế', voucherPrefix: 'CHU' };
  const { id } = await company.post<{ id: string }>('/amis/profiles', owner);
  const remove = () =>
    company.api.call<Answer>('DELETE', `/amis/profiles/${id}`, undefined, { as: 'admin@khop.local', admin: true });
  const agency = own({
    ...{ kind: 'agency', contractNumber: '7/DL', contractDate: '2026-01-01', counterparty: { profileId: id } },
    agency: { mode: 'd2', listDays: 10 },
  });
  expect((await patch({ bases: [agency] })).status).toBe(200);
  const refused = await remove();
  expect([refused.status, refused.body.error_code]).toEqual([422, 'PROFILE_IN_USE']);
  expect(refused.body.message).toContain('1 căn cứ lập hóa đơn của hồ sơ khác');
  expect((await patch({ bases: [own()] })).status).toBe(200);
  expect((await remove()).status).toBe(204);
});
