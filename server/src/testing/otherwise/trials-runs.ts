import type { OperationId } from '@khop/contract/index.ts';
import type { Context } from '../../context.ts';
import { atStage } from './at-stage.ts';
import type { Asked, Trial, Trials } from './trial.ts';

/** A Bravo that answers some of its questions otherwise. */
const bravoWith = ({ stage }: Pick<Asked, 'stage'>, parts: Partial<Context['bravo']>): Partial<Context> => ({
  bravo: Object.assign(Object.create(stage.api.context.bravo) as Context['bravo'], parts),
});
const nothing = async function* (): AsyncGenerator<never> {};

/** Syncs of records that came and went, that files gave, and of a Bravo that is empty. */
const syncing =
  (what: 'Items' | 'Partners'): Trials =>
  async (asked) => {
    const table = `bravo_${what.toLowerCase()}`;
    const own = what === 'Items' ? { items: nothing } : { partners: nothing };
    const sync = (mode: '' | 'Partial', where: readonly string[], more: Partial<Trial> = {}): Trial => ({
      ...{ of: `syncBravo${what}${mode}` as OperationId, works: true, tables: [table], where, sent: {} },
      ...more,
    });
    const copied = (
      code: string,
      more: string,
    ) => `insert into ${table} select (jsonb_populate_record(t, '{"code": "${code}" ${more}}')).*
      from ${table} t where code = (select min(code) from ${table} where source = 'bravo')`;
    const first = `code = (select min(code) from ${table} where source = 'bravo')`;
    return {
      'all, of which some are gone': sync('', [
        copied('KHONG-CON', ''),
        copied('KHONG-CON-TAY', ', "source": "given", "given_by": "ai đó"'),
        copied('KHONG-DUNG', ', "is_active": false'),
      ]),
      'all, of which one is new and one was given': sync('', [
        `update ${table} set source = 'given', given_by = 'ai đó', name = 'Tên của tệp', fingerprint = 'tệp' where ${first}`,
        `delete from ${table} where code = (select max(code) from ${table} where source = 'bravo')`,
      ]),
      'all of an empty Bravo': sync('', [], { context: bravoWith(asked, own) }),
      'all of an empty Bravo without a known record': sync('', [`update ${table} set is_active = false`], {
        context: bravoWith(asked, own),
      }),
      'changes since nothing is known': sync('Partial', [`update ${table} set source = 'given', given_by = 'ai đó'`]),
      'changes beside a date to come': sync('Partial', [
        `update ${table} set modified_at = '2100-01-01T00:00:00Z' where ${first}`,
      ]),
      'all, begun before': sync('', [], {
        meanwhile: [
          `update runs set checkpoint = '{"read": 5, "modifiedAt": "2026-09-01T00:00:00Z"}' where status = 'queued' and kind like 'bravo-%'`,
        ],
      }),
      'all, begun before with rows that are gone': sync('', [], {
        meanwhile: [
          `update runs set checkpoint = '{"read": 5, "modifiedAt": "2026-09-01T00:00:00Z"}' where status = 'queued' and kind like 'bravo-%'`,
          `insert into staged_rows (run_id, key, data) select id, 'x', '{}' from runs where status = 'queued' and kind like 'bravo-%'`,
        ],
        tables: [],
      }),
    };
  };

/** Ranges of Bravo's ledger that are stored, and lines that come with the request. */
const storing: Trials = async ({ rows }) => {
  const [line] = await rows(
    `select doc_no as "docNo", doc_code as "docCode", branch_code as "branchCode", doc_date::text as "docDate", item_code as "itemCode"
     from sales_ledger_lines where source = 'bravo' order by source_key limit 1`,
  );
  const tables = ['sales_ledger_lines'];
  const store = (body: object, more: Partial<Trial> = {}): Trial => ({
    ...{ of: 'storeSalesLedgers', works: true, tables, sent: { body } },
    ...more,
  });
  const given = (sourceKey: string, more: object = {}) => ({
    ...{ sourceKey, branchCode: 'CN01', docCode: 'HD', docNo: 'TAY-1', docDate: '2026-09-03', partnerCode: 'KH.0001' },
    ...{ itemCode: String(line!.itemCode), itemName: 'Hàng thử', unit: 'Cái', quantity: '2', baseQuantity: '4' },
    ...{ convertRate: '2', unitPrice: '500', amount: 1000, discount: 10, vatRate: '8', vatAmount: 79 },
    ...{ warehouseCode: 'K1', kind: 'goods', description: 'thử', docStatus: '2' },
    ...more,
  });
  const { itemCode: _, ...document } = line!;
  return {
    'days that end before they begin': store({ fromDate: '2026-09-02', toDate: '2026-09-01' }),
    'two years': store({ fromDate: '2024-09-02', toDate: '2026-09-04' }),
    'more than two years': store({ fromDate: '2024-09-02', toDate: '2026-09-05' }),
    'a single day': store({ fromDate: '2026-09-01', toDate: '2026-09-01' }),
    'a week': store({ fromDate: '2026-09-01', toDate: '2026-09-07' }, { where: ['delete from sales_ledger_lines'] }),
    'a week and a day': store(
      { fromDate: '2026-09-01', toDate: '2026-09-08' },
      { where: ['delete from sales_ledger_lines'] },
    ),
    'of one branch': store(
      { fromDate: '2026-09-01', toDate: '2026-09-30', branchCode: 'CN02' },
      {
        where: [
          `update sales_ledger_lines set amount = amount + 1, fingerprint = 'cũ' where source_key in (select min(source_key) from
             sales_ledger_lines where source = 'bravo' group by branch_code)`,
        ],
      },
    ),
    'some lines': store({ rows: [given('a'), given('b', { vatRate: null }), given('given/c', { docNo: 'TAY-2' })] }),
    'some lines that are there': store(
      { rows: [given('a'), given('b', { amount: 2000 })] },
      { after: [{ of: 'storeSalesLedgers', sent: { body: { rows: [given('a'), given('b')] } } }] },
    ),
    'lines that are refused': store({
      rows: [
        ...[given('a'), given('a'), given('b', { unitPrice: '1234567890123456789' })],
        ...[given('c', { convertRate: '123456789012345' }), given('d', { unitPrice: '-000123456789012345678' })],
        ...[given('e', document), given('f', { ...document, branchCode: '', docCode: '' })],
      ],
    }),
  };
};

