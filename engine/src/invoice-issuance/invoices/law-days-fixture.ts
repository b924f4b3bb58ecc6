import type { DayFacts } from '../../bravo/day-facts.ts';
import type { Day } from '../../day.ts';
import { planInvoices } from '../plan.ts';
import { type GivenLine, issuanceInput } from '../plan-fixture.ts';
import { lastSigningDay } from '../rules/dates.ts';
import { ruleOn } from '../rules/invoice-rules.ts';
import { isLate, latenessOf } from '../rules/lateness.ts';
import type { LawCase } from '../rules/law-cases/law-case-fixture.ts';
import { lawfulDayOfInvoice } from '../rules/lawful-day.ts';

/** A line of a document of one entity: goods unless it says otherwise, on 20/11/2026. */
type Sold = Partial<Pick<GivenLine, 'kind' | 'date' | 'doc' | 'vatRate' | 'amount'>> & DayFacts;

const FRIDAY = '2026-11-20';
const SERVICE = { kind: 'service' } as const;
const EXPORT = { isExport: true, vatRate: '0' } as const;

/** The period of the documents: goods in stock and a service, of one buyer. */
function periodOf(lines: readonly Sold[], issueDay: Day, lastIssuedDate: Day | undefined) {
  const days = lines.map(({ date = FRIDAY }) => date).sort();
  return {
    ...{ days: [days[0]!, days.at(-1)!] as const, issueDay },
    profiles: [
      {
        code: 'A',
        ...(lastIssuedDate && { terms: { lastIssuedDate } }),
        products: [{ code: 'SP' }, { code: 'DV', kind: 'Dịch vụ' }],
        links: [
          { product: 'SP', item: 'VT' },
          { product: 'DV', item: 'DV1' },
        ],
        stock: [{ product: 'SP', opening: '1000' }],
      },
    ],
    lines: lines.map(
      ({ kind = 'goods', date = FRIDAY, doc = '1', vatRate = '10', amount = 100_000, ...dayFacts }, index) => ({
        ...{ id: `${index + 1}`, doc, date, partner: 'KH', item: kind === 'service' ? 'DV1' : 'VT' },
        ...{ quantity: kind === 'discount' ? '0' : '1', amount, vatRate, kind, dayFacts },
      }),
    ),
  };
}

type Asked = { readonly made: Day; readonly last?: Day };

/** The outcome for documents of which invoices are made on a day: date and worth of each, «trễ» at the wrong time, and what waits. */
const made = (rule: string, says: string, lines: readonly Sold[], asked: Asked, expected: string): LawCase => ({
  rule,
  says: `${says}, lập ${asked.made}${asked.last ? `, số cuối ngày ${asked.last}` : ''}`,
  answer: (invoiceRules) => {
    const input = issuanceInput({ ...periodOf(lines, asked.made, asked.last), invoiceRules });
    const plan = planInvoices(input);
    const missing = latenessOf(input, plan).flatMap((one) => one.missing);
    return [
      ...plan.invoices.map((invoice) =>
        [invoice.date, invoice.amount, ...(isLate(invoice, input) ? ['trễ'] : [])].join(' '),
      ),
      ...plan.shortages.map(({ reason }) => reason),
      ...missing.map(() => 'quá hạn'),
    ].join(', ');
  },
  expected,
});

/** The lawful day of the invoice of a line, and the last day of its signature. */
const signedBy = (rule: string, says: string, line: Sold, made: Day, expected: string): LawCase => ({
  rule,
  says: `${says}: ngày theo luật, hạn ký`,
  answer: (invoiceRules) => {
    const input = issuanceInput({ ...periodOf([line], made, undefined), invoiceRules });
    const sale = lawfulDayOfInvoice(planInvoices(input).invoices[0]!, input);
    return `${sale.day} (${sale.because}), ký đến ${lastSigningDay(sale, invoiceRules, {})?.judge}`;
  },
  expected,
});

