import { expect, test } from 'vitest';
import { BLOCKS, type Finding, mayPass, stopping } from './finding.ts';

const finding = (code: string, profile?: string, severity: Finding['severity'] = 'block'): Finding => ({
  ...{ code, severity, message: 'm', remedy: 'r', count: 1 },
  ...(profile !== undefined && { profile }),
});
const codes = (found: readonly Finding[]) => found.map(({ code, profile }) => `${code} ${profile ?? ''}`.trim());

test('an action is stopped by the blocking findings of the profiles that it takes', () => {
  const all = [
    finding('NO_SALES'),
    finding('NO_INVENTORY', 'A'),
    finding('INVOICE_SYMBOL', 'A'),
    finding('INVOICE_SYMBOL', 'B'),
    finding('AMIS_SALES_UNREAD', 'B'),
    finding('PLAN_OUTDATED'),
    finding('TOO_MANY_LINES', 'A', 'warn'),
    finding('NEW_CUSTOMERS', 'A'),
  ];
  expect(codes(stopping(all, 'generation'))).toEqual(['NO_SALES', 'NO_INVENTORY A']);
  expect(codes(stopping(all, 'export'))).toEqual([
    'INVOICE_SYMBOL A',
    'INVOICE_SYMBOL B',
    'AMIS_SALES_UNREAD B',
    'PLAN_OUTDATED',
  ]);
  expect(codes(stopping(all, 'export', new Set(['A'])))).toEqual([
    'INVOICE_SYMBOL A',
    'AMIS_SALES_UNREAD B',
    'PLAN_OUTDATED',
  ]);
});

test('only an admin may override findings, and only those that are not the law', () => {
  expect(mayPass([], false)).toBe(true);
  expect(mayPass([finding('TOO_MANY_LINES')], false)).toBe(false);
  expect(mayPass([finding('TOO_MANY_LINES')], true)).toBe(true);
  expect(mayPass([finding('TOO_MANY_LINES'), finding('INVOICE_SYMBOL')], true)).toBe(false);
});

test('findings of the law can never be overridden', () => {
  const passable = Object.entries(BLOCKS).filter(([, { canOverride }]) => canOverride);
  expect(passable.map(([code, { stops, ofAll = false }]) => `${code} ${stops} ${ofAll}`)).toEqual([
    'NO_INVENTORY generation false',
    'EARLIER_DAY_PENDING export false',
    'SALE_ENTERED_ANEW export false',
    'TOO_MANY_LINES export false',
    'PROFILE_INACTIVE export false',
    'NUMBER_TWICE export false',
    'AMIS_SALES_DAYS_MISSING export true',
    'AMIS_SALES_UNREAD export true',
    'RESTORED_FROM_BACKUP export true',
  ]);
  const generation = Object.entries(BLOCKS).filter(([, { stops }]) => stops === 'generation');
  expect(generation.map(([code]) => code)).toEqual(['NO_SALES', 'ISSUER_NOT_DECLARED', 'NO_INVENTORY']);
});
