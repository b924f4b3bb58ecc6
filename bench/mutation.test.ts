import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { MutantResult } from '@stryker-mutator/api/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { asReported, everyMutant, nameOf, placeOf } from './mutation/mutants.ts';
import { besideOf, ownTestsOf, survivorsOf } from './mutation/own-tests.ts';
import { changeOf, countedBy, outcomeOf, scoreOf, wilson } from './mutation/report.ts';
import { filesOf, rooms } from './mutation/rooms.ts';
import { sampleOf } from './mutation/sample.ts';

describe('a sample', () => {
  it('draws each mutant at most once, spread evenly, and the same ones for the same seed', () => {
    const given = fc.record({ all: fc.nat(2000), count: fc.integer({ min: 1, max: 500 }), seed: fc.nat() });
    fc.assert(
      fc.property(given, ({ all, count, seed }) => {
        const list = Array.from({ length: all }, (_, i) => i);
        const sample = sampleOf(list, count, seed);
        expect(sample).toHaveLength(Math.min(count, all));
        expect(new Set(sample).size).toBe(sample.length);
        expect(sampleOf(list, count, seed)).toEqual(sample);
        const gaps = sample.slice(1).map((one, i) => one - sample[i]!);
        for (const gap of gaps) expect(Math.abs(gap - all / sample.length)).toBeLessThan(1);
      }),
    );
  });

  it('draws other mutants with another seed, and every one with some seed', () => {
    const list = Array.from({ length: 100 }, (_, i) => i);
    const taken = new Set(Array.from({ length: 200 }, (_, seed) => sampleOf(list, 10, seed)).flat());
    expect(taken.size).toBe(100);
  });
});

describe('the faults of a room', () => {
  it.each(Object.entries(rooms))('of the room %s are of its code, each with a name of its own', async (_, room) => {
    const [first] = filesOf(room);
    expect(filesOf(room).filter((file) => file.includes('.test.') || file.includes('-fixture'))).toEqual([]);
    const mutants = await everyMutant(room, first);
    expect(mutants.length).toBeGreaterThan(5);
    expect(new Set(mutants.map(nameOf)).size).toBe(mutants.length);
    expect(new Set(mutants.map(({ fileName }) => placeOf(fileName)))).toEqual(new Set([first]));
  });
});

describe('the score', () => {
  const results = (['Killed', 'Killed', 'Timeout', 'Survived', 'NoCoverage', 'RuntimeError'] as const).map(
    (status) => ({
      status,
    }),
  );

  it('is the share of noticed faults, with and without those that no test reaches', () => {
    const outcome = outcomeOf(results);
    expect(outcome).toEqual({ killed: 2, timedOut: 1, survived: 1, uncovered: 1, invalid: 1 });
    expect(scoreOf(outcome, true).share).toBe(3 / 5);
    expect(scoreOf(outcome, false).share).toBe(3 / 4);
    expect(scoreOf(outcomeOf([]), true)).toEqual({ share: 0, low: 0, high: 1 });
  });

  it.each([
    [0, 10, 0, 0.2775],
    [9, 10, 0.5958, 0.9821],
    [450, 500, 0.8706, 0.9233],
    [10, 10, 0.7225, 1],
  ])('%d of %d is between %d and %d by the tables of Wilson’s interval', (hits, tries, low, high) => {
    const [from, to] = wilson(hits, tries);
    expect(from).toBeCloseTo(low, 4);
    expect(to).toBeCloseTo(high, 4);
  });

  it('takes a fault whose tests do not end in time for noticed only where a slow machine is no reason', () => {
    const given = [
      { status: 'Killed', statusReason: 'Error: Test timed out in 300000ms.\nIf this is a long-running test' },
      { status: 'Killed', statusReason: 'Error: expected 1 to be 2' },
      { status: 'Killed', statusReason: 'Error: getRun: {"error_code":"DATABASE_UNAVAILABLE"}' },
      { status: 'Timeout' },
      { status: 'Survived' },
    ] as const;
    const counted = (endlessCounts: boolean) => given.map((one) => countedBy({ endlessCounts }, one).status);
    expect(counted(true)).toEqual(['Timeout', 'Killed', 'Timeout', 'Timeout', 'Survived']);
    expect(counted(false)).toEqual(['Survived', 'Killed', 'Survived', 'Survived', 'Survived']);
    expect(rooms.handlers!.endlessCounts).toBe(false);
  });

  it('counts what the handlers’ own tests notice of the rest beside what the good calls do', () => {
    const own = [{ status: 'Killed' }, { status: 'NoCoverage' }, { status: 'Survived' }] as const;
    expect(besideOf(results, own)).toEqual({ byGoodCalls: 3, withOwnTests: 4, reached: 4 });
    expect(besideOf(results, [])).toEqual({ byGoodCalls: 3, withOwnTests: 3, reached: 4 });
  });

  it('asks own tests only of what was reached and not noticed', () => {
    const at = (line: number, status: MutantResult['status']) =>
      ({
        ...{ id: String(line), fileName: 'a.ts', mutatorName: 'M', replacement: 'x', status },
        location: { start: { line, column: 1 }, end: { line, column: 2 } },
      }) as MutantResult;
    const all = [at(1, 'Killed'), at(2, 'Survived'), at(3, 'NoCoverage'), at(4, 'Timeout')];
    expect(survivorsOf(all, all.map(asReported) as MutantResult[]).map(({ id }) => id)).toEqual(['2']);
  });

  it('names the place and the change of a fault', async () => {
    const fileName = path.join(await mkdtemp(path.join(tmpdir(), 'khop-mutation-')), 'rule.ts');
    await writeFile(fileName, 'const a = 1;\nif (a > 1) {\n  go(a);\n}\n');
    const told = (line: number, column: number, end: [number, number], replacement: string) =>
      changeOf({
        ...{ id: '1', status: 'Survived', fileName, mutatorName: 'M', replacement },
        location: { start: { line, column }, end: { line: end[0], column: end[1] } },
      } as MutantResult).replace(placeOf(fileName), 'rule.ts');
    expect(told(2, 5, [2, 10], 'a >= 1')).toBe('rule.ts:2:5 M: a > 1 → a >= 1');
    expect(told(2, 12, [4, 2], '{}')).toBe('rule.ts:2:12 M: { go(a); } → {}');
    await rm(path.dirname(fileName), { recursive: true });
  });
});

describe('the handlers’ own tests', () => {
  it('are those of the folder of each file and of the folders above it in its feature', () => {
    const features = 'server/src/features';
    expect(ownTestsOf([`${features}/imports/undo/put-back.ts`, `${features}/imports/start.ts`])).toEqual([
      `${features}/imports/*.db.test.ts`,
      `${features}/imports/undo/*.db.test.ts`,
    ]);
    expect(ownTestsOf(['engine/src/quantity.ts'])).toEqual([]);
  });
});
