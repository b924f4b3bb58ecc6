import { expect, test } from 'vitest';
import { alreadyInvoicedNote, planNote } from './plan-note.ts';

const period = { generatedAt: '2026-11-27T03:00:00Z', throughDate: null, toDate: '2026-09-30' };
const stats = { invoices: 68, lastChange: { added: 4, changed: 9, removed: 554 } } as Parameters<typeof planNote>[1];

test('a plan that «Cửa ngày» ended early says its last day of sales; one of all days does not', () => {
  expect(planNote({ ...period, throughDate: '2026-09-03' }, stats)).toMatch(
    /^68 hóa đơn · chỉ đến ngày bán 03\/09\/2026 · .* · thêm 4, đổi 9, bỏ 554$/,
  );
  expect(planNote({ ...period, throughDate: '2026-09-30' }, stats)).not.toContain('chỉ đến');
  expect(planNote(period, stats)).not.toContain('chỉ đến');
  expect(planNote({ ...period, generatedAt: null }, stats)).toBe('Chưa sinh lần nào');
});

test('a preview says why it finds another sum issued at AMIS, and nothing where the sum is the same', () => {
  expect(alreadyInvoicedNote(12_810_835, 12_667_224)).toMatch(/^«Đã xuất ở AMIS» giảm 143\.611 đ: .*chờ quyết định/);
  expect(alreadyInvoicedNote(0, 5)).toContain('tăng 5 đ');
  expect(alreadyInvoicedNote(5, 5)).toBeUndefined();
});
