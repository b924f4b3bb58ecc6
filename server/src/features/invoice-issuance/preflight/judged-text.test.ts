import type { FindingRecord } from '@khop/engine/invoice-issuance/findings/records.ts';
import { expect, it } from 'vitest';
import { type JudgedPeriod, judgedIn, judgedText, recordsIn } from './judged-text.ts';
import type { KeyedFinding } from './keyed.ts';

const record = (id: string, label = `Hàng\t${id}\n"mới"`): FindingRecord => ({
  ...{ kind: 'line', id, profile: 'AP', warehouse: '', item: '' },
  ...{ reference: id, label, detail: '', amount: 1_000 },
});
const finding = (key: string, code: string) => ({ key, code }) as KeyedFinding;
const RECORDS: Readonly<Record<string, FindingRecord[]>> = {
  'NO_STOCK:AP': [record('1'), record('2')],
  'NO_STOCK:MT': [record('3')],
  LATE: [record('4'), record('5'), record('6')],
  EMPTY: [],
};
const JUDGED = { findings: [], lateness: [], days: [], completeThrough: null, today: '2026-10-01' };
const text = judgedText(
  JUDGED as unknown as JudgedPeriod,
  Object.keys(RECORDS).map((key) => finding(key, key.split(':')[0]!)),
  ({ key }) => RECORDS[key]!,
  2,
);

it('the period of a text is what was judged', () => {
  expect(judgedIn(text)).toEqual(JUDGED);
  expect(judgedIn(judgedText(JUDGED as unknown as JudgedPeriod, [], () => []))).toEqual(JUDGED);
});

it('records come by the key of their finding, or by the code of several', () => {
  expect(recordsIn(text, 'NO_STOCK:MT')).toEqual(RECORDS['NO_STOCK:MT']);
  expect(recordsIn(text, 'NO_STOCK')).toEqual([...RECORDS['NO_STOCK:AP']!, ...RECORDS['NO_STOCK:MT']!]);
  expect(recordsIn(text, 'EMPTY')).toEqual([]);
  expect(recordsIn(text, 'NO')).toEqual([]);
});

it('a finding of more records than are kept has to be read anew, alone or among others of its code', () => {
  expect(recordsIn(text, 'LATE')).toBeNull();
  const keyed = [finding('LATE:AP', 'LATE'), finding('LATE:MT', 'LATE')];
  const both = judgedText(
    JUDGED as unknown as JudgedPeriod,
    keyed,
    ({ key }) => (key === 'LATE:AP' ? [record('1')] : RECORDS.LATE!),
    2,
  );
  expect(recordsIn(both, 'LATE')).toBeNull();
  expect(recordsIn(both, 'LATE:AP')).toEqual([record('1')]);
});
