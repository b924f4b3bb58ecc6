import { expect, it } from 'vitest';
import { carriedDate, isLate } from './lateness.ts';
import { SHIPPED_RULES } from './shipped-rules.ts';

const sold = '2026-08-03';
const handedOver = { profile: 'A', date: sold, documentDate: sold, bravoDocument: 'HN/HD/1', items: [] };
const law = { invoiceRules: SHIPPED_RULES, profiles: [], lines: [] };

it('judges an invoice by the day on which AMIS issued it, whatever day it was handed over with', () => {
  expect(isLate(handedOver, law)).toBe(false);
  expect(isLate({ ...handedOver, issuedOn: '2026-08-10' }, law)).toBe(true);
  const planned = { ...handedOver, date: '2026-11-23' };
  expect(isLate(planned, law)).toBe(true);
  expect(isLate({ ...planned, issuedOn: sold }, law)).toBe(false);
  expect([carriedDate(planned), carriedDate({ ...planned, issuedOn: sold })]).toEqual(['2026-11-23', sold]);
});
