import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Evidence } from '../record.ts';
import { newRandom, nextRandom, type Random } from '../testing/random.ts';
import { applyLearned, type DecidedPair, fit, type LearnedModel, learnedScore, storedModel } from './fit.ts';
import { leftWords } from './left-words.ts';
import { isLessPrecise, MINIMUM_DECISIONS, tryToLearn } from './shadow.ts';
import { wilson } from './wilson.ts';

const chip = (field: Evidence['field'], kind: Evidence['kind']): Evidence => ({
  field,
  kind,
  label: '',
  contribution: 0,
});

/** Decisions of a company in which `chance` tells how likely a pair of that score and unit is right. */
function decisions(random: Random, n: number, chance: (score: number, unitDiffers: boolean) => number): DecidedPair[] {
  return Array.from({ length: n }, (_, i) => {
    const score = 0.05 + 0.945 * nextRandom(random);
    const unitDiffers = nextRandom(random) < 0.4;
    return {
      key: `pair ${i}`,
      score,
      accepted: nextRandom(random) < chance(score, unitDiffers),
      evidence: [chip('name', 'similar'), chip('unit', unitDiffers ? 'different' : 'same')],
      leftOver: [],
      lookedAt: true,
    };
  });
}
const asScored = (score: number): number => score;
/** A company that counts in other units everywhere: a different unit says nothing, the engine is far too timid. */
const unitsDoNotMatter = (score: number, unitDiffers: boolean): number =>
  unitDiffers ? Math.min(1, score + 0.45) : score;

describe('fit', () => {
  it('is the engine itself when nothing was decided', () => {
    const model = fit([]);
    expect(model).toMatchObject({ slopes: [1, 1, 1, 1], offset: 0 });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9999 }), (n) => {
        const pair = { score: n / 1e4, evidence: [chip('unit', 'different')], leftOver: ['moi'] };
        expect(learnedScore(model, pair)).toBe(n / 1e4);
      }),
    );
  });

  it('converges where the engine is sure of everything', () => {
    const sure = decisions(newRandom(2), 90, () => 1 / 3).map((pair) => ({ ...pair, score: 0.97 }));
    const model = fit(sure);
    const mean = sure.reduce((sum, pair) => sum + learnedScore(model, pair), 0) / sure.length;
    const accepted = sure.filter((pair) => pair.accepted).length / sure.length;
    expect(Math.abs(mean - accepted)).toBeLessThan(0.05);
    expect(tryToLearn(sure).verdict).toBe('better');
  });

  it('never turns a higher engine score into a lower one', () => {
    const model = fit(decisions(newRandom(3), 300, (score) => 1 - score));
    const evidence = [chip('unit', 'same')];
    let last = 0;
    for (let score = 0.05; score < 1; score += 0.01) {
      const now = learnedScore(model, { score, evidence, leftOver: [] });
      expect(now).toBeGreaterThanOrEqual(last);
      last = now;
    }
  });

  it.each([
    [
      'even odds below 90 %, right at the very top',
      (score: number) => (score < 0.9 ? 0.5 : score < 0.98 ? 0.65 : 0.99),
    ],
    ['timid above even odds, too sure at the top', (score: number) => (score < 0.5 ? score : score < 0.9 ? 0.85 : 0.9)],
  ])('learns a curve of its own: %s', (_, chance) => {
    const drawn = (random: Random, n: number) =>
      decisions(random, n, asScored).map((pair, i) => {
        const score = i % 2 === 0 ? pair.score : 0.9 + 0.0999 * nextRandom(random);
        return { ...pair, score, accepted: nextRandom(random) < chance(score) };
      });
    const model = fit(drawn(newRandom(17), 2000));
    const next = drawn(newRandom(18), 8000);
    const lossOf = (of: (pair: DecidedPair) => number) =>
      next.reduce((sum, pair) => sum - Math.log(pair.accepted ? of(pair) : 1 - of(pair)), 0) / next.length;
    // One straight line stays .029 and .034 above what the truth itself would lose.
    const known = lossOf(({ score }) => chance(score));
    expect(lossOf((pair) => learnedScore(model, pair))).toBeLessThan(known + 0.02);
    expect(Math.min(...model.slopes)).toBeGreaterThanOrEqual(0.1);
  });

  it('reads a model that was kept with one slope and no words as that line', () => {
    const { slopes: _, words: __, ...model } = fit([]);
    const kept = storedModel({ ...model, slope: 0.5 });
    const pair = { score: 0.9, evidence: [], leftOver: ['moi'] };
    expect(learnedScore(kept, pair)).toBe(0.75);
    expect(storedModel(kept)).toEqual(kept);
  });

  it('learns the weight that a unit has in this company', () => {
    const { weights } = fit(decisions(newRandom(4), 600, unitsDoNotMatter));
    expect(weights.unit).toBeLessThan(-0.3);
  });
});

