import type { DayCell } from '@khop/contract/invoice-issuance/resources.ts';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { expectLaws } from '../../testing/laws.ts';
import { type SampleMonth, startSampleMonth } from '../../testing/sample-month.ts';

let month: SampleMonth;
beforeAll(async () => {
  vi.stubEnv('PGOPTIONS', '-c khop.today=2026-09-30');
  month = await startSampleMonth(400);
});
afterAll(() => month?.api.close());

type Preflight = { days: DayCell[] };

/** Invoices at the wrong time of each profile by the board. */
async function counted() {
  const path = `/invoice-issuance/periods/${month.periodId}/preflight`;
  const { days } = (await month.api.call<Preflight>('GET', path)).body;
  const late = new Map<string | null, number>();
  for (const cell of days) late.set(cell.profileId, (late.get(cell.profileId) ?? 0) + cell.late);
  return late;
}

it('an incident recorded in the period takes the invoices of its profile out of the count, and no others', async () => {
  await month.done('generate-invoices');
  const before = await counted();
  const [[code, id], [, other]] = [...month.profiles].filter(([, one]) => (before.get(one) ?? 0) > 0) as [
    [string, string],
    [string, string],
  ];
  const period = `/invoice-issuance/periods/${month.periodId}`;
  const { body: known } = await month.api.call<{ version: number; rules: object }>('GET', period);
  const incident = { profile: code, kind: 'seller', fromDate: '2026-09-01', endedOn: '2026-09-29', evidence: 'BB 7' };
  const rules = { ...known.rules, incidents: [incident] };
  const saved = await month.api.call<{ rules: object }>('PATCH', period, { version: known.version, rules });
  expect([saved.status, saved.body.rules]).toEqual([200, rules]);
  await month.done('regenerate-invoices');
  const after = await counted();
  expect(after.get(id)).toBe(0);
  expect(after.get(other)).toBe(before.get(other));
  await expectLaws(month.api.context.pool, month.periodId);
});
