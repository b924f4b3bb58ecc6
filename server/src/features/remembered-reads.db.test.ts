import { AsyncLocalStorage } from 'node:async_hooks';
import { contract, type OperationId } from '@khop/contract/index.ts';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { revisionOf } from '../db/revision.ts';
import { handlers } from '../handlers.ts';
import { type SampleMonth, startSampleMonth } from '../testing/sample-month.ts';
import { periodPreflight } from './invoice-issuance/preflight/preflight.ts';
import { readBooks } from './invoice-issuance/preflight/read-books.ts';

/** Operations that answer from memory while their tables stay as they are. */
const tablesOf = new Map(
  (Object.keys(contract) as OperationId[]).flatMap((operation) => {
    const { tables } = handlers[operation] as { tables?: readonly string[] };
    return tables ? [[operation, new Set(tables)] as const] : [];
  }),
);
/** The tables of the caller and of the revision itself: asked with every request, whatever is remembered. */
const ASKED_ALWAYS = ['users', 'user_sessions', 'data_changes'];
/** Of the log books read the restore alone, which was before there were any. */
const UNCHANGED = ['audit_events'];

let month: SampleMonth;
let pool: pg.Pool;
let ids: Record<string, string>;

beforeAll(async () => {
  month = await startSampleMonth(400);
  pool = month.api.context.pool;
  await month.done('generate-invoices');
  await month.done('regenerate-invoices', { preview: true });
  const first = async (sql: string): Promise<string> => (await pool.query<{ id: string }>(sql)).rows[0]!.id;
  const entry = "period_amis_sales where customer_name <> '' order by entry_key, profile_id limit 1";
  ids = {
    period: month.periodId,
    invoice: await first('select id::text from invoices order by id limit 1'),
    item: await first('select item_id::text as id from invoice_allocations order by item_id limit 1'),
    document: (
      await month.api.call<{ items: { id: string }[] }>(
        'GET',
        `/invoice-issuance/periods/${month.periodId}/invoice-bravo-sales?limit=1`,
      )
    ).body.items[0]!.id,
    profile: [...month.profiles.values()][0]!,
    seller: await first(`select profile_id::text as id from ${entry}`),
    entry: encodeURIComponent(await first(`select entry_key as id from ${entry}`)),
  };
});
afterAll(() => month.api.close());

/** The address of an operation in the sample, with every choice that adds a table. */
function placeOf(operation: OperationId): string {
  const { path } = contract[operation];
  const own: Partial<Record<OperationId, string>> = {
    getAmisInvoice: 'invoice',
    listAllocations: 'item',
    getPeriodSale: 'document',
  };
  const queries: Partial<Record<OperationId, string>> = {
    listAmisProducts: `?profileId=${ids.profile}&connected=true&q=a&totals=true`,
    listAmisPartners: `?profileId=${ids.profile}&connected=true&q=a`,
    listBravoItems: `?profileId=${ids.profile}&connected=true&q=a`,
    listBravoPartners: `?profileId=${ids.profile}&periodId=${ids.period}&connected=true&q=a`,
    listSalesLedgers: '?q=a&totals=true',
    listExpectedLots: `?profileId=${ids.profile}&q=a&totals=true`,
    listReconciliation: '?by=partner',
    getEntryReview: `?profileId=${ids.seller}&entryKey=${ids.entry}`,
    listPeriodSales: '?reason=NO_STOCK&q=a',
  };
  return (
    path.replace('{id}', ids[own[operation] ?? 'period']!).replace('{key}', 'NO_STOCK') + (queries[operation] ?? '')
  );
}

/** The list of the statements of the work at hand; the worker's own go on beside it. */
const noting = new AsyncLocalStorage<string[]>();

/** The text of every statement that `work` makes in this thread. */
async function statementsOf(work: () => Promise<unknown>): Promise<string> {
  const texts: string[] = [];
  const query = pg.Client.prototype.query as (...args: unknown[]) => unknown;
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const [first] = args;
    noting.getStore()?.push(typeof first === 'string' ? first : String((first as { text?: unknown })?.text));
    return query.apply(this, args);
  } as never;
  try {
    await noting.run(texts, work);
  } finally {
    pg.Client.prototype.query = query as never;
  }
  return texts.join('\n');
}

async function tablesIn(text: string): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'public'",
  );
  return rows
    .map(({ name }) => name)
    .filter((name) => new RegExp(`\\b${name}\\b`).test(text) && !ASKED_ALWAYS.includes(name));
}

const READ_IN_THREADS = [
  'getPeriodPreflight',
  'listFindingRecords',
  'getPurchaseNeeds',
  'getStockCauses',
  'getPeriodRuleChanges',
] as const;

it('every table that a remembered answer is read from is among those whose change makes another one', async () => {
  for (const [operation, tables] of tablesOf) {
    const answer = { status: 0 };
    const text = await statementsOf(async () => {
      answer.status = (await month.api.call('GET', placeOf(operation))).status;
    });
    expect([operation, answer.status, text.includes('data_changes')]).toEqual([operation, 200, true]);
    expect([operation, (await tablesIn(text)).filter((name) => !tables.has(name))]).toEqual([operation, []]);
  }
  // «Kiểm tra kỳ», its records, the purchase needs and the changes of rules are read in threads of their own.
  const text = await statementsOf(() => readBooks({ databaseUrl: month.api.databaseUrl, periodId: month.periodId }));
  for (const operation of READ_IN_THREADS)
    expect((await tablesIn(text)).filter((name) => !tablesOf.get(operation)!.has(name))).toEqual(UNCHANGED);
});

