import { expect, test } from 'vitest';
import { type Basis, cleaned, newBasis, problemsOf, stateOf } from './basis-values.ts';

const own = newBasis('HN', 'a', '2026-11-23');
const agency: Basis = {
  ...{ ...own, kind: 'agency', contractNumber: ' 7 ', contractDate: '2026-01-01' },
  ...{ counterparty: { profileId: 'b', name: 'C' }, agency: { mode: 'd2', listDays: 10 }, delegation: {} },
};

test('a basis is sent without what its kind does not use and without blanks', () => {
  expect(cleaned(agency)).toEqual({
    ...{ ...own, kind: 'agency', contractNumber: '7', contractDate: '2026-01-01' },
    ...{ counterparty: { profileId: 'b' }, agency: { mode: 'd2', listDays: 10 } },
  });
  expect(cleaned({ ...agency, kind: 'own' })).toEqual(own);
});

test('what is missing is said at its field', () => {
  expect(problemsOf(own)).toEqual({});
  expect(problemsOf(agency)).toEqual({});
  expect(Object.keys(problemsOf({ ...own, kind: 'delegation', counterparty: { name: ' ' } })).sort()).toEqual([
    'contractDate',
    'contractNumber',
    'counterparty',
    'delegation.publishedAt',
  ]);
});

test('the state of an issuer is the best of its bases today', () => {
  const of = (...ends: (string | undefined)[]) =>
    stateOf(
      ends.map((toDate) => ({ ...own, toDate })),
      '2026-11-23',
    ).label;
  expect(stateOf(null, '2026-11-23').label).toBe('Chưa xác nhận');
  expect([of(), of('2026-11-22'), of('2026-11-23'), of('2026-12-24'), of('2026-11-22', undefined)]).toEqual([
    'Chưa có căn cứ',
    'Hết hạn',
    'Sắp hết hạn',
    'Còn hạn',
    'Còn hạn',
  ]);
});
