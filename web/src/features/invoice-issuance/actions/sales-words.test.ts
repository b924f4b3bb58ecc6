import { expect, test } from 'vitest';
import { salesWords } from './use-period-runs.ts';

test('a load without any line says where lines come from; one with lines says how many, which were there twice and which another period has invoiced', () => {
  expect(salesWords({ lines: 0 })).toContain('«Nạp nhiều tệp»');
  expect(salesWords({ lines: 1300, twins: 2 })).toBe(
    'Đã nạp 1.300 dòng sổ bán hàng. 2 dòng có ở cả Bravo lẫn phần đưa thêm: chỉ lấy một.',
  );
  expect(salesWords({ lines: 5, invoicedElsewhere: 1 })).toBe(
    'Đã nạp 5 dòng sổ bán hàng. 1 dòng đã có hóa đơn ở kỳ khác: chờ xem lại.',
  );
});
