import { fatesOf } from '@khop/engine/tax-invoices/fates.ts';
import { compareByGroups, type OneSidedDays, type SidesGroup } from '@khop/engine/three-sides/compare-groups.ts';
import { compareSides } from '@khop/engine/three-sides/compare-sides.ts';
import { randomOf } from '@khop/sample/random.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createPool } from '../../../db/database.ts';
import { PATIENCE } from '../../../db/patience.ts';
import { inTransaction, type Tx } from '../../../db/transaction.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/database.ts';
import { readPeriod } from '../period-rows.ts';
import { readSides } from './read-sides.ts';

const PROFILE = '00000000-0000-4000-8000-000000000001';
const PERIOD = '00000000-0000-4000-8000-000000000002';
const SELLER = '0100000009';

let database: TestDatabase;
let pool: ReturnType<typeof createPool>;
beforeAll(async () => {
  database = await createTestDatabase();
  pool = createPool(database.url, 2, PATIENCE.commands);
  await pool.query(`
    insert into profiles (id, code, name, tax_code) values ('${PROFILE}', 'AP', 'An Phú', '${SELLER}');
    insert into invoice_periods (id, name, from_date, to_date, profile_ids, plan, created_by)
      values ('${PERIOD}', 'Tháng 10', '2026-10-01', '2026-10-31', '{${PROFILE}}', '{}', 'x');
    insert into amis_partners (id, profile_id, type, code, name, tax_code)
      values (gen_random_uuid(), '${PROFILE}', 'customer', 'kh1', 'Khách một', '0300000001'),
        (gen_random_uuid(), '${PROFILE}', 'customer', 'KH1', 'Khách một', '0300000001'),
        (gen_random_uuid(), '${PROFILE}', 'supplier', 'KH1', 'Khách một', '0300000001');
    insert into tax_invoice_files (id, sha256, name, size, content, created_by) values (gen_random_uuid(), '', '', 1, '', '')`);
});
afterAll(async () => {
  await pool?.end();
  await database?.drop();
});

/** Numbers as they are written, of which several are one, or are that of another invoice. */
const NUMBERS = ['1', '0000001', ' 2', '2', '3', 'HD3', '00', '', ' ', 'ABC'];
const SYMBOLS = ['C26TAA', 'K26TBB'];
const DAYS = ['2026-10-02', '2026-10-03', '2026-09-30'];
const VOUCHERS = ['BH1', 'BH2', 'BH3', 'BH4'];
const AMOUNTS = [1000, 1000, 2000, 5000];

type Counts = { readonly tax: number; readonly books: number; readonly deliveries: number };