/** The same company, where a remark that only one side makes means nothing and another size is another thing. */
const withWords = (random: Random, n: number): DecidedPair[] =>
  decisions(random, n, asScored).map((pair) => {
    const [remark, size] = [nextRandom(random) < 0.4, nextRandom(random) < 0.3];
    const chance = size ? 0.05 : remark ? Math.min(1, pair.score + 0.5) : pair.score;
    return {
      ...pair,
      accepted: nextRandom(random) < chance,
      leftOver: [...(remark ? ['moi'] : []), ...(size ? ['#ml'] : []), ...(remark && size ? ['hiem'] : [])],
    };
  });

describe('words', () => {
  it.each([
    ['Bút bi TL-027 xanh mới', 'BÚT BI TL027 XANH', ['moi']],
    ['Dầu gội 180ml', 'dau goi 650ML', ['#ml']],
    ['Ống 21', 'Ống 21', []],
    ['Ống Ø21', 'Ống phi 27', ['#mm']],
    ['Sơn 1,5 lít', 'Sơn 1500ml', []],
    ['Cáp 2,5mm²', 'Cáp 1,5 mm2', ['#sq']],
    ['', 'Giấy A4', ['giay', 'a#']],
  ])('left over of «%s» and «%s»', (left, right, words) => {
    expect(leftWords(left, right)).toEqual(words);
  });

  it('weigh what they mean in this company, and rare ones nothing', () => {
    const trial = tryToLearn(withWords(newRandom(12), 400));
    expect(trial.verdict).toBe('better');
    expect(trial.model.words.moi).toBeGreaterThan(0.5);
    expect(trial.model.words['#ml']).toBeLessThan(-1);
    const rare = withWords(newRandom(13), 100).map((pair, i) => ({ ...pair, leftOver: i < 4 ? ['le'] : [] }));
    expect(tryToLearn(rare).model.words).toEqual({});
  });

  it('judge the next decisions better than the same lessons without words', () => {
    const pairs = withWords(newRandom(14), 400);
    const [model, without] = [fit(pairs), fit(pairs.map((pair) => ({ ...pair, leftOver: [] })))];
    const next = withWords(newRandom(15), 2000);
    const lossOf = (by: LearnedModel) =>
      next.reduce((sum, pair) => {
        const score = learnedScore(by, pair);
        return sum - Math.log(pair.accepted ? score : 1 - score);
      }, 0) / next.length;
    expect(lossOf(model)).toBeLessThan(lossOf(without) - 0.05);
  });
});

describe('applyLearned', () => {
  it('names the words that have moved the score', () => {
    const model = fit(withWords(newRandom(16), 400));
    const pair = { score: 0.6, evidence: [chip('unit', 'same')], leftOver: ['#ml', 'le'] };
    expect(applyLearned(model, pair).evidence.at(-1)!.label).toBe('Học từ quyết định của công ty: «#ml»');
    expect(applyLearned(model, { ...pair, leftOver: ['le'] }).evidence.at(-1)!.label).toBe(
      'Học từ quyết định của công ty',
    );
  });

  it('adds one chip, so that the chips still add up to the score', () => {
    const model = fit(decisions(newRandom(5), 400, unitsDoNotMatter));
    const evidence: Evidence[] = [
      { ...chip('name', 'similar'), contribution: 0.5 },
      { ...chip('unit', 'different'), contribution: -0.2 },
      { ...chip('base', 'neutral'), contribution: 0.1234 },
    ];
    const learned = applyLearned(model, { score: 0.4234, evidence, leftOver: [] });
    expect(learned.score).toBeGreaterThan(0.5);
    const sum = learned.evidence.reduce((total, { contribution }) => total + Math.round(contribution * 1e4), 0);
    expect(sum).toBe(Math.round(learned.score * 1e4));
  });
});

