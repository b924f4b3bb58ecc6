import { expect, it } from 'vitest';
import { carriedDate, isLate } from './lateness.ts';
import { SHIPPED_RULES } from './shipped-rules.ts';

const invoiceRules = SHIPPED_RULES;
const sold = '2026-08-03';
const handedOver = { profile: 'A', date: sold, documentDate: sold };
const profiles: [] = [];

it('judges an invoice by the day on which AMIS issued it, whatever day it was handed over with', () => {
  expect(isLate(handedOver, { invoiceRules, profiles })).toBe(false);
  expect(isLate({ ...handedOver, issuedOn: '2026-08-10' }, { invoiceRules, profiles })).toBe(true);
  const planned = { ...handedOver, date: '2026-11-23' };
  expect(isLate(planned, { invoiceRules, profiles })).toBe(true);
  expect(isLate({ ...planned, issuedOn: sold }, { invoiceRules, profiles })).toBe(false);
  expect([carriedDate(planned), carriedDate({ ...planned, issuedOn: sold })]).toEqual(['2026-11-23', sold]);
});
