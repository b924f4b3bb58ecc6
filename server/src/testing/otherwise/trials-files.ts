import type { OperationId } from '@khop/contract/index.ts';
import type { Row } from '@khop/engine/sheets/layouts/layout.ts';
import type { RenderMeta } from '@khop/engine/sheets/render.ts';
import { workbookFile } from '../workbook-file.ts';
import { atStage, LAST_STAGE } from './at-stage.ts';
import { fieldByField } from './field-by-field.ts';
import { taking } from './taking.ts';
import type { Trial, Trials } from './trial.ts';

const SEPTEMBER = { fromDate: '2026-09-01', toDate: '2026-09-30' };

/** Stock and ledgers of a period: warehouses by name, figures that are blank, days that are others, ours among its entries. */
const ofPeriod: Trials = async ({ stage }) => {
  const { periodId, profileId } = stage;
  const given = { params: { id: periodId }, body: { profileId } };
  const stock = taking('loadAmisInventory', given, ['period_inventory_rows', 'period_loads']);
  const ledger = taking('loadAmisSalesLedger', given, ['period_amis_sales', 'period_loads']);
  const closed = `update invoice_periods set status = 'closed' where id = '${periodId}'`;
  const row = (n: number, more: Row = {}): Row => ({
    ...{ warehouseCode: 'K1', productCode: `SP-${n}`, productName: `Hàng ${n}`, closingQuantity: '1', closingValue: n },
    ...more,
  });
  const inKho = (n: number, warehouseName: string): Row => row(n, { warehouseCode: '', warehouseName });
  const of = (rows: readonly Row[], days: RenderMeta = SEPTEMBER) => workbookFile('amis-inventory', rows, days);
  const entry = (n: number, more: Row = {}): Row => ({
    ...{ accountingDate: '2026-09-03', voucherNumber: `BH-${n}`, productCode: `SP-${n}`, quantity: '3', amount: 300 },
    ...more,
  });
  const entries = (rows: readonly Row[]) => workbookFile('amis-sales-ledger', rows, SEPTEMBER);
  const moment = { profileId, madeAt: '2026-10-01T00:00:00Z' };
  const made = { params: { id: periodId }, body: moment, file: await of([row(1)]) };
  const elsewhere = Array.from({ length: 11 }, (_, n) => inKho(n, `Kho lạ ${n}`));
  return {
    'stock of warehouses by their names': stock(await of([inKho(1, 'Kho Thử'), inKho(2, 'kho  thử'), row(3)])),
    'stock of a warehouse by its name and its code': stock(
      await of([inKho(1, 'Kho Thử'), row(1, { warehouseCode: 'KT' })]),
    ),
    'stock of an unknown warehouse': stock(await of([inKho(1, 'Kho lạ'), inKho(2, 'Kho Thử')])),
    'stock of ten unknown warehouses': stock(await of(elsewhere.slice(1))),
    'stock of eleven unknown warehouses': stock(await of(elsewhere)),
    'stock without days': stock(await of([row(1)], {})),
    'stock of days after the period': stock(await of([row(1)], { fromDate: '2026-10-01', toDate: '2026-10-31' })),
    'stock of days up to the first': stock(await of([row(1)], { fromDate: '2026-08-01', toDate: '2026-09-01' })),
    'stock of a period that is closed by then': stock(await of([row(1)]), { meanwhile: [atStage(LAST_STAGE, closed)] }),
    'stock of a period that is closed': stock(await of([row(1)]), { meanwhile: [closed] }),
    'the same stock, made at another moment': stock(await of([row(1)]), {
      after: [{ of: 'loadAmisInventory', sent: { ...given, file: await of([row(1)]) } }],
      sent: made,
    }),
    'the same stock, made at the same moment': stock(await of([row(1)]), {
      after: [{ of: 'loadAmisInventory', sent: made }],
      sent: made,
    }),
    'a ledger field by field': ledger(
      await fieldByField('amis-sales-ledger', (n) => ({
        ...{ voucherNumber: `BH-${n % 4}`, productCode: `SP-${n % 3}`, accountingDate: { day: '2026-09-04' } },
      })),
    ),
    'a ledger with figures that are taken off': ledger(
      await entries([
        entry(1, { discount: 7, returnAmount: 11, allowanceAmount: 13, returnQuantity: '1' }),
        entry(2, { quantity: null }),
        entry(3, { accountingDate: null, documentDate: '2026-09-05' }),
      ]),
    ),
    'a ledger of two equal entries': ledger(await entries([entry(1), entry(1), entry(1, { amount: 301 })])),
    'a ledger with a row that is turned down': ledger(await entries([entry(1), entry(2, { productCode: null })])),
    'a ledger of nothing': ledger(await entries([])),
  };
};

