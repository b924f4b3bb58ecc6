import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { noteRestore } from '../../../audit/restores.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { stockRowsAfter, uploadStock } from '../../../testing/amis-ledger.ts';
import { type SampleMonth, startSampleMonth } from '../../../testing/sample-month.ts';
import { inThread } from '../../../threads/in-thread.ts';
import { readingBooks } from './read-books.ts';
import type { AskedRecords, RecordsPage } from './records-page.ts';

type Problem = { key: string; code: string; count: number; amount: number | null; message: string };
type Row = {
  kind: string;
  id: string;
  reference: string;
  targetId: string | null;
  profileCode: string;
  amount: number | null;
};
type Page = { items: Row[]; total: number; totals: { amount: number } };

let month: SampleMonth;
beforeAll(async () => {
  month = await startSampleMonth(400);
});
afterAll(() => month?.api.close());

const path = (rest: string): string => `/invoice-issuance/periods/${month.periodId}/${rest}`;
const read = async <T>(rest: string): Promise<T> => {
  const { status, body } = await month.api.call<T>('GET', path(rest));
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
};
const records = (key: string, more = '') =>
  read<Page>(`findings/${encodeURIComponent(key)}/records?limit=500&totals=true${more}`);
const problems = async () => (await read<{ problems: Problem[] }>('preflight')).problems;

async function expectAllOpen(): Promise<Problem[]> {
  const all = await problems();
  expect(new Set(all.map(({ key }) => key)).size).toBe(all.length);
  for (const { key, count, amount, message } of all) {
    const { items, total, totals } = await records(key);
    expect([message, total, items.length]).toEqual([message, count, Math.min(count, 500)]);
    expect([message, totals.amount]).toEqual([message, amount ?? 0]);
    if (total <= 500) expect(items.reduce((sum, one) => sum + (one.amount ?? 0), 0)).toBe(amount ?? 0);
  }
  return all;
}

