import { describe, expect, it } from 'vitest';
import { populationOf, upperBounds } from './bound.ts';
import { keepsTo, standingOf } from './standing.ts';
import { sharedTraits, traitsOf, traitWords } from './traits.ts';

const values = Array.from({ length: 1000 }, () => 1000);
const bucket = populationOf(values);
const none = { count: 0, value: 0 };
const part = (count: number) => ({ count, value: 1000 * count });
const rightPairs = (n: number) => Array.from({ length: n }, () => ({ value: 1000, isWrong: false }));

describe('the standing of a bucket', () => {
  const sample = rightPairs(300);
  const known = { bucket, sample, accepted: part(1000), setAside: none, corrected: none };

  it('is the share of the errors that the sample leaves possible, by rows and by đồng', () => {
    const most = upperBounds(bucket, sample, 0.05);
    const standing = standingOf(known, 0.05);
    expect(standing.rows).toBe(most.rows / 1000);
    expect(standing.value).toBe(most.value / 1_000_000);
    const worse = Math.max(standing.rows, standing.value);
    expect(keepsTo(standing, worse)).toBe(true);
    expect(keepsTo(standing, worse * 0.99)).toBe(false);
    expect(keepsTo({ rows: 0, value: 0.02 }, 0.01)).toBe(false);
  });

  it('takes out what was set aside, and counts what is accepted', () => {
    const withError = [...sample, { value: 1000, isWrong: true }];
    const { rows } = upperBounds(bucket, withError, 0.05);
    const standing = standingOf({ ...known, sample: withError, accepted: part(900), setAside: part(1) }, 0.05);
    expect(standing.rows).toBeCloseTo((rows - 1) / 900, 12);
  });

  it('falls for the pairs that are left with a correction outside the sample, and rises with one inside it', () => {
    const before = standingOf(known, 0.05);
    const outside = standingOf({ ...known, corrected: part(1) }, 0.05);
    expect(outside.rows).toBe(before.rows);
    expect(outside.rowsLeft).toBeLessThan(before.rowsLeft);
    const overturned = [{ value: 1000, isWrong: true }, ...rightPairs(299)];
    const inside = standingOf({ ...known, sample: overturned, corrected: part(1) }, 0.05);
    expect(inside.rows).toBeGreaterThan(before.rows);
    expect(inside.value).toBeGreaterThan(before.value);
  });

  it('is no better than the corrections that are known', () => {
    const many = standingOf({ ...known, corrected: part(700) }, 0.05);
    expect(many.rows).toBe(0.7);
    expect(many.rowsLeft).toBe(0);
  });
});

describe('the traits of pairs', () => {
  const evidence = [
    { field: 'unit', kind: 'different', label: 'ĐVT Lon ≠ Thùng', contribution: -0.1 },
    { field: 'size', kind: 'missing', label: 'Chỉ một bên ghi 48', contribution: -0.1 },
    { field: 'name', kind: 'same', label: 'Tên trùng', contribution: 0.5 },
    { field: 'context', kind: 'neutral', label: 'Đứng đầu, sát cặp thứ hai', contribution: -0.01 },
    { field: 'base', kind: 'neutral', label: 'Mức nền', contribution: 0.6 },
  ] as const;

  it('say in words what a pair lacks or has otherwise, and in which band its score is', () => {
    const keys = traitsOf({ score: 0.9921, evidence, group: 'Bia', lacks: ['factor'] });
    expect(keys.map(traitWords)).toEqual([
      'Điểm 99% – 99,5%',
      'Khác ĐVT',
      'Chỉ một bên ghi quy cách',
      'Đứng đầu, sát cặp thứ hai',
      'Nhóm AMIS «Bia»',
      'Chưa có hệ số quy đổi',
    ]);
    expect(traitWords('score:0.999')).toBe('Điểm từ 99,9%');
  });

  it('that errors share are proposed for taking out, and those that right pairs have as often are not', () => {
    const right = Array.from({ length: 40 }, (_, i) => ({ traits: ['a', ...(i < 2 ? ['b'] : [])], isWrong: false }));
    const wrong = Array.from({ length: 5 }, () => ({ traits: ['a', 'b', 'c'], isWrong: true }));
    const members = new Map([
      ['a', 1000],
      ['b', 60],
      ['c', 300],
    ]);
    const shared = sharedTraits([...right, ...wrong], members, 1000);
    expect(shared.map(({ key, isProposed }) => [key, isProposed])).toEqual([
      ['b', true],
      ['c', false],
    ]);
    expect(shared[0]).toMatchObject({ judged: 7, wrong: 5, members: 60 });
  });
});
