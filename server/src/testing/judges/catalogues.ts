import { by } from '@khop/engine/order.ts';
import { expect } from 'vitest';
import { counted, type Given, type Judge, type Judges, ofProfile, type Row, run } from './judge.ts';

const AMIS_NAMES = { product: ['group', 'accounts', 'search'], partner: ['group', 'taxCodeCheck'] };
const product = { table: 'amis_products', except: AMIS_NAMES.product };
const partner = { table: 'amis_partners', except: AMIS_NAMES.partner };
const profile = { table: 'profiles', except: ['accounts', 'chart', 'excludedWarehouseCodes', 'suspensions'] };
const item = { table: 'bravo_items', key: 'code', except: ['group', 'units'] };
const bravoPartner = { table: 'bravo_partners', key: 'code' };

/** A judge of the choices of a filter: each value with the number of records that have it, most frequent first. */
const choices =
  (field: string, column: string, where: string, values: (given: Given) => readonly unknown[]): Judge['holds'] =>
  async (given) => {
    const rows = await given.rows(
      `select ${column} as value, count(*)::int as count from ${where} and ${column} <> '' group by 1`,
      values(given),
    );
    const sorted = (list: readonly Row[]) => list.map(({ value, count }) => `${count} ${value}`).sort();
    expect(sorted(given.body[field] as Row[])).toEqual(sorted(rows));
    const counts = (given.body[field] as { count: number }[]).map(({ count }) => count);
    expect(counts).toEqual(counts.toSorted((a, b) => b - a));
  };

/** The rows that an import rejected: the same in its report and in what it keeps. */
async function rejectedBy({ body, rows }: Given): Promise<Row[]> {
  const [batch] = await rows('select rejected from import_batches where run_id = $1', [body.id]);
  const { rejectedRows } = body.result as { rejectedRows: Row[] };
  expect(batch!.rejected).toMatchObject(rejectedRows);
  return rejectedRows;
}

/** A judge of an upload: its report counts what the file has, and the tables hold the file's own figures. */
const imported = (layout: string, holds: Judge['holds']): Judge['holds'] =>
  run('import', async (given) => {
    const report = given.body.result as Row;
    expect(report).toMatchObject({ layout, fileName: given.sent.file!.name });
    const [batch] = await given.rows('select report, sha256 from import_batches where run_id = $1', [given.body.id]);
    expect(batch!.report).toMatchObject({ layout, read: report.read });
    expect(report.read).toBeGreaterThan(0);
    await holds?.(given);
  });

const has = async ({ rows }: Given, sql: string, values: readonly unknown[], expected: object) =>
  expect((await rows(sql, values))[0]).toMatchObject(expected);

