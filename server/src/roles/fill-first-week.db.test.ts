import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { DayCell } from '@khop/contract/invoice-issuance/resources.ts';
import { generateCompany } from '@khop/sample/company.ts';
import { type FirstWeek, firstWeek } from '@khop/sample/first-week.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { writeSample } from '../cli/sample/write-sample.ts';
import { startTestApi, type TestApi } from '../testing/api.ts';
import { expectLaws } from '../testing/laws.ts';
import { sampleCaller } from '../testing/sample-month.ts';
import { fillFirstWeek } from './fill-first-week.ts';
import { fillSample } from './fill-sample.ts';
import { SMALL_SAMPLE } from './seed.ts';

type Lateness = { code: string; late: number; missing: number; lateStep: { count?: number } | null };
type Preflight = { days: DayCell[]; lateness: Lateness[]; problems: { code: string; count: number }[] };
type Period = { id: string; name: string; status: string };

let api: TestApi;
let week: FirstWeek;
let again: () => Promise<void>;
beforeAll(async () => {
  api = await startTestApi();
  week = firstWeek(generateCompany(SMALL_SAMPLE))!;
  const folder = path.join(api.context.config.dataDir, 'sample');
  await writeSample(SMALL_SAMPLE, folder);
  const place = path.join(folder, 'first-week');
  await mkdir(place, { recursive: true });
  const call = sampleCaller(api, { as: 'admin@khop.local', admin: true });
  await fillSample(call, folder, async (profiles) => {
    again = () => fillFirstWeek({ call, folder: place, profiles }, week);
    await again();
  });
});
afterAll(() => api?.close());

const periods = async () => (await api.call<{ items: Period[] }>('GET', '/invoice-issuance/periods')).body.items;
const weekId = async () => (await periods()).find(({ name }) => name === week.name)!.id;
const preflight = async () =>
  (await api.call<Preflight>('GET', `/invoice-issuance/periods/${await weekId()}/preflight`)).body;

/** Each invoice of the week by its profile, with the day of its sale and the one on which AMIS issued it. */
const issued = async () =>
  (
    await api.context.pool.query<{ code: string; status: string; sold: string; dated: string; number: string }>(
      `select p.code, i.status, i.document_date as sold, i.invoice_date as dated, i.invoice_number as number
       from invoices i join profiles p on p.id = i.profile_id where i.period_id = $1 order by p.code, i.invoice_number`,
      [await weekId()],
    )
  ).rows;

it('issued the invoices of one entity on the day of each sale, and those of another later', async () => {
  const invoices = await issued();
  expect([...Map.groupBy(invoices, ({ code }) => code)].map(([code, own]) => [code, own.length])).toEqual([
    ['AP', 15],
    ['CL', 15],
  ]);
  expect(new Set(invoices.map(({ status }) => status))).toEqual(new Set(['issued']));
  for (const { code, sold, dated } of invoices)
    expect([code, sold, dated, dated > sold]).toEqual([code, sold, dated, code === 'CL']);
  await expectLaws(api.context.pool, await weekId());
});

it('shows on the board and on the meter what a naive recount of its invoices finds', async () => {
  const { days, lateness, problems } = await preflight();
  const invoices = await issued();
  const recount = (code: string, day?: string) =>
    invoices.filter((one) => one.code === code && one.dated !== one.sold && (!day || one.sold === day)).length;
  expect(lateness.map(({ code, late, missing }) => [code, late, missing])).toEqual([
    ['AP', recount('AP'), 0],
    ['CL', recount('CL'), 0],
  ]);
  expect([recount('AP'), recount('CL')]).toEqual([0, 15]);
  expect(lateness.map(({ lateStep }) => lateStep === null)).toEqual([true, false]);
  const { rows: ids } = await api.context.pool.query<{ id: string; code: string }>('select id, code from profiles');
  const codeOf = new Map(ids.map(({ id, code }) => [id, code]));
  expect(days).toHaveLength(10);
  for (const { day, profileId, state, late, issued } of days) {
    const code = codeOf.get(profileId!)!;
    expect([day, code, state, issued.count, late]).toEqual([day, code, 'issued', 3, recount(code, day)]);
  }
  expect(problems).toContainEqual(expect.objectContaining({ code: 'WRONG_TIME', count: recount('CL') }));
});

it('is closed, leaves the month as the shown period and the books locked, and is filled once', async () => {
  const before = await issued();
  await again();
  expect(await issued()).toEqual(before);
  expect((await periods()).map(({ name, status }) => [name, status])).toEqual([
    ['Tháng 9/2026', 'open'],
    [week.name, 'closed'],
  ]);
  const { rows } = await api.context.pool.query('select distinct locked_through as through from profiles');
  expect(rows).toEqual([{ through: '2026-08-31' }]);
});

it('has a discount of its own, which names the numbered invoices of its buyer and waits for an adjusting invoice', async () => {
  const { rows } = await api.context.pool.query<{ reason: string; amount: string; message: string; bought: string }>(
    `select h.reason, h.amount, h.message,
            (select sum(s.amount - s.discount) from period_sales_lines s
             where s.period_id = h.period_id and s.partner_code = d.partner_code
               and s.branch_code = d.branch_code and s.kind <> 'discount') as bought
     from period_shortages h
       join period_sales_lines d on d.period_id = h.period_id and d.source_key = h.source_key
     where h.period_id = $1`,
    [await weekId()],
  );
  expect(rows).toHaveLength(1);
  const [{ reason, amount, message, bought }] = rows as [(typeof rows)[number]];
  expect([reason, Number(amount)]).toEqual(['DISCOUNT_TO_ADJUST', -Math.round((Number(bought) * 2) / 100)]);
  expect(message).toMatch(/Điều chỉnh giảm cho hóa đơn số \d+ ngày \d\d\/08\/2026 \(AP\)/);
  const numbers = [...message.matchAll(/số (\d+) ngày/g)].map(([, number]) => number);
  const own = (await issued()).filter(({ code }) => code === 'AP').map(({ number }) => number);
  for (const number of numbers) expect(own).toContain(number);
});