it('every such table gives another revision once a change of it is committed, and none before', async () => {
  const watched = new Set([...tablesOf.values()].flatMap((tables) => [...tables]));
  const client = await pool.connect();
  try {
    for (const table of watched) {
      const before = await revisionOf(pool, [table]);
      await client.query(`begin; delete from ${table} where false`);
      expect([table, await revisionOf(pool, [table])]).toEqual([table, before]);
      await client.query('rollback');
      expect([table, await revisionOf(pool, [table])]).toEqual([table, before]);
      await client.query(`delete from ${table} where false`);
      expect([table, await revisionOf(pool, [table])]).not.toEqual([table, before]);
    }
  } finally {
    client.release();
  }
});

it('many changes are put together without another revision', async () => {
  for (let at = 0; at < 600; at++) await pool.query('delete from profiles where false');
  const before = await revisionOf(pool, ['profiles']);
  const rowsAfterReading = async () => {
    await revisionOf(pool, ['profiles']);
    return (await pool.query<{ count: number }>('select count(*)::int as count from data_changes')).rows[0]!.count;
  };
  await expect.poll(rowsAfterReading, { timeout: 30_000 }).toBeLessThan(100);
  expect(await revisionOf(pool, ['profiles'])).toBe(before);
});

/** Each changes what «Kiểm tra kỳ» says of the sample, and how it is taken back. */
const CHANGES: readonly [string, string, string][] = [
  ['a profile', `update profiles set locked_through = '2099-01-01'`, 'update profiles set locked_through = null'],
  ['a product', `update amis_products set code = code || 'x'`, 'update amis_products set code = left(code, -1)'],
  ['a customer', `update amis_partners set code = code || 'x'`, 'update amis_partners set code = left(code, -1)'],
  [
    'a purchase',
    'update amis_purchase_lines set quantity = quantity + 1',
    'update amis_purchase_lines set quantity = quantity - 1',
  ],
  [
    'connections of products',
    `update product_connections set bravo_code = bravo_code || 'x'`,
    'update product_connections set bravo_code = left(bravo_code, -1)',
  ],
  [
    'connections of partners',
    `update partner_connections set bravo_code = bravo_code || 'x'`,
    'update partner_connections set bravo_code = left(bravo_code, -1)',
  ],
  [
    'what customers wish',
    `update bravo_partners set invoice_requirement = 'not_required', fingerprint = invoice_requirement`,
    `update bravo_partners set invoice_requirement = fingerprint, fingerprint = ''`,
  ],
  [
    'the stock',
    'update period_inventory_rows set closing = closing + 1',
    'update period_inventory_rows set closing = closing - 1',
  ],
  [
    'the AMIS ledger',
    'update period_amis_sales set amount = amount + 1',
    'update period_amis_sales set amount = amount - 1',
  ],
  [
    'when a report was made',
    `update period_loads set made_at = made_at - interval '1 day'`,
    `update period_loads set made_at = made_at + interval '1 day'`,
  ],
  [
    'a line left out',
    `insert into period_exclusions (period_id, source_key, reason, created_by)
     select period_id, source_key, 'cancelled', 'thử' from period_sales_lines order by source_key limit 1`,
    'delete from period_exclusions',
  ],
  [
    'a day stated of a line',
    `insert into period_line_days (period_id, source_key, facts, evidence, created_by)
     select period_id, source_key, '{"isExport":true}', 'hợp đồng', 'thử' from period_sales_lines where kind = 'goods' order by source_key limit 1`,
    'delete from period_line_days',
  ],
  [
    'an invoice',
    `update invoices set warnings = warnings || '[{"code":"TOO_MANY_LINES","message":"thử"}]'`,
    'update invoices set warnings = warnings - -1',
  ],
  [
    'the terms of the period',
    'update invoice_periods set to_date = to_date + 100',
    'update invoice_periods set to_date = to_date - 100',
  ],
  [
    'the ledger',
    'update period_sales_lines set amount = amount + 1',
    'update period_sales_lines set amount = amount - 1',
  ],
  [
    'a rule',
    `insert into invoice_rule_sets (version, rules, action, reason, created_by) values (2, '{"holidays":[]}', 'edit', 'thử', 'thử')`,
    'select 1',
  ],
];

it('«Kiểm tra kỳ» answers anew after each thing that it depends on has changed, as if nothing had been remembered', async () => {
  const place = `/invoice-issuance/periods/${month.periodId}/preflight`;
  const read = async () => (await month.api.call<{ problems: unknown[] }>('GET', place)).body;
  const unnoticed: string[] = [];
  const anew = async () => {
    // Answers are remembered for a pool: through one of its own nothing is.
    const own = new pg.Pool({ connectionString: month.api.databaseUrl, max: 1 });
    // The database may be dropped while its connection still closes.
    own.on('error', () => {});
    own.on('connect', (client) => client.on('error', () => {}));
    const answer = await periodPreflight({ ...month.api.context, pool: own }, month.periodId);
    await own.end();
    return answer;
  };
  for (const [name, change, back] of CHANGES) {
    // Remembered from here on.
    const before = await read();
    await pool.query(change);
    const after = await read();
    if (JSON.stringify(after.problems) === JSON.stringify(before.problems)) unnoticed.push(name);
    expect([name, after]).toEqual([name, await anew()]);
    await pool.query(back);
  }
  expect(unnoticed).toEqual([]);
});
