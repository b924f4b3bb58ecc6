import type { IssuancePlan, Warning } from '@khop/engine/invoice-issuance/types.ts';
import { expect } from 'vitest';
import { toJson } from '../../db/json.ts';
import { readPeriod } from '../../features/invoice-issuance/period-rows.ts';
import { storedPlan } from '../../features/invoice-issuance/save/stored-plan.ts';
import { type Given, ofPeriod, type Row } from './judge.ts';

/** A part of a plan and where it is stored, one element a row, with what both call differently. */
const PARTS: readonly (readonly [
  part: keyof IssuancePlan,
  table: string,
  of: (element: Row) => Row,
  columns: string,
])[] = [
  ['lots', 'period_lots', ({ id, product }) => ({ id, product }), 'lot as id, product_code as product'],
  [
    'shortages',
    'period_shortages',
    ({ line, reason, amount, message }) => ({ line, reason, amount, message }),
    'source_key as line, reason, amount, message',
  ],
  [
    'alreadyInvoiced',
    'period_already_invoiced',
    ({ line, entry, amount }) => ({ line, entry, amount }),
    'source_key as line, entry_key as entry, amount',
  ],
  [
    'excluded',
    'period_excluded',
    ({ line, amount, reason }) => ({ line, amount, reason }),
    'source_key as line, amount, reason',
  ],
  ['netted', 'period_netted', ({ saleLine, amount }) => ({ saleLine, amount }), 'sale_line as "saleLine", amount'],
  ['review', 'period_reviews', ({ entry, why }) => ({ entry, why }), 'entry_key as entry, why'],
  [
    'invoices',
    "invoices where status not in ('cancelled', 'replaced')",
    ({ voucherNumber }) => ({ voucherNumber }),
    'voucher_number as "voucherNumber"',
  ],
];

const sorted = (list: readonly object[]): string[] =>
  list.map((one) => JSON.stringify(Object.entries(one).sort())).sort();

/** A new plan is compared with the plan in force: each row of it once, and each warning once. */
export async function readsPlanBack({ rows, stage }: Given): Promise<void> {
  const { db } = stage.api.context;
  const period = await readPeriod(db, stage.periodId);
  const plan = await storedPlan(db, period, (id) => id);
  for (const [part, table, of, columns] of PARTS) {
    const where = table.includes(' where ') ? 'and' : 'where';
    const stored = await rows(`select ${columns} from ${table} ${where} period_id = $1`, [stage.periodId]);
    expect([part, sorted((plan[part] as unknown as Row[]).map(of))]).toEqual([part, sorted(stored)]);
  }
  const { warnings } = period.plan as { warnings: Warning[] };
  expect(plan.warnings).toEqual(warnings);

  // The plan keeps the first warnings of single invoices, which are kept beside the invoices as well.
  const told: Warning = { code: 'KHAC', message: 'Xem lại', invoice: 'X' };
  const changed = { ...period, plan: { ...(period.plan as object), warnings: [told, ...warnings] } };
  const trial = await db.startTransaction().execute();
  try {
    const first = trial.selectFrom('invoices').select('id').where('periodId', '=', period.id).orderBy('id').limit(1);
    await trial
      .updateTable('invoices')
      .set({ planWarnings: toJson([told]) })
      .where('id', '=', first)
      .execute();
    expect((await storedPlan(trial, changed, (id) => id)).warnings).toEqual([...warnings, told]);
  } finally {
    await trial.rollback().execute();
  }
}

/** A judge of figures that a plan stored: what the period's parts add up to, read from its lines and its invoices. */
export async function tiesOut({ rows, stage }: Given, figures: Row): Promise<void> {
  const [sums] = await rows(
    `select coalesce(sum(amount - discount), 0)::bigint as ledger, coalesce(sum(invoiced), 0)::bigint as invoiced,
       coalesce(sum(already_invoiced), 0)::bigint as "alreadyInvoiced", coalesce(sum(unallocated), 0)::bigint as unallocated,
       coalesce(sum(excluded), 0)::bigint as excluded
     from period_sales_lines where period_id = $1`,
    ofPeriod({ stage } as Given),
  );
  expect(figures).toMatchObject(sums!);
  const [held] = await rows(
    "select coalesce(sum(amount), 0)::bigint as amount from invoices where period_id = $1 and status not in ('cancelled', 'replaced')",
    [stage.periodId],
  );
  expect(figures.invoiced).toBe(held!.amount);
}
