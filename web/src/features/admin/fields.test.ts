import { expect, test } from 'vitest';
import { fieldName, fieldValue, valueOfField } from './fields.ts';

test('fields of the log are told in Vietnamese, one level into a record, and unknown ones by their own name', () => {
  expect(fieldName('status')).toBe('Trạng thái');
  expect(fieldName('accounts.revenue', 'profile')).toBe('TK doanh thu');
  expect(fieldName('rules.divisibleUnits')).toBe('Quy tắc › đơn vị chia lẻ được');
  expect(fieldName('sourceKeys')).toBe('Dòng sổ');
  expect(fieldName('somethingNew')).toBe('somethingNew');
});

test.each([
  ['generated', 'Đã sinh'],
  ['not_a_sale', 'Không phải bán hàng'],
  [1234567, '1.234.567'],
  ['2026-09-30', '30/09/2026'],
  [true, 'Có'],
  [null, '(trống)'],
  [[], '(trống)'],
  [['KHO1', 'KHO2'], 'KHO1, KHO2'],
  [{ differs: 1790, matched: 17 }, 'Lệch: 1.790 · Khớp: 17'],
  [{ list: [{ a: 1 }] }, '{"list":[{"a":1}]}'],
])('%j reads %s', (value, words) => {
  expect(fieldValue(value)).toBe(words);
});

test('an id reads as the name that people know, also in a list and as the name of a part', () => {
  const [id, gone] = ['01900000-0000-7000-8000-000000000001', '01900000-0000-7000-8000-000000000002'];
  const names = { [id]: 'AP — An Phú' };
  expect(fieldValue(id, names)).toBe('AP — An Phú');
  expect(fieldValue({ CN01: [id, gone] }.CN01, names)).toBe(`AP — An Phú, ${gone}`);
  expect(fieldValue({ [id]: 3 }, names)).toBe('AP — An Phú: 3');
});

test('fields of a record that says itself what they are called are told in its words', () => {
  const event = { entity: 'amis-partner', names: {} };
  expect(fieldName('isOrganisation', event.entity)).toBe('Loại');
  expect(valueOfField(event, 'isOrganisation', false)).toBe('Cá nhân');
  expect(valueOfField(event, 'taxCodeCheck', 'bad_checksum')).toBe('Sai số kiểm tra');
  expect(valueOfField(event, 'address', '')).toBe('(trống)');
  expect(fieldName('isOrganisation', 'period')).toBe('isOrganisation');
});
