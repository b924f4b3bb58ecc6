import type { Day } from '../../day.ts';
import {
  type Confidence,
  type FineRange,
  type Holiday,
  type InvoiceRules,
  SINCE_ALWAYS,
  type Swap,
} from './invoice-rules.ts';

/** The shipped rules are unconfirmed; an admin of the installation confirms them (`confirmed`). */
const from = (id: string, source: string, reference: string, confidence: Confidence) => ({
  ...{ id, source, reference, confidence, confirmed: null },
});

const LABOUR = 'Bộ luật Lao động 2019';

const off = (fromDate: Day, toDate: Day, name: string, source = LABOUR, reference = 'Điều 112'): Holiday => ({
  ...{ fromDate, toDate, name },
  ...from('H1', source, reference, 'second'),
});

/** A day in lieu of a holiday on a weekend. */
const inLieu = (day: Day, name: string): Holiday => off(day, day, `${name}, nghỉ bù`, LABOUR, 'Điều 111 khoản 3');

const cultureDay = (day: Day): Holiday => off(day, day, 'Ngày Văn hóa Việt Nam', 'Nghị quyết 28/2026/QH16', 'Điều 2');

const swap = (fromDate: Day, worked: Day): Swap => ({
  ...{ fromDate, worked },
  ...from('H2', 'Thông báo hoán đổi ngày làm việc của cơ quan nhà nước', 'thông báo hằng năm', 'second'),
});

/** All days off of a year are known. */
const announced = (year: number) => ({
  ...{ fromDate: `${year}-01-01`, toDate: `${year}-12-31` },
  ...from('H3', LABOUR, 'Điều 112 khoản 3, thông báo hằng năm', 'second'),
});

/** Millions of đồng, from and to. */
const tr = (low: number, high: number): FineRange => ({ low: low * 1_000_000, high: high * 1_000_000 });
const WARNING: FineRange = { low: 0, high: 0 };

/** A reduction of 10 % to 8 %. */
const reduction = (fromDate: Day, toDate: Day, source: string, reference: string) => ({
  ...{ fromDate, toDate, standardRate: '10', reducedRate: '8' },
  ...from('V2', source, reference, 'second'),
});

/** The trades of T8, in short names: distribution of goods is none of them. */
const RECONCILED_TRADES: readonly string[] = [
  ...['dịch vụ hỗ trợ trực tiếp vận tải hàng không', 'nhiên liệu hàng không', 'điện', 'nước'],
  ...['dịch vụ hỗ trợ vận tải đường sắt', 'truyền hình', 'quảng cáo truyền hình'],
  ...['dịch vụ thương mại điện tử', 'bưu chính, chuyển phát', 'viễn thông', 'logistics', 'hoa tiêu hàng hải'],
  ...['quảng cáo trên báo điện tử', 'dịch vụ số, nền tảng số, công nghệ thông tin bán theo kỳ'],
  ...['ngân hàng (trừ cho vay)', 'chuyển tiền', 'chứng khoán', 'tài sản mã hóa', 'sàn giao dịch các-bon'],
  ...['xổ số điện toán', 'thu phí đường bộ giữa nhà đầu tư và đơn vị thu', 'bảo hiểm', 'bảo vệ'],
  ...['suất ăn công nghiệp', 'sở giao dịch hàng hóa', 'thông tin tín dụng'],
  'vận tải hành khách bằng taxi, xe hợp đồng, xe máy công nghệ cho tổ chức',
];

/**
 * The dated rules that ship with the product, read by people who are no lawyers: docs/law.md. An installation replaces
 * them as data; an unknown rule is left out, never guessed.
 */