export const catalogueJudges = {
  getAmisProduct: { of: product },
  listAmisProducts: { of: product, total: counted('amis_products where profile_id = $1', ofProfile) },
  getAmisProductFilters: {
    holds: choices('group', 'product_group', 'amis_products where profile_id = $1', ofProfile),
  },
  updateAmisProduct: { writes: ['amis_products'], of: product },
  uploadAmisProducts: {
    writes: ['amis_products', 'import_batches', 'profile_warehouses'],
    holds: imported('amis-products', async (given) => {
      const { rows, body, stage } = given;
      expect(
        await rows(
          "select code, name, unit, version from amis_products where profile_id = $1 and lower(code) = 'moi-01'",
          [stage.profileId],
        ),
      ).toEqual([{ code: 'MOI-01', name: 'Nồi mới', unit: 'Cái', version: 1 }]);
      expect(body.result).toMatchObject({ read: 4, created: 1, changed: 1, rejected: 2 });
      expect((await rejectedBy(given)).map(({ code, value }) => [code, value])).toEqual([
        ['DUPLICATE_KEY', 'moi-01'],
        ['DUPLICATE_KEY', 'Moi-01'],
      ]);
      // Only a row that states both says which name is which code.
      expect(
        await rows(
          `select name, code, name_key from profile_warehouses
           where profile_id = $1 and origin = 'books' and (code in ('KMOI', 'KKHAC') or name in ('Kho mới', 'Kho khác', ''))`,
          [stage.profileId],
        ),
      ).toEqual([{ name: 'Kho mới', code: 'KMOI', name_key: 'kho moi' }]);
    }),
  },
  uploadPurchaseLedger: {
    writes: ['amis_products', 'amis_purchase_lines', 'import_batches', 'profile_warehouses'],
    holds: imported('amis-purchase-ledger', async (given) => {
      await has(
        given,
        "select name, origin from profile_warehouses where profile_id = $1 and code = 'KMUA'",
        [given.stage.profileId],
        { name: 'Kho mua', origin: 'books' },
      );
      // The book is whole for its days: of these nothing else is left.
      expect((given.body.result as { warnings: Row[] }).warnings).toMatchObject([{ code: 'LINES_REMOVED' }]);
      const left = await given.rows(
        `select voucher_number as voucher from amis_purchase_lines where profile_id = $1 and accounting_date >=
           (select min(accounting_date) from amis_purchase_lines where profile_id = $1 and invoice_number = '00009999')`,
        [given.stage.profileId],
      );
      expect(left).toHaveLength(2);
      await has(
        given,
        'select quantity::float8 as quantity, amount from amis_purchase_lines where profile_id = $1 and voucher_number = $2',
        [given.stage.profileId, 'NKMOI'],
        { quantity: 7, amount: 70000 },
      );
      await has(
        given,
        "select last_purchase_price::float8 as price, last_purchase_date::text as day from amis_products where profile_id = $1 and code = 'MOI-01'",
        [given.stage.profileId],
        { price: 10000, day: '2026-09-30' },
      );
    }),
  },
  getAmisPartner: { of: partner },
  listAmisPartners: { of: partner, total: counted('amis_partners where profile_id = $1', ofProfile) },
  getAmisPartnerFilters: {
    holds: choices('group', 'partner_group', "amis_partners where profile_id = $1 and type = 'customer'", ofProfile),
  },
  updateAmisPartner: { writes: ['amis_partners'], of: partner, derived: ['taxCodeCheck'] },
  uploadAmisPartners: {
    writes: ['amis_partners', 'import_batches'],
    holds: imported('amis-customers', async (given) => {
      await has(
        given,
        "select name, address from amis_partners where profile_id = $1 and type = 'customer' and code = $2",
        [given.stage.profileId, 'KHMOI'],
        { name: 'Khách mới', address: '1 Lê Lợi' },
      );
      expect(
        await given.rows(
          "select code, tax_code_check as check from amis_partners where profile_id = $1 and code ~ '^KH(5-|MOI)' order by 1",
          [given.stage.profileId],
        ),
      ).toEqual([
        { code: 'KH5-1', check: 'bad_checksum' },
        { code: 'KH5-2', check: 'personal_id' },
        { code: 'KHMOI', check: 'none' },
      ]);
      expect((await rejectedBy(given)).map(({ value }) => value)).toEqual(['12AB']);
    }),
  },
  createProfile: {
    writes: ['profiles'],
    of: profile,
    holds: ({ body, sent }) => expect(body).toMatchObject(sent.body as object),
  },
  listProfiles: { of: profile, total: counted('profiles') },
  getProfile: { of: profile },
  updateProfile: {
    writes: ['profiles'],
    of: profile,
    holds: async ({ rows, sent, body }) => {
      const { suspensions, chart } = sent.body as { suspensions: object[]; chart: string[] };
      expect(await rows('select suspensions, chart from profiles where id = $1', [sent.params!.id])).toEqual([
        { suspensions, chart },
      ]);
      expect(body).toMatchObject({ suspensions, chart });
    },
  },
  getProfileStats: {
    holds: async ({ body, sent, rows }) => {
      const one = async (sql: string) => (await rows(sql, [sent.params!.id]))[0]!;
      expect(body).toMatchObject(
        await one(`select count(*)::int as products, count(*) filter (where quantity_on_hand < 0)::int as "negativeStockProducts",
          coalesce(sum(stock_value), 0)::bigint as "stockValue" from amis_products where profile_id = $1`),
      );
      expect(body).toMatchObject(
        await one(`select count(*) filter (where type = 'customer')::int as customers, count(*) filter (where type = 'supplier')::int as suppliers
          from amis_partners where profile_id = $1`),
      );
      expect(body).toMatchObject(
        await one(
          'select count(distinct amis_product_id)::int as "connectedProducts" from product_connections where profile_id = $1',
        ),
      );
      expect((body.latestImports as Row[]).length).toBeGreaterThan(0);
    },
  },
  deleteProfile: {
    writes: ['profiles'],
    holds: async ({ rows, sent }) =>
      expect(await rows('select from profiles where id = $1', [sent.params!.id])).toEqual([]),
  },
  listAmisPurchases: {
    of: { table: 'amis_purchase_lines' },
    total: counted('amis_purchase_lines where profile_id = $1', ofProfile),
  },
  getBravoItem: { of: item },
  listBravoItems: { of: item, total: counted('bravo_items') },
  getBravoItemFilters: { holds: choices('group', 'item_group', 'bravo_items where true', () => []) },
  getBravoPartner: { of: bravoPartner },
  listBravoPartners: { of: bravoPartner, total: counted('bravo_partners') },
  getBravoPartnerFilters: { holds: choices('type', 'type', 'bravo_partners where true', () => []) },
  getProfileWarehouses: {
    holds: async ({ body, rows, sent }) => {
      const pairs = await rows(
        "select name, code from profile_warehouses where profile_id = $1 and origin = 'person'",
        [sent.params!.id],
      );
      const byName = (list: readonly Row[]) => list.toSorted(by(({ name }) => String(name)));
      expect(byName(body.items as Row[])).toEqual(byName(pairs));
      const [code] = await rows(
        "select default_warehouse_code as code from amis_products where profile_id = $1 and default_warehouse_code <> '' limit 1",
        [sent.params!.id],
      );
      expect(body.codes).toContain(code!.code);
    },
  },
  updateProfileWarehouses: {
    writes: ['profile_warehouses', 'profiles'],
    derived: ['codes', 'proposals'],
    holds: async ({ rows, sent }) =>
      expect(
        await rows("select name, code, name_key from profile_warehouses where profile_id = $1 and origin = 'person'", [
          sent.params!.id,
        ]),
      ).toEqual([{ name: 'Kho Thử', code: 'KT', name_key: 'kho thu' }]),
  },
  uploadInvoiceRequirements: {
    writes: ['bravo_partners', 'import_batches'],
    holds: run('invoice-requirement-import', async (given) =>
      has(
        given,
        'select invoice_requirement from bravo_partners where code = $1',
        [given.stage.notes.get('requirement')],
        {
          invoice_requirement: 'not_required',
        },
      ),
    ),
  },
  updateSelectedInvoiceRequirement: {
    writes: ['bravo_partners'],
    holds: (given) =>
      has(
        given,
        'select invoice_requirement from bravo_partners where code = $1',
        [given.stage.notes.get('requirement')],
        {
          invoice_requirement: 'required',
        },
      ),
  },
  syncBravoPartners: {
    writes: ['bravo_partners'],
    holds: run('bravo-partners-sync', async ({ rows, body }) => {
      const since = await rows('select count(*)::int as n from bravo_partners where synced_at >= $1', [body.createdAt]);
      expect(since[0]!.n).toBeGreaterThan(0);
    }),
  },
  syncBravoPartnersPartial: { holds: run('bravo-partners-sync') },
  getBravoPartnersSyncStats: {
    holds: async ({ body, rows }) => {
      const [count] = await rows('select count(*)::int as n from bravo_partners');
      expect(JSON.stringify(body)).toContain(String(count!.n));
    },
  },
  syncBravoItems: {
    writes: ['bravo_items'],
    holds: run('bravo-items-sync', async ({ rows, body }) => {
      const since = await rows('select count(*)::int as n from bravo_items where synced_at >= $1', [body.createdAt]);
      expect(since[0]!.n).toBeGreaterThan(0);
    }),
  },
  syncBravoItemsPartial: { holds: run('bravo-items-sync') },
  getBravoItemsSyncStats: {
    holds: async ({ body, rows }) => {
      const [count] = await rows('select count(*)::int as n from bravo_items');
      expect(JSON.stringify(body)).toContain(String(count!.n));
    },
  },
} as const satisfies Judges;
