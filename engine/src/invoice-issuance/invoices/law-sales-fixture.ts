import type { Day } from '../../day.ts';
import { planInvoices } from '../plan.ts';
import { type GivenLine, type GivenPeriod, issuanceInput } from '../plan-fixture.ts';
import { yearFindings } from '../preflight/year-findings.ts';
import type { LawCase } from '../rules/law-cases/law-case-fixture.ts';

type Sale = Partial<GivenLine> & { readonly date: Day };
type Asked = { readonly issueDay?: Day; readonly rules?: GivenPeriod['rules']; readonly says?: string };

/** The days from the first sale to the last one of one entity: its invoices with amounts and rates, what has none, and what has to be asked at the turn of a year. */
const sales = (rule: string, says: string, given: readonly Sale[], expected: string, asked: Asked = {}): LawCase => ({
  rule,
  says,
  answer: (invoiceRules) => {
    const days = given.map(({ date }) => date).sort();
    const { issueDay = days.at(-1)!, rules = {} } = asked;
    const input = issuanceInput({
      ...{ days: [days[0]!, days.at(-1)!] as const, issueDay, rules, invoiceRules },
      profiles: [
        {
          code: 'A',
          products: [
            { code: 'SP', vatRate: '10', vatReduction: 'reduced' },
            { code: 'DV', kind: 'Dịch vụ', vatRate: '10' },
            { code: 'KR', vatRate: '10', vatReduction: 'unknown' },
            { code: 'TN', vatRate: '10', vatReduction: 'reduced', vatReductionFrom: '2025-07-01' },
            { code: 'N5', vatRate: '5', vatReduction: 'reduced' },
          ],
          customers: [{ code: 'AN', name: 'Công ty TNHH Hoa Mai', taxCode: '0316520076' }],
          links: [
            { product: 'SP', item: 'VT' },
            { product: 'DV', item: 'DV1' },
            { product: 'KR', item: 'VT9' },
            { product: 'TN', item: 'VT8' },
            { product: 'N5', item: 'VT5' },
          ],
          partnerLinks: [{ customer: 'AN', partner: 'KH' }],
          stock: ['SP', 'KR', 'TN', 'N5'].map((product) => ({ product, opening: '1000' })),
        },
      ],
      lines: given.map((line, index) => ({
        ...{ id: `${index + 1}`, doc: `${index + 1}`, partner: 'KH', item: 'VT', quantity: '1', amount: 100_000 },
        vatRate: '8',
        ...line,
      })),
    });
    const lines = input.lines.map((line) => ({ ...line, description: asked.says ?? line.description }));
    const plan = planInvoices({ ...input, lines });
    const { invoices, shortages, excluded } = plan;
    if (invoices.length > 2)
      return `${new Set(invoices.map(({ date }) => date)).size} ngày, ${invoices.length} hóa đơn`;
    return [
      ...invoices.map(({ date, documentDate, vat }) =>
        [date, ...vat.map((one) => `${one.amount} ${one.rate}`), ...(date === documentDate ? [] : ['trễ'])].join(' '),
      ),
      ...shortages.map(({ reason }) => reason),
      ...excluded.map(({ reason }) => reason),
      ...yearFindings({ ...input, lines }, plan).map(({ code }) => code),
    ].join(', ');
  },
  expected,
});

const FRIDAY = '2026-11-20';
const MONTH_END = '2026-11-30';
const ONE_DOCUMENT = { date: FRIDAY, doc: 'A' } as const;
const DISCOUNT = { ...ONE_DOCUMENT, kind: 'discount' } as const;

