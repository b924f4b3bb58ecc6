import type pg from 'pg';

const TABLES = [
  'invoices',
  'invoice_items',
  'invoice_allocations',
  'period_shortages',
  'period_already_invoiced',
  'period_netted',
  'period_excluded',
  'period_lots',
  'period_reviews',
  'period_sales_lines',
];

/** Every row of a period's plan, without the versions that only distinguish edits. */
export async function dumpPlan(pool: pg.Pool, periodId: string): Promise<Record<string, string[]>> {
  const tables: Record<string, string[]> = {};
  for (const table of TABLES) {
    const { rows } = await pool.query<{ row: string }>(
      `select (to_jsonb(t) - 'version')::text as row from ${table} t where period_id = $1 order by 1`,
      [periodId],
    );
    tables[table] = rows.map(({ row }) => row);
  }
  const { rows } = await pool.query('select plan from invoice_periods where id = $1', [periodId]);
  return { ...tables, plan: [JSON.stringify(rows[0].plan)] };
}