describe('every row of «Kiểm tra kỳ» leads to exactly the records that it counts', () => {
  it('before the first plan', async () => {
    const all = await expectAllOpen();
    expect(all.length).toBeGreaterThan(1);
  });

  it('with a plan, each record with the way to it', async () => {
    const { body } = await month.api.call<{ runId: string }>('POST', path('generate-invoices'), {});
    expect((await month.api.runEnd(body.runId)).status).toBe('succeeded');
    const all = await expectAllOpen();
    const buyers = all.find(({ code }) => code === 'BUYER_INCOMPLETE')!;
    const { rows } = await month.api.context.pool.query<{ partner: string; amount: number }>(
      `select bravo_partner_code as partner, sum(amount)::bigint as amount from invoices
       where period_id = $1 and buyer_source <> 'consumer' and (buyer_name = '' or buyer_address = '' or buyer_tax_code = '')
       group by profile_id, 1`,
      [month.periodId],
    );
    const found = await records(buyers.key);
    expect(found.items.map(({ id, amount }) => `${id} ${amount}`).sort()).toEqual(
      rows.map(({ partner, amount }) => `${partner} ${amount}`).sort(),
    );
    const shortage = all.find(({ code }) => code.startsWith('SHORTAGE_'))!;
    const [line] = (await records(shortage.key)).items;
    expect((await month.api.call('GET', `/invoice-issuance/invoice-bravo-sales/${line!.targetId}`)).status).toBe(200);
  });

  it('narrowed to a profile and by words, all findings of a code at once, none where nothing is found', async () => {
    const several = Map.groupBy(await problems(), ({ code }) => code);
    for (const [code, own] of several) {
      expect((await records(code)).total).toBe(own.reduce((sum, { count }) => sum + count, 0));
    }
    const [profileCode, profileId] = [...month.profiles][0]!;
    const mine = await records('BUYER_INCOMPLETE', `&profileId=${profileId}`);
    expect(new Set(mine.items.map((one) => one.profileCode))).toEqual(new Set(mine.total > 0 ? [profileCode] : []));
    const first = (await records('BUYER_INCOMPLETE')).items[0]!;
    expect((await records('BUYER_INCOMPLETE', `&q=${first.id}`)).items.map(({ id }) => id)).toContain(first.id);
    expect(await records('KHONG_CO')).toMatchObject({ items: [], total: 0, totals: { amount: 0 } });
  });

  it('in pages, orders and searches without the books being read again', async () => {
    const [largest] = (await problems()).toSorted((a, b) => b.count - a.count);
    const all = (await records(largest!.key)).items;
    // Nothing reads books while others do for as long as they like.
    let end = (): void => {};
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    const others = [readingBooks(() => ended), readingBooks(() => ended)];
    const word = all[0]!.reference;
    const pages = [await records(largest!.key, '&offset=1'), await records(largest!.key, '&sort=label')];
    const found = await records(largest!.key, `&q=${encodeURIComponent(word)}`);
    end();
    await Promise.all(others);
    expect(all.length).toBeGreaterThan(2);
    expect(pages.map(({ items }) => items.length)).toEqual([all.length - 1, all.length]);
    expect(pages[0]!.items).toEqual(all.slice(1));
    expect(found.items.map(({ reference }) => reference)).toContain(word);
    expect(found.total).toBeLessThan(all.length);
  });

  it('also read by themselves, as those are that are too many to keep', async () => {
    const { databaseUrl } = month.api;
    const books = { databaseUrl, periodId: month.periodId };
    const [largest] = (await problems()).toSorted((a, b) => b.count - a.count);
    const asked = { books, key: largest!.key, limit: 500, offset: 0 };
    const page = await inThread<AskedRecords, RecordsPage>(new URL('./records-thread.ts', import.meta.url), asked);
    const { items, total } = await records(largest!.key);
    expect(total).toBe(page.total);
    expect(items.map(({ id, amount }) => [id, amount])).toEqual(page.items.map(({ id, amount }) => [id, amount]));
  });

  /** The findings of the service itself, beside the engine's: each with what brings it about. */
  const OF_THE_SERVICE: Readonly<Record<string, () => Promise<void>>> = {
    CATALOGUES_CHANGED: async () => {
      const { rows } = await month.api.context.pool.query<{ code: string }>(
        `select min(code) as code from bravo_partners where invoice_requirement <> 'unset'
           and code in (select partner_code from period_sales_lines where period_id = $1)`,
        [month.periodId],
      );
      const body = { partnerCodes: [rows[0]!.code], invoiceRequirement: 'unset' };
      const { status } = await month.api.call('POST', '/bravo/partners/bulk-update-selected-invoice-requirement', body);
      expect(status).toBe(200);
    },
    PLAN_OUTDATED: async () => {
      const profileId = [...month.profiles.values()][0]!;
      const [row, ...rest] = await stockRowsAfter(month, profileId, []);
      const more = { openingQuantity: String(Number(row!.openingQuantity) + 1) };
      const closing = { closingQuantity: String(Number(row!.closingQuantity) + 1) };
      await uploadStock(month, profileId, [{ ...row!, ...more, ...closing }, ...rest]);
    },
    RESTORED_FROM_BACKUP: async () => {
      const { pool } = month.api.context;
      await inTransaction(pool, (tx) => noteRestore(tx, '08:00:00 01/09/26'));
      // A restore writes every table, and what was remembered of them is over.
      await pool.query('delete from period_loads where false');
    },
  };

  it.each(Object.entries(OF_THE_SERVICE))('%s, which speaks of the period as a whole', async (code, bringAbout) => {
    const found = async () => (await problems()).filter((one) => one.code === code);
    expect(await found()).toEqual([]);
    await bringAbout();
    expect(await found()).toMatchObject([{ key: code, count: 1, amount: null }]);
    const { rows } = await month.api.context.pool.query<{ name: string }>(
      'select name from invoice_periods where id = $1',
      [month.periodId],
    );
    const { items, total, totals } = await records(code);
    expect([total, totals.amount]).toEqual([1, 0]);
    expect(items).toMatchObject([
      { kind: 'period', id: rows[0]!.name, label: rows[0]!.name, profileCode: '', amount: null, targetId: null },
    ]);
    await expectAllOpen();
  });

  it('the service itself finds only the codes of this test', () => {
    const folder = new URL('../', import.meta.url);
    const texts = readdirSync(folder, { recursive: true })
      .map(String)
      .filter((name) => name.endsWith('.ts') && !name.includes('test'))
      .map((name) => readFileSync(new URL(name, folder), 'utf8'));
    const codes = texts.flatMap((text) =>
      [...text.matchAll(/code: '([A-Z_]+)',\s+severity:/g)].map(([, code]) => code!),
    );
    expect(codes.toSorted()).toEqual(Object.keys(OF_THE_SERVICE).toSorted());
  });
});
