import { cn } from '../../../../ui/cn.ts';
import { formatDecimal } from '../../../../ui/format/number.ts';
import type { Suggestion } from './pair.ts';

/**
 * Shares of a score in tenths of a point, rounded so that they add up to the score as it is shown: a reviewer will add
 * them up.
 */
export function tenthsOf(shares: readonly number[], score: number): number[] {
  const tenths = shares.map((share) => Math.floor(share * 1000));
  let left = shownTenths(score) - tenths.reduce((sum, each) => sum + each, 0);
  const byRest = shares.map((share, i) => ({ i, rest: share * 1000 - tenths[i]! })).sort((a, b) => b.rest - a.rest);
  for (const { i } of byRest) {
    if (left <= 0) break;
    tenths[i]!++;
    left--;
  }
  return tenths;
}

/** Never rounded up to certainty. */
const shownTenths = (score: number): number => Math.floor(Math.round(score * 1e4) / 10);

/** Tenths of a point as they are read: 421 → "+42,1". */
export const points = (tenths: number): string => {
  const text = formatDecimal(`${tenths < 0 ? '-' : ''}${Math.trunc(Math.abs(tenths) / 10)}.${Math.abs(tenths) % 10}`);
  return tenths > 0 ? `+${text}` : text;
};

/** The score as people read it. */
export const scoreText = (score: number): string => `${formatDecimal(String(shownTenths(score) / 10))}%`;

const order = (a: { field: string; contribution: number }, b: { field: string; contribution: number }) =>
  Number(b.field === 'base') - Number(a.field === 'base') || b.contribution - a.contribution;

/** The reasons of a score as a sum: the starting level, then each piece of evidence, and what they add up to. */
export function EvidenceList({ suggestion }: { suggestion: Pick<Suggestion, 'evidence' | 'score'> }) {
  const evidence = [...suggestion.evidence].sort(order);
  const tenths = tenthsOf(
    evidence.map(({ contribution }) => contribution),
    suggestion.score,
  );
  return (
    <ul aria-label="Bằng chứng" className="m-0 flex list-none flex-wrap items-center gap-1.5 p-0">
      {evidence.map(({ field, label, contribution }, i) => (
        <li
          key={`${field}-${label}`}
          className={cn(
            'inline-flex min-h-6 items-center gap-1.5 rounded-[4px] px-1.5 text-grid',
            field === 'base' || Math.abs(contribution) < 0.0005
              ? 'bg-grey-tint text-grey-ink'
              : contribution > 0
                ? 'bg-tint text-tint-ink'
                : 'bg-red-tint text-red-ink',
          )}
        >
          <span>{label}</span>
          <span className="tabular font-semibold">{points(tenths[i]!)}</span>
        </li>
      ))}
      <li className="tabular inline-flex min-h-6 items-center px-1 text-grid font-semibold">
        = {scoreText(suggestion.score)}
      </li>
    </ul>
  );
}
