import { describe, expect, it } from 'vitest';
import { chosen, marksOf } from './batch.ts';
import { points, scoreText, tenthsOf } from './pair/evidence.tsx';
import type { Suggestion } from './pair/pair.ts';

const suggestion = (change: object): Suggestion =>
  ({ score: 0.99, version: 1, isBest: true, factorContradicted: false, ...change }) as Suggestion;

describe('marksOf', () => {
  const open = [
    suggestion({ id: 'sure' }),
    suggestion({ id: 'contradicted', factorContradicted: true }),
    suggestion({ id: 'second', isBest: false }),
    suggestion({ id: 'low', score: 0.97 }),
  ];

  it('knows which of the queue a threshold takes', () => {
    expect(marksOf({ above: { minScore: 0.98 } }, open)).toEqual({ sure: 'accepted' });
  });

  it('takes what was chosen, whatever its score, as it was seen', () => {
    const choice = chosen(open.slice(2));
    expect(choice).toEqual({
      items: [
        { id: 'second', version: 1 },
        { id: 'low', version: 1 },
      ],
    });
    expect(marksOf(choice, open)).toEqual({ second: 'accepted', low: 'accepted' });
  });
});

describe('figures of a score', () => {
  it('never rounds up to certainty', () => {
    expect(scoreText(0.9999)).toBe('99,9%');
    expect(scoreText(1)).toBe('100%');
    expect(scoreText(0.9)).toBe('90%');
  });

  it('signs each share', () => {
    expect([421, -50, 0, -3].map(points)).toEqual(['+42,1', '-5', '0', '-0,3']);
  });
});

describe('the chips of a score', () => {
  it.each([
    // As they were on a screen: one decimal each added up to 100, beside 99,9 %.
    [[0.0164, 0.5047, 0.3803, 0.0499, 0.0348, 0.0088, 0.0049], 0.9998],
    [[0.0164, -0.0049, 0.3333], 0.3448],
    [[0.0164, 0.0336], 0.05],
    [[0.29], 0.29],
  ])('add up to it as it is shown: %j', (shares, score) => {
    const tenths = tenthsOf(shares, score);
    expect(tenths.reduce((sum, each) => sum + each, 0)).toBe(Math.floor(Math.round(score * 1e4) / 10));
    for (const [i, share] of shares.entries()) expect(Math.abs(tenths[i]! - share * 1000)).toBeLessThan(1.0001);
  });
});
