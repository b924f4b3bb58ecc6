import { expect, test } from 'vitest';
import { fateOf, plainNumber, referenceOf } from './reference-words.ts';

/** The invoices that words name, in short: form, symbol, number, date, as far as they are named. */
const named = (words: string): string[] =>
  (referenceOf(words)?.invoices ?? []).map(({ form, symbol, number, date }) =>
    [form, symbol, number, date].filter((part) => part !== undefined).join(' '),
  );

test.each([
  ['Thay thế cho hóa đơn số 00000123', 'replaced', '123'],
  ['HĐ thay thế cho HĐ số: 123 ngày 05/09/2026', 'replaced', '123 2026-09-05'],
  ['Thay thế hóa đơn điện tử mẫu số 1, ký hiệu 1C26TYY, số 00000045', 'replaced', '1 c26tyy 45'],
  ['Điều chỉnh giảm cho hóa đơn GTGT số 77 ký hiệu C26TAB', 'adjusted', 'c26tab 77'],
  ['điều chỉnh thông tin hoá đơn số 0000012', 'adjusted', '12'],
  [
    'Điều chỉnh cho hóa đơn Mẫu số 1 ký hiệu C26TYY số 123 ngày 5 tháng 9 năm 2026',
    'adjusted',
    '1 c26tyy 123 2026-09-05',
  ],
  ['Thay thế cho hóa đơn số 12 ngày 31/02/2026', 'replaced', '12'],
  ['Điều chỉnh hóa đơn số 12 theo biên bản số 3 ngày 05/10/2026', 'adjusted', '12'],
  ['Thay thế hóa đơn số 12, hợp đồng số 45', 'replaced', '12'],
  ['Thay thế hóa đơn số 12 do sai đơn giá', 'replaced', '12'],
  ['Điều chỉnh hóa đơn số 12, 3 thùng sữa', 'adjusted', '12'],
  ['Hoá đơn thay thế cho hoá đơn 00000012', 'replaced', '12'],
  ['Điều chỉnh giảm hóa đơn 1C26TAA - 00000012 ngày 05/09/2026', 'adjusted', '1 c26taa 12 2026-09-05'],
  ['Hóa đơn được lập để thay thế hóa đơn số 12', 'replaced', '12'],
  ['Hóa đơn được thay thế cho hóa đơn số 12', 'replaced', '12'],
])('«%s» speaks of another invoice', (words, fate, invoice) => {
  expect(referenceOf(words)?.fate).toBe(fate);
  expect(named(words)).toEqual([invoice]);
});

test.each([
  ['Điều chỉnh cho các hóa đơn số 12, 13 và 14', ['12', '13', '14']],
  ['Điều chỉnh hóa đơn số 12; số 13; số 13', ['12', '13']],
  ['Thay thế hóa đơn số 12 ngày 05/09/2026, số 13 ngày 06/09/2026', ['12 2026-09-05', '13 2026-09-06']],
  ['Thay thế các hóa đơn số 12, 13 ngày 05/09/2026', ['12 2026-09-05', '13 2026-09-05']],
  ['Thay thế hóa đơn ký hiệu 1C26TYY số 12, ký hiệu 1C26TAB số 12', ['1 c26tyy 12', '1 c26tab 12']],
  ['Điều chỉnh hóa đơn từ số 12 đến số 15', ['12', '13', '14', '15']],
])('«%s» speaks of several invoices', (words, invoices) => {
  expect(named(words)).toEqual(invoices);
});

test.each([
  [
    'Điều chỉnh giảm cho các hóa đơn số 12, 13 kèm theo bảng kê số 01 ngày 30/11/2026',
    ['12', '13'],
    { number: '01', date: '2026-11-30' },
  ],
  [
    'Thay thế cho hóa đơn theo bảng kê số 02/BK-ĐCTT, ngày 30 tháng 11 năm 2026',
    [],
    { number: '02/bk-dctt', date: '2026-11-30' },
  ],
  ['Điều chỉnh theo bảng kê số 01/BK-ĐCTT', [], { number: '01/bk-dctt', date: undefined }],
  ['Thay thế hóa đơn theo bảng kê số 5 cho các hóa đơn số 12 và số 13', ['12', '13'], { number: '5', date: undefined }],
])('«%s» is one invoice for many, with its list', (words, invoices, list) => {
  expect(named(words)).toEqual(invoices);
  expect(referenceOf(words)?.list).toEqual(list);
});

test.each([
  ['Điều chỉnh tăng cho hóa đơn số 12', 'up'],
  ['Điều chỉnh giảm tiền hàng hóa đơn số 12', 'down'],
  ['Điều chỉnh hóa đơn số 12', undefined],
  ['Điều chỉnh tăng, giảm hóa đơn số 12', undefined],
])('«%s» goes %s', (words, direction) => {
  expect(referenceOf(words)?.direction).toBe(direction);
});

test.each([
  'Bán hàng cho Công ty An',
  'Thay thế linh kiện máy số 5',
  'Thay thế cho hóa đơn hôm trước',
  'Điều chỉnh giảm giá bán',
  'Điều chỉnh giá theo bảng kê số 5',
  'Hóa đơn bị thay thế bởi hóa đơn số 130',
  'Hóa đơn đã được thay thế bởi hóa đơn số 130',
  'Đã thay thế bằng hóa đơn số 130',
  'Hóa đơn đã được điều chỉnh theo hóa đơn số 130',
  'Thay thế cho hóa đơn 12 thùng',
  'Thay thế hóa đơn 000123456789',
  'Thay thế hóa đơn mẫu số 1',
  'Thay thế hóa đơn số 123456789',
  '',
])('«%s» names no other invoice', (words) => {
  expect(referenceOf(words)).toBeUndefined();
});

test.each([
  ['Hóa đơn bị thay thế', 'replaced'],
  ['Đã bị điều chỉnh', 'adjusted'],
  ['Đã được thay thế', 'replaced'],
  ['Hóa đơn được điều chỉnh', 'adjusted'],
  ['Hóa đơn số 12 đã được thay thế bởi hóa đơn số 130', 'replaced'],
  ['Đã điều chỉnh bằng hóa đơn số 130', 'adjusted'],
  ['Bán linh kiện được thay thế', undefined],
  ['Thay thế hóa đơn số 12 đã được điều chỉnh', undefined],
  ['Hóa đơn thay thế hóa đơn 12 đã được điều chỉnh', undefined],
  ['Hóa đơn được thay thế cho hóa đơn số 12', undefined],
  ['Đã huỷ', 'cancelled'],
  ['Hóa đơn đã xóa bỏ', 'cancelled'],
  ['Hóa đơn thay thế', undefined],
  ['Hóa đơn điều chỉnh', undefined],
  ['Hóa đơn gốc', undefined],
])('the state «%s» is %s', (words, fate) => {
  expect(fateOf(words)).toBe(fate);
});

test.each([
  ['00000123', '123'],
  ['100', '100'],
  ['0', '0'],
  ['000', '0'],
  ['', ''],
])('the number «%s» is compared as «%s»', (written, plain) => expect(plainNumber(written)).toBe(plain));
