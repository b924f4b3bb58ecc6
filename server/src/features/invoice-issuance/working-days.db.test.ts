import type { DayCell } from '@khop/contract/invoice-issuance/resources.ts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type GivenCompany, startGivenCompany } from '../../testing/given-company.ts';
import { bravoSale } from '../../testing/memory-bravo.ts';

const FRIDAY = '2026-09-25';
const MONDAY = '2026-09-28';
let company: GivenCompany;

async function open(today: string, sold: string, days?: { fromDate: string; toDate: string }): Promise<void> {
  vi.stubEnv('PGOPTIONS', `-c khop.today=${today}`);
  company = await startGivenCompany(days);
  company.bravo.salesLines = [bravoSale('B0', { unit: 'Lon', docDate: sold })];
  await company.work('load-bravo-sales');
}

type Profile = { version: number; saturdayIsWorking: boolean; followsSwaps: string };
type Preflight = { days: DayCell[]; problems: { code: string; message: string; count: number }[] };

const profilePath = () => `/amis/profiles/${company.profileId}`;
const profile = async () => (await company.api.call<Profile>('GET', profilePath())).body;
const preflight = async () =>
  (await company.api.call<Preflight>('GET', `/invoice-issuance/periods/${company.periodId}/preflight`)).body;
const codes = async () => (await preflight()).problems.map(({ code }) => code);
const dates = async () => {
  const { body } = await company.api.call<{ items: { date: string; documentDate: string }[] }>(
    'GET',
    `/invoice-issuance/periods/${company.periodId}/amis-invoices`,
  );
  return body.items.map(({ date, documentDate }) => [documentDate, date]);
};
const signBy = async () => (await preflight()).days.map((cell) => [cell.day, cell.signBy]);

describe('a Friday sale, and Saturdays', () => {
  beforeAll(() => open(MONDAY, FRIDAY));
  afterAll(() => company?.api.close());

  it('keeps the day of a Friday sale on Monday where Saturdays are off', async () => {
    expect(await profile()).toMatchObject({ saturdayIsWorking: false, followsSwaps: 'unknown' });
    await company.work('generate-invoices', {});
    expect(await dates()).toEqual([[FRIDAY, FRIDAY]]);
    expect(await signBy()).toEqual([[FRIDAY, MONDAY]]);
    expect(await codes()).not.toContain('WRONG_TIME');
  });

  it('asks for the plan again once the entity works on Saturdays, and gives the invoice its real date then', async () => {
    const { version } = await profile();
    const patch = (body: object) => company.api.call<Profile>('PATCH', profilePath(), { version, ...body });
    expect((await patch({ followsSwaps: 'maybe' })).status).toBe(400);
    const stored = await patch({ saturdayIsWorking: true, followsSwaps: 'no' });
    expect(stored).toMatchObject({ status: 200, body: { saturdayIsWorking: true, followsSwaps: 'no' } });
    expect((await patch({ saturdayIsWorking: false })).status).toBe(412);
    const log = await company.rows(
      `select after -> 'saturdayIsWorking' as saturday, after ->> 'followsSwaps' as swaps from audit_events
     where action = 'profile.update' and entity_id = $1 order by id desc limit 1`,
      [company.profileId],
    );
    expect(log).toEqual([{ saturday: true, swaps: 'no' }]);

    expect(await signBy()).toEqual([[FRIDAY, '2026-09-26']]);
    expect(await codes()).toContain('PLAN_OUTDATED');
    await company.work('regenerate-invoices', {});
    expect(await dates()).toEqual([[FRIDAY, MONDAY]]);
    const { problems } = await preflight();
    expect(problems.map(({ code }) => code)).not.toContain('PLAN_OUTDATED');
    expect(problems).toContainEqual(expect.objectContaining({ code: 'WRONG_TIME', count: 1 }));
  });

  it('goes back to what it was when the switch does', async () => {
    const { version } = await profile();
    await company.api.call('PATCH', profilePath(), { version, saturdayIsWorking: false, followsSwaps: 'unknown' });
    await company.work('regenerate-invoices', {});
    expect(await dates()).toEqual([[FRIDAY, FRIDAY]]);
  });
});

describe('a sale before a day that is swapped, Monday 31/08/2026 for Saturday 22/08', () => {
  const SOLD = '2026-08-28';
  const THURSDAY = '2026-09-03';
  beforeAll(() => open(THURSDAY, SOLD, { fromDate: '2026-08-01', toDate: '2026-09-05' }));
  afterAll(() => company?.api.close());

  it.each([
    ['yes', THURSDAY, SOLD],
    ['no', '2026-08-31', THURSDAY],
    // Not known: reminded of the earlier day, judged by the later one.
    ['unknown', '2026-08-31', SOLD],
  ])('followed: %s, signed by %s, dated %s when it is made after the holidays', async (followsSwaps, signed, dated) => {
    const { version } = await profile();
    const stored = await company.api.call('PATCH', profilePath(), { version, followsSwaps });
    expect(stored.status).toBe(200);
    await company.work(followsSwaps === 'yes' ? 'generate-invoices' : 'regenerate-invoices', {});
    expect(await signBy()).toEqual([[SOLD, signed]]);
    expect(await dates()).toEqual([[SOLD, dated]]);
  });
});
