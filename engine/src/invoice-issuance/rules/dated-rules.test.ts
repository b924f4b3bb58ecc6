import { describe, expect, test } from 'vitest';
import { summarySheet } from '../export/reconciliation-summary.ts';
import { consumerText } from '../invoices/buyers.ts';
import { planInvoices } from '../plan.ts';
import { type GivenPeriod, issuanceInput } from '../plan-fixture.ts';
import { preflight } from '../preflight/preflight.ts';
import { isLocked } from './dates.ts';
import { invoiceDateText, signingText } from './rules-in-use.ts';
import { SHIPPED_RULES } from './shipped-rules.ts';
import { reductionOn } from './vat.ts';

const period: GivenPeriod = {
  profiles: [
    {
      code: 'A',
      products: [{ code: 'SP1' }],
      links: [{ product: 'SP1', item: 'VT1' }],
      stock: [{ product: 'SP1', opening: '5' }],
    },
  ],
  lines: [{ id: '1', date: '2026-09-10', partner: 'KH1', item: 'VT1', quantity: '3', amount: 300000 }],
};
const a = period.profiles[0]!;

test.each([
  ['2024-12-31', '2024-07-01'],
  ['2025-01-01', '2025-01-01'],
  ['2025-06-30', '2025-01-01'],
  ['2025-07-01', '2025-07-01'],
  ['2026-12-31', '2025-07-01'],
  ['2027-01-01', undefined],
])('on %s the VAT reduction in force is the one from %s', (day, fromDate) => {
  expect(reductionOn(day, SHIPPED_RULES)?.fromDate).toBe(fromDate);
});

test.each([
  ['2025-05-31', 'Người mua không lấy hóa đơn'],
  ['2026-06-30', 'Người mua không lấy hóa đơn'],
  ['2026-07-01', 'Bán cho người tiêu dùng'],
])('a consumer on an invoice of %s is written «%s»', (day, text) => {
  expect(consumerText(day, SHIPPED_RULES.consumerTexts)).toBe(text);
});

test('the buyer text follows the date of the invoice, not of the sale', () => {
  const input = issuanceInput(period);
  const june = {
    ...input,
    period: { ...input.period, fromDate: '2026-06-01', toDate: '2026-06-30' },
    lines: input.lines.map((line) => ({ ...line, docDate: '2026-06-30' })),
  };
  const nameOn = (issueDay: string) =>
    planInvoices({ ...june, period: { ...june.period, issueDay } }).invoices[0]!.buyer.name;
  // Made on the next working day it keeps the day of the sale; later it carries the day on which it is made.
  expect(['2026-06-30', '2026-07-01', '2026-07-02'].map(nameOn)).toEqual([
    'Người mua không lấy hóa đơn',
    'Người mua không lấy hóa đơn',
    'Bán cho người tiêu dùng',
  ]);
});

describe('closed books', () => {
  test.each([
    ['the sale is on the last closed day', '2026-09-30', '2026-09-10', '2026-09-10', true],
    ['the sale is the day after', '2026-09-30', '2026-09-11', '2026-09-10', false],
    ['the invoice would be dated on the last closed day', '2026-09-30', '2026-09-10', '2026-09-30', true],
    ['nothing is closed', '2026-09-30', '2026-09-10', undefined, false],
  ])('%s', (_, date, sale, lockedThrough, locked) => {
    expect(isLocked(date, sale, { lockedThrough })).toBe(locked);
  });
});

describe('form and symbol of an invoice', () => {
  const isRefused = (terms: { invoiceForm?: string; invoiceSymbol?: string }): boolean =>
    preflight(issuanceInput({ ...period, profiles: [{ ...a, terms }] })).some((one) => one.code === 'INVOICE_SYMBOL');

  test.each([...'TDLMNBGHXF'].map((kind) => `C26${kind}YY`).concat('K26TAB'))(
    'are right: symbol %s',
    (invoiceSymbol) => {
      expect(isRefused({ invoiceSymbol })).toBe(false);
    },
  );
  test.each(['A26TYY', 'C6TYY', 'C26AYY', 'C26TY', 'C26TYYY', 'c26tyy', 'C26T1Y', '1C26TYY'])(
    'are refused: symbol %s',
    (invoiceSymbol) => {
      expect(isRefused({ invoiceSymbol })).toBe(true);
    },
  );
  test.each(['0', '10', 'A'])('are refused: form %s', (invoiceForm) => {
    expect(isRefused({ invoiceForm })).toBe(true);
  });
});