/** A few invoices, entries and deliveries whose numbers, vouchers, corrections and sums often meet. */
async function fill({ client }: Tx, seed: number, trade: 'sale' | 'purchase'): Promise<Counts> {
  const random = randomOf(seed, 'groups');
  const maybe = <T>(value: T): T | null => (random.int(0, 2) === 0 ? null : value);
  const add = (table: string, row: Record<string, unknown>) =>
    client.query(
      `insert into ${table} (${Object.keys(row).join(', ')}) values (${Object.keys(row).map((_, at) => `$${at + 1}`)})`,
      Object.values(row),
    );
  const id = (kind: number, at: number) => `00000000-0000-4000-8${kind}00-${String(at).padStart(12, '0')}`;
  const keys = SYMBOLS.flatMap((symbol) => ['1', '2', '3', '0'].map((number) => ({ symbol, number })));
  const tax = random.shuffle(keys).slice(0, random.int(0, 7));
  const keyOf = ({ symbol, number }: { symbol: string; number: string }) => `${SELLER}|1|${symbol}|${number}`;
  for (const [at, one] of tax.entries()) {
    const [amount, vat] = [random.pick(AMOUNTS), random.pick([0, 80])];
    await client.query(
      `insert into tax_invoices (id, file_id, ordinal, invoice_key, seller_tax_code, form, symbol, number, date, buyer_name, buyer_tax_code, currency,
         before_vat, vat, total, line_count, relation, verdict, signer, trust, problem_count, invoice, signature, data_sha256, search, run_id)
       select $1, (select id from tax_invoice_files), $2, $3, $4, '1', $5, $6, $7, 'Khách', $8, 'VND', $9, $10, $11, 1, 'new', 'intact', 'seller',
         'anchored', 0, $12, '{}', '', '', gen_random_uuid()`,
      [
        ...[
          id(1, at),
          at,
          keyOf(one),
          SELLER,
          one.symbol,
          one.number,
          random.pick(DAYS),
          random.pick(['0300000001', '']),
        ],
        ...[amount, vat, amount + vat, { exchangeRate: '1', rates: [], lines: [], findings: [] }],
      ],
    );
    await add('tax_invoice_sides', { tax_invoice_id: id(1, at), profile_id: PROFILE, side: trade });
    if (random.int(0, 2) > 0) continue;
    const [relation, other_key] = [random.pick(['replaces', 'adjusts']), maybe(keyOf(random.pick(keys)))];
    await add('tax_invoice_relations', { tax_invoice_id: id(1, at), position: 1, relation, other_key });
  }
  const entries = random.int(0, 7);
  for (let at = 0; at < entries; at += 1) {
    const shared = {
      ...{ profile_id: PROFILE, voucher_number: random.pick(VOUCHERS), invoice_number: random.pick(NUMBERS) },
      ...{ document_date: random.pick(DAYS), product_code: 'SP1', quantity: 1, amount: random.pick(AMOUNTS) },
      vat_amount: random.pick([0, 80]),
    };
    if (trade === 'purchase')
      await add('amis_purchase_lines', {
        ...{ ...shared, id: id(2, at), line_key: `${at}`, supplier_code: random.pick(['KH1', 'KH2']) },
        ...{ accounting_date: '2026-10-05', supplier_name: '', unit: '', product_name: '' },
      });
    else
      await add('period_amis_sales', {
        ...{ ...shared, period_id: PERIOD, entry_key: `${at}`, customer_code: random.pick(['KH1', '']) },
        ...{ invoice_date: maybe(random.pick(DAYS)), invoice_symbol: random.pick(['', ...SYMBOLS]) },
        invoice_state: random.pick(['', '', 'Đã hủy']),
      });
  }
  const deliveries = trade === 'purchase' ? 0 : random.int(0, VOUCHERS.length);
  const settled = random.shuffle(keys.map(keyOf));
  for (const [at, voucher] of VOUCHERS.slice(0, deliveries).entries()) {
    const invoice_number = maybe(random.pick(NUMBERS));
    await add('invoices', {
      ...{ id: id(3, at), period_id: PERIOD, profile_id: PROFILE, invoice_key: voucher, voucher_number: voucher },
      ...{ invoice_date_planned: DAYS[0], document_date: random.pick(DAYS), bravo_document: `HD${at}` },
      ...{ buyer_source: 'connection', buyer_name: 'Khách', bravo_partner_code: '', vat: '[]', amount_in_words: '' },
      ...{ amount: 1000, vat_amount: 80, total: 1080, item_count: 0, status: 'issued', invoice_number },
      invoice_symbol: random.pick(SYMBOLS),
    });
    if (random.int(0, 2) > 0) continue;
    await add('tax_settlements', {
      ...{ id: id(4, at), profile_id: PROFILE, invoice_key: settled[at], invoice_id: id(3, at), step: 4 },
      ...{ status: 'settled', tax: '{}' },
    });
  }
  return { tax: tax.length, books: entries, deliveries };
}

const isShared = ({ tax, books }: SidesGroup): boolean => tax.length > 0 && books.length > 0;

/** Groups with both sides come first, and the days of the others are known. */
function expectPlaces(groups: readonly SidesGroup[], oneSided: OneSidedDays): void {
  const alone = groups.filter((group) => !isShared(group));
  expect(groups.slice(0, groups.length - alone.length).every(isShared)).toBe(true);
  expect(oneSided).toEqual({
    tax: new Set(alone.flatMap(({ tax }) => tax.map(({ date }) => date))),
    books: new Set(alone.flatMap(({ books }) => books.flatMap(({ day, invoiceDate }) => [day, invoiceDate ?? day]))),
  });
}

class Done extends Error {}

