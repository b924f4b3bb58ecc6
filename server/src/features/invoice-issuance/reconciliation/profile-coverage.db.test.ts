import type { PeriodStats } from '@khop/contract/invoice-issuance/resources.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type SampleMonth, startSampleMonth } from '../../../testing/sample-month.ts';

let month: SampleMonth;
beforeAll(async () => {
  month = await startSampleMonth(400);
});
afterAll(() => month?.api.close());

const place = () => `/invoice-issuance/periods/${month.periodId}`;
const stats = async (): Promise<PeriodStats> => (await month.api.call<PeriodStats>('GET', `${place()}/stats`)).body;
const sums = ({ coverage }: PeriodStats) => ({
  invoiced: coverage.reduce((sum, one) => sum + one.invoiced, 0),
  alreadyInvoiced: coverage.reduce((sum, one) => sum + one.alreadyInvoiced, 0),
  unallocated: coverage.reduce((sum, one) => sum + one.unallocated, 0),
});

/** The same from the parts of the ledger, down to the allocations and the rows of AMIS, without a word of the service. */
async function recomputed(): Promise<Map<string, (number | string)[]>> {
  const { rows } = await month.api.context.pool.query<{ who: string; place: string; amount: string }>(
    `with may as (
       select b.key as branch, string_agg(p.value, ' ' order by array_position(i.profile_ids, p.value::uuid)) as who
       from invoice_periods i, jsonb_each(i.issuers) b, jsonb_array_elements_text(b.value) p where i.id = $1 group by 1)
     select i.profile_id::text as who, 'invoiced' as place, sum(a.amount)::bigint as amount
     from invoice_allocations a join invoice_items t on t.id = a.item_id join invoices i on i.id = t.invoice_id
     where a.period_id = $1 and i.status not in ('cancelled', 'replaced') group by 1
     union all select profile_id::text, 'already', sum(amount)::bigint from period_already_invoiced where period_id = $1 group by 1
     union all select coalesce(may.who, ''), 'left', sum(h.amount)::bigint from period_shortages h
       left join period_sales_lines s using (period_id, source_key) left join may on may.branch = s.branch_code
       where h.period_id = $1 group by 1`,
    [month.periodId],
  );
  const found = new Map<string, Record<string, number>>();
  for (const { who, place: of, amount } of rows) found.set(who, { ...found.get(who), [of]: Number(amount) });
  return new Map([...found].map(([who, of]) => [who, [of.invoiced ?? 0, of.already ?? 0, of.left ?? 0]]));
}

it('before a plan the whole ledger waits for those that may invoice it', async () => {
  const found = await stats();
  expect(sums(found)).toEqual({ invoiced: 0, alreadyInvoiced: 0, unallocated: found.tieOut.ledger });
  expect(found.coverage.slice(0, 3).map(({ profileIds }) => profileIds)).toEqual(
    found.byProfile.map(({ profileId }) => [profileId]),
  );
});

it('with a plan each profile has what it invoiced, AMIS has, and only it may; the rows add up to the tie-out', async () => {
  await month.done('generate-invoices');
  const found = await stats();
  const { invoiced, alreadyInvoiced, unallocated } = found.tieOut;
  expect(sums(found)).toEqual({ invoiced, alreadyInvoiced, unallocated });
  const wanted = await recomputed();
  const told = found.coverage.filter((one) => one.invoiced || one.alreadyInvoiced || one.unallocated);
  expect(
    new Map(told.map((one) => [one.profileIds.join(' '), [one.invoiced, one.alreadyInvoiced, one.unallocated]])),
  ).toEqual(wanted);
  // The sample has a branch that two may invoice, and one without a declared issuer.
  expect(told.map(({ profileIds }) => Math.min(2, profileIds.length))).toEqual(expect.arrayContaining([0, 1]));
});

it('declaring who may invoice a branch moves what is left of it to them', async () => {
  const before = await stats();
  const undeclared = before.coverage.find(({ profileIds }) => profileIds.length === 0)!.unallocated;
  const { body } = await month.api.call<{ version: number; issuers: Record<string, string[]>; profileIds: string[] }>(
    'GET',
    place(),
  );
  const [first, second] = body.profileIds;
  const issuers = { ...body.issuers, CN03: [second!, first!] };
  const changed = await month.api.call('PATCH', place(), { version: body.version, issuers });
  expect(changed.status).toBe(200);
  const after = await stats();
  expect(sums(after)).toEqual(sums(before));
  const both = (of: PeriodStats) =>
    of.coverage.find(({ profileIds }) => profileIds.join(' ') === `${first} ${second}`)?.unallocated ?? 0;
  expect(both(after) - both(before)).toBe(undeclared);
  expect(after.coverage.some(({ profileIds }) => profileIds.length === 0)).toBe(false);
});
