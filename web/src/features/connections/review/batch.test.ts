import { describe, expect, it } from 'vitest';
import { chosen, marksOf } from './batch.ts';
import { points, scoreText } from './evidence.tsx';
import type { Suggestion } from './pair.ts';

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
    expect(points(0.4213)).toBe('+42,1');
    expect(points(-0.05)).toBe('-5');
    expect(points(0.0001)).toBe('0');
  });
});
