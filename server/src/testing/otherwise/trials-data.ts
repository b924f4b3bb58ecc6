import type { OperationId } from '@khop/contract/index.ts';
import { UNKNOWN } from '../good-calls/play.ts';
import type { Trial, Trials } from './trial.ts';

/** Undoes of imports, possible and refused: each kind of the stage, as it is and with rows that have moved on. */
const undoing =
  (which: string): Trials =>
  async ({ rows }) => {
    const imports = await rows(
      `select distinct on (layout, scope) id, layout || ' ' || coalesce((select code from profiles p where p.id = b.profile_id), '') as name
     from import_batches b where undone_at is null and ${which} order by layout, scope, created_at`,
    );
    const moved: Record<string, string> = {
      amis_products: 'update amis_products set name = name || $$ khác$$',
      amis_partners: 'update amis_partners set name = name || $$ khác$$',
      amis_purchase_lines: 'update amis_purchase_lines set amount = amount + 1',
      bravo_partners: 'update bravo_partners set name = name || $$ khác$$',
      period_inventory_rows: 'delete from period_inventory_rows',
      period_amis_sales: 'update period_amis_sales set amount = amount + 1',
    };
    const free = [
      ...['product_connections', 'partner_connections', 'suggestion_decisions', 'invoice_allocations', 'invoice_items'],
      'invoices',
    ].map((table) => `delete from ${table}`);
    const [done] = await rows('select id from import_batches where undone_at is not null order by created_at limit 1');
    const undo = (id: unknown, where: readonly string[] = []): Trial => ({
      of: 'undoImport',
      tables: ['invoice_periods', 'period_loads', 'shared_inventory_periods'],
      sent: { params: { id: String(id) } },
      where,
    });
    return Object.fromEntries([
      ...(done ? [['one that is taken back already', undo(done.id)]] : []),
      ...imports.map(({ id, name }) => [`${name}`, undo(id)]),
      ...imports.map(({ id, name }) => [`${name}, with nothing on it`, undo(id, free)]),
      ...imports.map(({ id, name }) => [`${name}, which has moved on`, undo(id, [...free, ...Object.values(moved)])]),
      ...imports.slice(0, 1).flatMap(({ id, name }) => [
        [`${name}, of an older version`, undo(id, [`update import_batches set undo_schema = 'cũ' where id = '${id}'`])],
        [`${name}, which is forgotten`, undo(id, [`update import_batches set undo = null where id = '${id}'`])],
        [
          `${name}, while another one is at work`,
          undo(id, [
            `insert into runs (id, kind, scope, status, created_by)
           select gen_random_uuid(), r.kind, r.scope, 'running', 'ai đó' from runs r join import_batches b on b.run_id = r.id where b.id = '${id}'`,
          ]),
        ],
      ]),
    ]);
  };

const MONTH = '2026-09';

