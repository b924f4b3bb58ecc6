import { expect, it } from 'vitest';
import { carriedDate, isLate } from './lateness.ts';
import { SHIPPED_RULES } from './shipped-rules.ts';

const invoiceRules = SHIPPED_RULES;
const sold = '2026-08-03';
const handedOver = { date: sold, documentDate: sold };

it('judges an invoice by the day on which AMIS issued it, whatever day it was handed over with', () => {
  expect(isLate(handedOver, { invoiceRules })).toBe(false);
  expect(isLate({ ...handedOver, issuedOn: '2026-08-10' }, { invoiceRules })).toBe(true);
  const planned = { ...handedOver, date: '2026-11-23' };
  expect(isLate(planned, { invoiceRules })).toBe(true);
  expect(isLate({ ...planned, issuedOn: sold }, { invoiceRules })).toBe(false);
  expect([carriedDate(planned), carriedDate({ ...planned, issuedOn: sold })]).toEqual(['2026-11-23', sold]);
});
