import { addDays, type Day, formatDay } from '../day.ts';
import { DISCOUNT_CASES } from './adjustments/law-discounts-fixture.ts';
import { RETURN_CASES } from './adjustments/law-returns-fixture.ts';
import { consumerText } from './invoices/buyers.ts';
import { BUYER_CASES, type LawCase } from './invoices/law-buyers-fixture.ts';
import { DAY_CASES } from './invoices/law-days-fixture.ts';
import { GIFT_CASES } from './invoices/law-gifts-fixture.ts';
import { SALE_CASES } from './invoices/law-sales-fixture.ts';
import { accountProblem } from './preflight/accounts/account-findings.ts';
import { isSymbol } from './preflight/preflight-rules.ts';
import { invoiceDate, lastSigningDay } from './rules/dates.ts';
import { type FineClass, fineStep } from './rules/fines.ts';
import { INCIDENT_NAMES, type Incident } from './rules/incidents.ts';
import { type InvoiceRules, ruleOn } from './rules/invoice-rules.ts';
import { decideVat, isPermitted, reductionOn } from './rules/vat.ts';
import type { WorkTerms } from './rules/working-days.ts';

const one = (rule: string, says: string, answer: LawCase['answer'], expected: unknown): LawCase => ({
  ...{ rule, says, answer, expected },
});

/** The date of the invoice of a sale that is made on a day, with the last date of the symbol. */
const dated = (sale: Day, issueDay: Day, expected: string, lastIssuedDate?: Day): LawCase =>
  one(
    'T1',
    `bán ${sale}, lập ${issueDay}${lastIssuedDate ? `, số cuối ngày ${lastIssuedDate}` : ''}`,
    (rules) => {
      const { date, late } = invoiceDate(issueDay, sale, rules, { lastIssuedDate });
      return late === null ? date : `${date} ${late}`;
    },
    expected,
  );

/** The last signing days of an invoice of a day: to plan with, and to judge with where it differs. */
const signed = (date: Day, expected: string, terms: WorkTerms = {}, rule = 'T2'): LawCase =>
  one(
    rule,
    `hạn ký của hóa đơn ngày ${date} ${JSON.stringify(terms)}`,
    (rules) => {
      const day = lastSigningDay(date, rules, terms);
      if (day === null) return 'không có';
      return `${day.plan}${day.judge === day.plan ? '' : `..${day.judge}`}${day.isProvisional ? ' tạm tính' : ''}`;
    },
    expected,
  );

/** The last day of the invoice of a sale that an incident kept back, and what becomes of one made on a day. */
const keptBack = (sale: Day, incident: Omit<Incident, 'evidence'>, expected: string): LawCase =>
  one(
    'T12',
    `bán ${sale}, ${INCIDENT_NAMES[incident.kind]} ${incident.fromDate} – ${incident.endedOn}`,
    (rules) => lastSigningDay(sale, rules, { incidents: [{ ...incident, evidence: 'biên bản' }] })?.judge ?? 'không có',
    expected,
  );

const BREAKDOWN = { kind: 'seller', fromDate: '2026-11-20', endedOn: '2026-11-25' } as const;

const madeAfter = (issueDay: Day, expected: string, lastIssuedDate?: Day): LawCase =>
  one(
    'T12',
    `bán 2026-11-20 trong sự cố, lập ${issueDay}${lastIssuedDate ? `, số cuối ngày ${lastIssuedDate}` : ''}`,
    (rules) => {
      const incidents = [{ ...BREAKDOWN, evidence: 'biên bản' }];
      const { date, late } = invoiceDate(issueDay, '2026-11-20', rules, { lastIssuedDate, incidents });
      return late === null ? date : `${date} ${late}`;
    },
    expected,
  );

const symbol = (written: string, date: Day, expected: boolean): LawCase =>
  one('N4', `ký hiệu ${written} ngày ${date}`, (rules) => isSymbolOn(written, date, rules), expected);

const isSymbolOn = (written: string, date: Day, rules: InvoiceRules): boolean =>
  isSymbol({ invoiceForm: written.slice(0, 1), invoiceSymbol: written.slice(1) }, ruleOn(rules.symbols, date)!);

