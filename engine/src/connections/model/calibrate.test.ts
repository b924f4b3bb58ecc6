import { describe, expect, test } from 'vitest';
import { calibrate, leastFor } from './calibrate.ts';
import { logit } from './forest.ts';
import weights from './weights.json' with { type: 'json' };

const straight = { lead: 0, from: [-3, 8], to: [-3, 8] };
const said = (first: number, second: number, leads = false) => ({ first, second, leads });

describe('calibrate', () => {
  test('the same pair is less sure where few records find a partner', () => {
    const names = { lift: 0, shift: 2, stretch: 0.5, ...straight };
    const scores = [0.2, 0.5, 0.7, 0.95].map((coverage) => calibrate(names, coverage, said(3, 4)));
    expect(scores).toEqual([...scores].sort((a, b) => a - b));
    expect(scores[2]).toBeCloseTo(4, 9);
    expect(scores[0]).toBeLessThan(3);
  });

  test('rises with the log-odds of the second forest, at any coverage', () => {
    const steep = { lift: 0.4, lead: 0.5, shift: 2.5, stretch: 1.2, from: [-3, 0, 2, 5], to: [-3.5, -0.5, 3, 6] };
    for (const coverage of [0, 0.3, 1]) {
      const scores = [-4, -2, 0, 1, 2, 3, 5, 9].map((second) => calibrate(steep, coverage, said(1, second)));
      expect(scores).toEqual([...scores].sort((a, b) => a - b));
    }
  });

  test('a pair that no other beats is likelier right', () => {
    const leading = { ...straight, lift: 0, lead: 0.5, shift: 0, stretch: 0 };
    expect(calibrate(leading, 0.7, said(1, 1, true))).toBeCloseTo(calibrate(leading, 0.7, said(1, 1)) + 0.5, 9);
  });

  test('a poor pair is never certain for want of rivals', () => {
    const lifting = { lift: 0.4, shift: 0, stretch: 0, ...straight };
    expect(calibrate(lifting, 0.7, said(-2, 4))).toBeLessThan(calibrate(lifting, 0.7, said(5, 4)) - 2);
  });
});

describe('leastFor', () => {
  test.each(Object.entries(weights.calibration))(
    'below it no pair of %s comes to 5 %%, whatever else is known',
    (_, curve) => {
      const floor = logit(0.05);
      for (const coverage of [0, 0.3, 0.7, 1]) {
        const least = leastFor(curve, coverage, floor);
        for (const below of [0, 0.01, 1, 5]) {
          for (const first of [-8, 0, 8]) {
            for (const leads of [false, true]) {
              expect(calibrate(curve, coverage, said(first, least - below, leads))).toBeLessThan(floor);
            }
          }
        }
        if (least < 0) expect(calibrate(curve, coverage, said(0, least + 1e-3, curve.lead > 0))).toBeGreaterThan(floor);
      }
    },
  );

  test('nothing is passed over where a curve falls', () => {
    const falling = { lift: 0, lead: 0, shift: 0, stretch: 0, from: [-3, -2], to: [-2, -3] };
    expect(leastFor(falling, 0.7, logit(0.05))).toBe(Number.NEGATIVE_INFINITY);
  });
});