export const SHIPPED_RULES: InvoiceRules = {
  vatRates: [
    {
      fromDate: SINCE_ALWAYS,
      rates: ['0', '5', '8', '10', 'KCT', 'KKKNT', 'KHAC'],
      ...from('V1', 'Luật Thuế giá trị gia tăng 48/2024/QH15 và các văn bản giảm thuế', 'Điều 9', 'second'),
    },
  ],
  // No extension past the last one is known: after it the standard rate holds. Older ones read older ledgers.
  vatReductions: [
    reduction('2022-02-01', '2022-12-31', 'Nghị định 15/2022/NĐ-CP', 'Điều 1'),
    reduction('2023-07-01', '2023-12-31', 'Nghị định 44/2023/NĐ-CP', 'Điều 1'),
    reduction('2024-01-01', '2024-06-30', 'Nghị định 94/2023/NĐ-CP', 'Điều 1'),
    reduction('2024-07-01', '2024-12-31', 'Nghị định 72/2024/NĐ-CP', 'Điều 1'),
    reduction('2025-01-01', '2025-06-30', 'Nghị quyết 174/2024/QH15, Nghị định 180/2024/NĐ-CP', 'Điều 1'),
    reduction('2025-07-01', '2026-12-31', 'Nghị quyết 204/2025/QH15, Nghị định 174/2025/NĐ-CP', 'Điều 1 khoản 2'),
  ],
  consumerTexts: [
    {
      ...{ fromDate: SINCE_ALWAYS, text: 'Người mua không lấy hóa đơn' },
      ...from('B2', 'thông lệ', 'không có trong văn bản trước ngày 01/07/2026', 'second'),
    },
    {
      ...{ fromDate: '2026-07-01', text: 'Bán cho người tiêu dùng' },
      ...from('B2', 'Nghị định 254/2026/NĐ-CP', 'Phụ lục điểm 4b', 'full'),
    },
  ],
  // Weekends between them are left out.
  holidays: [
    off('2025-01-01', '2025-01-01', 'Tết dương lịch'),
    off('2025-01-27', '2025-01-31', 'Tết Ất Tỵ'),
    off('2025-04-07', '2025-04-07', 'Giỗ Tổ Hùng Vương'),
    off('2025-04-30', '2025-05-01', '30/4 và 1/5'),
    off('2025-09-01', '2025-09-02', 'Quốc khánh'),
    off('2026-01-01', '2026-01-01', 'Tết dương lịch'),
    off('2026-02-16', '2026-02-20', 'Tết Bính Ngọ'),
    inLieu('2026-04-27', 'Giỗ Tổ Hùng Vương'),
    off('2026-04-30', '2026-05-01', '30/4 và 1/5'),
    off('2026-09-01', '2026-09-02', 'Quốc khánh'),
    cultureDay('2026-11-24'),
    off('2027-01-01', '2027-01-01', 'Tết dương lịch'),
    off('2027-04-16', '2027-04-16', 'Giỗ Tổ Hùng Vương'),
    off('2027-04-30', '2027-04-30', 'Ngày Chiến thắng'),
    inLieu('2027-05-03', 'Quốc tế lao động'),
    off('2027-09-02', '2027-09-02', 'Quốc khánh'),
    cultureDay('2027-11-24'),
  ],
  // Of 2027 the days of Tết and the day beside 2 September are not announced yet.
  announcedHolidays: [announced(2025), announced(2026)],
  swaps: [swap('2025-05-02', '2025-04-26'), swap('2026-01-02', '2026-01-10'), swap('2026-08-31', '2026-08-22')],
  symbols: [
    {
      ...{ fromDate: SINCE_ALWAYS, forms: '123456', letters: 'CK', kinds: 'TDLMNBGH', numberDigits: 8 },
      ...from('N4', 'Thông tư 78/2021/TT-BTC', 'Điều 4', 'second'),
    },
    {
      ...{ fromDate: '2025-06-01', forms: '123456789', letters: 'CK', kinds: 'TDLMNBGHX', numberDigits: 8 },
      ...from('N4', 'Thông tư 32/2025/TT-BTC', 'Điều 5', 'full'),
    },
    {
      ...{ fromDate: '2026-07-01', forms: '123456789', letters: 'CK', kinds: 'TDLMNBGHXF', numberDigits: 8 },
      ...from('N4', 'Thông tư 91/2026/TT-BTC', 'Phụ lục I', 'full'),
    },
  ],
  // The words are those of each decree; what they say has not changed.
  invoiceDates: [
    { fromDate: SINCE_ALWAYS, days: 0, ...from('T1', 'Nghị định 123/2020/NĐ-CP', 'Điều 9 khoản 1', 'second') },
    { fromDate: '2026-07-01', days: 0, ...from('T1', 'Nghị định 254/2026/NĐ-CP', 'Điều 9 khoản 1', 'full') },
  ],
  signing: [
    {
      ...{ fromDate: SINCE_ALWAYS, workingDays: null },
      ...from('T2', 'Nghị định 123/2020/NĐ-CP', 'Điều 10 khoản 9', 'inferred'),
    },
    {
      ...{ fromDate: '2025-06-01', workingDays: 1 },
      ...from('T2', 'Nghị định 70/2025/NĐ-CP', 'sửa Điều 10 khoản 9 Nghị định 123/2020/NĐ-CP', 'second'),
    },
    {
      ...{ fromDate: '2026-07-01', workingDays: 1 },
      ...from('T2', 'Nghị định 254/2026/NĐ-CP', 'Phụ lục điểm 7, Điều 15 khoản 3, Điều 16 khoản 3', 'full'),
    },
  ],
  fineLadders: [
    {
      fromDate: SINCE_ALWAYS,
      brackets: [
        { from: 1, lateSale: tr(4, 8), lateLight: tr(4, 8), missingSale: tr(10, 20), missingLight: tr(10, 20) },
      ],
      ...from('F3', 'Nghị định 125/2020/NĐ-CP', 'Điều 24', 'full'),
    },
    {
      fromDate: '2026-01-16',
      brackets: [
        { from: 1, lateSale: tr(0.5, 1.5), lateLight: WARNING, missingSale: tr(1, 2), missingLight: WARNING },
        { from: 2, lateSale: tr(2, 5), lateLight: tr(0.5, 1.5), missingSale: tr(2, 10), missingLight: tr(1, 2) },
        { from: 10, lateSale: tr(5, 15), lateLight: tr(2, 5), missingSale: tr(10, 30), missingLight: tr(2, 10) },
        { from: 20, lateSale: tr(15, 30), lateLight: tr(2, 5), missingSale: tr(30, 50), missingLight: tr(2, 10) },
        { from: 50, lateSale: tr(30, 50), lateLight: tr(5, 15), missingSale: tr(60, 80), missingLight: tr(10, 30) },
        { from: 100, lateSale: tr(50, 70), lateLight: tr(15, 30), missingSale: tr(60, 80), missingLight: tr(30, 50) },
      ],
      ...from('F1', 'Nghị định 125/2020/NĐ-CP sửa đổi bởi Nghị định 310/2025/NĐ-CP', 'Điều 24', 'full'),
    },
  ],
  cancellations: [
    { fromDate: SINCE_ALWAYS, isAllowed: true, ...from('C0', 'Nghị định 123/2020/NĐ-CP', 'Điều 19', 'second') },
    {
      ...{ fromDate: '2025-06-01', isAllowed: false },
      ...from('C0', 'Nghị định 70/2025/NĐ-CP; Thông tư 91/2026/TT-BTC', 'mẫu 04/SS-HĐĐT', 'second'),
    },
  ],
  consolidations: [
    { fromDate: SINCE_ALWAYS, isAllowed: false, ...from('T9', 'Nghị định 123/2020/NĐ-CP', 'Điều 4 khoản 1', 'second') },
    {
      ...{ fromDate: '2026-07-01', isAllowed: true },
      ...from('T9', 'Nghị định 254/2026/NĐ-CP', 'Phụ lục điểm 5 a.3', 'full'),
    },
  ],
  incidents: [
    {
      ...{ fromDate: SINCE_ALWAYS, sellerDays: null, taxSystemDays: null },
      ...from('T12', 'Nghị định 123/2020/NĐ-CP', 'Điều 20', 'inferred'),
    },
    {
      ...{ fromDate: '2026-07-01', sellerDays: 3, taxSystemDays: 2 },
      ...from('T12', 'Nghị định 254/2026/NĐ-CP', 'Điều 14 khoản 4–6', 'full'),
    },
  ],
  exportDates: [
    {
      ...{ fromDate: SINCE_ALWAYS, workingDays: null },
      ...from('T5', 'Nghị định 123/2020/NĐ-CP', 'không có trong văn bản đã đọc', 'inferred'),
    },
    {
      ...{ fromDate: '2026-07-01', workingDays: 1 },
      ...from('T5', 'Nghị định 254/2026/NĐ-CP', 'Điều 9 khoản 1 đoạn 2', 'full'),
    },
  ],
  serviceDates: [
    {
      ...{ fromDate: SINCE_ALWAYS, isPaymentCounted: true },
      ...from('T6', 'Nghị định 123/2020/NĐ-CP', 'Điều 9 khoản 2', 'second'),
    },
    {
      ...{ fromDate: '2026-07-01', isPaymentCounted: true },
      ...from('T6', 'Nghị định 254/2026/NĐ-CP', 'Điều 9 khoản 2', 'full'),
    },
  ],
  reconciliationTrades: [
    {
      ...{ fromDate: SINCE_ALWAYS, trades: [], dayOfNextMonth: 7, daysAfterPeriod: 7 },
      ...from('T8', 'Nghị định 123/2020/NĐ-CP', 'danh sách trước 01/07/2026 chưa đọc', 'inferred'),
    },
    {
      ...{ fromDate: '2026-07-01', trades: RECONCILED_TRADES, dayOfNextMonth: 7, daysAfterPeriod: 7 },
      ...from('T8', 'Nghị định 254/2026/NĐ-CP', 'Điều 9 khoản 4 điểm a', 'full'),
    },
  ],
  branchCodes: [
    { fromDate: SINCE_ALWAYS, last: 999, ...from('X1', 'Thông tư 86/2024/TT-BTC', 'Điều 5', 'second') },
    { fromDate: '2026-07-01', last: 990, ...from('X1', 'Thông tư 90/2026/TT-BTC', 'Điều 5', 'full') },
  ],
  accountCharts: [
    { fromDate: SINCE_ALWAYS, undivided: [], ...from('K6', 'Thông tư 200/2014/TT-BTC', 'Phụ lục 1', 'second') },
    {
      ...{ fromDate: '2026-01-01', undivided: ['156', '511', '521'] },
      ...from('K6', 'Thông tư 99/2025/TT-BTC', 'Điều 11, Phụ lục II', 'second'),
    },
  ],
};
