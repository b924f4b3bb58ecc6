import { DAY_FACT_DAYS, statedFacts } from '@khop/engine/bravo/day-facts.ts';
import { type SalesLineKind, unstatedFigures } from '@khop/engine/bravo/sales-line.ts';
import { parseQuantity } from '@khop/engine/quantity.ts';
import type { Row, Value } from '@khop/engine/sheets/layouts/layout.ts';
import { parseVatRate } from '@khop/engine/vat-rate.ts';
import { sql } from 'kysely';
import type { Tx } from '../../../db/transaction.ts';
import { fieldsOfLayout, titleOf } from '../../imports/differences/told.ts';
import type { ImportBatch, ImportTarget, RejectedCell } from '../../imports/target.ts';
import { upsertSales } from '../pull-sales.ts';
import { stagedSalesLine } from '../stage-sales.ts';
import { findAbsent, IS_ABSENT } from './absent-sales.ts';
import { givenKey } from './given-key.ts';
import { keepNumbers } from './keep-numbers.ts';
import { keepLines } from './lines-alike.ts';
import { keepOtherKeys } from './other-keys.ts';
import { stagedTwins, twinRefusal, unstage } from './twins.ts';
import { dropCopiesOfGiven, reasonsOfGiven } from './undo-given.ts';

const text = (value: Value | undefined): string => (value === null || value === undefined ? '' : String(value));
const money = (value: Value | undefined): number => (typeof value === 'number' ? value : 0);

const FIGURE_NAMES = { quantity: 'số lượng', baseQuantity: 'số lượng quy đổi', amount: 'tiền hàng' } as const;

/**
 * "Bảng kê bán hàng" → given sales lines, by the file's row keys or else by document, item and content. A line counts in the item's
 * base unit: by the file's own rate, else by Bravo's unit table; a line that neither explains is rejected, never taken as 1.
 */
export const importGivenSales: ImportTarget = {
  name: 'given-sales',
  layout: 'bravo-sales',
  table: 'sales_ledger_lines',
  told: {
    code: "r ->> 'doc_no'",
    title: titleOf('item_code', 'item_name'),
    fields: {
      ...fieldsOfLayout('bravo-sales', [
        ...['doc_date', 'doc_status', 'partner_code', 'item_code', 'item_name', 'unit', 'quantity', 'convert_rate'],
        ...['base_quantity', 'unit_price', 'amount', 'discount', 'vat_rate', 'vat_amount', 'warehouse_code', 'kind'],
        'description',
      ]),
      day_facts: {
        label: 'Ngày theo luật',
        kind: 'text',
        parts: fieldsOfLayout('bravo-sales', [...DAY_FACT_DAYS, 'isExport', 'trade']),
      },
    },
    key: 'source_key',
    expected: IS_ABSENT,
  },
  codes: { item_code: 'item', partner_code: 'partner', branch_code: 'branch', source_key: 'givenSale' },
  reasonsToKeep: reasonsOfGiven,
  afterUndo: dropCopiesOfGiven,
  stager: () => {
    // A document may sell an item on several lines: by their order, until it is known which stored ones they are (`keepLines`).
    const occurrences = new Map<string, number>();
    return (row, rowNumber) => {
      const place = [row.branchCode, row.docCode, row.docNo, row.docDate, row.itemCode].map(text).join('/');
      // Codes are compared without case.
      const occurrence = (occurrences.get(place.toLowerCase()) ?? 0) + 1;
      occurrences.set(place.toLowerCase(), occurrence);
      const kind = text(row.kind) || 'goods';
      const blank = unstatedFigures(
        kind as SalesLineKind,
        (field) => field !== 'baseQuantity' && row[field] === null,
      )[0];
      if (blank)
        return {
          reject: {
            column: '',
            value: '',
            code: 'REQUIRED',
            message: `Dòng ${rowNumber}: ${FIGURE_NAMES[blank]} đang trống. Nếu thật không có thì ghi 0.`,
          },
        };
      const id = givenKey(text(row.rowId) || `${place}#${occurrence}`);
      return stagedSalesLine(lineOf(row, id, kind as SalesLineKind));
    };
  },
  apply: async (tx, batch) => {
    await keepNumbers(tx, batch.runId);
    await keepLines(tx, batch.runId);
    await keepOtherKeys(tx, batch.runId, { isWhole: true });
    const warnings = await findAbsent(tx, batch);
    const rejected = [...(await rejectTwins(tx, batch)), ...(await fillBaseQuantities(tx, batch))];
    await unstage(
      tx,
      batch.runId,
      rejected.map(({ key }) => key),
    );
    const counts = await upsertSales(tx, batch.runId, { source: 'given', givenBy: batch.createdBy });
    return { ...counts, warnings, rejected: rejected.map(({ cell }) => cell) };
  },
};