/** Every form, first letter and kind that a symbol may have on a day, as the circular lists them. */
const symbolParts = (date: Day, expected: string): LawCase =>
  one(
    'N4',
    `mẫu số, chữ đầu, loại của ký hiệu ngày ${date}`,
    (rules) => {
      const able = (from: string, write: (one: string) => string): string =>
        [...from].filter((letter) => isSymbolOn(write(letter), date, rules)).join('');
      const parts = [
        able('0123456789', (form) => `${form}C26TAA`),
        able(LETTERS, (letter) => `1${letter}26TAA`),
        able(LETTERS, (kind) => `1C26${kind}AA`),
      ];
      return parts.join(' ');
    },
    expected,
  );

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** The days off of a year as the notices list them, `MM-DD`. */
const daysOff = (year: number, expected: string): LawCase =>
  one(
    'H1',
    `ngày nghỉ lễ năm ${year}`,
    ({ holidays }) =>
      Array.from({ length: 366 }, (_, index) => addDays(`${year}-01-01`, index))
        .filter((day) => day.startsWith(`${year}`) && holidays.some((off) => off.fromDate <= day && day <= off.toDate))
        .map((day) => day.slice(5))
        .join(' '),
    expected,
  );

/** The step of the fine in millions: low–high (middle), and the next threshold. */
const fine = (count: number, of: FineClass, day: Day, expected: string, isHousehold = false): LawCase =>
  one(
    'F1',
    `${count} ${of}${isHousehold ? ' của hộ' : ''}, ${day}`,
    (rules) => {
      const step = fineStep(count, of, day, rules, { isHousehold });
      if (step === null) return 'không';
      const [low, high, middle] = [step.low, step.high, step.middle].map((vnd) => vnd / 1_000_000);
      return `${low}–${high} (${middle}), tiếp ${step.nextFrom}`;
    },
    expected,
  );

/** The rate of goods with a reduction, and the window of the decree that gives it. */
const rate = (day: Day, expected: string): LawCase =>
  one(
    'V2',
    `hàng được giảm thuế bán ${day}`,
    (rules) => {
      const found = reductionOn(day, rules);
      return found ? `${found.standardRate} → ${found.reducedRate} từ ${found.fromDate}` : 'không giảm';
    },
    expected,
  );

/** Every ladder is read at both ends of each of its steps. */
const ladder = (of: FineClass, steps: readonly string[]): LawCase[] =>
  [1, 2, 9, 10, 19, 20, 49, 50, 99, 100].map((count) => {
    const at = [1, 2, 10, 20, 50, 100].findLastIndex((from) => from <= count);
    return fine(count, of, '2026-11-20', steps[at]!);
  });

const WORKED: WorkTerms = { saturdayIsWorking: true, followsSwaps: 'no' };
const SWAPS: WorkTerms = { followsSwaps: 'yes' };
const NO_SWAPS: WorkTerms = { followsSwaps: 'no' };

