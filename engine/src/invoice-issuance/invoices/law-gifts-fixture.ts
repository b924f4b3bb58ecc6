import type { Day } from '../../day.ts';
import { planInvoices } from '../plan.ts';
import { type GivenPeriod, issuanceInput } from '../plan-fixture.ts';
import type { LawCase } from '../rules/law-cases/law-case-fixture.ts';

type Asked = {
  readonly days?: readonly [Day, Day];
  readonly issueDay?: Day;
  readonly rules?: GivenPeriod['rules'];
  readonly says?: string;
  readonly amount?: number;
  readonly asks?: boolean;
};

/** Gifts of the given days at one entity: their invoices, date and number of gifts, and what waits. */
const gifts = (rule: string, says: string, on: readonly Day[], expected: string, asked: Asked = {}): LawCase => ({
  rule,
  says,
  answer: (invoiceRules) => {
    const { days = ['2026-11-01', '2026-11-30'], issueDay = days[1], rules = {}, amount = 0 } = asked;
    const given = issuanceInput({
      ...{ days, issueDay, rules, invoiceRules },
      profiles: [
        {
          code: 'A',
          products: [{ code: 'SP', vatRate: '10' }],
          customers: [{ code: 'AN', name: 'Công ty TNHH Hoa Mai', taxCode: '0316520076' }],
          links: [{ product: 'SP', item: 'VT' }],
          partnerLinks: [{ customer: 'AN', partner: 'KH' }],
          stock: [{ product: 'SP', opening: '100' }],
        },
      ],
      partners: [{ code: 'KH', requirement: asked.asks ? 'required' : 'not_required' }],
      lines: on.map((date, index) => ({
        ...{ id: `${index + 1}`, date, partner: 'KH', item: 'VT', quantity: '1', amount, kind: 'free' as const },
      })),
    });
    const lines = given.lines.map((line) => ({ ...line, description: asked.says ?? 'Khuyến mại' }));
    const { invoices, shortages } = planInvoices({ ...given, lines });
    const made = invoices.map(
      ({ date, items }) => `${date} ${items.flatMap(({ allocations }) => allocations).length} dòng`,
    );
    return [...made, ...shortages.map(({ reason }) => reason)].join(', ');
  },
  expected,
});

const MONTHLY = { rules: { consolidatedMonthly: ['A'] } } as const;
const QUARTERLY = { rules: { consolidatedQuarterly: ['A'] } } as const;
const QUARTER: readonly [Day, Day] = ['2026-10-01', '2026-12-31'];

/** Rules T9 and V7 of docs/law.md: promotion and goods that are given away. */
export const GIFT_CASES: readonly LawCase[] = [
  gifts('V7', 'khuyến mại giá 0', ['2026-11-30'], '2026-11-30 1 dòng'),
  gifts('V7', 'hàng biếu giá 0, không có giá thị trường', ['2026-11-30'], 'NEEDS_REVIEW', { says: 'Biếu khách' }),
  gifts('V7', '«biểu mẫu» không phải là biếu: khuyến mại giá 0', ['2026-11-30'], '2026-11-30 1 dòng', {
    says: 'Biểu mẫu gửi kèm',
  }),
  gifts('V7', 'hàng mẫu giá 0', ['2026-11-30'], 'NEEDS_REVIEW', { says: 'Hàng mẫu' }),
  gifts('V7', 'tiêu dùng nội bộ giá 0', ['2026-11-30'], 'NEEDS_REVIEW', { says: 'Xuất dùng nội bộ' }),
  gifts('V7', 'hàng biếu có giá thị trường', ['2026-11-30'], '2026-11-30 1 dòng', {
    says: 'Biếu khách',
    amount: 50_000,
  }),
  gifts('V7', 'khuyến mại mà có tiền', ['2026-11-30'], 'NEEDS_REVIEW', { amount: 50_000 }),
  gifts('T9', 'không chọn gộp', ['2026-11-27', '2026-11-30'], '2026-11-27 1 dòng, 2026-11-30 1 dòng', {
    issueDay: '2026-11-30',
  }),
  gifts('T9', 'gộp theo tháng', ['2026-11-02', '2026-11-16', '2026-11-30'], '2026-11-30 3 dòng', MONTHLY),
  gifts('T9', 'gộp theo tháng, chưa hết tháng', ['2026-11-02', '2026-11-16'], 'LATER_DAY, LATER_DAY', {
    ...{ ...MONTHLY, issueDay: '2026-11-29' },
  }),
  gifts('T9', 'gộp theo tháng, lập ngày làm việc kế tiếp', ['2026-11-02'], '2026-11-30 1 dòng', {
    ...{ ...MONTHLY, issueDay: '2026-12-01' },
  }),
  gifts('T9', 'gộp theo quý', ['2026-10-02', '2026-12-30'], '2026-12-31 2 dòng', { ...QUARTERLY, days: QUARTER }),
  gifts('T9', 'gộp theo quý, kỳ chỉ có tháng 11', ['2026-11-30'], '2026-11-30 1 dòng', QUARTERLY),
  gifts(
    'T9',
    'khách lấy hóa đơn thì có hóa đơn riêng',
    ['2026-11-27', '2026-11-30'],
    '2026-11-27 1 dòng, 2026-11-30 1 dòng',
    {
      ...{ ...MONTHLY, asks: true },
    },
  ),
  gifts('T9', 'cho, biếu, tặng có giá cũng gộp', ['2026-11-02', '2026-11-30'], '2026-11-30 2 dòng', {
    ...{ ...MONTHLY, says: 'Biếu khách', amount: 50_000 },
  }),
  gifts('T9', 'hàng mẫu có giá không gộp', ['2026-11-27', '2026-11-30'], '2026-11-27 1 dòng, 2026-11-30 1 dòng', {
    ...{ ...MONTHLY, says: 'Hàng mẫu', amount: 50_000 },
  }),
  gifts('T9', 'tháng 06/2026 không gộp', ['2026-06-30'], '2026-06-30 1 dòng', {
    ...{ ...MONTHLY, days: ['2026-06-01', '2026-06-30'] },
    issueDay: '2026-07-01',
  }),
  gifts(
    'T9',
    'tháng 06/2026, hai lần không gộp',
    ['2026-06-29', '2026-06-30'],
    '2026-06-29 1 dòng, 2026-06-30 1 dòng',
    {
      ...{ ...MONTHLY, days: ['2026-06-01', '2026-06-30'] },
      issueDay: '2026-06-30',
    },
  ),
  gifts('T9', 'tháng 07/2026 được gộp', ['2026-07-01', '2026-07-30'], '2026-07-31 2 dòng', {
    ...{ ...MONTHLY, days: ['2026-07-01', '2026-07-31'] },
  }),
];
