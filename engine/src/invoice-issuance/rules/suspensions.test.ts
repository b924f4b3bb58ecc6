import { expect, it } from 'vitest';
import { invoiceDate } from './dates.ts';
import type { LawfulDay } from './lawful-day.ts';
import { SHIPPED_RULES } from './shipped-rules.ts';

/** Cleared on Friday, so the seller may choose until Monday. */
const EXPORT: LawfulDay = { day: '2026-11-20', because: 'cleared', supplyDay: '2026-11-18', workingDays: 1 };

it.each([
  ['Friday', '2026-11-20', { date: '2026-11-21', late: null }],
  ['Friday to Sunday', '2026-11-22', { date: '2026-11-23', late: null }],
  ['Friday to Monday', '2026-11-23', { date: '2026-11-24', late: 'SUSPENDED' }],
])('an export takes the first lawful day on which its entity may issue: suspended %s', (_, toDate, expected) => {
  const suspensions = [{ fromDate: '2026-11-20', toDate, notice: 'TB 12' }];
  const made = toDate === '2026-11-23' ? '2026-11-24' : '2026-11-23';
  expect(invoiceDate(made, EXPORT, SHIPPED_RULES, { lastIssuedDate: undefined, suspensions })).toEqual(expected);
});