/** Ledgers with our own invoices once they have left, and loads that are taken back since. */
const read: Trials = async ({ stage, rows }) => {
  const { periodId, profileId } = stage;
  const ours = await rows(
    `select i.voucher_number as "voucherNumber", t.product_code as "productCode", t.quantity::text as quantity, t.amount,
       i.document_date::text as "accountingDate", i.buyer_customer_code as "customerCode"
     from invoices i join invoice_items t on t.invoice_id = i.id where i.period_id = $1 and i.profile_id = $2
     order by i.voucher_number, t.line_number limit 6`,
    [periodId, profileId],
  );
  const numbered = ours.map((one, n) => ({
    ...one,
    ...{ invoiceNumber: `0000010${n}`, invoiceDate: '2026-10-01', amount: Number(one.amount) + (n === 1 ? 5 : 0) },
  })) as Row[];
  const given = { params: { id: periodId }, body: { profileId } };
  const ledger = taking('loadAmisSalesLedger', given, ['invoices', 'period_loads']);
  const left = `update invoices set status = 'exported' where period_id = '${periodId}'`;
  const some = `update invoices set status = (array['adjusted', 'cancelled', 'issued', 'exported'])[n], invoice_number = '0000020' || n
    from (select id, row_number() over (order by voucher_number) as n from invoices where period_id = '${periodId}'
      and profile_id = '${profileId}') o where o.id = invoices.id and n < 5`;
  const cut = numbered.map((one, n) => ({
    ...one,
    ...(n > 0 && n < 4 ? { amount: 1 } : {}),
    ...(n === 5 && { invoiceNumber: '' }),
  }));
  const loads = await rows(
    `select distinct on (layout) id, layout from import_batches where profile_id = $1 and undone_at is null
       and layout in ('amis-inventory', 'amis-sales-ledger') and scope like $2 || '%' order by layout, created_at desc`,
    [profileId, periodId],
  );
  const undo = (id: unknown, where: readonly string[]): Trial => ({
    ...{ of: 'undoImport', where, sent: { params: { id: String(id) } }, tables: ['period_loads', 'invoice_periods'] },
  });
  const set = (text: string) => `update invoice_periods set ${text} where id = '${periodId}'`;
  const decided = `insert into period_reconciliations (period_id, profile_id, entry_key, source_key, created_by, created_at)
    select period_id, profile_id, entry_key, null, 'ai đó', now() from period_amis_sales where period_id = '${periodId}'
      and profile_id = '${profileId}' order by entry_key limit 1 on conflict do nothing`;
  return {
    'a ledger with numbers of ours': ledger(await workbookFile('amis-sales-ledger', numbered, SEPTEMBER), {
      where: [left],
    }),
    'a ledger with numbers of ours in many states': ledger(
      await workbookFile('amis-sales-ledger', cut as Row[], SEPTEMBER),
      {
        where: [left, some],
      },
    ),
    'a ledger with numbers of ours, taken back': ledger(await workbookFile('amis-sales-ledger', numbered, SEPTEMBER), {
      ...{ where: [left], undone: true },
    }),
    'a ledger with numbers of drafts': ledger(await workbookFile('amis-sales-ledger', numbered, SEPTEMBER), {
      where: [`update invoices set status = 'draft' where period_id = '${periodId}'`],
    }),
    ...Object.fromEntries(
      loads.flatMap(({ id, layout }) => [
        [`${layout} taken back after a plan`, undo(id, [])],
        [`${layout} taken back before a plan`, undo(id, [set('generated_at = null')])],
        [`${layout} taken back when closed`, undo(id, [set("status = 'closed'")])],
        [`${layout} taken back after a decision`, undo(id, [set('generated_at = null'), decided])],
        [
          `${layout} taken back under a later one`,
          undo(id, [
            set("status = 'closed'"),
            `insert into import_batches select (jsonb_populate_record(b, jsonb_build_object('id', gen_random_uuid(), 'created_at',
               '2027-01-02T03:04:05Z', 'file_name', 'SauNay.xlsx'))).* from import_batches b where id = '${id}'`,
          ]),
        ],
      ]),
    ),
  };
};

export const fileTrials: Partial<Record<OperationId, Trials>> = {
  loadAmisSalesLedger: ofPeriod,
  listFindingRecords: read,
};
