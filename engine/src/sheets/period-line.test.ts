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
  ['Từ 01/09/2026 đến 30/09/2026', '2026-09-01', '2026-09-30'],
  ['Từ ngày 1 / 9 / 2026 - đến hết ngày 30 / 9 / 2026', '2026-09-01', '2026-09-30'],
  // Days in words are no whole months.
  ['Từ ngày 01 tháng 09 năm 2026 đến ngày 15 tháng 09 năm 2026', '2026-09-01', '2026-09-15'],
  ['Đến ngày 15 tháng 9 năm 2026', null, '2026-09-15'],
  ['Ngày 5 tháng 9 năm 2026', null, '2026-09-05'],
  ['Từ tháng 7 năm 2026 đến tháng 9 năm 2026', '2026-07-01', '2026-09-30'],
  ['Từ tháng 11/2025 đến tháng 1/2026', '2025-11-01', '2026-01-31'],
  ['Từ tháng 7 đến tháng 9 năm 2026', '2026-07-01', '2026-09-30'],
  ['Từ quý I đến quý III năm 2026', '2026-01-01', '2026-09-30'],
  ['Kho: <<Tất cả>>, Tháng 9 năm 2026', '2026-09-01', '2026-09-30'],
  ['Tháng 13 năm 2026', null, null],
  ['Sổ chi tiết bán hàng', null, null],
])('reads «%s»', (line, fromDate, toDate) => {
  expect(readPeriodLine(line) ?? { fromDate: null, toDate: null }).toEqual({ fromDate, toDate });
});
