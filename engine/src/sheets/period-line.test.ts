import { expect, it } from 'vitest';
import { readPeriodLine, statedPeriod } from './period-line.ts';

it.each([
  ['Từ ngày 01/09/2026 đến ngày 30/09/2026', '2026-09-01', '2026-09-30'],
  ['Từ ngày: 1/9/2026 - đến ngày', null, null],
  ['Từ ngày 2026-09-01 đến ngày 2026-09-30', '2026-09-01', '2026-09-30'],
  ['Từ 2026-09-01 - 2026-09-30', '2026-09-01', '2026-09-30'],
  ['Đến ngày 2026-09-30', null, '2026-09-30'],
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
  ['Từ tháng 11 đến tháng 1 năm 2026', null, '2026-01-31'],
  ['Từ ngày 30/09/2026 đến ngày 01/09/2026', null, '2026-09-01'],
  ['Ngày 01/09/2026 - 30/09/2026', '2026-09-01', '2026-09-30'],
  ['Từ ngày 01/09/2026, đến ngày 30/09/2026', '2026-09-01', '2026-09-30'],
  ['Từ ngày 01/09 – đến ngày 30/09/2026', '2026-09-01', '2026-09-30'],
  ['Từ ngày 15/12/2025 đến ngày 15/01/2026', '2025-12-15', '2026-01-15'],
  ['Tại ngày 30/09/2026', null, '2026-09-30'],
  ['Tính tới ngày 15/09/2026', null, '2026-09-15'],
  ['Từ ngày 15/09/26 đến ngày 30/09/26', '2026-09-15', '2026-09-30'],
  ['Từ 01-09 - 30-09-26', '2026-09-01', '2026-09-30'],
  ['Đến ngày 15/09/202', null, null],
  ['Tính đến 15 tháng 9 năm 2026', null, '2026-09-15'],
  ['Đến hết tháng 9 năm 2026', null, '2026-09-30'],
  ['Tháng 1 đến tháng 9 năm 2026', '2026-01-01', '2026-09-30'],
  ['Từ tháng 07/2026 - 09/2026', '2026-07-01', '2026-09-30'],
  ['Tháng 7-9/2026', '2026-07-01', '2026-09-30'],
  ['Quý I và quý II năm 2026', '2026-01-01', '2026-06-30'],
  ['Quý III - 2026', '2026-07-01', '2026-09-30'],
  ['Chi nhánh Quận 7 tháng 9 năm 2026', '2026-09-01', '2026-09-30'],
  ['Từ 15 tháng 8 năm 2026 đến nay', '2026-08-15', null],
  ['Từ ngày 01/09/2026 đến nay', '2026-09-01', null],
  ['Từ ngày 01/09/2026 trở đi', '2026-09-01', null],
  ['Kỳ: 01/09/2026 - 30/09/2026', '2026-09-01', '2026-09-30'],
  ['Kỳ báo cáo: 01/09/2026 đến 30/09/2026', '2026-09-01', '2026-09-30'],
  ['(01/09/2026 – 30/09/2026)', '2026-09-01', '2026-09-30'],
  // Months and quarters one by one are a span only without a gap.
  ['Tháng 7, 8, 9 năm 2026', '2026-07-01', '2026-09-30'],
  ['Các tháng 7, 8 và 9/2026', '2026-07-01', '2026-09-30'],
  ['Tháng 7 và tháng 9 năm 2026', null, null],
  ['Tháng 7, 9 năm 2026', null, null],
  ['Tháng 7/2026 và tháng 9/2026', null, null],
  ['Tháng 12/2025 và tháng 1/2026', '2025-12-01', '2026-01-31'],
  ['Quý I, II, III năm 2026', '2026-01-01', '2026-09-30'],
  ['Quý 03/2026', '2026-07-01', '2026-09-30'],
  ['Tháng 09.2026', '2026-09-01', '2026-09-30'],
  ['Tháng 9, năm 2026', '2026-09-01', '2026-09-30'],
  // The name of a company is no period, beside one or alone.
  ['Công ty Quý 4 - 2026', null, null],
  ['CÔNG TY TNHH MỘT THÀNH VIÊN QUÝ 4 2026', null, null],
  ['Công ty TNHH Tháng 9/2026', null, null],
  ['Công ty Quý 4 - 2026; Tháng 9/2026', '2026-09-01', '2026-09-30'],
  ['Công ty Hoa Mai - Quý 3/2026', '2026-07-01', '2026-09-30'],
  ['Công ty Hoa Mai\nQuý 3/2026', '2026-07-01', '2026-09-30'],
  ['Công ty Hoa Mai Quý 3 năm 2026', '2026-07-01', '2026-09-30'],
  // Days that are not of the report.
  ['Hà Nội, ngày 05 tháng 10 năm 2026', null, null],
  ['(Ban hành theo Thông tư số 133/2016/TT-BTC ngày 26 tháng 8 năm 2016 của BTC)', null, null],
  ['Kho: <<Tất cả>>, Tháng 9 năm 2026', '2026-09-01', '2026-09-30'],
  ['Tháng 13 năm 2026', null, null],
  ['Tháng 00/2026', null, null],
  ['Sổ chi tiết bán hàng', null, null],
])('reads «%s»', (line, fromDate, toDate) => {
  expect(readPeriodLine(line) ?? { fromDate: null, toDate: null }).toEqual({ fromDate, toDate });
});

