import { Card, Stat } from '../../../ui/card.tsx';
import { Chip } from '../../../ui/chip.tsx';
import { formatCount, formatDecimal } from '../../../ui/format/number.ts';
import { Banner, SkeletonLines } from '../../../ui/states.tsx';
import type { Trial } from './use-trial.ts';

/** The effect that the map would have: rows read, rows refused and why, sums to compare with the file. */
export function Effect({ trial: { faults, data, error, isTrying } }: { trial: Trial }) {
  const problem = data?.problem?.message ?? error;
  return (
    <Card title="Kết quả đọc thử" actions={isTrying ? <Chip>Đang đọc thử</Chip> : undefined}>
      <div className="flex flex-col gap-3" aria-live="polite">
        {faults.length > 0 ? (
          <Banner tone="warning">
            <ul className="m-0 list-none p-0">
              {faults.map(({ message }) => (
                <li key={message}>{message}</li>
              ))}
            </ul>
          </Banner>
        ) : problem ? (
          <Banner tone="error">{problem}</Banner>
        ) : data ? (
          <Figures data={data} />
        ) : (
          <SkeletonLines lines={3} />
        )}
      </div>
    </Card>
  );
}

function Figures({ data: { read, rejected, rejections, sums, warnings } }: { data: NonNullable<Trial['data']> }) {
  return (
    <>
      <div className="grid grid-cols-2 gap-3">
        <Stat label="Dòng đọc được" value={formatCount(read)} tone={read > 0 ? 'green' : 'amber'} />
        <Stat label="Dòng bị từ chối" value={formatCount(rejected)} tone={rejected > 0 ? 'red' : undefined} />
      </div>
      {sums.length > 0 ? (
        <dl className="m-0 grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 gap-y-1 text-grid">
          {sums.map(({ field, label, read: sum, file }) => (
            <div key={field} className="contents">
              <dt className="text-ink-2">Cộng {label}</dt>
              <dd className="tabular m-0 flex items-center justify-end gap-2">
                {formatDecimal(sum)}
                {file === null ? null : (
                  <Chip tone={file === sum ? 'green' : 'amber'} icon>
                    {file === sum ? 'Khớp dòng tổng' : `Dòng tổng ${formatDecimal(file)}`}
                  </Chip>
                )}
              </dd>
            </div>
          ))}
        </dl>
      ) : null}
      {rejections.length > 0 ? (
        <Messages title="Vì sao bị từ chối" messages={rejections.map(({ message }) => message)} />
      ) : null}
      {warnings.length > 0 ? <Messages title="Cảnh báo, dòng vẫn được nhận" messages={warnings} /> : null}
    </>
  );
}

function Messages({ title, messages }: { title: string; messages: readonly string[] }) {
  return (
    <section>
      <h3 className="m-0 mb-1 text-grid font-semibold">{title}</h3>
      <ul
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled area must be reachable by keyboard
        tabIndex={0}
        aria-label={title}
        className="m-0 max-h-48 list-none overflow-y-auto p-0 text-grid"
      >
        {messages.map((message, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two rows may be refused in the same words
          <li key={`${at}-${message}`} className="border-t border-line py-1 break-words first:border-t-0">
            {message}
          </li>
        ))}
      </ul>
    </section>
  );
}
