import { expect, it } from 'vitest';
import { readPeriodLine } from './period-line.ts';

it.each([
  ['Từ ngày 01/09/2026 đến ngày 30/09/2026', '2026-09-01', '2026-09-30'],
  ['Từ ngày: 1/9/2026 - đến ngày', null, null],
  ['TỪ NGÀY 1/9/2026 ĐẾN 30/9/2026', '2026-09-01', '2026-09-30'],
  ['Kho: <<Tất cả>>; Từ ngày 01-01-2026 đến ngày 31-01-2026', '2026-01-01', '2026-01-31'],
  ['Tháng 9 năm 2026', '2026-09-01', '2026-09-30'],
  ['Tháng 12/2026', '2026-12-01', '2026-12-31'],
  ['Quý III năm 2026', '2026-07-01', '2026-09-30'],
  ['Năm 2026', '2026-01-01', '2026-12-31'],
  ['Đến ngày 30/09/2026', null, '2026-09-30'],
  ['Tháng 13 năm 2026', null, null],
  ['Sổ chi tiết bán hàng', null, null],
])('reads «%s»', (line, fromDate, toDate) => {
  expect(readPeriodLine(line) ?? { fromDate: null, toDate: null }).toEqual({ fromDate, toDate });
});
