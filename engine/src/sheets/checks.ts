import type { CheckName, Layout, Row } from './layouts/layout.ts';

/** A warning of a row-level check, at the field that it is about. */
export type CheckWarning = { readonly field: string; readonly code: string; readonly sentence: string };

type Check = (row: Row) => CheckWarning | undefined;

const stockOf = (row: Row): { quantityField: string; valueField: string } =>
  'closingQuantity' in row
    ? { quantityField: 'closingQuantity', valueField: 'closingValue' }
    : { quantityField: 'quantityOnHand', valueField: 'stockValue' };

/** Bravo's codes of documents by which goods came back. */
const RETURNS: ReadonlySet<unknown> = new Set(['TL', 'R2']);

const checks: Readonly<Record<CheckName, Check>> = {
  'negative-stock': (row) => {
    const { quantityField } = stockOf(row);
    const quantity = row[quantityField];
    if (typeof quantity !== 'string' || !quantity.startsWith('-')) return undefined;
    return { field: quantityField, code: 'NEGATIVE_STOCK', sentence: 'tồn kho âm; khi cấp hàng được tính là 0.' };
  },
  'value-without-quantity': (row) => {
    const { quantityField, valueField } = stockOf(row);
    const value = row[valueField];
    if (row[quantityField] !== '0' || typeof value !== 'number' || value === 0) return undefined;
    return {
      field: valueField,
      code: 'VALUE_WITHOUT_QUANTITY',
      sentence: 'còn giá trị tồn nhưng số lượng tồn bằng 0.',
    };
  },
  'blank-unit': (row) =>
    row.unit === null ? { field: 'unit', code: 'BLANK_UNIT', sentence: 'chưa có đơn vị tính.' } : undefined,
  // The sign alone tells a return from a sale: without it the goods would be invoiced once more.
  'positive-return': ({ docCode, quantity }) => {
    const isReturn = RETURNS.has(typeof docCode === 'string' ? docCode.toUpperCase() : docCode);
    if (!isReturn || typeof quantity !== 'string' || quantity === '0' || quantity.startsWith('-')) return undefined;
    const sentence = `của chứng từ trả lại «${docCode}» không âm nên dòng được đọc là hàng bán. Nếu là hàng trả lại thì ghi số lượng và tiền âm rồi tải lại.`;
    return { field: 'quantity', code: 'RETURN_NOT_NEGATIVE', sentence };
  },
  'unstated-discount': ({ discountRate, discount }) => {
    if (typeof discountRate !== 'string' || discountRate === '0' || typeof discount === 'number') return undefined;
    const sentence = 'có tỷ lệ nhưng tiền chiết khấu để trống nên chiết khấu được đọc là 0. Hãy điền tiền rồi tải lại.';
    return { field: 'discountRate', code: 'DISCOUNT_NOT_STATED', sentence };
  },
};

/** Runs the layout's checks on one row. */
export function checkRow(layout: Layout, row: Row): readonly CheckWarning[] {
  if (!layout.checks) return [];
  const found: CheckWarning[] = [];
  for (const name of layout.checks) {
    const warning = checks[name](row);
    if (warning) found.push(warning);
  }
  return found;
}