const TRADES = [
  'dịch vụ hỗ trợ trực tiếp vận tải hàng không',
  'nhiên liệu hàng không',
  'điện',
  'nước',
  'dịch vụ hỗ trợ vận tải đường sắt',
  'truyền hình',
  'quảng cáo truyền hình',
  'dịch vụ thương mại điện tử',
  'bưu chính, chuyển phát',
  'viễn thông',
  'logistics',
  'hoa tiêu hàng hải',
  'quảng cáo trên báo điện tử',
  'dịch vụ số, nền tảng số, công nghệ thông tin bán theo kỳ',
  'ngân hàng (trừ cho vay)',
  'chuyển tiền',
  'chứng khoán',
  'tài sản mã hóa',
  'sàn giao dịch các-bon',
  'xổ số điện toán',
  'thu phí đường bộ giữa nhà đầu tư và đơn vị thu',
  'bảo hiểm',
  'bảo vệ',
  'suất ăn công nghiệp',
  'sở giao dịch hàng hóa',
  'thông tin tín dụng',
  'vận tải hành khách bằng taxi, xe hợp đồng, xe máy công nghệ cho tổ chức',
].join(' · ');

const LOGISTICS = { ...SERVICE, trade: 'Logistics' } as const;
const CLEARED = { ...EXPORT, clearedOn: FRIDAY } as const;

