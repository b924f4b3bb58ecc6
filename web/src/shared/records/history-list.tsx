import { useCall } from '../../api/query.ts';
import { formatCount } from '../../ui/format/number.ts';
import { formatInstant } from '../../ui/format/time.ts';
import { EmptyState, ErrorState, SkeletonLines } from '../../ui/states.tsx';
import { changesBetween, type Names, shownValue } from './changes.ts';

const SHOWN = 50;

/** Field → code → what it means. */
export type ValueWords = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** The changes of a record: the person, the time, and each value before and after; newest first. */
export function HistoryList({
  entity,
  entityId,
  labels,
  words = {},
}: {
  entity: string;
  entityId: string;
  /** Names of fields for people; a field without one is left out. */
  labels: Readonly<Record<string, string>>;
  /** The meanings of a field's values, where they are codes. */
  words?: ValueWords;
}) {
  const shown = (name: string, value: unknown, names: Names) =>
    words[name]?.[String(value)] ?? shownValue(value, names);
  const history = useCall('listRecordHistory', {
    params: { entity, entityId },
    query: { sort: '-at', limit: SHOWN },
  });
  if (history.isError && !history.data)
    return <ErrorState message={history.error.message} onRetry={() => void history.refetch()} />;
  if (!history.data) return <SkeletonLines lines={3} />;
  if (history.data.items.length === 0) {
    return <EmptyState title="Chưa có thay đổi nào." hint="Mọi lần sửa tay sẽ được ghi lại ở đây." />;
  }
  return (
    <>
      <ol className="m-0 flex list-none flex-col p-0">
        {history.data.items.map((event) => {
          const changes = changesBetween(event.before, event.after).filter(({ name }) => labels[name]);
          return (
            <li key={event.id} className="border-b border-line py-2 last:border-b-0">
              <p className="m-0 text-grid">{event.summary}</p>
              <p className="m-0 text-small text-ink-3">
                {event.actor} · {formatInstant(event.at)}
              </p>
              {changes.length > 0 ? (
                <dl className="m-0 mt-1 grid grid-cols-[minmax(6rem,auto)_1fr] gap-x-3 gap-y-0.5 text-small">
                  {changes.map(({ name, before, after }) => (
                    <div key={name} className="contents">
                      <dt className="text-ink-2">{labels[name]}</dt>
                      <dd className="m-0 min-w-0 break-words">
                        <span className="text-ink-3 line-through">{shown(name, before, event.names)}</span> →{' '}
                        {shown(name, after, event.names)}
                      </dd>
                    </div>
                  ))}
                </dl>
              ) : null}
            </li>
          );
        })}
      </ol>
      {history.data.total > SHOWN ? (
        <p className="m-0 pt-1 text-small text-ink-3">
          Hiện {SHOWN} thay đổi gần nhất trong {formatCount(history.data.total)}.
        </p>
      ) : null}
    </>
  );
}
