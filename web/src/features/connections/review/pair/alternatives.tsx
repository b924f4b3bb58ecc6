import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '../../../../api/client.ts';
import { keyOf, useCall } from '../../../../api/query.ts';
import { cn } from '../../../../ui/cn.ts';
import { Kbd } from '../../../../ui/kbd.tsx';
import type { Kind } from '../../kinds.ts';
import { scoreText } from './evidence.tsx';
import type { Suggestion } from './pair.ts';

const SHOWN = 6;

const inputs = (suggestion: Suggestion) => {
  const query = { profileId: suggestion.profileId, status: 'pending' as const, sort: '-score' as const, limit: SHOWN };
  return [
    { query: { ...query, amisCode: suggestion.amis.code } },
    { query: { ...query, bravoCode: suggestion.bravo.code } },
  ] as const;
};

/** Other pairs that either record could be part of, best first. Those of the following suggestion are fetched ahead. */
export function useAlternatives(kind: Kind, suggestion: Suggestion | undefined, following: Suggestion | undefined) {
  const client = useQueryClient();
  const place = suggestion ? inputs(suggestion) : undefined;
  const nothing = { query: {} };
  const options = { enabled: suggestion !== undefined, staleMs: 60_000 };
  const byAmis = useCall(kind.suggestions, place?.[0] ?? nothing, options);
  const byBravo = useCall(kind.suggestions, place?.[1] ?? nothing, options);
  const followingId = following?.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a suggestion is named by its id
  useEffect(() => {
    if (!following) return;
    for (const input of inputs(following)) {
      void client.prefetchQuery({
        queryKey: keyOf(kind.suggestions, input),
        queryFn: ({ signal }) => call(kind.suggestions, input, { signal }),
        staleTime: 60_000,
      });
    }
  }, [client, kind, followingId]);
  if (!suggestion) return [];
  const found: readonly Suggestion[] = [...(byAmis.data?.items ?? []), ...(byBravo.data?.items ?? [])];
  const others = new Map(found.filter(({ id }) => id !== suggestion.id).map((other) => [other.id, other]));
  return [...others.values()].sort((a, b) => b.score - a.score).slice(0, SHOWN);
}

/** The other pairs to choose from; the key in front takes one into view. */
export function Alternatives({
  items,
  of,
  shownId,
  onShow,
}: {
  items: readonly Suggestion[];
  /** The suggestion of the queue. */
  of: Suggestion;
  shownId: string;
  onShow: (id: string) => void;
}) {
  if (items.length === 0) return <p className="m-0 text-grid text-ink-3">Không có cặp nào khác cho hai bản ghi này.</p>;
  return (
    <ol className="m-0 -mx-2 flex list-none flex-col p-0">
      {items.map((other, index) => {
        const sameAmis = other.amis.id === of.amis.id;
        const record = sameAmis ? other.bravo : other.amis;
        return (
          <li key={other.id}>
            <button
              type="button"
              aria-pressed={other.id === shownId}
              onClick={() => onShow(other.id)}
              className={cn(
                'flex w-full items-center gap-2 rounded-md px-2 py-1 text-left text-grid pointer-coarse:min-h-11',
                other.id === shownId ? 'bg-tint text-tint-ink' : 'hover:bg-hover',
              )}
            >
              <span className="max-sm:hidden">
                <Kbd>{String(index + 1)}</Kbd>
              </span>
              <span className="w-12 shrink-0 text-small text-ink-2">{sameAmis ? 'Bravo' : 'AMIS'}</span>
              <span className="min-w-0 grow truncate">
                {record.name} <span className="text-ink-3">{record.code}</span>
              </span>
              <span className="tabular shrink-0">{scoreText(other.score)}</span>
            </button>
          </li>
        );
      })}
    </ol>
  );
}