test('the invoice states the VAT that the ledger lacks, and the difference is named in full', () => {
  const plan = planInvoices(issuanceInput({ ...period, lines: [{ ...period.lines[0]!, vatAmount: 0 }] }));
  expect(plan.invoices[0]).toMatchObject({ amount: 300_000, vatAmount: 30_000, total: 330_000 });
  expect(plan.vatTieOut).toMatchObject({ ledger: 0, invoiced: 0, unallocated: 0 });
  expect(plan.vatRounding).toBe(30_000);
  expect(plan.warnings).toMatchObject([
    { code: 'VAT_DIFFERS_FROM_LEDGER', profile: 'A', message: expect.stringContaining('chênh 30.000 đồng') },
  ]);
});

test('DoiChieu.xlsx says who has confirmed the rates and texts, once all of the period’s are', () => {
  const confirmed = { by: 'Đại lý thuế A', on: '2026-09-01' };
  const by = <Rule>(rules: readonly Rule[]) => rules.map((rule) => ({ ...rule, confirmed }));
  const noteOf = (invoiceRules: GivenPeriod['invoiceRules']) => {
    const input = issuanceInput({ ...period, ...(invoiceRules && { invoiceRules }) });
    return JSON.stringify([...summarySheet(input, planInvoices(input)).rows].at(-1));
  };
  const rates = { vatRates: by(SHIPPED_RULES.vatRates), vatReductions: by(SHIPPED_RULES.vatReductions) };
  expect(noteOf(undefined)).toContain('chưa được chuyên gia xác nhận');
  expect(noteOf(rates)).toContain('chưa được chuyên gia xác nhận');
  expect(noteOf({ ...rates, consumerTexts: by(SHIPPED_RULES.consumerTexts) })).toContain(
    'đã được xác nhận bởi Đại lý thuế A.',
  );
});

test.each([
  [null, 'chưa có hạn ký hóa đơn'],
  [0, 'ký và gửi trong ngày hóa đơn'],
  [1, 'ký và gửi chậm nhất ngày làm việc kế tiếp'],
  [2, 'ký và gửi chậm nhất 2 ngày làm việc sau ngày hóa đơn'],
])('signing within %s working days: %s', (days, words) => expect(signingText(days)).toBe(words));

test.each([
  [0, 'ngày hóa đơn là ngày bán'],
  [2, 'ngày hóa đơn là 2 ngày sau ngày bán'],
])('a date %s days after the sale: %s', (days, words) => expect(invoiceDateText(days)).toBe(words));

test.each(['1026-09-10', '0226-09-10'])(
  'a sale and an invoice of AMIS of the mistyped day %s are planned and judged, not stumbled over',
  (day) => {
    const entry = {
      ...{ id: 'E', voucherNumber: 'BH1', documentDate: '2026-09-20', invoiceNumber: '7', invoiceDate: day },
      ...{ product: 'SP1', quantity: '1', amount: 50_000 },
    };
    const lines = [...period.lines, { ...period.lines[0]!, id: '2', doc: '2', date: day }];
    const input = issuanceInput({ ...period, lines, profiles: [{ ...a, sales: [entry] }] });
    const plan = planInvoices(input);
    expect(plan.shortages.map(({ line, reason }) => [line, reason])).toEqual([['2', 'NEEDS_REVIEW']]);
    expect(plan.shortages[0]!.message).toContain(`ngày bán 10/09/${day.slice(0, 4)} ngoài kỳ`);
    expect(preflight(input, plan).some(({ code }) => code === 'NO_SALES')).toBe(false);
    expect(planInvoices(input).invoices).toHaveLength(1);
  },
);
