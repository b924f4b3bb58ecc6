import { expect, it } from 'vitest';
import { renderExport } from '../render-export.ts';
import { exportFields, readOwnLayout } from './own-layout.ts';

const columns = [
  { header: 'Chứng từ', field: 'voucherNumber' },
  { header: 'Hàng', field: 'productCode' },
  { header: 'SL', field: 'quantity' },
  { header: 'Tiền', field: 'amount' },
];
const problemsOf = (document: unknown): string[] => {
  const read = readOwnLayout('rieng', document);
  return 'problems' in read ? read.problems.map(({ path, message }) => `${path}: ${message}`) : [];
};

it('reads headers with fields, constants and blank columns, in their order', () => {
  const layout = readOwnLayout('rieng', {
    sheetName: 'Phiếu',
    columns: [
      ...columns,
      { header: 'Loại', constant: 'BH <1> & "2"' },
      { header: 'Tỷ giá', constant: 1 },
      { header: 'Trống' },
      { header: 'Kho', field: 'warehouseCode', whenEmpty: 'KHO1' },
      { header: 'Ngày', field: 'documentDate' },
    ],
  });
  if ('problems' in layout) throw new Error(layout.problems[0]!.message);
  const row = { voucherNumber: 'K1', productCode: '=HH', quantity: '1.5', amount: 30, documentDate: '2026-09-05' };
  const [header, line] = [...renderExport(layout, [row]).rows];
  expect(header).toMatchObject({ cells: ['Chứng từ', 'Hàng', 'SL', 'Tiền', 'Loại', 'Tỷ giá', 'Trống', 'Kho', 'Ngày'] });
  expect(line).toEqual(['K1', '=HH', 1.5, 30, 'BH <1> & "2"', 1, null, 'KHO1', '05/09/2026']);
});

it.each([
  ['chữ', ': Cần một đối tượng có «sheetName» và «columns».'],
  [{ sheetName: 'a/b', columns }, /^sheetName: Tên trang tính cần từ 1 đến 31 ký tự/],
  [{ sheetName: 'A', columns: [] }, 'columns: Cần từ 1 đến 200 cột.'],
  [{ sheetName: 'A', columns, mau: 1 }, 'mau: Không có mục «mau». Các mục: sheetName, columns.'],
  [
    { sheetName: 'A', columns: columns.slice(1) },
    'columns: Thiếu cột lấy «voucherNumber» (Số chứng từ): AMIS không nhập được.',
  ],
  [
    { sheetName: 'A', columns: [...columns, { header: ' chứng từ ' }] },
    'columns[4].header: Tiêu đề « chứng từ » đã có ở cột 1.',
  ],
  [
    { sheetName: 'A', columns: [...columns, { header: 'Kho', field: 'warehouse' }] },
    'columns[4].field: Không có trường «warehouse», có lẽ là «warehouseCode» (Mã kho).',
  ],
  [
    { sheetName: 'A', columns: [...columns, { header: 'X', field: 'unit', constant: 'Cái' }] },
    'columns[4]: Cột «X» chỉ lấy một trong hai: «field» hoặc «constant».',
  ],
  [{ sheetName: 'A', columns: [...columns, { header: 'X', constant: true }] }, /«constant» cần là chữ/],
  [{ sheetName: 'A', columns: [...columns, { header: 'X', whenEmpty: 1 }] }, /chỉ dùng cùng «field»/],
])('refuses %j and says where and what', (document, problem) => {
  const found = problemsOf(document);
  expect(found).toHaveLength(1);
  if (typeof problem === 'string') expect(found[0]).toBe(problem);
  else expect(found[0]).toMatch(problem);
});

it('offers every field of the shipped template once', () => {
  const names = exportFields.map((one) => one.field);
  expect(new Set(names).size).toBe(names.length);
  expect(names).toEqual(expect.arrayContaining(['voucherNumber', 'taxCode', 'vatRate', 'warehouseCode']));
});
