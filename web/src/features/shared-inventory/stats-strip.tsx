import { useCall } from '../../api/query.ts';
import { Stat } from '../../ui/card.tsx';
import { cn } from '../../ui/cn.ts';
import { formatCount, formatMoney } from '../../ui/format/number.ts';
import { formatInstant } from '../../ui/format/time.ts';
import { STATES, type State } from './terms.ts';

/**
 * The sums of the month, and the number of rows in each state; a click on a state shows only those rows. On phones the
 * filter of the list does that alone.
 */
export function StatsStrip({
  profileId,
  month,
  state,
  onState,
  generatedAt,
}: {
  profileId: string;
  month: string;
  state: string;
  onState: (state: State | undefined) => void;
  generatedAt: string | null;
}) {
  const stats = useCall('getSharedInventoryStats', { query: { profileId, month } });
  const { data } = stats;
  return (
    <div className="flex flex-wrap items-end gap-x-4 gap-y-2 sm:gap-x-6 px-3 pt-3 sm:px-4">
      <Stat label="Tồn AMIS ở kho được xuất" value={data && formatMoney(data.amisValue)} />
      <Stat label="Giá trị dùng chung" value={data && formatMoney(data.sharedValue)} tone="green" />
      <Stat
        label="Dòng chênh lệch"
        value={data && `${formatCount(data.differenceRows)} / ${formatCount(data.rows)}`}
        {...(data && data.differenceRows > 0 ? { tone: 'amber' as const } : {})}
      />
      <fieldset
        aria-label="Số dòng theo trạng thái"
        className="m-0 hidden min-w-0 flex-wrap gap-1 border-0 p-0 sm:flex"
      >
        {(Object.keys(STATES) as State[]).map((name) => (
          <button
            key={name}
            type="button"
            aria-pressed={state === name}
            title={STATES[name].hint}
            onClick={() => onState(state === name ? undefined : name)}
            className={cn(
              'flex h-7 items-center gap-1.5 rounded-md border px-2 text-grid pointer-coarse:h-9',
              state === name ? 'border-primary bg-tint-soft text-tint-ink' : 'border-line bg-raised hover:bg-hover',
            )}
          >
            {STATES[name].name}
            <b className="tabular font-semibold">{data ? formatCount(data.byState[name] ?? 0) : '…'}</b>
          </button>
        ))}
      </fieldset>
      <span className="ml-auto hidden text-small text-ink-3 lg:block">Sinh lúc {formatInstant(generatedAt)}</span>
    </div>
  );
}
