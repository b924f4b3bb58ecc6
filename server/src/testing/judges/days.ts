import type { DayCell } from '@khop/contract/invoice-issuance/resources.ts';
import { by } from '@khop/engine/order.ts';
import { expect } from 'vitest';
import type { Given } from './judge.ts';

const amountOf = (cells: readonly DayCell[]): number =>
  cells
    .flatMap(({ drafts, handedOver, issued, waiting, unplanned, notRequired }) => [
      ...[drafts.amount, handedOver.amount, issued.amount, waiting.amount, unplanned.amount, notRequired],
    ])
    .reduce((sum, amount) => sum + amount, 0);

/** A judge of «Cửa ngày»: the cells of each day add up to its ledger, and they count the invoices that are stored. */
export async function daysAddUp({ rows, stage }: Given, days: readonly DayCell[]): Promise<void> {
  const perDay = await rows(
    'select doc_date as day, sum(amount - discount)::bigint as amount from period_sales_lines where period_id = $1 group by 1 order by 1',
    [stage.periodId],
  );
  expect([...Map.groupBy(days, ({ day }) => day)].map(([day, cells]) => ({ day, amount: amountOf(cells) }))).toEqual(
    perDay,
  );
  const invoices = await rows(
    `select document_date as day, profile_id as "profileId", count(*) filter (where status = 'draft')::int as drafts,
       count(*) filter (where status = 'exported')::int as "handedOver",
       count(*) filter (where status in ('issued', 'adjusted'))::int as issued
     from invoices where period_id = $1 group by 1, 2 order by 1, 2`,
    [stage.periodId],
  );
  const counted = days.flatMap(({ day, profileId, drafts, handedOver, issued }) =>
    drafts.count + handedOver.count + issued.count === 0
      ? []
      : [{ day, profileId, drafts: drafts.count, handedOver: handedOver.count, issued: issued.count }],
  );
  const byName = (one: { day: unknown; profileId: unknown }) => `${one.day} ${one.profileId}`;
  expect(counted.toSorted(by(byName))).toEqual(invoices);
  const [period] = await rows('select sales_read_on is not null as known from invoice_periods where id = $1', [
    stage.periodId,
  ]);
  expect(period).toEqual({ known: true });
}