/** The cases of docs/law.md; each shipped rule is held by at least one (law.test.ts). */
export const LAW_CASES: readonly LawCase[] = [
  dated('2026-11-20', '2026-11-20', '2026-11-20'),
  dated('2026-11-20', '2026-11-23', '2026-11-20', '2026-11-20'),
  dated('2026-11-20', '2026-11-23', '2026-11-23 LATER_NUMBER', '2026-11-21'),
  dated('2026-11-20', '2026-11-24', '2026-11-24 SIGNING_OVER'),
  dated('2026-11-23', '2026-11-25', '2026-11-23'),
  dated('2026-12-31', '2027-01-04', '2026-12-31', '2026-12-31'),
  dated('2026-12-31', '2027-01-04', '2027-01-04 LATER_NUMBER', '2027-01-02'),
  dated('2026-11-30', '2026-12-01', '2026-11-30'),
  dated('2026-11-27', '2026-12-01', '2026-12-01 SIGNING_OVER'),
  dated('2026-11-30', '2026-12-05', '2026-12-05 SIGNING_OVER'),
  // An entity that may swap Monday 31 August has two possible days: the later one counts.
  dated('2026-08-28', '2026-09-03', '2026-08-28'),
  dated('2026-08-28', '2026-09-04', '2026-09-04 SIGNING_OVER'),
  // No limit of the signature is known then: the day of the sale is kept.
  dated('2025-05-20', '2025-05-31', '2025-05-20'),
  dated('2026-06-30', '2026-07-01', '2026-06-30'),
  keptBack('2026-11-20', BREAKDOWN, '2026-11-30'),
  keptBack('2026-11-25', BREAKDOWN, '2026-11-30'),
  keptBack('2026-11-19', BREAKDOWN, '2026-11-20'),
  keptBack('2026-11-26', BREAKDOWN, '2026-11-27'),
  keptBack('2026-11-20', { ...BREAKDOWN, kind: 'tax_system' }, '2026-11-27'),
  keptBack('2026-06-29', { ...BREAKDOWN, fromDate: '2026-06-29', endedOn: '2026-06-30' }, '2026-06-30'),
  keptBack('2026-06-29', { kind: 'tax_system', fromDate: '2026-06-29', endedOn: '2026-06-30' }, '2026-06-30'),
  keptBack('2026-06-30', { ...BREAKDOWN, fromDate: '2026-06-30', endedOn: '2026-07-01' }, '2026-07-06'),
  madeAfter('2026-11-30', '2026-11-20'),
  madeAfter('2026-11-30', '2026-11-30 INCIDENT', '2026-11-26'),
  madeAfter('2026-12-01', '2026-12-01 SIGNING_OVER'),
  signed('2026-11-20', '2026-11-23'),
  signed('2026-11-23', '2026-11-25'),
  signed('2026-11-21', '2026-11-23'),
  signed('2026-12-31', '2027-01-04 tạm tính'),
  signed('2025-05-31', 'không có'),
  signed('2025-06-01', '2025-06-02'),
  signed('2025-06-02', '2025-06-03'),
  signed('2026-06-30', '2026-07-01'),
  signed('2026-07-01', '2026-07-02'),
  signed('2026-11-20', '2026-11-21', WORKED, 'T3'),
  signed('2026-08-28', '2026-08-31..2026-09-03', {}, 'T3'),
  signed('2026-08-28', '2026-09-03', SWAPS, 'T3'),
  signed('2026-08-28', '2026-08-31', NO_SWAPS, 'T3'),
  signed('2026-08-21', '2026-08-22..2026-08-24', {}, 'T3'),
  signed('2026-04-29', '2026-05-04', {}, 'H1'),
  signed('2026-04-24', '2026-04-28', {}, 'H1'),
  signed('2026-02-13', '2026-02-23', {}, 'H1'),
  signed('2026-08-31', '2026-09-03', {}, 'H1'),
  signed('2025-12-31', '2026-01-02..2026-01-05', {}, 'H1'),
  signed('2026-01-09', '2026-01-10..2026-01-12', {}, 'H2'),
  signed('2025-08-29', '2025-09-03', {}, 'H1'),
  signed('2027-02-05', '2027-02-08 tạm tính', {}, 'H1'),
  signed('2027-04-15', '2027-04-19 tạm tính', {}, 'H1'),
  signed('2027-04-29', '2027-05-04 tạm tính', {}, 'H1'),
  signed('2027-09-01', '2027-09-03 tạm tính', {}, 'H1'),
  signed('2027-11-23', '2027-11-25 tạm tính', {}, 'H1'),
  // Days off before the rule of signing began are read with the signature of today.
  ...(
    [
      ['2024-12-31', '2025-01-02'],
      ['2025-01-24', '2025-02-03'],
      ['2025-04-04', '2025-04-08'],
      ['2025-04-29', '2025-05-02..2025-05-05'],
      ['2025-04-25', '2025-04-26..2025-04-28'],
    ] as const
  ).map(([date, expected]) =>
    one(
      'H1',
      `ngày làm việc sau ${date}`,
      (rules) => {
        const signing = [{ ...rules.signing.at(-1)!, fromDate: '1900-01-01' }];
        const day = lastSigningDay(date, { ...rules, signing }, {})!;
        return day.judge === day.plan ? day.plan : `${day.plan}..${day.judge}`;
      },
      expected,
    ),
  ),
  ...([2025, 2026, 2027] as const).map((year) =>
    one(
      'H3',
      `lịch nghỉ năm ${year} đã công bố đủ`,
      (rules) =>
        [`${year}-01-01`, `${year}-12-31`].every((day) =>
          rules.announcedHolidays.some(({ fromDate, toDate }) => fromDate <= day && day <= toDate),
        ),
      year < 2027,
    ),
  ),
  daysOff(2024, ''),
  daysOff(2025, '01-01 01-27 01-28 01-29 01-30 01-31 04-07 04-30 05-01 09-01 09-02'),
  daysOff(2026, '01-01 02-16 02-17 02-18 02-19 02-20 04-27 04-30 05-01 09-01 09-02 11-24'),
  daysOff(2027, '01-01 04-16 04-30 05-03 09-02 11-24'),
  one(
    'H3',
    'lịch nghỉ ngày 31/12/2024 và 01/01/2027 không có',
    ({ announcedHolidays }) =>
      announcedHolidays.some((year) => year.fromDate <= '2024-12-31' || year.toDate >= '2027-01-01'),
    false,
  ),
  symbolParts('2025-05-31', '123456 CK BDGHLMNT'),
  symbolParts('2025-06-01', '123456789 CK BDGHLMNTX'),
  symbolParts('2026-06-30', '123456789 CK BDGHLMNTX'),
  symbolParts('2026-07-01', '123456789 CK BDFGHLMNTX'),
  symbol('1C26TAA', '2026-11-21', true),
  symbol('7C25XAA', '2025-05-01', false),
  symbol('7C25TAA', '2025-05-01', false),
  symbol('7C25XAA', '2025-06-01', true),
  symbol('1C26FAA', '2026-06-01', false),
  symbol('1C26FAA', '2026-07-01', true),
  symbol('1A26TAA', '2026-07-01', false),
  ...['2025-05-31', '2026-06-30', '2026-07-01'].map((day) =>
    one('N1', `số hóa đơn ngày ${day}`, (rules) => ruleOn(rules.symbols, day)!.numberDigits, 8),
  ),
  one(
    'B2',
    'ngày 30/06/2026',
    ({ consumerTexts }) => consumerText('2026-06-30', consumerTexts),
    'Người mua không lấy hóa đơn',
  ),
  one(
    'B2',
    'ngày 01/07/2026',
    ({ consumerTexts }) => consumerText('2026-07-01', consumerTexts),
    'Bán cho người tiêu dùng',
  ),
  ...BUYER_CASES,
  ...GIFT_CASES,
  ...SALE_CASES,
  ...DAY_CASES,
  ...RETURN_CASES,
  ...DISCOUNT_CASES,
  one(
    'V1',
    'thuế suất được dùng',
    (rules) => ['0', '5', '8', '10', 'KCT', 'KKKNT', 'KHAC:7'].every((own) => isPermitted(own, '2026-11-20', rules)),
    true,
  ),
  one(
    'V1',
    'dòng 8 % của ngày 01/01/2027 phải xem lại',
    (rules) => decideVat('8', { code: 'SP', vatRate: '10', vatReduction: 'reduced' }, '2027-01-01', rules).kind,
    'contradiction',
  ),
  ...(
    [
      ['2022-01-31', 'không giảm'],
      ['2022-02-01', '10 → 8 từ 2022-02-01'],
      ['2022-12-31', '10 → 8 từ 2022-02-01'],
      ['2023-01-01', 'không giảm'],
      ['2023-06-30', 'không giảm'],
      ['2023-07-01', '10 → 8 từ 2023-07-01'],
      ['2023-12-31', '10 → 8 từ 2023-07-01'],
      ['2024-01-01', '10 → 8 từ 2024-01-01'],
      ['2024-06-30', '10 → 8 từ 2024-01-01'],
      ['2024-07-01', '10 → 8 từ 2024-07-01'],
      ['2024-12-31', '10 → 8 từ 2024-07-01'],
      ['2025-01-01', '10 → 8 từ 2025-01-01'],
      ['2025-06-30', '10 → 8 từ 2025-01-01'],
      ['2025-07-01', '10 → 8 từ 2025-07-01'],
      ['2026-12-31', '10 → 8 từ 2025-07-01'],
      ['2027-01-01', 'không giảm'],
    ] as const
  ).map(([day, expected]) => rate(day, expected)),
  ...ladder('lateSale', [
    '0.5–1.5 (1), tiếp 2',
    '2–5 (3.5), tiếp 10',
    '5–15 (10), tiếp 20',
    '15–30 (22.5), tiếp 50',
    '30–50 (40), tiếp 100',
    '50–70 (60), tiếp null',
  ]),
  ...ladder('lateLight', [
    '0–0 (0), tiếp 2',
    '0.5–1.5 (1), tiếp 10',
    '2–5 (3.5), tiếp 50',
    '2–5 (3.5), tiếp 50',
    '5–15 (10), tiếp 100',
    '15–30 (22.5), tiếp null',
  ]),
  ...ladder('missingSale', [
    '1–2 (1.5), tiếp 2',
    '2–10 (6), tiếp 10',
    '10–30 (20), tiếp 20',
    '30–50 (40), tiếp 50',
    '60–80 (70), tiếp null',
    '60–80 (70), tiếp null',
  ]),
  ...ladder('missingLight', [
    '0–0 (0), tiếp 2',
    '1–2 (1.5), tiếp 10',
    '2–10 (6), tiếp 50',
    '2–10 (6), tiếp 50',
    '10–30 (20), tiếp 100',
    '30–50 (40), tiếp null',
  ]),
  fine(0, 'lateSale', '2026-11-20', 'không'),
  fine(10, 'lateSale', '2026-11-20', '2.5–7.5 (5), tiếp 20', true),
  fine(10, 'lateSale', '2026-01-15', '4–8 (6), tiếp null'),
  fine(1, 'lateLight', '2026-01-10', '4–8 (6), tiếp null'),
  fine(1, 'missingSale', '2026-01-10', '10–20 (15), tiếp null'),
  fine(1, 'missingLight', '2026-01-10', '10–20 (15), tiếp null'),
  fine(1, 'lateSale', '2026-01-16', '0.5–1.5 (1), tiếp 2'),
  one(
    'C0',
    'hủy hóa đơn có số, ngày 31/05/2025',
    (rules) => ruleOn(rules.cancellations, '2025-05-31')!.isAllowed,
    true,
  ),
  one(
    'C0',
    'hủy hóa đơn có số, ngày 01/06/2025',
    (rules) => ruleOn(rules.cancellations, '2025-06-01')!.isAllowed,
    false,
  ),
  ...(['2026-06-30', '2026-07-01'] as const).map((day) =>
    one(
      'T9',
      `gộp hàng khuyến mại, cho, biếu, tặng của ngày ${day}`,
      (rules) => ruleOn(rules.consolidations, day)!.isAllowed,
      day >= '2026-07-01',
    ),
  ),
  one('X1', 'số đơn vị phụ thuộc ngày 30/06/2026', (rules) => ruleOn(rules.branchCodes, '2026-06-30')!.last, 999),
  one('X1', 'số đơn vị phụ thuộc ngày 01/07/2026', (rules) => ruleOn(rules.branchCodes, '2026-07-01')!.last, 990),
  ...(
    [
      ['2025-12-31', '5211', false, 'được'],
      ['2026-01-01', '5211', false, 'không'],
      ['2026-01-01', '521', false, 'được'],
      ['2026-01-01', '33311', false, 'được'],
      ['2026-01-01', '1561', false, 'không'],
      ['2026-01-01', '5111', false, 'không'],
      ['2026-01-01', '5111', true, 'được'],
    ] as const
  ).map(([day, account, isKept, expected]) =>
    one(
      'K6',
      `tài khoản ${account} ngày ${formatDay(day)}${isKept ? ', đơn vị tự giữ' : ''}`,
      (rules) => {
        const books = { terms: { chart: isKept ? ['511', account] : [] } };
        return accountProblem(account, books, ruleOn(rules.accountCharts, day)!) === undefined ? 'được' : 'không';
      },
      expected,
    ),
  ),
];

/** True when a set of rules answers a case otherwise; a rule that is missing altogether fails those that ask for it. */
export const isNoticed = (rules: InvoiceRules): boolean =>
  LAW_CASES.some(({ answer, expected }) => {
    try {
      return answer(rules) !== expected;
    } catch {
      return true;
    }
  });
