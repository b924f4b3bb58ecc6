import { describe, expect, test } from 'vitest';
import { compile } from '../index/catalogue.ts';
import { weigh } from '../index/retrieval.ts';
import { featuresOf } from '../testing/features-of.ts';
import { newComparer } from './comparer.ts';
import { mineContrasts } from './contrasts.ts';
import { FEATURE as F } from './feature-list.ts';

describe('codeRarity', () => {
  test.each([
    ['Lọc nhớt 123-45678-90', 'Lọc dầu động cơ xe tải 1234567890'],
    ['Phớt 004-0107', 'Phớt 0040107'],
    ['Máy in BDXY1000', 'Máy in laser BDX-Y1000'],
    ['Máy in BDXY1000', 'Máy in laser BDX-Y1000WH'],
    ['Máy ảnh HDRCX12', 'Máy ảnh HDR-CX12'],
  ])('one record of each side has the code of «%s» and «%s»', (a, b) => {
    const row = featuresOf({ name: a }, { name: b });
    expect(row[F.codeRarity]).toBeCloseTo(1, 2);
    expect(row[F.hardConflict]).toBe(0);
  });

  test('a code in the description counts', () => {
    const row = featuresOf({ name: 'Máy in BDXY1000' }, { name: 'Máy in laser', description: 'khổ A4, BDXY1000' });
    expect(row[F.codeRarity]).toBeCloseTo(1, 2);
  });

  test('the more records have a code, the less it is worth', () => {
    const others = ['Hộp mực cho BDXY1000', 'Trống cho BDXY1000'];
    const row = featuresOf({ name: 'Máy in BDXY1000' }, { name: 'Máy in BDXY1000' }, others);
    expect(row[F.codeRarity]).toBeCloseTo(0.5, 2);
  });

  test('another code, or one with another letter behind it, is not the same', () => {
    for (const other of ['BDXY1001', 'BDXY1000D']) {
      expect(featuresOf({ name: 'Máy in BDXY1000' }, { name: `Máy in ${other}` })[F.codeRarity]).toBe(0);
    }
  });
});

/** `codePartial` of two air conditioners beside others of the right catalogue. */
const partialOf = (first: string, second: string, others: readonly string[] = []): number => {
  const named = others.map((code) => `Máy lạnh ${code}`);
  return featuresOf({ name: `Máy lạnh ${first}` }, { name: `Máy lạnh ${second}` }, named)[F.codePartial]!;
};

test('a long ending speaks half as much against a code as a letter does', () => {
  expect(partialOf('FTKB25', 'FTKB25YVMV', ['FTKB25S'])).toBe(0.5);
  expect(partialOf('AC-969VN/BW1', 'AC969', ['AC969B'])).toBe(0.5);
  expect(partialOf('FTKB25', 'FTKB25YVM', ['FTKB25S'])).toBe(1);
  expect(partialOf('FTKB25', 'FTKB25D', ['FTKB25S'])).toBe(1);
  // Before the code, or behind a short one, as much may be of another series.
  expect(partialOf('FTKB25', 'AB12FTKB25', ['AC12FTKB25'])).toBe(1);
  expect(partialOf('TK25', 'TK25YVMV', ['TK25S'])).toBe(1);
});

test('letters at the end of a code speak less against it where no third code goes on so', () => {
  expect(partialOf('CPR6EA-9', 'CPR6EA-9S')).toBe(0.75);
  expect(partialOf('CPR6EA-9', 'CPR6EA-9S', ['CPR6EA-9X'])).toBe(1);
  expect(partialOf('55AU7700', 'UA55AU7700')).toBe(0.75);
  expect(partialOf('55AU7700', 'UA55AU7700', ['QA55AU7700'])).toBe(1);
  // A rival at the other end is none.
  expect(partialOf('CPR6EA-9', 'CPR6EA-9S', ['BCPR6EA-9'])).toBe(0.75);
});

test('whole parts of a code speak half as much against it, and a word by its letters not at all', () => {
  expect(partialOf('L2321D', 'HL-L2321D', ['HM-L2321D'])).toBe(0.5);
  expect(partialOf('L2321D', 'HLL2321D', ['HML2321D'])).toBe(1);
  expect(partialOf('MY2N', 'MY2N-GS', ['MY2NS'])).toBe(0.5);
  expect(partialOf('MY2N', 'MY2NGS', ['MY2NS'])).toBe(1);
  expect(partialOf('D740', 'FR-D740-1K')).toBe(0.5);
  expect(partialOf('K48', 'N-K48')).toBe(0.5);
  expect(partialOf('3P', '3 pha')).toBe(0);
});

test('the greatest doubt about two codes counts, not their sum', () => {
  const row = featuresOf({ name: 'Mực 2385 máy in L2321D' }, { name: 'Mực TN-2385 máy in HL-L2321D' });
  expect(row[F.codePartial]).toBe(0.5);
});

test('a digit or a quantity is no other model; longer numbers, sizes that are worn and dimensions are', () => {
  const conflictOf = (a: string, b: string): number => featuresOf({ name: a }, { name: b })[F.hardConflict]!;
  expect(conflictOf('Ổ cắm 2 chấu', 'Ổ cắm WEV1081SW')).toBe(0.5);
  expect(conflictOf('Ổ cắm WEV1081SW', 'Ổ cắm 2 chấu 220V')).toBe(0.5);
  expect(conflictOf('Ổ cắm 2 chấu', 'Ổ cắm 220V')).toBe(1);
  expect(conflictOf('Mực 2386', 'Mực TN-2385')).toBe(1);
  expect(conflictOf('Mực 3', 'Mực TN-2385 12')).toBe(1);
  expect(conflictOf('Mực', 'Mực TN-2385 12V')).toBe(0);
  expect(conflictOf('Trở 10R', 'Trở 10kΩ')).toBe(1);
  expect(conflictOf('Băng keo 5P', 'Băng keo 6cm')).toBe(1);
  expect(conflictOf('Giày sz38', 'Giày 39')).toBe(1);
  expect(conflictOf('Ống DN15', 'Ống phi 27')).toBe(1);
  expect(conflictOf('Máy WEV1081SW', 'Máy WEV1082SW')).toBe(1);
});

test('a thread or a section that agrees is no code that does', () => {
  const agreeing = (name: string): number => featuresOf({ name }, { name })[F.codeWordAgree]!;
  expect(agreeing('Bulong M10')).toBe(0);
  expect(agreeing('Thép V50')).toBe(0);
  expect(agreeing('Máy GX35')).toBe(1);
});

test('digits behind a code are no letters that a seller leaves out', () => {
  expect(partialOf('UCP205', 'UCP2051')).toBe(1);
  expect(partialOf('2SC1815', 'C1815')).toBe(0.75);
});

test('a unit that Bravo’s table has as well is not another unit', () => {
  const units = [{ unit: 'Thùng' }, { unit: 'Lốc' }];
  const unitOf = (mine: string): number =>
    featuresOf({ name: 'Bia Bolta', unit: mine }, { name: 'Bia Bolta', unit: 'Lon', units })[F.unit]!;
  expect(['Lon', 'thùng', 'Lốc', 'Chai'].map(unitOf)).toEqual([1, 0.75, 0.75, -1]);
});

test('of partners no code goes on by itself: «Kho 12» and «Kho 12A» are two', () => {
  const compiled = compile('partner', [{ id: 'a', name: 'Kho H12' }], [{ id: 'b', name: 'Kho H12A' }]);
  expect(newComparer(compiled, weigh(compiled), mineContrasts(compiled)).lexicon.lone).toEqual(
    new Uint8Array(compiled.words.count),
  );
});
