import { expect, it } from 'vitest';
import { exportLayouts } from './layouts/export-layouts.ts';
import { renderExport } from './render-export.ts';

const TEMPLATE =
  'Hình thức bán hàng | Phương thức thanh toán | Kiêm phiếu xuất kho | Lập kèm hóa đơn | Đã lập hóa đơn | Ngày hạch toán (*) | Ngày chứng từ (*) | Số chứng từ (*) | Số phiếu xuất | Mẫu số HĐ | Ký hiệu HĐ | Số hóa đơn | Ngày hóa đơn | Mã khách hàng | Tên khách hàng | Địa chỉ | Mã số thuế | Đơn vị giao đại lý | Người nộp | Nộp vào TK | Tên ngân hàng | Diễn giải/Lý do nộp | Lý do xuất | Loại tiền | Tỷ giá | Mã hàng (*) | Tên hàng | Là dòng ghi chú | Hàng khuyến mại | Chiết khấu thương mại | TK Tiền/Chi phí/Nợ (*) | TK Doanh thu/Có (*) | ĐVT | Số lượng | Đơn giá | Thành tiền | Thành tiền quy đổi | Thành tiền theo TGHQ | Tỷ lệ CK (%) | Tiền chiết khấu | Tiền chiết khấu quy đổi | Tiền chiết khấu theo TGHQ | TK chiết khấu | Giá tính thuế XK | % thuế xuất khẩu | Tiền thuế XK | TK thuế XK | % thuế GTGT | % thuế suất KHAC | Tiền thuế GTGT | Tiền thuế GTGT quy đổi | TK thuế GTGT | HH không TH trên tờ khai thuế GTGT | Mã kho | TK giá vốn | TK Kho | Đơn giá vốn | Tiền vốn | Hàng hóa giữ hộ/bán hộ';
const SHORT =
  'Ngày hạch toán (*) | Ngày chứng từ (*) | Số chứng từ (*) | Mẫu số HĐ | Ký hiệu HĐ | Số hóa đơn | Ngày hóa đơn | Mã khách hàng | Tên khách hàng | Địa chỉ | Mã số thuế | Diễn giải | Mã hàng (*) | Tên hàng | TK Tiền/Chi phí/Nợ (*) | Hình thức thanh toán | ĐVT | Số lượng | Đơn giá | Thành tiền | % thuế GTGT | Tiền thuế GTGT | TK thuế GTGT | Tiền tệ | Tỷ giá';

it.each([
  ['amis-sales-voucher', 59, TEMPLATE],
  ['amis-sales-voucher-short', 25, SHORT],
] as const)('%s has the %i columns of the template in its order', (name, count, headers) => {
  const written = exportLayouts[name].columns.map((column) => column.header);
  expect(written).toHaveLength(count);
  expect(written.join(' | ')).toBe(headers);
});

it('writes a line with text dates, numbers, flags, rates and default accounts', () => {
  const row = {
    accountingDate: '2026-09-30',
    voucherNumber: 'KH0001',
    productCode: 'SP1',
    isPromotion: true,
    quantity: '1.5',
    unitPrice: '12345.678901',
    amount: 18519,
    vatRate: '8',
    vatAmount: 1482,
    taxCode: '0101243150',
  };
  const sheet = renderExport('amis-sales-voucher', [row, { ...row, vatRate: 'KCT' }, { ...row, vatRate: 'KHAC:7' }]);
  const [header, ...lines] = [...sheet.rows];
  const headers = header && 'cells' in header ? header.cells.map(String) : [];
  const written = lines.map((line) =>
    Object.fromEntries(Array.from(line as readonly unknown[], (cell, at) => [headers[at], cell])),
  );
  expect(sheet).toMatchObject({ name: 'Ban hang', freezeRows: 1 });
  expect(written[0]).toMatchObject({
    'Hình thức bán hàng': 0,
    'Kiêm phiếu xuất kho': 1,
    'Ngày hạch toán (*)': '30/09/2026',
    'Ngày chứng từ (*)': null,
    'Mã số thuế': '0101243150',
    'Hàng khuyến mại': 1,
    'TK Tiền/Chi phí/Nợ (*)': '131',
    'Số lượng': 1.5,
    'Đơn giá': 12345.678901,
    'Thành tiền': 18519,
    '% thuế GTGT': 8,
    '% thuế suất KHAC': null,
    'Loại tiền': 'VND',
  });
  expect(written.slice(1).map((line) => [line['% thuế GTGT'], line['% thuế suất KHAC']])).toEqual([
    ['KCT', null],
    ['KHAC', 7],
  ]);
});

it('refuses a template that it does not know', () => {
  expect(() => renderExport('amis-59', [])).toThrow(expect.objectContaining({ code: 'UNKNOWN_LAYOUT' }));
});