/** A stated base quantity or rate is kept; '0' for both marks a line whose unit has to say it. */
function lineOf(row: Row, id: string, kind: SalesLineKind) {
  const quantity = parseQuantity(text(row.quantity) || '0');
  return {
    id,
    branchCode: text(row.branchCode),
    docCode: text(row.docCode),
    docNo: text(row.docNo),
    docDate: text(row.docDate),
    docStatus: text(row.docStatus),
    partnerCode: text(row.partnerCode),
    itemCode: text(row.itemCode),
    itemName: text(row.itemName),
    unit: text(row.unit),
    quantity,
    baseQuantity: parseQuantity(text(row.baseQuantity) || '0'),
    convertRate: text(row.convertRate) || '0',
    unitPrice: text(row.unitPrice) || '0',
    amount: money(row.amount),
    discount: money(row.discount),
    vatRate: row.vatRate === null ? undefined : parseVatRate(text(row.vatRate)),
    vatAmount: money(row.vatAmount),
    warehouseCode: text(row.warehouseCode),
    kind,
    description: text(row.description),
    ...dayFactsOf(row),
  };
}

const dayFactsOf = (row: Row) => {
  const dayFacts = statedFacts({
    ...Object.fromEntries(DAY_FACT_DAYS.map((field) => [field, text(row[field])])),
    isExport: row.isExport === true,
    trade: text(row.trade),
  });
  return dayFacts ? { dayFacts } : {};
};

/** A refused line by its key in the table of staged rows; people read what their file says, never the key. */
type Refused = { readonly key: string; readonly cell: RejectedCell };

async function rejectTwins(tx: Tx, { runId }: ImportBatch): Promise<Refused[]> {
  return (await stagedTwins(tx, runId)).map((twin) => {
    const { code, message } = twinRefusal(twin);
    const { key, rowNumber, docNo: value } = twin;
    return {
      key,
      cell: { row: rowNumber ?? 0, column: '', value, code, message: `Dòng ${rowNumber}: ${message}` },
    };
  });
}

/** Fills rate and base quantity of staged goods by the file's rate or Bravo's units; returns the lines that nothing explains. */
async function fillBaseQuantities(tx: Tx, { runId }: ImportBatch): Promise<Refused[]> {
  const { rows } = await sql<{
    key: string;
    row: number;
    item: string;
    unit: string;
    /** The main unit of the item; null for one that is not known. */
    main: string | null;
  }>`
    with line as (
      select s.key, s.row_number as row, s.data ->> 'item_code' as item, s.data ->> 'unit' as unit,
        (s.data ->> 'quantity')::numeric as quantity, nullif((s.data ->> 'base_quantity')::numeric, 0) as base,
        nullif((s.data ->> 'convert_rate')::numeric, 0) as rate, s.data ->> 'kind' as kind, i.unit as main,
        case when i.code is not null and (s.data ->> 'unit' = '' or lower(s.data ->> 'unit') = lower(i.unit)) then 1
          else (select (u ->> 'rate')::numeric from jsonb_array_elements(i.units) u
            where lower(u ->> 'unit') = lower(s.data ->> 'unit') limit 1) end as by_unit
      from staged_rows s left join bravo_items i on i.code = s.data ->> 'item_code' where s.run_id = ${runId}
    ), told as (
      select key, row, item, unit, main, quantity,
        case when quantity = 0 or kind in ('service', 'discount') then coalesce(rate, 1)
          when base is not null then coalesce(rate, round(base / quantity, 10)) else coalesce(rate, by_unit) end as rate,
        base
      from line
    ), written as (
      update staged_rows s set data = s.data || jsonb_build_object('convert_rate', t.rate::text,
        'base_quantity', coalesce(t.base, round(t.quantity * t.rate, 6))::text)
      from told t where s.run_id = ${runId} and s.key = t.key and t.rate is not null
    )
    select key, row, item, unit, main from told where rate is null order by row`.execute(tx.db);
  return rows.map(({ key, row, item, unit, main }) => ({
    key,
    cell: {
      row,
      column: '',
      value: main === null ? item : unit,
      code: main === null ? 'ITEM_NOT_FOUND' : 'UNIT_UNKNOWN',
      message:
        main === null
          ? `Dòng ${row}: Bravo không có vật tư «${item}». Hãy đồng bộ vật tư, hay đưa vật tư bằng tệp, rồi tải lại.`
          : `Dòng ${row}: không biết 1 «${unit}» của vật tư «${item}» là bao nhiêu đơn vị chính${main ? ` «${main}»` : ''}. Hãy sửa đơn vị, thêm cột «Hệ số quy đổi», hay khai đơn vị ấy ở danh mục vật tư, rồi tải lại.`,
      mayPass: true,
    },
  }));
}
