import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inTransaction } from '../../../../db/transaction.ts';
import { startTestApi, type TestApi } from '../../../../testing/api.ts';
import { invoicedElsewhere } from './invoiced-elsewhere.ts';
import { takenElsewhere } from './taken-elsewhere.ts';

/** Each with each is 100 million pairs: far more than a statement gets here. */
const LINES = 10_000;
const [JANUARY, FEBRUARY] = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002'];

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({}, { worker: false });
});
afterAll(() => api.close());

/**
 * Fills the tables while the planner believes them to be as small as they were, as right after the first export and the
 * loads of a second month.
 */
async function fillUnnoticed(): Promise<void> {
  const { pool } = api.context;
  for (const table of [
    'period_sales_lines',
    'invoices',
    'invoice_items',
    'invoice_allocations',
    'period_amis_sales',
    'period_already_invoiced',
  ])
    await pool.query(`alter table ${table} set (autovacuum_enabled = false)`);
  await pool.query(`insert into profiles (id, code, name) values ('${JANUARY}', 'A', 'A')`);
  for (const [id, from, to] of [
    [JANUARY, '2026-01-01', '2026-01-31'],
    [FEBRUARY, '2026-02-01', '2026-02-28'],
  ])
    await pool.query(
      `insert into invoice_periods (id, name, from_date, to_date, profile_ids, created_by)
       values ($1::uuid, $1::text, $2::date, $3::date, '{}', 'x')`,
      [id, from, to],
    );
  await addInvoices('0, 2');
  const numbers = `3, ${LINES}`;
  await addLines(JANUARY, 'tháng 1', `0, ${LINES}`);
  await pool.query('analyze');
  await addInvoices(numbers);
  await addLines(FEBRUARY, 'tháng 2', numbers);
}

/** Invoices of January with three lines each. */
async function addInvoices(numbers: string): Promise<void> {
  const { pool } = api.context;
  const own = (kind: string) => `md5('${kind}' || n)::uuid`;
  const invoice = `md5('invoice' || n / 3)::uuid`;
  await pool.query(`insert into invoices (id, period_id, profile_id, invoice_key, voucher_number, invoice_date_planned,
      document_date, bravo_document, buyer_source, buyer_name, bravo_partner_code, amount, vat_amount, total, vat,
      amount_in_words, item_count, status)
    select ${invoice}, '${JANUARY}', '${JANUARY}', n, n, '2026-01-31', '2026-01-31', n, 'x', 'x', 'x', 1, 0, 1, '[]',
      '', 1, 'exported' from generate_series(${numbers}) n where n % 3 = 0`);
  await pool.query(`insert into invoice_items (period_id, invoice_id, line_number, id, product_code, name, kind, quantity,
      unit_price, amount, vat_rate, vat_amount)
    select '${JANUARY}', ${invoice}, n % 3, ${own('item')}, 'x', 'x', 'goods', 1, 1, 1, '8', 0 from generate_series(${numbers}) n`);
  await pool.query(`insert into invoice_allocations (period_id, item_id, position, id, source_key, quantity, base_quantity, amount)
    select '${JANUARY}', ${own('item')}, 1, ${own('part')}, 'tháng 1/' || n, 1, 1, 1 from generate_series(${numbers}) n`);
}

const addLines = (period: string, month: string, numbers: string) =>
  api.context.pool.query(`insert into period_sales_lines (period_id, source_key, branch_code, doc_code, doc_no,
      document_key, doc_date, partner_code, item_code, quantity, base_quantity, amount, kind)
    select '${period}', '${month}/' || n, 'B', 'C', n, 'B/C/' || n, '2026-02-01', 'x', 'x', 1, 1, 1, 'goods'
    from generate_series(${numbers}) n`);

it('looks for sales that have left in another period at once, also where the planner knows nothing of the tables', async () => {
  await fillUnnoticed();
  await inTransaction(api.context.pool, async (tx) => {
    await tx.client.query("set local statement_timeout = '3s'");
    expect(await invoicedElsewhere(tx.db, { id: FEBRUARY })).toEqual([]);
  });
});

it('looks for entries of invoices that have left in another period at once, too', async () => {
  await api.context.pool.query(`
    insert into period_amis_sales (period_id, profile_id, entry_key, voucher_number, document_date, product_code, quantity, amount)
    select '${FEBRUARY}', profile_id, voucher_number || '/' || n, voucher_number, document_date, 'x', 1, 1
    from invoices, generate_series(1, 10) n`);
  await inTransaction(api.context.pool, async (tx) => {
    await tx.client.query("set local statement_timeout = '3s'");
    const { rows } = await sql`select count(*)::int from (${takenElsewhere(FEBRUARY)}) t`.execute(tx.db);
    expect(rows).toEqual([{ count: 10 * Math.floor(LINES / 3 + 1) }]);
  });
});

it('looks for entries that the plan of another period has taken at once, too', async () => {
  const { pool } = api.context;
  await pool.query('delete from period_amis_sales');
  await pool.query('analyze period_amis_sales, period_already_invoiced');
  await pool.query(`insert into period_amis_sales (period_id, profile_id, entry_key, voucher_number, document_date, product_code, quantity, amount)
    select '${FEBRUARY}', '${JANUARY}', 'tay ' || n, 'tay ' || n, '2026-02-01', 'x', 1, 1 from generate_series(3, ${LINES}) n`);
  // Entries that the plan here has taken stay here, and so do those that a person has decided on.
  for (const [id, month, few] of [
    [JANUARY, 'tháng 1', 1],
    [FEBRUARY, 'tháng 2', 2],
  ])
    await pool.query(`insert into period_already_invoiced (period_id, source_key, position, profile_id, entry_key, voucher_number, base_quantity, amount)
      select '${id}', '${month}/' || n, 1, '${JANUARY}', 'tay ' || n, 'tay', 1, 1 from generate_series(3, ${LINES}) n where n % ${few} = 0`);
  await pool.query(`insert into period_reconciliations (period_id, profile_id, entry_key, source_key, created_by)
    select '${FEBRUARY}', '${JANUARY}', 'tay ' || n, 'tháng 2/' || n, 'x' from generate_series(3, ${LINES}) n where n % 3 = 0`);
  await inTransaction(pool, async (tx) => {
    await tx.client.query("set local statement_timeout = '3s'");
    const { rows } = await sql`select count(*)::int from (${takenElsewhere(FEBRUARY)}) t`.execute(tx.db);
    expect(rows).toEqual([{ count: 3332 }]);
  });
});

it('finds a sale that has left in another period', async () => {
  const { pool } = api.context;
  await pool.query(
    `update period_sales_lines set source_key = 'tháng 1/7' where period_id = '${FEBRUARY}' and source_key = 'tháng 2/7'`,
  );
  await inTransaction(pool, async (tx) => {
    expect(await invoicedElsewhere(tx.db, { id: FEBRUARY })).toEqual([
      { line: 'tháng 1/7', voucherNumber: '6', period: JANUARY },
    ]);
  });
});
