import { isReturnCode } from '../return-code.ts';
import type { CheckName, Layout, Row } from './layouts/layout.ts';

/** A warning of a row-level check, at the field that it is about. */
export type CheckWarning = { readonly field: string; readonly code: string; readonly sentence: string };

type Check = (row: Row) => CheckWarning | undefined;

const stockOf = (row: Row): { quantityField: string; valueField: string } =>
  'closingQuantity' in row
    ? { quantityField: 'closingQuantity', valueField: 'closingValue' }
    : { quantityField: 'quantityOnHand', valueField: 'stockValue' };

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
  'positive-return': ({ docCode, quantity }) => {
    if (typeof docCode !== 'string' || !isReturnCode(docCode)) return undefined;
    if (typeof quantity !== 'string' || quantity === '0' || quantity.startsWith('-')) return undefined;
    const sentence = `của chứng từ trả lại «${docCode}» không âm nên dòng chờ xem lại, chưa lập hóa đơn. Là hàng trả lại thì ghi số lượng và tiền âm; thật là hàng bán thì ghi mã chứng từ bán hàng, rồi tải lại.`;
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
