import type { SalesLine } from '@khop/engine/bravo/sales-line.ts';
import { divideRounded } from '@khop/engine/money.ts';
import { formatQuantity, parseFactor } from '@khop/engine/quantity.ts';
import { fingerprintOf, type StagedRow } from '../../db/staging.ts';
import { newId } from '../../id.ts';

/** Column → SQL type of a stored ledger line, as `upsertStaged` takes them. */
export const SALES_COLUMNS = {
  id: 'uuid',
  source_key: 'text',
  branch_code: 'text',
  doc_code: 'text',
  doc_no: 'text',
  doc_date: 'date',
  doc_status: 'text',
  partner_code: 'text',
  item_code: 'text',
  item_name: 'text',
  unit: 'text',
  quantity: 'numeric',
  convert_rate: 'numeric',
  base_quantity: 'numeric',
  unit_price: 'numeric',
  amount: 'bigint',
  discount: 'bigint',
  vat_rate: 'text',
  vat_amount: 'bigint',
  warehouse_code: 'text',
  kind: 'text',
  description: 'text',
  unstated: 'text',
  day_facts: 'jsonb',
} as const;

/** A ledger line on its way into the store, whether it comes from Bravo or was sent by a caller. */
export function stagedSalesLine(line: SalesLine): StagedRow {
  const columns = {
    source_key: line.id,
    branch_code: line.branchCode,
    doc_code: line.docCode,
    doc_no: line.docNo,
    doc_date: line.docDate,
    doc_status: line.docStatus,
    partner_code: line.partnerCode,
    item_code: line.itemCode,
    item_name: line.itemName,
    unit: line.unit,
    quantity: formatQuantity(line.quantity),
    convert_rate: rateText(line.convertRate),
    base_quantity: formatQuantity(line.baseQuantity),
    unit_price: line.unitPrice,
    amount: line.amount,
    discount: line.discount,
    vat_rate: line.vatRate ?? null,
    vat_amount: line.vatAmount,
    warehouse_code: line.warehouseCode,
    kind: line.kind,
    description: line.description,
  };
  const unstated = (line.unstated ?? []).join(',');
  // Both are left out of the fingerprint where there is none, as before they were known: such a line has not changed.
  const { dayFacts } = line;
  const fingerprint = fingerprintOf({
    ...columns,
    ...(unstated !== '' && { unstated }),
    ...(dayFacts && { dayFacts }),
  });
  const data = { ...columns, unstated, day_facts: dayFacts ?? null, id: newId() };
  return { key: line.id, rowNumber: null, fingerprint, data };
}

const RATE_PLACES = 10;

/** The store keeps ten places of a rate such as "1/24"; base quantities come from Bravo and are not computed from it. */
function rateText(rate: string): string {
  if (!rate.includes('/')) return rate;
  const { numerator, denominator } = parseFactor(rate);
  const digits = divideRounded(numerator * 10n ** BigInt(RATE_PLACES), denominator)
    .toString()
    .padStart(RATE_PLACES + 1, '0');
  return `${digits.slice(0, -RATE_PLACES)}.${digits.slice(-RATE_PLACES)}`;
}
