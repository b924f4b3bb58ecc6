import { formatDecimal } from '../../../ui/format/number.ts';
import { scoreText } from './evidence.tsx';
import type { Suggestion } from './pair.ts';

export const THRESHOLDS = [
  { value: '0.99', label: '99%' },
  { value: '0.98', label: '98%' },
  { value: '0.95', label: '95%' },
  { value: '0.9', label: '90%' },
  { value: '0.8', label: '80%' },
] as const;
export type Threshold = (typeof THRESHOLDS)[number]['value'];

/** What accepting many at once would mean. Pairs whose factor contradicts the prices are left for a look by hand. */
export function sumUp(found: readonly Suggestion[]) {
  const contradicted = (one: Suggestion) => 'factorContradicted' in one && one.factorContradicted;
  const accepted = found.filter((one) => !contradicted(one));
  const wrong = accepted.reduce((sum, { score }) => sum + (1 - score), 0);
  return {
    accepted,
    contradicted: found.length - accepted.length,
    withoutFactor: accepted.filter((one) => 'suggestedFactor' in one && one.suggestedFactor === null).length,
    unlockValue: accepted.reduce((sum, { unlockValue }) => sum + unlockValue, 0),
    lowest: accepted.length === 0 ? '' : scoreText(Math.min(...accepted.map(({ score }) => score))),
    /** Scores are probabilities: what they leave to 1 adds up to the pairs that may be wrong. */
    expectedWrong: formatDecimal(String(Math.ceil(wrong * 10) / 10)),
  };
}
