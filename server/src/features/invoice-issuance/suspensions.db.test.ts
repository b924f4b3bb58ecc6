import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type GivenCompany, startGivenCompany } from '../../testing/given-company.ts';

let company: GivenCompany;
beforeAll(async () => {
  // The sale is of Wednesday 2 September 2026, a day off; Friday the 4th is the first working day after the holidays.
  vi.stubEnv('PGOPTIONS', '-c khop.today=2026-09-03');
  company = await startGivenCompany();
  await company.work('load-bravo-sales');
});
afterAll(() => company?.api.close());

type Profile = { version: number; suspensions: object[]; error_code?: string };
const profilePath = () => `/amis/profiles/${company.profileId}`;
const patch = async (suspensions: object[]) => {
  const { version } = (await company.api.call<Profile>('GET', profilePath())).body;
  return company.api.call<Profile>('PATCH', profilePath(), { version, suspensions });
};
const path = (rest = '') => `/invoice-issuance/periods/${company.periodId}${rest}`;
const codes = async () =>
  (await company.api.call<{ problems: { code: string }[] }>('GET', path('/preflight'))).body.problems.map(
    ({ code }) => code,
  );
const shortages = async () =>
  (await company.api.call<{ items: { reason: string; message: string }[] }>('GET', path('/shortages'))).body.items;
const dates = () => company.rows<{ day: string }>('select invoice_date_planned::text as day from invoices');
const NOTICE = 'Thông báo 15/TB-CT ngày 31/08/2026, nợ thuế';

it('a profile says on which days it may not issue invoices; the log says who said so', async () => {
  expect((await company.api.call<Profile>('GET', profilePath())).body.suspensions).toEqual([]);
  expect((await patch([{ fromDate: '2026-09-03', toDate: '2026-09-02', notice: NOTICE }])).body.error_code).toBe(
    'VALIDATION',
  );
  expect((await patch([{ fromDate: '2026-09-03', notice: ' ' }])).body.error_code).toBe('VALIDATION');
  const stopped = [{ fromDate: '2026-09-01', notice: NOTICE }];
  expect((await patch(stopped)).body.suspensions).toEqual(stopped);
  const [logged] = await company.rows<{ before: Profile; after: Profile }>(
    `select before, after from audit_events where action = 'profile.update' order by id desc limit 1`,
  );
  expect([logged!.before.suspensions, logged!.after.suspensions]).toEqual([[], stopped]);
});

it('nothing is planned while it lasts, and every sale says why it waits', async () => {
  await company.work('generate-invoices', {});
  expect(await dates()).toEqual([]);
  expect(await shortages()).toMatchObject([
    { reason: 'ISSUER_STOPPED', message: expect.stringContaining(`từ 01/09/2026, chưa có ngày cuối (${NOTICE})`) },
  ]);
  expect(await codes()).toContain('ISSUER_STOPPED');
});

it('once it is over the plan is asked for again, and a sale of its days gets the real date', async () => {
  await patch([{ fromDate: '2026-09-01', toDate: '2026-09-02', notice: NOTICE }]);
  expect(await codes()).toContain('PLAN_OUTDATED');
  expect(await codes()).not.toContain('ISSUER_STOPPED');
  await company.work('regenerate-invoices', {});
  expect(await dates()).toEqual([{ day: '2026-09-03' }]);
  await patch([]);
  await company.work('regenerate-invoices', {});
  expect(await dates()).toEqual([{ day: '2026-09-02' }]);
});

it('drafts do not leave when their entity is stopped meanwhile, not for an admin either', async () => {
  await company.rows('update invoices set pinned = true');
  await patch([{ fromDate: '2026-09-03', notice: NOTICE }]);
  await company.work('regenerate-invoices', {});
  expect(await codes()).toContain('DRAFT_ISSUER_STOPPED');
  const asked = { override: { reason: 'gấp' } };
  const refused = await company.api.call<{ error_code: string; details: { code: string }[] }>(
    'POST',
    path('/download-excel'),
    asked,
    { as: 'admin@khop.local', admin: true },
  );
  expect([refused.status, refused.body.error_code]).toEqual([422, 'PREFLIGHT_BLOCKED']);
  expect(JSON.stringify(refused.body)).toContain('DRAFT_ISSUER_STOPPED');
});
