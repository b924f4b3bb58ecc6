import type { OutputOf } from '../../../api/operations.ts';
import { paths } from '../../../paths.ts';
import { cn } from '../../../ui/cn.ts';
import { formatPercent, formatVnd } from '../../../ui/format/number.ts';
import { AppLink } from '../../../ui/link.tsx';
import { coverageOf, type ProfileCoverage, type SharedLeft } from './coverage-rows.ts';

type Stats = OutputOf<'getPeriodStats'>;

const PARTS = [
  { part: 'invoiced', name: 'Lập hóa đơn', colour: 'bg-primary' },
  { part: 'alreadyInvoiced', name: 'Đã xuất ở AMIS', colour: 'bg-primary/45' },
  { part: 'own', name: 'Chưa xuất, chỉ hồ sơ này được xuất', colour: 'bg-amber-line' },
  { part: 'shared', name: 'Chưa xuất, nhiều hồ sơ được xuất', colour: 'bg-amber-line/50' },
] as const;

/** Of what each profile has invoiced or may invoice, how much is covered; below, what belongs to no single one. */
export function ProfileCoverageChart({ stats }: { stats: Stats }) {
  const { profiles, shared } = coverageOf(stats);
  // A profile's bar is as long as its money beside the others'.
  const longest = Math.max(1, ...profiles.map(({ covered, own, shared: also }) => covered + upTo(own) + upTo(also)));
  return (
    <div className="flex flex-col gap-3 text-grid">
      {profiles.map((row) => (
        <Bar key={row.profileId} row={row} longest={longest} />
      ))}
      {shared.map((row) => (
        <SharedLine key={row.key} row={row} />
      ))}
      <ul className="m-0 flex list-none flex-wrap gap-x-4 gap-y-1 p-0 text-small text-ink-2">
        {PARTS.map(({ part, name, colour }) => (
          <li key={part} className="flex items-center gap-1.5">
            <span aria-hidden className={cn('size-2 rounded-full forced-color-adjust-none', colour)} /> {name}
          </li>
        ))}
      </ul>
    </div>
  );
}

/**
 * The amount without an invoice may be negative (returns without an invoice); a bar has no place for less than nothing.
 */
const upTo = (amount: number): number => Math.max(0, amount);

function Bar({ row, longest }: { row: ProfileCoverage; longest: number }) {
  const left = row.own + row.shared;
  return (
    <div>
      <p className="m-0 flex items-baseline gap-2">
        <AppLink
          to={paths.invoices({ profileId: row.profileId })}
          className="min-w-0 grow truncate text-ink hover:underline"
          title={row.name}
        >
          {row.code} <span className="text-ink-3">{row.name}</span>
        </AppLink>
        <strong className="tabular shrink-0">{row.share === undefined ? '–' : formatPercent(row.share)}</strong>
      </p>
      <div aria-hidden className="my-1 flex h-2.5 forced-color-adjust-none overflow-hidden rounded-full bg-sunken">
        {PARTS.map(({ part, colour }) => (
          <span key={part} className={colour} style={{ width: `${(upTo(row[part]) / longest) * 100}%` }} />
        ))}
      </div>
      <p className="tabular m-0 text-small text-ink-2">
        lập {formatVnd(row.invoiced)} · đã xuất ở AMIS {formatVnd(row.alreadyInvoiced)} · chưa xuất {formatVnd(left)}
        {row.shared === 0 ? '' : ` (hồ sơ khác cũng được xuất ${formatVnd(row.shared)})`}
      </p>
    </div>
  );
}

/** Sales that several profiles may invoice, or none: they are in no profile's column of the table. */
function SharedLine({ row }: { row: SharedLeft }) {
  return (
    <p className="m-0 flex flex-wrap items-baseline justify-between gap-x-4 border-t border-line pt-2">
      <span>
        {row.codes.length === 0
          ? 'Chi nhánh chưa khai báo hồ sơ xuất'
          : `Chưa xuất, ${row.codes.join(' hoặc ')} được xuất`}
      </span>
      <strong className={cn('tabular', row.unallocated !== 0 && 'text-amber-ink')}>{formatVnd(row.unallocated)}</strong>
    </p>
  );
}
