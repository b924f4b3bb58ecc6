import type { Day } from '../../day.ts';
import { type Holiday, type InvoiceRules, SINCE_ALWAYS } from './invoice-rules.ts';

/** The shipped rules are unconfirmed; an admin of the installation confirms them (`confirmed`). */
const from = (source: string, reference = '') => ({ source, reference, confirmed: null });

const off = (fromDate: Day, toDate: Day, name: string): Holiday => ({
  ...{ fromDate, toDate, name },
  ...from('Bộ luật Lao động 2019', 'Điều 112'),
});

const DECREE_123 = from('Nghị định 123/2020/NĐ-CP, Thông tư 78/2021/TT-BTC');
const DECREE_70 = from('Nghị định 123/2020/NĐ-CP sửa đổi bởi Nghị định 70/2025/NĐ-CP, Thông tư 32/2025/TT-BTC');
const DECREE_254 = from('Nghị định 254/2026/NĐ-CP, Thông tư 91/2026/TT-BTC');

const SYMBOLS = { forms: '123456789', letters: 'CK', kinds: 'TDLMNBGHXF', numberDigits: 8 };

/**
 * The dated rules that ship with the product. An installation replaces them as data; an unknown rule is left out, never
 * guessed.
 */
export const SHIPPED_RULES: InvoiceRules = {
  vatRates: [
    {
      fromDate: SINCE_ALWAYS,
      rates: ['0', '5', '8', '10', 'KCT', 'KKKNT', 'KHAC'],
      ...from('Luật Thuế giá trị gia tăng và các văn bản giảm thuế; mẫu hóa đơn điện tử'),
    },
  ],
  // No extension past the last one is known: after it the standard rate holds.
  vatReductions: [
    {
      ...{ fromDate: '2025-01-01', toDate: '2025-06-30', standardRate: '10', reducedRate: '8' },
      ...from('Nghị định 180/2024/NĐ-CP'),
    },
    {
      ...{ fromDate: '2025-07-01', toDate: '2026-12-31', standardRate: '10', reducedRate: '8' },
      ...from('Nghị quyết 204/2025/QH15, Nghị định 174/2025/NĐ-CP'),
    },
  ],
  consumerTexts: [
    {
      ...{ fromDate: SINCE_ALWAYS, text: 'Người mua không lấy hóa đơn' },
      ...from('Nghị định 123/2020/NĐ-CP, sửa đổi bởi Nghị định 70/2025/NĐ-CP'),
    },
    { fromDate: '2026-07-01', text: 'Bán cho người tiêu dùng', ...DECREE_254 },
  ],
  // Weekends between them left out. Days of Tết and days in lieu are announced year by year: after the last year of the
  // table only weekends are known, and a list of late sales is then too long, never too short.
  holidays: [
    off('2025-01-01', '2025-01-01', 'Tết dương lịch'),
    off('2025-01-27', '2025-01-31', 'Tết Ất Tỵ'),
    off('2025-04-07', '2025-04-07', 'Giỗ Tổ Hùng Vương'),
    off('2025-04-30', '2025-05-01', '30/4 và 1/5'),
    off('2025-09-01', '2025-09-02', 'Quốc khánh'),
    off('2026-01-01', '2026-01-01', 'Tết dương lịch'),
    off('2026-02-16', '2026-02-20', 'Tết Bính Ngọ'),
    off('2026-04-27', '2026-04-27', 'Giỗ Tổ Hùng Vương, nghỉ bù'),
    off('2026-04-30', '2026-05-01', '30/4 và 1/5'),
    off('2026-09-01', '2026-09-02', 'Quốc khánh'),
    off('2027-01-01', '2027-01-01', 'Tết dương lịch'),
  ],
  symbols: [
    { fromDate: SINCE_ALWAYS, ...SYMBOLS, ...DECREE_123 },
    { fromDate: '2025-06-01', ...SYMBOLS, ...DECREE_70 },
    { fromDate: '2026-07-01', ...SYMBOLS, ...DECREE_254 },
  ],
  deadlines: [
    { fromDate: SINCE_ALWAYS, workingDays: 1, ...DECREE_123 },
    { fromDate: '2025-06-01', workingDays: 1, ...DECREE_70 },
    { fromDate: '2026-07-01', workingDays: 1, ...DECREE_254 },
  ],
};
