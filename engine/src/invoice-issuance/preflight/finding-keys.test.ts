import { expect, test } from 'vitest';
import type { Finding } from '../findings/finding.ts';
import { findingKeys, withoutRecords } from '../findings/records.ts';

const finding = (code: string, profile?: string): Finding => ({
  ...{ code, severity: 'warn', message: 'm', remedy: 'r', count: 1 },
  ...(profile !== undefined && { profile }),
});

test('a finding goes by its code, its profile, and its place among several of both', () => {
  expect(
    findingKeys([
      finding('X'),
      finding('Y', 'A'),
      finding('Y', 'B'),
      finding('Z', 'A'),
      finding('Z', 'A'),
      finding('V'),
      finding('V'),
    ]),
  ).toEqual(['X', 'Y:A', 'Y:B', 'Z:A:1', 'Z:A:2', 'V:1', 'V:2']);
});

test('a finding is sent on without its records', () => {
  const whole = { ...finding('X', 'A'), amount: 5, about: [], lines: ['1'], invoices: ['k'] };
  expect(withoutRecords(whole)).toEqual({ ...finding('X', 'A'), amount: 5 });
});