/** The same input group by group and all at once. */
async function compareBoth(seed: number, trade: 'sale' | 'purchase') {
  let told:
    | { rows: unknown; whole: unknown; counts: Counts; filled: Counts; groups: readonly SidesGroup[] }
    | undefined;
  const work = inTransaction(pool, async (tx) => {
    const filled = await fill(tx, seed, trade);
    const part = { profileId: PROFILE, profile: 'AP', trade };
    const sides = await readSides(tx, await readPeriod(tx.db, PERIOD), part, '2026-11-20');
    const groups = await Array.fromAsync(sides.groups);
    expectPlaces(groups, sides.oneSided);
    const { add, rest } = compareByGroups(sides.frame, sides.oneSided);
    const all = {
      tax: groups.flatMap(({ tax }) => tax),
      books: groups.flatMap(({ books }) => books),
      deliveries: groups.flatMap(({ deliveries }) => deliveries),
    };
    const rows = [...groups.flatMap(add), ...rest()].sort(byName);
    const whole = compareSides({ ...sides.frame, ...all }).sort(byName);
    const counts = { tax: all.tax.length, books: all.books.length, deliveries: all.deliveries.length };
    const { rows: nodes } = await tx.client.query<{ key: string; date: string; total: number; related: [] }>(
      `select t.invoice_key as key, t.date, t.total, coalesce((select jsonb_agg(jsonb_build_object('relation', r.relation, 'key', r.other_key))
         from tax_invoice_relations r where r.tax_invoice_id = t.id), '[]') as related from tax_invoices t`,
    );
    const fates = fatesOf(
      nodes.map(({ key, date, total, related }) => ({
        ...{ key, date, total, sellerTaxCode: SELLER, relation: related, state: null, hasXml: true },
      })),
    );
    for (const { key, fate } of all.tax) {
      const { counts: isCounted, corrects, correctedBy } = fates.get(key)!;
      expect(fate).toMatchObject({
        ...{ counts: isCounted, corrects: corrects[0]?.key ?? null },
        replacedBy: correctedBy.find(({ relation }) => relation === 'replaces')?.key ?? null,
      });
    }
    told = { rows, whole, counts, filled, groups };
    throw new Done();
  });
  await expect(work).rejects.toThrow(Done);
  return told!;
}

const byName = (a: { key: string }, b: { key: string }): number => (a.key < b.key ? -1 : 1);

it.each(['sale', 'purchase'] as const)(
  'gives of any %s the same group by group as all at once, and loses nothing',
  async (trade) => {
    let groupCount = 0;
    for (let seed = 1; seed <= 60; seed += 1) {
      const { rows, whole, counts, filled, groups } = await compareBoth(seed, trade);
      expect([seed, counts]).toEqual([seed, filled]);
      expect([seed, rows]).toEqual([seed, whole]);
      groupCount += groups.length;
    }
    expect(groupCount).toBeGreaterThan(150);
  },
);

it('reads groups whose rows come in several pieces', async () => {
  const [invoices, entries] = [1500, 3];
  const work = inTransaction(pool, async (tx) => {
    await tx.client.query(`
      insert into period_amis_sales (period_id, profile_id, entry_key, voucher_number, document_date, invoice_number, product_code, quantity, amount)
      select '${PERIOD}', '${PROFILE}', n || '-' || part, 'BH' || n, '2026-10-02', n::text, 'SP1', 1, 100
      from generate_series(1, ${invoices}) n, generate_series(1, ${entries}) part`);
    const part = { profileId: PROFILE, profile: 'AP', trade: 'sale' as const };
    const sides = await readSides(tx, await readPeriod(tx.db, PERIOD), part, '2026-11-20');
    const groups = await Array.fromAsync(sides.groups);
    expect(sides.count).toBe(invoices);
    expect(new Set(groups.map(({ books }) => books.length))).toEqual(new Set([entries]));
    expect(new Set(groups.map(({ books }) => books[0]!.number)).size).toBe(invoices);
    throw new Done();
  });
  await expect(work).rejects.toThrow(Done);
});

it('entries of one voucher are one group, however its number is left blank', async () => {
  const work = inTransaction(pool, async (tx) => {
    await tx.client.query(`
      insert into period_amis_sales (period_id, profile_id, entry_key, voucher_number, document_date, invoice_number, product_code, quantity, amount)
      values ('${PERIOD}', '${PROFILE}', '1', 'BH1', '2026-10-02', '', 'SP1', 1, 100), ('${PERIOD}', '${PROFILE}', '2', 'BH1', '2026-10-02', ' ', 'SP1', 1, 100)`);
    const part = { profileId: PROFILE, profile: 'AP', trade: 'sale' as const };
    const sides = await readSides(tx, await readPeriod(tx.db, PERIOD), part, '2026-11-20');
    expect((await Array.fromAsync(sides.groups)).map(({ books }) => books.length)).toEqual([2]);
    throw new Done();
  });
  await expect(work).rejects.toThrow(Done);
});
