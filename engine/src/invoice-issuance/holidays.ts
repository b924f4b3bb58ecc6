import type { Holiday } from './dated-rules.ts';

const LAW = 'Bộ luật Lao động 2019, Điều 112';

/**
 * The public holidays that are known, weekends between them left out. Days of Tết and days in lieu are announced year by
 * year: after the last year of the table only weekends are known. Replaced as data (`IssuanceInput.holidays`).
 */
export const HOLIDAYS: readonly Holiday[] = [
  { fromDate: '2025-01-01', toDate: '2025-01-01', name: 'Tết dương lịch', source: LAW, isConfirmed: false },
  { fromDate: '2025-01-27', toDate: '2025-01-31', name: 'Tết Ất Tỵ', source: LAW, isConfirmed: false },
  { fromDate: '2025-04-07', toDate: '2025-04-07', name: 'Giỗ Tổ Hùng Vương', source: LAW, isConfirmed: false },
  { fromDate: '2025-04-30', toDate: '2025-05-01', name: '30/4 và 1/5', source: LAW, isConfirmed: false },
  { fromDate: '2025-09-01', toDate: '2025-09-02', name: 'Quốc khánh', source: LAW, isConfirmed: false },
  { fromDate: '2026-01-01', toDate: '2026-01-01', name: 'Tết dương lịch', source: LAW, isConfirmed: false },
  { fromDate: '2026-02-16', toDate: '2026-02-20', name: 'Tết Bính Ngọ', source: LAW, isConfirmed: false },
  { fromDate: '2026-04-27', toDate: '2026-04-27', name: 'Giỗ Tổ Hùng Vương, nghỉ bù', source: LAW, isConfirmed: false },
  { fromDate: '2026-04-30', toDate: '2026-05-01', name: '30/4 và 1/5', source: LAW, isConfirmed: false },
  { fromDate: '2026-09-01', toDate: '2026-09-02', name: 'Quốc khánh', source: LAW, isConfirmed: false },
  { fromDate: '2027-01-01', toDate: '2027-01-01', name: 'Tết dương lịch', source: LAW, isConfirmed: false },
];