/** The month of shared inventory in each of its states. */
const inventory: Trials = async ({ stage, rows }) => {
  const { profileId } = stage;
  const [period] = await rows('select id, version from shared_inventory_periods where profile_id = $1', [profileId]);
  const version = Number(period!.version);
  const query = { profileId, month: MONTH };
  const set = (text: string) => `update shared_inventory_periods set ${text} where id = '${period!.id}'`;
  const tables = ['shared_inventory_periods'];
  const save = (body: object, where: readonly string[] = []): Trial => ({
    ...{ tables, of: 'saveSharedInventoryPeriod', where, sent: { query: { profileId }, body } },
  });
  const status = (to: string, where: readonly string[] = [], more: object = {}): Trial => ({
    ...{ tables, of: 'updateSharedInventoryStatus', where, sent: { query, body: { status: to, version } } },
    ...more,
  });
  const unloaded = set('amis_loaded_at = null, bravo_loaded_at = null');
  const loads = ['loadSharedBravoInventory', 'generateSharedInventory'] as const;
  return {
    'another month': save({ month: '2026-10' }),
    'the same month': save({ month: MONTH }),
    'moved to its own month': save({ month: MONTH, version }),
    'moved, an old one': save({ month: '2026-10', version: version + 1 }),
    'moved though loaded': save({ month: '2026-10', version }, [set("status = 'loaded'")]),
    'moved though one side is loaded': save({ month: '2026-10', version }, [
      set("status = 'draft', amis_loaded_at = null"),
    ]),
    moved: save({ month: '2026-10', version }, [set("status = 'draft'"), unloaded]),
    'moved to a month that is there': save({ month: '2026-10', version }, [
      set("status = 'draft'"),
      unloaded,
      `insert into shared_inventory_periods (id, profile_id, month) values ('${UNKNOWN}', '${profileId}', '2026-10')`,
    ]),
    'moved though locked': save({ month: '2026-10', version }, [set("status = 'locked'")]),
    ...Object.fromEntries(
      ['draft', 'loaded', 'generated', 'locked'].flatMap((state) => [
        [`locked, ${state}`, status('locked', [set(`status = '${state}'`)])],
        [`unlocked, ${state}`, status('generated', [set(`status = '${state}'`)])],
        [`unlocked by an admin, ${state}`, status('generated', [set(`status = '${state}'`)], { asAdmin: true })],
        ...loads.map((of) => [`${of}, ${state}`, { of, sent: { query }, where: [set(`status = '${state}'`)] }]),
      ]),
    ),
    'of a month that is not there': { of: 'generateSharedInventory', sent: { query: { ...query, month: '2025-01' } } },
    'figures of the newest': { of: 'getSharedInventoryStats', sent: { query: { profileId } } },
    'a month of a profile that has none': {
      ...{
        of: 'getSharedInventoryPeriod',
        sent: { query: { profileId } },
        where: ['delete from shared_inventory_periods'],
      },
    },
  };
};

/** Given sales that are removed: several, none, and what left or is closed. */
const removing: Trials = async ({ stage, rows }) => {
  const [line] = await rows(
    "select source_key as key from sales_ledger_lines where source = 'bravo' order by 1 limit 1",
  );
  const ids = [UNKNOWN, '01900000-0000-7000-8000-000000000001'];
  const given = ids.map(
    (id, n) => `insert into sales_ledger_lines
      select (jsonb_populate_record(t, jsonb_build_object('id', '${id}', 'source_key', 'given/${n}', 'source', 'given'))).*
      from sales_ledger_lines t where source_key = '${line!.key}'`,
  );
  const copied = `insert into period_sales_lines select (jsonb_populate_record(t, '{"source_key": "given/0"}')).*
    from period_sales_lines t where period_id = '${stage.periodId}' order by source_key limit 1`;
  const tables = ['sales_ledger_lines', 'period_sales_lines', 'invoice_periods'];
  const remove = (of: readonly string[], where: readonly string[]): Trial => ({
    ...{ tables, where, sent: { body: { ids: of, reason: 'nhập nhầm' } } },
  });
  return {
    'none that is there': remove(ids, []),
    'one of two': remove(ids, given.slice(0, 1)),
    several: remove(ids, given),
    'of an open period': remove(ids, [...given, copied]),
    'of a closed period': remove(ids, [...given, copied, `update invoice_periods set status = 'closed'`]),
  };
};

const requirements: Trials = async ({ stage, rows }) => {
  const codes = (await rows('select code from bravo_partners order by code limit 3')).map(({ code }) => String(code));
  const tables = ['bravo_partners'];
  const to = (partnerCodes: readonly string[], where: readonly string[] = []): Trial => ({
    ...{ tables, where, sent: { body: { partnerCodes, invoiceRequirement: 'required' } } },
  });
  return {
    'as it is': to([stage.notes.get('requirement')!]),
    several: to(codes, ["update bravo_partners set invoice_requirement = 'unset'"]),
    'one that is not there': to([...codes, 'khong'], ["update bravo_partners set invoice_requirement = 'unset'"]),
  };
};

/** Imports that are taken back, months of shared inventory, given sales and wishes of customers. */
export const dataTrials: Partial<Record<OperationId, Trials>> = {
  undoImport: undoing('true'),
  // Of kinds that the calls since have brought.
  getPurchaseNeeds: undoing("layout not like 'amis-%'"),
  updateSharedInventoryStatus: inventory,
  removeGivenSales: removing,
  updateSelectedInvoiceRequirement: requirements,
};