/** Rules T7, T8, T10, T11, C5, N3, V1 and V5 of docs/law.md, as sales have them. */
export const SALE_CASES: readonly LawCase[] = [
  sales('T1', 'bán 20/11, lập 19/11: không ghi trước ngày', [{ date: FRIDAY }], 'LATER_DAY', {
    issueDay: '2026-11-19',
  }),
  sales(
    'T7',
    'hai chứng từ một ngày, kỳ gộp khách không lấy hóa đơn theo ngày',
    [
      { date: FRIDAY, partner: 'LE' },
      { date: FRIDAY, partner: 'LE' },
    ],
    '2026-11-20 200000 8',
    { rules: { aggregateConsumersPerDay: true } },
  ),
  sales(
    'V3',
    'sổ không ghi thuế suất, mã hàng chưa rõ có được giảm: không bao giờ tự lấy 8 %',
    [{ date: FRIDAY, item: 'VT9', vatRate: null }],
    '2026-11-20 100000 10',
  ),
  sales('V3', 'mã hàng được giảm: sổ không ghi thuế suất', [{ date: FRIDAY, vatRate: null }], '2026-11-20 100000 8'),
  sales(
    'V3',
    'mã hàng được giảm từ 01/07/2025 (nghị định trước không giảm), bán 30/06/2025: 10 %',
    [{ date: '2025-06-30', item: 'VT8', vatRate: null }],
    '2025-06-30 100000 10, DRAFT_SYMBOL_YEAR',
  ),
  sales(
    'V3',
    'mã hàng được giảm từ 01/07/2025, bán 01/07/2025: 8 %',
    [{ date: '2025-07-01', item: 'VT8', vatRate: null }],
    '2025-07-01 100000 8, DRAFT_SYMBOL_YEAR',
  ),
  sales(
    'V3',
    'sổ ghi 8 % cho hàng được giảm từ 01/07/2025 bán 30/06/2025: chờ',
    [{ date: '2025-06-30', item: 'VT8' }],
    'NEEDS_REVIEW',
  ),
  sales(
    'V3',
    'hàng 5 % ghi nhầm «được giảm»: không bao giờ thành 8 %',
    [{ date: FRIDAY, item: 'VT5', vatRate: null }],
    '2026-11-20 100000 5',
  ),
  sales('T7', 'giao hai ngày', [{ date: FRIDAY }, { date: '2026-11-21' }], '2026-11-20 100000 8, 2026-11-21 100000 8', {
    issueDay: '2026-11-21',
  }),
  sales(
    'T7',
    'một số chứng từ, giao hai ngày',
    [
      { date: FRIDAY, doc: '1' },
      { date: '2026-11-21', doc: '1' },
    ],
    '2026-11-20 100000 8, 2026-11-21 100000 8',
    { issueDay: '2026-11-21' },
  ),
  sales(
    'T7',
    'hai chứng từ một ngày',
    [{ date: FRIDAY }, { date: FRIDAY }],
    '2026-11-20 100000 8, 2026-11-20 100000 8',
  ),
  sales(
    'T8',
    'giao hàng nhà phân phối, đối chiếu cuối tháng: mỗi lần giao một hóa đơn, lần 20/11 đã trễ',
    [{ date: FRIDAY }, { date: MONTH_END }],
    '2026-11-30 100000 8 trễ, 2026-11-30 100000 8',
  ),
  sales(
    'T10',
    '20 lần bán lẻ một ngày',
    Array.from({ length: 20 }, () => ({ date: FRIDAY })),
    '1 ngày, 20 hóa đơn',
  ),
  sales('T11', 'chuyển kho của chính đơn vị', [{ date: FRIDAY, partner: 'KHO' }], 'internal', {
    rules: { internalPartnerCodes: ['KHO'] },
  }),
  sales('T11', 'hàng trả thay lương', [{ date: FRIDAY, kind: 'free' }], '2026-11-20 100000 8', {
    says: 'Trả thay lương',
  }),
  sales('C5', 'chiết khấu của lần bán', [ONE_DOCUMENT, { ...DISCOUNT, amount: -30_000 }], '2026-11-20 70000 8'),
  sales(
    'C5',
    'chiết khấu lớn hơn lần bán: chờ',
    [ONE_DOCUMENT, { ...DISCOUNT, amount: -130_000 }],
    '2026-11-20 100000 8, NEEDS_REVIEW',
  ),
  sales(
    'C5',
    'hai chiết khấu 60.000 của một lần bán 100.000: lần sau chờ',
    [ONE_DOCUMENT, { ...DISCOUNT, amount: -60_000 }, { ...DISCOUNT, amount: -60_000 }],
    '2026-11-20 40000 8, NEEDS_REVIEW',
  ),
  sales(
    'C5',
    'chiết khấu doanh số ghi riêng một chứng từ, chưa hóa đơn nào có số: chờ',
    [ONE_DOCUMENT, { ...DISCOUNT, date: MONTH_END, doc: 'B', amount: -30_000 }],
    '2026-11-30 100000 8 trễ, DISCOUNT_TO_ADJUST',
  ),
  sales('V1', 'sổ ghi 8 % cho hàng bán 04/01/2027', [{ date: '2027-01-04' }], 'NEEDS_REVIEW'),
  sales('V5', 'bán 31/12/2026, ký 04/01/2027', [{ date: '2026-12-31' }], '2026-12-31 100000 8', {
    issueDay: '2027-01-04',
  }),
  sales(
    'V5',
    'bán 28/12/2026, lập 06/01/2027',
    [{ date: '2026-12-28' }],
    '2027-01-06 100000 8 trễ, DRAFT_SYMBOL_YEAR, VAT_REDUCTION_PASSED',
    {
      issueDay: '2027-01-06',
    },
  ),
  sales(
    'N3',
    'bán 02/01/2027, sổ 10 %, ký hiệu C26',
    [{ date: '2027-01-02', vatRate: '10' }],
    '2027-01-02 100000 10, DRAFT_SYMBOL_YEAR',
  ),
  sales(
    'N3',
    'bán 28/12 và 31/12/2026, lập 04/01/2027, ký hiệu C26: 31/12 còn kịp thì đi trước, 28/12 chờ ký hiệu C27',
    [{ date: '2026-12-28' }, { date: '2026-12-31' }],
    '2026-12-31 100000 8, NEXT_YEAR',
    { issueDay: '2027-01-04' },
  ),
  sales(
    'N3',
    'bán 31/12/2026 và 04/01/2027, lập 04/01/2027, ký hiệu C26: hàng năm sau chờ',
    [{ date: '2026-12-31' }, { date: '2027-01-04', vatRate: '10' }],
    '2026-12-31 100000 8, NEXT_YEAR',
    { issueDay: '2027-01-04' },
  ),
];
