import { describe, expect, it } from 'vitest';
import { sumUp } from './accept-all.ts';
import { points, scoreText } from './evidence.tsx';
import type { Suggestion } from './pair.ts';

const suggestion = (change: object): Suggestion =>
  ({ score: 0.99, unlockValue: 0, suggestedFactor: '1', factorContradicted: false, ...change }) as Suggestion;

describe('sumUp', () => {
  it('leaves out what prices contradict and counts what lacks a factor', () => {
    const sum = sumUp([
      suggestion({ unlockValue: 1_000 }),
      suggestion({ unlockValue: 5_000, factorContradicted: true }),
      suggestion({ unlockValue: 300, suggestedFactor: null, score: 0.995 }),
    ]);
    expect(sum.accepted).toHaveLength(2);
    expect(sum).toMatchObject({ contradicted: 1, withoutFactor: 1, unlockValue: 1_300, lowest: '99%' });
  });

  it('adds up what may be wrong, rounded up', () => {
    expect(sumUp([suggestion({ score: 0.95 }), suggestion({ score: 0.9 })]).expectedWrong).toBe('0,2');
  });

  it('says nothing about nothing', () => {
    expect(sumUp([])).toMatchObject({ accepted: [], lowest: '', expectedWrong: '0' });
  });
});

describe('figures of a score', () => {
  it('never rounds up to certainty', () => {
    expect(scoreText(0.9999)).toBe('99,9%');
    expect(scoreText(1)).toBe('100%');
    expect(scoreText(0.9)).toBe('90%');
  });

  it('signs each share', () => {
    expect(points(0.4213)).toBe('+42,1');
    expect(points(-0.05)).toBe('-5');
    expect(points(0.0001)).toBe('0');
  });
});