/** Rules T5, T6 and T8 of docs/law.md: lines whose invoice has a day of its own. */
export const DAY_CASES: readonly LawCase[] = [
  made('T5', 'xuất khẩu thông quan 20/11, ký hiệu chưa có số', [CLEARED], { made: '2026-11-23' }, '2026-11-20 100000'),
  made(
    'T5',
    'xuất khẩu thông quan 20/11, bên bán được chọn đến 23/11',
    [CLEARED],
    { made: '2026-11-23', last: '2026-11-23' },
    '2026-11-23 100000',
  ),
  made(
    'T5',
    'xuất khẩu thông quan 20/11: ngày cuối 23/11, ký 25/11',
    [CLEARED],
    { made: '2026-11-25' },
    '2026-11-23 100000',
  ),
  made(
    'T5',
    'xuất khẩu thông quan 20/11, ký hiệu đã có số 25/11',
    [CLEARED],
    { made: '2026-11-25', last: '2026-11-25' },
    '2026-11-25 100000 trễ',
  ),
  made(
    'T5',
    'sổ ghi nhầm xuất khẩu thông quan 27/11, kế toán xác nhận bán thường',
    [{ isOrdinary: true, evidence: 'Hợp đồng bán trong nước 12' }],
    { made: '2026-11-23' },
    '2026-11-20 100000',
  ),
  made('T5', 'xuất khẩu thông quan 20/11', [CLEARED], { made: '2026-11-26' }, '2026-11-26 100000 trễ'),
  made(
    'T5',
    'xuất khẩu chứng từ 20/11, thông quan 27/11',
    [{ ...EXPORT, clearedOn: '2026-11-27' }],
    { made: '2026-11-27' },
    '2026-11-27 100000',
  ),
  made(
    'T5',
    'xuất khẩu thông quan 27/11: chưa đến ngày',
    [{ ...EXPORT, clearedOn: '2026-11-27' }],
    { made: '2026-11-26' },
    'LATER_DAY',
  ),
  made('T5', 'xuất khẩu chưa ghi ngày thông quan: chờ, chưa quá hạn', [EXPORT], { made: '2026-12-01' }, 'NEEDS_REVIEW'),
  made(
    'T5',
    'ghi ngày thông quan mà không ghi xuất khẩu: theo ngày bán',
    [{ clearedOn: '2026-11-27' }],
    { made: FRIDAY },
    '2026-11-20 100000',
  ),
  made(
    'T5',
    'xuất khẩu 29/06/2026, thông quan 30/06: luật trước 01/07 không có hạn riêng',
    [{ ...EXPORT, date: '2026-06-29', clearedOn: '2026-06-30' }],
    { made: '2026-06-30' },
    '2026-06-29 100000',
  ),
  made(
    'T5',
    'xuất khẩu 30/06/2026, thông quan 01/07, ký hiệu có số 02/07',
    [{ ...EXPORT, date: '2026-06-30', clearedOn: '2026-07-01' }],
    { made: '2026-07-02', last: '2026-07-02' },
    '2026-07-02 100000',
  ),
  signedBy('T5', 'xuất khẩu thông quan 20/11', CLEARED, '2026-11-23', '2026-11-20 (cleared), ký đến 2026-11-25'),
  made(
    'T6',
    'thu tiền 05/11, xong 20/11',
    [{ ...SERVICE, paidOn: '2026-11-05', completedOn: FRIDAY }],
    { made: FRIDAY },
    '2026-11-20 100000 trễ',
  ),
  signedBy(
    'T6',
    'thu tiền 05/11, xong 20/11',
    { ...SERVICE, paidOn: '2026-11-05', completedOn: FRIDAY },
    FRIDAY,
    '2026-11-05 (paid), ký đến 2026-11-06',
  ),
  made(
    'T6',
    'thu tiền 19/11, xong 20/11',
    [{ ...SERVICE, paidOn: '2026-11-19', completedOn: FRIDAY }],
    { made: FRIDAY },
    '2026-11-19 100000',
  ),
  // A deposit that secures the contract is no payment: it is not entered.
  made('T6', 'đặt cọc 05/11, xong 20/11', [{ ...SERVICE, completedOn: FRIDAY }], { made: FRIDAY }, '2026-11-20 100000'),
  made(
    'T6',
    'xong 19/11, chứng từ 20/11',
    [{ ...SERVICE, completedOn: '2026-11-19' }],
    { made: FRIDAY },
    '2026-11-19 100000',
  ),
  made(
    'T6',
    'chứng từ 20/11, xong 25/11',
    [{ ...SERVICE, completedOn: '2026-11-25' }],
    { made: '2026-11-25' },
    '2026-11-25 100000',
  ),
  made(
    'T6',
    'chứng từ 20/11, xong 25/11: chưa đến ngày',
    [{ ...SERVICE, completedOn: '2026-11-25' }],
    { made: '2026-11-23' },
    'LATER_DAY',
  ),
  made(
    'T6',
    'xong 20/11, thu tiền 30/11',
    [{ ...SERVICE, paidOn: '2026-11-30', completedOn: FRIDAY }],
    { made: FRIDAY },
    '2026-11-20 100000',
  ),
  made('T6', 'không ghi gì: theo ngày chứng từ', [SERVICE], { made: '2026-11-23' }, '2026-11-20 100000'),
  made(
    'T6',
    'chỉ ghi thu tiền sau chứng từ',
    [{ ...SERVICE, paidOn: '2026-11-30' }],
    { made: '2026-11-23' },
    '2026-11-20 100000',
  ),
  made(
    'T6',
    'hàng hóa giao 20/11, thu tiền 05/11: theo ngày giao',
    [{ paidOn: '2026-11-05' }],
    { made: FRIDAY },
    '2026-11-20 100000',
  ),
  made(
    'T6',
    'dịch vụ 30/06/2026, thu tiền 29/06',
    [{ ...SERVICE, date: '2026-06-30', paidOn: '2026-06-29' }],
    { made: '2026-06-30' },
    '2026-06-29 100000',
  ),
  made(
    'T6',
    'dịch vụ 01/07/2026, thu tiền 30/06',
    [{ ...SERVICE, date: '2026-07-01', paidOn: '2026-06-30' }],
    { made: '2026-07-01' },
    '2026-06-30 100000',
  ),
  made(
    'T7',
    'hàng và dịch vụ trên một chứng từ, dịch vụ xong 19/11: mỗi ngày một hóa đơn',
    [{}, { ...SERVICE, completedOn: '2026-11-19' }, SERVICE],
    { made: FRIDAY },
    '2026-11-19 100000, 2026-11-20 200000',
  ),
  made(
    'T7',
    'chiết khấu của hàng xuất khẩu đi theo hàng của nó',
    [
      { ...EXPORT, clearedOn: '2026-11-23' },
      { kind: 'discount', vatRate: '0', amount: -30_000 },
    ],
    { made: '2026-11-23' },
    '2026-11-23 70000',
  ),
  made(
    'T8',
    'logistics tháng 11, đối soát 05/12',
    [{ ...LOGISTICS, reconciledOn: '2026-12-05' }],
    { made: '2026-12-07' },
    '2026-12-05 100000',
  ),
  made(
    'T8',
    'logistics tháng 11, đối soát 10/12: hạn cuối 07/12',
    [{ ...LOGISTICS, reconciledOn: '2026-12-10' }],
    { made: '2026-12-10' },
    '2026-12-10 100000 trễ',
  ),
  signedBy(
    'T8',
    'logistics tháng 11, đối soát 10/12',
    { ...LOGISTICS, reconciledOn: '2026-12-10' },
    '2026-12-10',
    '2026-12-07 (reconciliation_limit), ký đến 2026-12-08',
  ),
  signedBy(
    'T8',
    'logistics, kỳ quy ước đến 15/11, đối soát 25/11',
    { ...LOGISTICS, date: '2026-11-10', agreedUntil: '2026-11-15', reconciledOn: '2026-11-25' },
    '2026-11-25',
    '2026-11-22 (reconciliation_limit), ký đến 2026-11-23',
  ),
  made(
    'T8',
    'logistics tháng 12, đối soát 07/01/2027',
    [{ ...LOGISTICS, date: '2026-12-31', reconciledOn: '2027-01-07' }],
    { made: '2027-01-07' },
    '2027-01-07 100000',
  ),
  made('T8', 'logistics chưa ghi ngày đối soát: chờ', [LOGISTICS], { made: '2026-12-07' }, 'NEEDS_REVIEW'),
  made(
    'T8',
    'logistics chưa ghi ngày đối soát, hạn cuối đã qua',
    [LOGISTICS],
    { made: '2026-12-09' },
    'NEEDS_REVIEW, quá hạn',
  ),
  made(
    'T8',
    'phân phối hàng hóa không có trong danh sách',
    [{ ...SERVICE, trade: 'phân phối hàng hóa', reconciledOn: '2026-12-05' }],
    { made: '2026-12-07' },
    'NEEDS_REVIEW, quá hạn',
  ),
  made(
    'T8',
    'hàng hóa ghi ngành có trong danh sách: chờ, không theo đối soát',
    [{ trade: 'logistics', reconciledOn: '2026-12-05' }],
    { made: '2026-12-07' },
    'NEEDS_REVIEW, quá hạn',
  ),
  made(
    'T8',
    'dịch vụ không ghi ngành: theo T6',
    [{ ...SERVICE, reconciledOn: '2026-12-05' }],
    { made: FRIDAY },
    '2026-11-20 100000',
  ),
  made(
    'T8',
    'logistics tháng 6/2026, trước danh sách này: chờ',
    [{ ...LOGISTICS, date: '2026-06-30', reconciledOn: '2026-07-05' }],
    { made: '2026-07-06' },
    'NEEDS_REVIEW, quá hạn',
  ),
  made(
    'T8',
    'logistics tháng 7/2026, đối soát 05/08',
    [{ ...LOGISTICS, date: '2026-07-01', reconciledOn: '2026-08-05' }],
    { made: '2026-08-06' },
    '2026-08-05 100000',
  ),
  ...(['2026-06-30', '2026-07-01'] as const).map(
    (day): LawCase => ({
      rule: 'T8',
      says: `danh sách ngành và hạn đối soát của ngày ${day}`,
      answer: ({ reconciliationTrades }) => {
        const { trades, dayOfNextMonth, daysAfterPeriod } = ruleOn(reconciliationTrades, day)!;
        return `${dayOfNextMonth}/${daysAfterPeriod}: ${trades.join(' · ')}`;
      },
      expected: `7/7: ${day < '2026-07-01' ? '' : TRADES}`,
    }),
  ),
  made(
    'V2',
    'dịch vụ thu tiền 31/12/2026 theo mức 8 %, xong 05/01/2027: giữ mức của ngày thu tiền',
    [{ ...SERVICE, date: '2027-01-05', vatRate: '8', paidOn: '2026-12-31' }],
    { made: '2027-01-05' },
    '2027-01-05 100000 trễ',
  ),
  made(
    'V2',
    'dịch vụ chứng từ 31/12/2026 ghi 8 %, xong 05/01/2027: chờ',
    [{ ...SERVICE, date: '2026-12-31', vatRate: '8', completedOn: '2027-01-05' }],
    { made: '2027-01-05' },
    'NEEDS_REVIEW',
  ),
  made(
    'V2',
    'logistics tháng 12/2026 ghi 8 %, đối soát 05/01/2027: giữ mức của tháng cung cấp',
    [{ ...LOGISTICS, date: '2026-12-31', vatRate: '8', reconciledOn: '2027-01-05' }],
    { made: '2027-01-05' },
    '2027-01-05 100000',
  ),
];
