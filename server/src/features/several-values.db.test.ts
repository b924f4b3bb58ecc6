import { afterAll, beforeAll, expect, it } from 'vitest';
import { type SampleMonth, startSampleMonth } from '../testing/sample-month.ts';

type Page = { items: Record<string, unknown>[]; total: number };

let month: SampleMonth;
let problem: string;
beforeAll(async () => {
  month = await startSampleMonth(400);
  await month.done('generate-invoices');
  // Something for a regeneration to change: the first document with an invoice is left out.
  const { rows } = await month.api.context.pool.query<{ key: string }>(
    `select source_key as key from period_sales_lines where period_id = $1 and document_key = (
       select min(bravo_document) from invoices where period_id = $1)`,
    [month.periodId],
  );
  const exclusion = { sourceKeys: rows.map(({ key }) => key), reason: 'cancelled', note: 'Nhập trùng' };
  await month.api.call('POST', period('exclusions'), exclusion);
  await month.done('regenerate-invoices', { preview: true });
  const { body } = await month.api.call<{ problems: { key: string; code: string }[] }>('GET', period('preflight'));
  problem = body.problems.find(({ code }) => code === 'NEGATIVE_STOCK')!.key;
});
afterAll(() => month?.api.close());

const period = (rest: string): string => `/invoice-issuance/periods/${month.periodId}/${rest}`;

async function count(place: string, filter: string, values: readonly string[]): Promise<number> {
  const query = `${place.includes('?') ? '&' : '?'}limit=1&${filter}=${values.map(encodeURIComponent).join(',')}`;
  const { status, body } = await month.api.call<Page>('GET', place + query, undefined, { admin: true });
  expect(status, `${place}${query}: ${JSON.stringify(body)}`).toBe(200);
  return body.total;
}

const profiles = (): string[] => [...month.profiles.values()];

/** A list, one of its filters, and the values that it can have; no row has two of them. */
const LISTS: readonly [name: string, place: () => string, filter: string, values: () => readonly string[]][] = [
  ['products', () => '/amis/products', 'stock', () => ['positive', 'zero', 'negative']],
  ['products', () => '/amis/products', 'vatRate', () => ['8', '10', 'KCT', 'none']],
  ['connections', () => '/product-connections', 'origin', () => ['manual', 'suggestion', 'upload']],
  ['connections of partners', () => '/partner-connections', 'origin', () => ['manual', 'suggestion', 'upload']],
  ['periods', () => '/invoice-issuance/periods', 'status', () => ['open', 'generated', 'exported', 'closed']],
  ['audit', () => '/admin/audit-events', 'entity', () => ['profile', 'period', 'import', 'partner-connection']],
  ['entries', () => period('amis-entries'), 'profileId', profiles],
  ['reviews', () => period('reviews'), 'profileId', profiles],
  ['parts', () => period('reconciliation/parts'), 'profileId', () => [...profiles(), 'none']],
  ['parts', () => period('reconciliation/parts'), 'place', () => ['invoiced', 'unallocated', 'alreadyInvoiced']],
  ['VAT', () => period('vat/differences'), 'profileId', profiles],
  ['VAT', () => period('vat/differences'), 'reason', () => ['rounding', 'no_ledger_rate', 'rate_differs']],
  ['VAT return', () => period('vat-return/invoices'), 'profileId', profiles],
  ['records', () => period(`findings/${encodeURIComponent(problem)}/records`), 'profileId', profiles],
  ['changes', () => period('regeneration/changes'), 'kind', () => ['added', 'changed', 'removed']],
  ['changes', () => period('regeneration/changes'), 'profileId', profiles],
  ['sales', () => period('invoice-bravo-sales'), 'branchCode', () => ['CN01', 'CN02', 'CN03']],
];

it.each(LISTS)('%s: several values of a filter are asked for at once', async (_, place, filter, values) => {
  const each = await Promise.all(values().map((value) => count(place(), filter, [value])));
  const filled = values().filter((_one, index) => each[index]! > 0);
  expect(filled.length).toBeGreaterThan(0);
  const all = each.reduce((sum, one) => sum + one, 0);
  expect(await count(place(), filter, values())).toBe(all);
  // Two of them are the sum of both, and not all rows where there are more.
  const two = filled.slice(0, 2);
  const sum = two.reduce((found, value) => found + each[values().indexOf(value)]!, 0);
  expect(await count(place(), filter, two)).toBe(sum);
});

it.each([
  ['sales of a period', () => period('invoice-bravo-sales?')],
  ['shortages', () => period('shortages?')],
  ['parts', () => period('reconciliation/parts?')],
  ['stored lines', () => '/bravo-sales-ledgers?'],
  ['lines of Bravo itself', () => '/bravo-sales-ledgers/retrieve?fromDate=2026-09-01&toDate=2026-09-30&totals=true&'],
])('%s: a document is found as the screens name it, whole or with the branch and the kind alone', async (_, place) => {
  const { rows } = await month.api.context.pool.query<{ whole: string; docNo: string; start: string }>(
    `select s.document_key as whole, s.doc_no as "docNo", s.branch_code || '/' || s.doc_code as start
     from period_shortages h join period_sales_lines s on s.period_id = h.period_id and s.source_key = h.source_key
     where h.period_id = $1 order by s.document_key limit 1`,
    [month.periodId],
  );
  const { whole, docNo, start } = rows[0]!;
  const [ofWhole, ofNumber, ofStart] = await Promise.all([whole, docNo, start].map((q) => count(place(), 'q', [q])));
  expect(ofWhole).toBeGreaterThan(0);
  expect(ofWhole).toBeLessThanOrEqual(ofNumber!);
  expect(ofStart).toBeGreaterThanOrEqual(ofWhole!);
});

it('finds a document whose number is written with marks, with them and without', async () => {
  const { pool } = month.api.context;
  await pool.query(`update period_sales_lines set doc_no = 'HĐỐNG7', document_key = 'CN01/HD/HĐỐNG7'
    where document_key = (select bravo_document from invoices where period_id = period_sales_lines.period_id order by id limit 1)
      or source_key = (select source_key from period_shortages order by source_key limit 1)`);
  await pool.query(
    "update sales_ledger_lines set doc_no = 'HĐỐNG7' where source_key = (select min(source_key) from sales_ledger_lines)",
  );
  await pool.query(
    "update invoices set bravo_document = 'CN01/HD/HĐỐNG7' where id = (select id from invoices order by id limit 1)",
  );
  for (const place of [
    period('invoice-bravo-sales'),
    period('shortages'),
    period('amis-invoices'),
    '/bravo-sales-ledgers',
  ])
    for (const q of ['hđống7', 'hdong7']) expect(await count(place, 'q', [q]), `${place} ${q}`).toBeGreaterThan(0);
});
