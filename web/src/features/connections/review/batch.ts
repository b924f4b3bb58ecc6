import { call } from '../../../api/client.ts';
import type { InputOf, OutputOf } from '../../../api/operations.ts';
import type { Kind } from '../kinds.ts';
import type { Suggestion } from './pair/pair.ts';
import type { Outcome } from './queue.ts';

/** The suggestions to accept as one batch: chosen ones as they were seen, or every best pair from a score on. */
export type Choice = InputOf<'acceptProductSuggestions'>['body']['choice'];
export type AcceptedBatch = OutputOf<'acceptProductSuggestions'>;

export const acceptMany = (kind: Kind, profileId: string, choice: Choice): Promise<AcceptedBatch> =>
  call(kind.accept, { body: { profileId, choice } });

/** Takes a batch back; answers the number of connections that stay because a person has edited them since. */
export async function undoMany(kind: Kind, batchId: string | null): Promise<number> {
  if (batchId === null) return 0;
  return (await call(kind.undoBatch, { params: { id: batchId } })).kept;
}

/** The chosen ones with the version that the reviewer has seen. */
export const chosen = (suggestions: readonly Suggestion[]): Choice => ({
  items: suggestions.map(({ id, version }) => ({ id, version })),
});

const isContradicted = (suggestion: Suggestion): boolean =>
  'factorContradicted' in suggestion && suggestion.factorContradicted;

/** The decisions of a choice among the open suggestions of the queue, as far as the queue knows them. */
export function marksOf(choice: Choice, open: readonly Suggestion[]): Record<string, Outcome> {
  const picked =
    'items' in choice
      ? new Set(choice.items.map(({ id }) => id))
      : new Set(
          open
            .filter((one) => one.isBest && one.score >= choice.above.minScore && !isContradicted(one))
            .map(({ id }) => id),
        );
  return Object.fromEntries([...picked].map((id) => [id, 'accepted' as const]));
}
