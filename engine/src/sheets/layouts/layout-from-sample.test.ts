import { expect, it } from 'vitest';
import { exportLayouts } from './export-layouts.ts';
import { layoutFromSample } from './layout-from-sample.ts';
import { readOwnLayout } from './own-layout.ts';

it('makes the shipped template of its own header row, every field found again', () => {
  const { columns, sheetName } = exportLayouts['amis-sales-voucher'];
  const made = layoutFromSample(sheetName, [columns.map(({ header }) => header)])!;
  const fieldOf = ({ type, field }: (typeof columns)[number]) => (type === 'vatOther' ? 'vatOther' : field);
  expect(made.document.columns.map(({ field }) => field)).toEqual(columns.map(fieldOf));
  expect(made.unmatched).toEqual(columns.filter((column) => fieldOf(column) === undefined).map(({ header }) => header));
  expect(readOwnLayout('thu', made.document)).not.toHaveProperty('problems');
});

it('finds the header under a title, reads other words and spellings, and leaves what it does not know blank', () => {
  const made = layoutFromSample("'Bán/hàng'", [
    ['CÔNG TY ABC', '', ''],
    ['Mẫu nhập chứng từ', 'v2', 'nội bộ', 'tháng 9'],
    ['SỐ CT', 'Mã  vật tư (*)', 'Số lượng', 'Thành tiền', 'Ca bán', '', 'Ghi chú', 'Ghi chú', 'Thuế suất'],
    ['BH001', 'A', '1', '1000', 'sáng', '', '', '', '8'],
  ])!;
  expect(made.document).toEqual({
    sheetName: 'Bán hàng',
    columns: [
      { header: 'SỐ CT', field: 'voucherNumber' },
      { header: 'Mã vật tư (*)', field: 'productCode' },
      { header: 'Số lượng', field: 'quantity' },
      { header: 'Thành tiền', field: 'amount' },
      { header: 'Ca bán' },
      { header: 'Ghi chú' },
      { header: 'Ghi chú (2)' },
      { header: 'Thuế suất', field: 'vatRate' },
    ],
  });
  expect(made.unmatched).toEqual(['Ca bán', 'Ghi chú', 'Ghi chú (2)']);
  expect(readOwnLayout('thu', made.document)).not.toHaveProperty('problems');
});

it('gives undefined when no row looks like a header', () => {
  expect(layoutFromSample('S', [['một', 'hai'], []])).toBeUndefined();
});