describe('tryToLearn', () => {
  it('needs enough decisions of both kinds', () => {
    expect(tryToLearn([]).verdict).toBe('few');
    expect(tryToLearn(decisions(newRandom(6), MINIMUM_DECISIONS - 1, unitsDoNotMatter)).verdict).toBe('few');
    expect(tryToLearn(decisions(newRandom(6), 300, () => 1)).verdict).toBe('one-sided');
    const bulk = decisions(newRandom(6), 500, unitsDoNotMatter).map((pair) => ({ ...pair, lookedAt: false }));
    expect(tryToLearn(bulk).verdict).toBe('few');
  });

  it('stays off where the engine is right already', () => {
    const verdicts = Array.from(
      { length: 20 },
      (_, seed) => tryToLearn(decisions(newRandom(100 + seed), 250, asScored)).verdict,
    );
    expect(verdicts.filter((verdict) => verdict === 'better').length).toBeLessThanOrEqual(1);
  });

  it('switches on where it is clearly better on decisions that it has not seen', () => {
    const trial = tryToLearn(decisions(newRandom(8), 400, unitsDoNotMatter));
    expect(trial.verdict).toBe('better');
    expect(trial.figures.logLossAfter).toBeLessThan(trial.figures.logLossBefore - 0.01);
    // The company's next decisions are judged better too.
    const next = decisions(newRandom(9), 2000, unitsDoNotMatter);
    const loss = (score: number, accepted: boolean) => -Math.log(Math.max(1e-4, accepted ? score : 1 - score));
    const total = (scoreOf: (pair: DecidedPair) => number) =>
      next.reduce((sum, pair) => sum + loss(scoreOf(pair), pair.accepted), 0) / next.length;
    expect(total((pair) => learnedScore(trial.model, pair))).toBeLessThan(total(({ score }) => score) - 0.01);
  });

  it('does not give up precision where people trust the score', () => {
    // Shy in the middle, where learning gains much, and a tenth wrong at the very top once it is pushed there.
    const pairs = decisions(newRandom(10), 500, (score, differs) =>
      differs ? (score > 0.5 ? 0.9 : 0.1) : score > 0.9 ? 1 : score,
    );
    const trial = tryToLearn(pairs);
    const { precisionAfter, precisionBefore } = trial.figures;
    if (trial.verdict === 'better') expect(precisionAfter ?? 1).toBeGreaterThanOrEqual(precisionBefore ?? 0);
    else expect(['less-precise', 'no-gain']).toContain(trial.verdict);
  });

  it.each([
    ['one wrong pair is left of many', [26, 80], [0, 1], false],
    ['more of those trusted are wrong', [198, 200], [205, 210], true],
    ['no more are wrong, but clearly a larger share', [99, 100], [5, 6], true],
    ['the share is higher', [90, 100], [19, 20], false],
    ['nothing is trusted any more', [90, 100], [0, 0], false],
    ['nothing was trusted before', [0, 0], [8, 10], false],
  ] as const)('calls it less precise or not where %s', (_, [right, n], [rightAfter, nAfter], is) => {
    expect(isLessPrecise(wilson(right, n), wilson(rightAfter, nAfter))).toBe(is);
  });

  it('gives one answer for one set of decisions, in any order', () => {
    const pairs = decisions(newRandom(11), 200, unitsDoNotMatter);
    expect(tryToLearn([...pairs].reverse())).toEqual(tryToLearn(pairs));
  });
});

describe('wilson', () => {
  it('is wide for few cases, never outside 0–1, and holds the share', () => {
    expect(wilson(0, 0)).toMatchObject({ precision: null, low: null, high: null });
    expect(wilson(10, 10).low).toBeCloseTo(0.7225, 3);
    expect(wilson(95, 100).low).toBeCloseTo(0.8882, 3);
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5000 }), fc.double({ min: 0, max: 1, noNaN: true }), (n, share) => {
        const right = Math.round(share * n);
        const { precision, low, high } = wilson(right, n);
        expect(low!).toBeGreaterThanOrEqual(0);
        expect(high!).toBeLessThanOrEqual(1);
        expect(low! - 1e-9).toBeLessThanOrEqual(precision!);
        expect(high! + 1e-9).toBeGreaterThanOrEqual(precision!);
      }),
    );
  });
});
