import { expect } from 'vitest';
import { unzip } from '../../unzip.ts';
import { type Given, type Judges, ofProfile, type Row, run } from '../judge.ts';

/** The lines of the profile's purchases that may be goods: the purchase of the stage has no adjustments. */
const goods = ({ rows, stage }: Given): Promise<Row[]> =>
  rows(
    `select t.id || '/' || g.at as id, t.seller_tax_code as "supplierTaxCode", g.code, g.name, g.quantity::float8 as quantity, g.value
     from tax_invoice_goods g join tax_invoices t on t.id = g.tax_invoice_id join tax_invoice_sides s on s.tax_invoice_id = t.id
     where s.profile_id = $1 and s.side = 'purchase' and t.is_current order by g.name collate "vi-x-icu"`,
    [stage.profileId],
  );
const connections = ({ rows, stage }: Given): Promise<Row[]> =>
  rows(
    `select c.id, c.item_code as code, c.factor, p.code as product from supplier_item_connections c
     left join amis_products p on p.id = c.amis_product_id where c.profile_id = $1 order by c.item_name collate "vi-x-icu"`,
    [stage.profileId],
  );

export const expectedLotJudges = {
  suggestSupplierItems: {
    writes: ['supplier_item_suggestions'],
    unaudited: 'suggestions are no decision',
    holds: run('supplier-item-suggestions', async (given) => {
      const stored = await given.rows(
        'select item_key, place, score from supplier_item_suggestions where profile_id = $1 order by 1, 2',
        ofProfile(given),
      );
      const items = new Set(stored.map((row) => row.item_key));
      expect(given.body.result).toEqual({ items: (await goods(given)).length, suggested: items.size });
      for (const item of items) {
        const own = stored.filter((row) => row.item_key === item);
        expect(own.map(({ place }) => place)).toEqual(own.map((_, index) => index + 1));
        expect(own.length).toBeLessThanOrEqual(5);
      }
    }),
  },
  connectSupplierItems: {
    writes: ['supplier_item_connections'],
    twice: 'CONNECTION_EXISTS',
    holds: async (given) => {
      const [first, second] = await goods(given);
      const [product] = await given.rows('select code from amis_products where profile_id = $1 order by code limit 1', [
        given.stage.profileId,
      ]);
      expect(await connections(given)).toMatchObject([
        { code: first!.code, factor: '12', product: product!.code },
        { code: second!.code, factor: null, product: null },
      ]);
      expect(given.body).toMatchObject({ connected: 2 });
    },
  },
  listSupplierItems: {
    total: async (given) => (await goods(given)).length,
    holds: async (given) => {
      const known = new Map((await connections(given)).map((one) => [one.code, one]));
      for (const line of await goods(given)) {
        const item = given.items.find(({ code }) => code === line.code)!;
        const { supplierTaxCode, name, value } = line;
        expect(item).toMatchObject({ supplierTaxCode, name, value, invoices: 1, names: 1 });
        expect(Number(item.quantity)).toBe(line.quantity);
        const connection = known.get(line.code);
        const state = connection ? (connection.product === null ? 'not_stock' : 'connected') : 'unconnected';
        expect(item.state).toBe(state);
        expect((item.connection as Row | null)?.factor).toBe(connection?.factor);
      }
    },
  },
  listExpectedLots: {
    total: async (given) => (await goods(given)).length - 1,
    holds: async (given) => {
      const [first, service, third] = await goods(given);
      const byId = new Map(given.items.map((item) => [item.id, item]));
      expect(byId.has(service!.id)).toBe(false);
      const { product } = (await connections(given))[0]!;
      expect(byId.get(first!.id)).toMatchObject({ product, received: '0', value: first!.value, vouchers: [] });
      expect(Number(byId.get(first!.id)!.quantity)).toBe(Number(first!.quantity) * 12);
      expect(byId.get(third!.id)).toMatchObject({ product: null, quantity: null, state: 'unconnected' });
      const value = Number(first!.value) + Number(third!.value);
      expect(given.body.totals).toEqual({ value, openValue: first!.value });
    },
  },
  downloadExpectedLots: {
    holds: async (given) => {
      const sheet = [...(await unzip(given.raw)).values()].map((bytes) => bytes.toString());
      const [first] = await goods(given);
      expect(sheet.some((text) => text.includes(String(first!.name)))).toBe(true);
    },
  },
  disconnectSupplierItem: {
    writes: ['supplier_item_connections'],
    holds: async (given) => {
      const left = await connections(given);
      expect(left.map(({ factor }) => factor)).toEqual(['12']);
      expect(left.some(({ id }) => id === given.sent.params!.id)).toBe(false);
    },
  },
  undoSupplierItemBatch: {
    writes: ['supplier_item_connections'],
    twice: 'NOT_FOUND',
    holds: async (given) => {
      expect(given.body).toEqual({ undone: 1, kept: 0 });
      expect(await connections(given)).toEqual([]);
    },
  },
} as const satisfies Judges;
