import { expect, test } from 'vitest';
import { fateOf, referenceOf } from './invoice-references.ts';

test.each([
  ['Thay thế cho hóa đơn số 00000123', 'replaced', '123', undefined],
  ['HĐ thay thế cho HĐ số: 123 ngày 05/09/2026', 'replaced', '123', undefined],
  ['Thay thế hóa đơn điện tử mẫu số 1, ký hiệu 1C26TYY, số 00000045', 'replaced', '45', 'c26tyy'],
  ['Điều chỉnh giảm cho hóa đơn GTGT số 77 ký hiệu C26TAB', 'adjusted', '77', 'c26tab'],
  ['điều chỉnh thông tin hoá đơn số 0000012', 'adjusted', '12', undefined],
])('«%s» speaks of another invoice', (words, fate, number, symbol) => {
  expect(referenceOf(words)).toEqual({ fate, number, symbol });
});

test.each([
  'Bán hàng cho Công ty An',
  'Thay thế linh kiện máy số 5',
  'Thay thế cho hóa đơn hôm trước',
  'Điều chỉnh giảm giá bán',
  'Hóa đơn bị thay thế bởi hóa đơn số 130',
  'Thay thế hóa đơn mẫu số 1',
  '',
])('«%s» names no other invoice', (words) => {
  expect(referenceOf(words)).toBeUndefined();
});

test.each([
  ['Hóa đơn bị thay thế', 'replaced'],
  ['Đã bị điều chỉnh', 'adjusted'],
  ['Đã huỷ', 'cancelled'],
  ['Hóa đơn đã xóa bỏ', 'cancelled'],
  ['Hóa đơn thay thế', undefined],
  ['Hóa đơn điều chỉnh', undefined],
  ['Hóa đơn gốc', undefined],
])('the state «%s» is %s', (words, fate) => {
  expect(fateOf(words)).toBe(fate);
});
