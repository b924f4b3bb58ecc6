import { formatDay } from '@khop/engine/day.ts';
import { formatVnd } from '@khop/engine/money.ts';
import type { Row } from '@khop/engine/sheets/layouts/layout.ts';
import { inMainUnit } from '@khop/engine/sheets/main-unit.ts';
import { fingerprintOf, upsertStaged } from '../../db/staging.ts';
import type { Tx } from '../../db/transaction.ts';
import { newId } from '../../id.ts';
import { fieldsOfLayout, titleOf } from '../imports/differences/told.ts';
import type { ImportBatch, ImportTarget, ImportWarning } from '../imports/target.ts';
import { fillPurchasePrices } from './purchase-prices.ts';

const COLUMNS = {
  id: 'uuid',
  line_key: 'text',
  accounting_date: 'date',
  document_date: 'date',
  voucher_number: 'text',
  invoice_number: 'text',
  invoice_date: 'date',
  supplier_code: 'text',
  supplier_name: 'text',
  product_code: 'text',
  product_name: 'text',
  unit: 'text',
  warehouse_code: 'text',
  quantity: 'numeric',
  returned_quantity: 'numeric',
  unit_price: 'numeric',
  amount: 'bigint',
  vat_amount: 'bigint',
};

/** `amount` is net: value bought − discount − returned − allowance, so that it belongs to quantity − returned. */
const columnsOf = (row: Row) => ({
  accounting_date: row.accountingDate,
  document_date: row.documentDate,
  voucher_number: row.voucherNumber,
  invoice_number: row.invoiceNumber ?? '',
  invoice_date: row.invoiceDate ?? null,
  supplier_code: row.supplierCode ?? '',
  supplier_name: row.supplierName ?? '',
  product_code: row.productCode,
  product_name: row.productName ?? '',
  unit: row.unit ?? '',
  warehouse_code: row.warehouseCode ?? '',
  quantity: row.quantity ?? '0',
  returned_quantity: row.returnQuantity ?? '0',
  unit_price: row.unitPrice,
  amount: row.netAmount ?? 0,
  vat_amount: row.vatAmount ?? null,
});

/**
 * AMIS "Sổ chi tiết mua hàng" → dated purchase lines of a profile, and from them the products' purchase prices. The
 * ledger is complete for its dates: a line of those dates that the new file leaves out is removed.
 */
export const importPurchaseLedger: ImportTarget = {
  name: 'amis-purchase-ledger',
  layout: 'amis-purchase-ledger',
  table: 'amis_purchase_lines',
  told: {
    code: "r ->> 'voucher_number'",
    title: titleOf('product_code', 'product_name'),
    fields: {
      ...fieldsOfLayout(
        'amis-purchase-ledger',
        [
          ...['accounting_date', 'document_date', 'invoice_number', 'invoice_date', 'supplier_code', 'supplier_name'],
          ...['product_code', 'product_name', 'unit', 'warehouse_code', 'quantity', 'returned_quantity', 'unit_price'],
          'vat_amount',
        ],
        { returned_quantity: 'returnQuantity' },
      ),
      amount: { label: 'Giá trị mua thuần', kind: 'number' },
    },
  },
  codes: { product_code: 'product', line_key: 'purchaseLine' },
  productColumn: 'product_code',
  stager: () => {
    // A voucher may buy the same product on several lines; their order distinguishes them.
    const occurrences = new Map<string, number>();
    return (row) => {
      // Codes are compared without case.
      const place = JSON.stringify([row.voucherNumber, row.productCode]).toLowerCase();
      const occurrence = (occurrences.get(place) ?? 0) + 1;
      occurrences.set(place, occurrence);
      const key = JSON.stringify([row.voucherNumber, row.productCode, occurrence]);
      const columns = columnsOf(inMainUnit(row));
      return { key, fingerprint: fingerprintOf(columns), data: { ...columns, line_key: key, id: newId() } };
    };
  },
  apply: async (tx, batch) => {
    const counts = await upsertStaged(tx, {
      runId: batch.runId,
      table: 'amis_purchase_lines',
      key: ['profile_id', 'line_key'],
      fixed: { profile_id: ['uuid', batch.profileId] },
      columns: COLUMNS,
      insertOnly: new Set(['id']),
    });
    const warnings = await removeAbsentLines(tx, batch);
    await fillPurchasePrices(tx, batch.profileId);
    return { ...counts, warnings };
  },
};

async function removeAbsentLines(
  tx: Tx,
  { runId, profileId, result, rejectedRows }: ImportBatch,
): Promise<ImportWarning[]> {
  const { rows } = await tx.client.query<{ from: string; to: string }>(
    `select * from (
       select coalesce($2::date, min((data ->> 'accounting_date')::date)) as from,
              coalesce($3::date, max((data ->> 'accounting_date')::date)) as to
       from staged_rows where run_id = $1) days
     where "from" is not null and "to" is not null`,
    [runId, result.fromDate, result.toDate],
  );
  if (!rows[0]) return [];
  const { from, to } = rows[0];
  const absent = `amis_purchase_lines where profile_id = $2 and line_key in (
    select line_key from amis_purchase_lines where profile_id = $2 and accounting_date between $3 and $4
    except select data ->> 'line_key' from staged_rows where run_id = $1)`;
  const parameters = [runId, profileId, from, to];
  const isFiltered = result.warnings.some(({ code }) => code === 'REPORT_FILTERED');
  if (rejectedRows > 0 || isFiltered) {
    // A rejected row may be one of them, and a filter may hide them, so none is removed.
    const { rows: kept } = await tx.client.query<{ n: number }>(`select count(*)::int as n from ${absent}`, parameters);
    return kept[0]!.n === 0
      ? []
      : [
          {
            code: 'LINES_KEPT',
            message: `Giữ ${formatVnd(kept[0]!.n)} dòng cũ từ ${formatDay(from)} đến ${formatDay(to)} không có trong tệp, vì ${isFiltered ? 'tệp chỉ có một phần sổ (bộ lọc ở phần đầu)' : 'tệp còn dòng bị từ chối'}.`,
          },
        ];
  }
  const { rowCount } = await tx.client.query(`delete from ${absent}`, parameters);
  return rowCount
    ? [
        {
          code: 'LINES_REMOVED',
          message: `Đã bỏ ${formatVnd(rowCount)} dòng cũ từ ${formatDay(from)} đến ${formatDay(to)} không còn trong sổ.`,
        },
      ]
    : [];
}