it('takes a bare day, which may be the one of printing, only where no row says more', () => {
  const printed = ['Ngày 05 tháng 10 năm 2026'];
  const said = (...lines: string[]) => statedPeriod([printed, ...lines.map((line) => [line]), ['Ngày 01/10/2026']]);
  expect(said('Từ ngày 01/09/2026 đến ngày 30/09/2026')).toEqual({ fromDate: '2026-09-01', toDate: '2026-09-30' });
  expect(said('Ngày 01/09/2026 - 30/09/2026')).toEqual({ fromDate: '2026-09-01', toDate: '2026-09-30' });
  expect(said('Đến ngày 30/09/2026')).toEqual({ fromDate: null, toDate: '2026-09-30' });
  expect(said()).toEqual({ fromDate: null, toDate: '2026-10-05' });
});

it('reads a period whose words and days have cells of their own', () => {
  const [first, last] = [{ day: '2026-09-01' }, { day: '2026-09-30' }];
  const september = { fromDate: '2026-09-01', toDate: '2026-09-30' };
  const none = { fromDate: null, toDate: null };
  expect(statedPeriod([['Từ ngày', first, null, 'Đến ngày', last]])).toEqual(september);
  expect(statedPeriod([['Kho:', 'Tất cả', 'Từ ngày:', '01/09/2026', 'đến ngày:', '30/09/2026']])).toEqual(september);
  expect(statedPeriod([['Từ ngày 01/09/2026', 'Đến ngày 30/09/2026']])).toEqual(september);
  expect(statedPeriod([['Tháng', 9, 'Năm', 2026]])).toEqual(september);
  expect(statedPeriod([['Đến ngày', last]])).toEqual({ fromDate: null, toDate: '2026-09-30' });
  // One under the other.
  expect(statedPeriod([['Từ ngày:', first], [null], ['Đến ngày:', last]])).toEqual(september);
  expect(statedPeriod([['Từ ngày 01/09/2026'], ['Đến ngày 30/09/2026']])).toEqual(september);
  expect(statedPeriod([['Từ ngày:', first], ['Kho: Tất cả'], ['Đến ngày:', last]])).toEqual({
    ...september,
    fromDate: null,
  });
  // Under their captions.
  const captions = [null, 'Từ ngày', 'Đến ngày:'];
  expect(statedPeriod([captions, [null, first, last]])).toEqual(september);
  expect(statedPeriod([captions, [], ['01/09/2026', '30/09/2026']])).toEqual(september);
  for (const row of [[first], [first, last, 'Kho 1'], ['Kho', first], ['01/09/2026', 'Tất cả']])
    expect(statedPeriod([captions, row])).toEqual(none);
  expect(statedPeriod([captions, ['Kho: Tất cả'], [first, last]])).toEqual(none);
  expect(
    statedPeriod([
      ['Từ', 'Đến', 'Kho'],
      [first, last],
    ]),
  ).toEqual(none);
  // A day of printing, and words that belong to other things.
  expect(statedPeriod([['Ngày in', { day: '2026-10-05' }]])).toEqual(none);
  expect(statedPeriod([['Ngày', { day: '2026-10-05' }]])).toEqual(none);
  expect(statedPeriod([['Tồn kho tính đến', { day: '2026-08-31' }]])).toEqual(none);
  expect(statedPeriod([['Từ ngày', null, 'Đến ngày', null]])).toEqual(none);
});
