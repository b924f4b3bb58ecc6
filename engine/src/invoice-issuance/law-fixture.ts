import { type Day, formatDay } from '../day.ts';
import { DISCOUNT_CASES } from './adjustments/law-discounts-fixture.ts';
import { RETURN_CASES } from './adjustments/law-returns-fixture.ts';
import { consumerText } from './invoices/buyers.ts';
import { BUYER_CASES } from './invoices/law-buyers-fixture.ts';
import { DAY_CASES } from './invoices/law-days-fixture.ts';
import { GIFT_CASES } from './invoices/law-gifts-fixture.ts';
import { SALE_CASES } from './invoices/law-sales-fixture.ts';
import { accountProblem } from './preflight/accounts/account-findings.ts';
import { isSymbol } from './preflight/preflight-rules.ts';
import { type InvoiceRules, ruleOn } from './rules/invoice-rules.ts';
import { type LawCase, lawCase } from './rules/law-cases/law-case-fixture.ts';
import { FINE_CASES } from './rules/law-cases/law-fines-fixture.ts';
import { SIGNING_CASES } from './rules/law-cases/law-signing-fixture.ts';
import { decideVat, isPermitted, reductionOn } from './rules/vat.ts';

const symbol = (written: string, date: Day, expected: boolean): LawCase =>
  lawCase('N4', `ký hiệu ${written} ngày ${date}`, (rules) => isSymbolOn(written, date, rules), expected);

const isSymbolOn = (written: string, date: Day, rules: InvoiceRules): boolean =>
  isSymbol({ invoiceForm: written.slice(0, 1), invoiceSymbol: written.slice(1) }, ruleOn(rules.symbols, date)!);

/** Every form, first letter and kind that a symbol may have on a day, as the circular lists them. */
const symbolParts = (date: Day, expected: string): LawCase =>
  lawCase(
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

/** The rate of goods with a reduction, and the window of the decree that gives it. */
const rate = (day: Day, expected: string): LawCase =>
  lawCase(
    'V2',
    `hàng được giảm thuế bán ${day}`,
    (rules) => {
      const found = reductionOn(day, rules);
      return found ? `${found.standardRate} → ${found.reducedRate} từ ${found.fromDate}` : 'không giảm';
    },
    expected,
  );

/** The cases of docs/law.md; each shipped rule is held by at least one (law.test.ts). */
export const LAW_CASES: readonly LawCase[] = [
  ...SIGNING_CASES,
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
    lawCase('N1', `số hóa đơn ngày ${day}`, (rules) => ruleOn(rules.symbols, day)!.numberDigits, 8),
  ),
  lawCase(
    'B2',
    'ngày 30/06/2026',
    ({ consumerTexts }) => consumerText('2026-06-30', consumerTexts),
    'Người mua không lấy hóa đơn',
  ),
  lawCase(
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
  lawCase(
    'V1',
    'thuế suất được dùng',
    (rules) => ['0', '5', '8', '10', 'KCT', 'KKKNT', 'KHAC:7'].every((own) => isPermitted(own, '2026-11-20', rules)),
    true,
  ),
  lawCase(
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
  ...FINE_CASES,
  lawCase(
    'C0',
    'hủy hóa đơn có số, ngày 31/05/2025',
    (rules) => ruleOn(rules.cancellations, '2025-05-31')!.isAllowed,
    true,
  ),
  lawCase(
    'C0',
    'hủy hóa đơn có số, ngày 01/06/2025',
    (rules) => ruleOn(rules.cancellations, '2025-06-01')!.isAllowed,
    false,
  ),
  ...(['2026-06-30', '2026-07-01'] as const).map((day) =>
    lawCase(
      'T9',
      `gộp hàng khuyến mại, cho, biếu, tặng của ngày ${day}`,
      (rules) => ruleOn(rules.consolidations, day)!.isAllowed,
      day >= '2026-07-01',
    ),
  ),
  lawCase('X1', 'số đơn vị phụ thuộc ngày 30/06/2026', (rules) => ruleOn(rules.branchCodes, '2026-06-30')!.last, 999),
  lawCase('X1', 'số đơn vị phụ thuộc ngày 01/07/2026', (rules) => ruleOn(rules.branchCodes, '2026-07-01')!.last, 990),
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
    lawCase(
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
