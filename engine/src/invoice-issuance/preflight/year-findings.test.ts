import { expect, test } from 'vitest';
import { planInvoices } from '../plan.ts';
import { type GivenPeriod, issuanceInput } from '../plan-fixture.ts';
import type { IssuanceInput } from '../types.ts';
import { preflight } from './preflight.ts';

const december: GivenPeriod = {
  issueDay: '2027-01-04',
  profiles: [
    {
      code: 'A',
      products: [{ code: 'SP1', vatRate: '10', vatReduction: 'reduced' }],
      links: [{ product: 'SP1', item: 'VT1' }],
      stock: [{ product: 'SP1', opening: '9' }],
    },
  ],
  lines: [{ id: '1', date: '2026-12-31', partner: 'KH1', item: 'VT1', quantity: '1', amount: 100_000, vatRate: '8' }],
};

const codesOf = (given: GivenPeriod): string[] => {
  const whole = issuanceInput(given);
  const input: IssuanceInput = {
    ...whole,
    period: { ...whole.period, fromDate: '2026-12-01', toDate: '2027-01-31' },
  };
  return preflight(input, planInvoices(input)).map(({ severity, code }) => `${severity} ${code}`);
};
const YEAR = ['block DRAFT_SYMBOL_YEAR', 'warn VAT_REDUCTION_PASSED', 'info HOLIDAYS_NOT_ANNOUNCED'];
const told = (given: GivenPeriod): string[] => codesOf(given).filter((one) => YEAR.includes(one));
const [line] = december.lines;
const withSymbol = (invoiceSymbol: string): GivenPeriod => ({
  ...december,
  profiles: [{ ...december.profiles[0]!, terms: { invoiceSymbol } }],
});

test('a sale of 31/12/2026 signed on 04/01/2027 keeps its date, its symbol and its 8 %', () => {
  expect(told(december)).toEqual(['info HOLIDAYS_NOT_ANNOUNCED']);
});

test('the symbol of the year before is not to be changed while invoices keep a day of that year', () => {
  const whole = issuanceInput(december);
  const remedies = preflight(whole)
    .filter(({ code }) => code === 'INVOICE_SYMBOL_YEAR')
    .map(({ remedy }) => remedy);
  expect(remedies).toEqual([
    expect.stringContaining('còn hóa đơn giữ ngày bán của năm trước thì giao xong rồi mới đổi'),
  ]);
});

test('a day later it is dated 2027: the symbol of 2026 blocks, and 8 % is asked about', () => {
  const late = { ...december, issueDay: '2027-01-05' };
  expect(told(late)).toEqual(YEAR);
  expect(told({ ...withSymbol('C27TYY'), issueDay: '2027-01-05' })).toEqual(YEAR.slice(1));
});

test('a late sale at 10 % has no rate to ask about', () => {
  expect(told({ ...withSymbol('C27TYY'), issueDay: '2027-01-05', lines: [{ ...line!, vatRate: '10' }] })).toEqual(
    YEAR.slice(2),
  );
});

test.each([
  ['2026-11-30', false],
  ['2026-12-01', true],
  ['2027-02-01', true],
])('on %s a year without a published list of days off is named: %s', (issueDay, isNamed) => {
  const found = preflight(issuanceInput({ ...december, issueDay })).map(({ code }) => code);
  expect(found.includes('HOLIDAYS_NOT_ANNOUNCED')).toBe(isNamed);
});
