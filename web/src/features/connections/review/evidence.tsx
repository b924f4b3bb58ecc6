import { cn } from '../../../ui/cn.ts';
import { formatDecimal } from '../../../ui/format/number.ts';
import type { Suggestion } from './pair.ts';

/** A share of the score in points: 0.4213 → "+42,1". */
export const points = (share: number): string => {
  const tenths = Math.round(share * 1000);
  const text = formatDecimal(`${tenths < 0 ? '-' : ''}${Math.trunc(Math.abs(tenths) / 10)}.${Math.abs(tenths) % 10}`);
  return tenths > 0 ? `+${text}` : text;
};

/** The score as people read it; never rounded up to certainty. */
export const scoreText = (score: number): string => `${formatDecimal(String(Math.floor(score * 1000) / 10))}%`;

const order = (a: { field: string; contribution: number }, b: { field: string; contribution: number }) =>
  Number(b.field === 'base') - Number(a.field === 'base') || b.contribution - a.contribution;

/** The reasons of a score as a sum: the starting level, then each piece of evidence, and what they add up to. */
export function EvidenceList({ suggestion }: { suggestion: Suggestion }) {
  const evidence = [...suggestion.evidence].sort(order);
  return (
    <ul aria-label="Bằng chứng" className="m-0 flex list-none flex-wrap items-center gap-1.5 p-0">
      {evidence.map(({ field, label, contribution }) => (
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
          <span className="tabular font-semibold">{points(contribution)}</span>
        </li>
      ))}
      <li className="tabular inline-flex min-h-6 items-center px-1 text-grid font-semibold">
        = {scoreText(suggestion.score)}
      </li>
    </ul>
  );
}
