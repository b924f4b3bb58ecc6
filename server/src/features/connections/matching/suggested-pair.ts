import { leftWords } from '@khop/engine/connections/learning/left-words.ts';
import type { Evidence } from '@khop/engine/connections/record.ts';
import { suggestFactor } from '@khop/engine/connections/text/factor.ts';
import type { KindName } from '../kinds.ts';
import type { SideRecord } from './suggest-records.ts';

/** More than this many alternatives for one record do not help. */
export const ALTERNATIVES = 5;

/** A pair as the matcher suggests it. */
export type SuggestedPair = {
  readonly amisId: string;
  readonly bravoCode: string;
  readonly amisFingerprint: string;
  readonly bravoFingerprint: string;
  readonly score: number;
  readonly best: boolean;
  readonly evidence: readonly Evidence[];
  /** The words that only one of the two names has. */
  readonly leftOver: readonly string[];
  readonly factor:
    | { readonly factor: string; readonly evidence: readonly string[]; readonly contradicted: boolean }
    | undefined;
};

export const suggested = (
  kind: KindName,
  amis: SideRecord,
  bravo: SideRecord,
  { score, best, evidence }: Pick<SuggestedPair, 'score' | 'best' | 'evidence'>,
): SuggestedPair => ({
  amisId: amis.id,
  bravoCode: bravo.id,
  amisFingerprint: amis.fingerprint,
  bravoFingerprint: bravo.fingerprint,
  score,
  best,
  evidence,
  leftOver: leftWords(amis.name, bravo.name),
  factor: kind === 'product' ? suggestFactor(amis, bravo) : undefined,
});