const MONTH = '2026-09';

/** Shared inventory of stock that is otherwise: goods of one side, pairs without a factor, warehouses that do not count. */
const sharing: Trials = async (asked) => {
  const { profileId } = asked.stage;
  const sent = { query: { profileId, month: MONTH } };
  const periods = 'shared_inventory_periods';
  const set = (text: string) => `update ${periods} set ${text} where profile_id = '${profileId}'`;
  const work = (of: OperationId, where: readonly string[], more: Partial<Trial> = {}): Trial => ({
    ...{ of, works: true, where, sent, tables: [periods, 'shared_inventory_rows', 'shared_inventory_bravo_rows'] },
    ...more,
  });
  const generate = (where: readonly string[], more?: Partial<Trial>) => work('generateSharedInventory', where, more);
  const load = (where: readonly string[], more?: Partial<Trial>) => work('loadSharedBravoInventory', where, more);
  const nth = (n: number) =>
    `(select c.id from product_connections c join amis_products p on p.id = c.amis_product_id
      where c.profile_id = '${profileId}' order by c.bravo_code, p.code limit 1 offset ${n})`;
  const locked = { meanwhile: [set("status = 'locked'")], tables: [] };
  return {
    'laid side by side again': generate([]),
    'laid side by side without some factors': generate([
      `update product_connections set factor = null where id in (${nth(0)}, ${nth(3)})`,
      `update product_connections set factor = '3/7' where id = ${nth(5)}`,
    ]),
    'laid side by side with goods that one side has': generate([
      `delete from product_connections where id in (${nth(0)}, ${nth(1)}, ${nth(2)})`,
      `delete from shared_inventory_amis_rows where product_code in (select min(product_code) from shared_inventory_amis_rows)`,
      `delete from shared_inventory_bravo_rows where item_code in (select max(item_code) from shared_inventory_bravo_rows)`,
      `insert into shared_inventory_bravo_rows select (jsonb_populate_record(t, '{"item_code": "LA-1", "quantity": 9}')).*
         from shared_inventory_bravo_rows t order by item_code, warehouse_code limit 1`,
      `update shared_inventory_amis_rows set product_code = lower(product_code)`,
    ]),
    'laid side by side without a warehouse': generate([
      `update profiles set excluded_warehouse_codes = array(select min(warehouse_code) from shared_inventory_amis_rows) where id = '${profileId}'`,
    ]),
    'laid side by side of nothing': generate([
      'delete from shared_inventory_amis_rows',
      'delete from shared_inventory_bravo_rows',
    ]),
    'laid side by side though locked by then': generate([], locked),
    'loaded again': load([`delete from shared_inventory_bravo_rows where item_code < 'M'`]),
    'loaded before the other side': load([set("status = 'draft', amis_loaded_at = null")]),
    'loaded though locked by then': load([], locked),
    'loaded of an empty Bravo': load([], { context: bravoWith(asked, { stock: nothing }), tables: [] }),
    'loaded of a month that is another by then': load([], {
      meanwhile: [atStage('Đọc tồn kho từ Bravo', set("amis_as_of = '2026-09-15'"))],
    }),
    'moved to an earlier month that is there': {
      ...{ of: 'saveSharedInventoryPeriod', tables: [periods] },
      sent: { query: { profileId, month: MONTH }, body: { month: '2026-08', version: 1 } },
      where: [
        set("status = 'draft', amis_loaded_at = null, bravo_loaded_at = null, version = 1"),
        `insert into ${periods} (id, profile_id, month) values (gen_random_uuid(), '${profileId}', '2026-08')`,
      ],
    },
  };
};

export const runTrials: Partial<Record<OperationId, Trials>> = {
  syncBravoPartnersPartial: syncing('Partners'),
  syncBravoItemsPartial: syncing('Items'),
  storeSalesLedgers: storing,
  getSharedInventoryStats: sharing,
};
