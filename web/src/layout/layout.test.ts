import { expect, test } from 'vitest';
import { ApiError } from '../api/errors.ts';
import { byGroup, type Command, fold, matching } from '../page/commands.ts';
import { initials } from '../ui/avatar.tsx';
import { faultOf } from './error-page.tsx';
import { activeItem, NAV } from './nav.tsx';

test.each([
  ['/', undefined, '/'],
  ['/bravo/items', undefined, '/bravo/items'],
  ['/invoices', undefined, '/invoices'],
  ['/invoices/0199', undefined, '/invoices'],
  ['/invoices/rules', undefined, undefined],
  ['/invoices/bravo-sales', undefined, '/invoices/bravo-sales'],
  ['/invoices/bravo-sales/0199', undefined, '/invoices/bravo-sales'],
  ['/tax-invoices/0199', undefined, '/tax-invoices'],
  ['/amis/profiles/p1/products', undefined, '/amis/profiles'],
  ['/admin/audit', undefined, '/admin/audit'],
  ['/profile', undefined, undefined],
])('%s marks %s as the place in the navigation', (pathname, view, to) => {
  expect(activeItem(NAV, pathname, view)).toBe(to);
});

test('commands of one group come together, whichever page offers them', () => {
  const of = (group: string, id: string): Command => ({ id, label: id, group, run: () => undefined });
  const all = [of('Thao tác', 'a'), of('Trang', 'b'), of('Thao tác', 'c'), of('Trang', 'd')];
  expect(byGroup(all).map(({ id }) => id)).toEqual(['a', 'c', 'b', 'd']);
});

test('commands are found without marks and case, by every word', () => {
  const command = (label: string, keywords = ''): Command => ({
    id: label,
    label,
    keywords,
    group: 'Trang',
    run: () => undefined,
  });
  const all = [command('Đối tượng', 'khách hàng'), command('Vật tư'), command('Tổng quan')];
  expect(fold('Đối TƯỢNG')).toBe('doi tuong');
  expect(matching(all, 'doi tuong').map(({ label }) => label)).toEqual(['Đối tượng']);
  expect(matching(all, 'hang khach').map(({ label }) => label)).toEqual(['Đối tượng']);
  expect(matching(all, '').length).toBe(3);
  expect(matching(all, 'không có').length).toBe(0);
});

test('the error page tells status and message of a refusal in words, never its code', () => {
  expect(faultOf(new ApiError(404, 'NOT_FOUND', 'Không tìm thấy.'))).toEqual({
    statusCode: 404,
    statusMessage: 'Đã xảy ra lỗi',
    message: 'Không tìm thấy.',
  });
  expect(faultOf(new ApiError(0, 'NETWORK', 'Mất mạng.')).statusCode).toBe(503);
  expect(faultOf(new Error('hỏng'))).toMatchObject({ statusCode: 500, message: 'hỏng' });
});

test('initials', () => {
  expect(initials('Nguyễn Thị Kế Toán')).toBe('NT');
  expect(initials('ketoan@khop.vn')).toBe('K');
  expect(initials('')).toBe('?');
});
