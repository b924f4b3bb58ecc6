import { layouts, uploadedLayouts } from '@khop/engine/sheets/layouts/layouts.ts';
import { MAPPABLE } from '@khop/engine/sheets/mapping/mappable.ts';
import { FileDown, FileText, X } from 'lucide-react';
import { useState } from 'react';
import { download } from '../../api/files.ts';
import { useAction } from '../../api/query.ts';
import { ImportDialog } from '../../shared/upload/import-dialog.tsx';
import { again, change, leaveOut, lookAgain, remove } from '../../shared/upload/many/batch.ts';
import { type Entry, isGoing, reportOf } from '../../shared/upload/many/entry.ts';
import { type Around, needsPeriod, needsProfile, obstacleOf, waitsFor } from '../../shared/upload/many/queue.ts';
import { isMappable, MapByHand } from '../../shared/upload/map-by-hand.tsx';
import { alsoSaid } from '../../shared/upload/said.ts';
import { UploadHelp } from '../../shared/upload/upload-help.tsx';
import { Button } from '../../ui/button.tsx';
import { Chip, type Tone } from '../../ui/chip.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { formatBytes, formatCount } from '../../ui/format/number.ts';
import { formatDay } from '../../ui/format/time.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Progress } from '../../ui/progress.tsx';
import { figures } from './words.ts';

const WHAT_IT_IS = 'Tệp này là…';

const KINDS = uploadedLayouts.map((name) => ({ value: name as string, label: layouts[name].title }));

const STATES: Readonly<Record<Entry['state'], readonly [Tone, string]>> = {
  reading: ['grey', 'Đang xem'],
  ready: ['green', 'Sẵn sàng'],
  unread: ['red', 'Không nạp được'],
  elsewhere: ['amber', 'Nạp ở Kho hóa đơn'],
  'left-out': ['grey', 'Bỏ qua'],
  waiting: ['grey', 'Đang chờ'],
  sending: ['amber', 'Đang gửi'],
  running: ['amber', 'Đang nạp'],
  asks: ['amber', 'Cần trả lời'],
  done: ['green', 'Đã nạp'],
  failed: ['red', 'Bị từ chối'],
  lost: ['amber', 'Chọn lại tệp'],
};

/** One file: what it is, where it goes, what the matter is or what it brought. */
export function EntryRow({
  entry,
  entries,
  around,
  periodName,
}: {
  entry: Entry;
  entries: readonly Entry[];
  around: Around;
  periodName: string | undefined;
}) {
  const obstacle = obstacleOf(entry, entries, around);
  const [tone, words] = obstacle ? (['amber', 'Cần chọn'] as const) : STATES[entry.state];
  return (
    <li
      aria-label={entry.path}
      className="grid grid-cols-1 items-start gap-x-3 gap-y-2 bg-raised px-3 py-2 md:grid-cols-[minmax(0,5fr)_minmax(0,7fr)_minmax(0,7fr)_11rem]"
    >
      <div className="min-w-0">
        <p className="m-0 truncate text-base font-medium" title={entry.path}>
          {entry.name}
        </p>
        <p className="m-0 truncate text-small text-ink-3">
          {[folderOf(entry), formatBytes(entry.size), daysOf(entry)].filter(Boolean).join(' · ')}
        </p>
      </div>
      <Goal entry={entry} around={around} periodName={periodName} />
      <div className="flex min-w-0 flex-col gap-1">
        <div>
          <Chip tone={tone} icon>
            {words}
          </Chip>
        </div>
        <Matter entry={entry} entries={entries} obstacle={obstacle} />
      </div>
      <Actions entry={entry} />
      <Help entry={entry} around={around} />
    </li>
  );
}

const folderOf = ({ path, name }: Entry): string => path.slice(0, Math.max(0, path.length - name.length - 1));

const daysOf = ({ seen }: Entry): string =>
  [seen?.fromDate, seen?.toDate]
    .map((day) => formatDay(day))
    .filter(Boolean)
    .join(' – ');

/** Not recognised, but a person may say what it is: it is then sent, and its columns are mapped by hand. */
const mayBeMapped = ({ state, seen }: Entry): boolean =>
  state === 'unread' && MAPPABLE.includes(seen?.problem?.code ?? '');

/** The kind of the file and the place where it goes; to be changed until it is sent. */
function Goal({ entry, around, periodName }: { entry: Entry; around: Around; periodName: string | undefined }) {
  const { id, layout, profileId, state } = entry;
  if (state === 'elsewhere') return <p className="m-0 min-w-0 text-grid">{entry.seen?.title}</p>;
  if (layout === undefined && !mayBeMapped(entry)) return <span className="max-md:hidden" />;
  const isOpen = state === 'ready' || state === 'failed' || state === 'unread';
  const code = around.profiles.find((one) => one.id === profileId)?.code;
  if (!isOpen) {
    const title = KINDS.find(({ value }) => value === layout)?.label;
    const hasProfile = layout !== undefined && needsProfile(layout);
    return (
      <p className="m-0 min-w-0 text-grid break-words">{[title, hasProfile && code].filter(Boolean).join(' · ')}</p>
    );
  }
  return (
    <div className="grid min-w-0 grid-cols-[minmax(0,1fr)_6rem] gap-1">
      <Select
        label={`${entry.name} là`}
        hideLabel
        placeholder={WHAT_IT_IS}
        value={layout ?? null}
        options={KINDS}
        onChange={(next) =>
          change(id, { layout: next, ...(state === 'unread' && { state: 'ready', problem: undefined }) })
        }
      />
      {layout !== undefined && needsProfile(layout) ? (
        <Select
          label={`Hồ sơ của ${entry.name}`}
          hideLabel
          placeholder="Chọn hồ sơ…"
          value={profileId ?? null}
          options={around.profiles.map(({ id: value, code: label }) => ({ value, label }))}
          onChange={(next) => change(id, { profileId: next })}
        />
      ) : null}
      {layout !== undefined && needsPeriod(layout) && periodName ? (
        <p className="col-span-2 m-0 text-small text-ink-3">Vào kỳ {periodName}</p>
      ) : null}
    </div>
  );
}

function Matter({
  entry,
  entries,
  obstacle,
}: {
  entry: Entry;
  entries: readonly Entry[];
  obstacle: string | undefined;
}) {
  const { state, run, share } = entry;
  const report = reportOf(entry);
  const held = state === 'waiting' ? waitsFor(entry, entries) : undefined;
  const text = obstacle ?? (held ? `Chờ «${held.name}»: nạp được hoặc bỏ qua tệp ấy thì tệp này đi tiếp.` : undefined);
  if (state === 'sending' || state === 'running')
    return (
      <Progress
        label={state === 'sending' ? 'Đang gửi tệp' : run?.stage || 'Đang nạp'}
        percent={state === 'sending' ? (share ?? 0) * 100 : run?.percent}
        done={run?.done}
        total={run?.total}
        etaSeconds={run?.etaSeconds}
      />
    );
  if (report)
    return (
      <p className="m-0 text-grid">
        {report.sameFile
          ? 'Tệp này đã nạp trước đây, không có gì thay đổi.'
          : figures({ ...report, warnings: report.warnings.length })}
      </p>
    );
  // The question about the file says it all.
  if (state === 'asks') return null;
  const notice = text ?? entry.problem ?? noRows(entry);
  if (!notice) return null;
  return (
    <>
      <p className={`m-0 text-grid ${state === 'unread' || state === 'failed' ? 'text-red-ink' : 'text-ink-2'}`}>
        {notice}
      </p>
      {mayBeMapped(entry) ? (
        <p className="m-0 text-grid text-ink-2">
          Hãy chọn loại tệp ở ô «{WHAT_IT_IS}», bấm nạp, rồi chọn cột bằng tay.
        </p>
      ) : null}
    </>
  );
}

const noRows = ({ state, seen }: Entry): string | undefined =>
  state === 'ready' && seen && !seen.hasRows ? 'Phần đầu tệp chưa thấy dòng dữ liệu nào.' : undefined;

function Actions({ entry }: { entry: Entry }) {
  const [shown, setShown] = useState(false);
  const report = reportOf(entry);
  const importId = report?.importId;
  const errors = useAction(() => download('getImportErrors', { params: { id: importId! } }));
  const { id, state, name } = entry;
  return (
    <div className="flex flex-wrap items-center gap-1 md:justify-end">
      {importId ? (
        <>
          <Button size="sm" icon={<FileText aria-hidden />} onClick={() => setShown(true)}>
            Báo cáo
          </Button>
          {report.rejected > 0 ? (
            <Button size="sm" icon={<FileDown aria-hidden />} busy={errors.isPending} onClick={() => errors.mutate()}>
              {`Tải tệp lỗi (${formatCount(report.rejected)})`}
            </Button>
          ) : null}
        </>
      ) : null}
      {report?.sameFile ? (
        <Button size="sm" onClick={() => again(id, { again: true })}>
          Đọc lại tệp này
        </Button>
      ) : null}
      {entry.unasked ? (
        <Button size="sm" onClick={() => lookAgain(id)}>
          Thử lại
        </Button>
      ) : null}
      {state === 'failed' ? (
        <Button size="sm" onClick={() => again(id)}>
          Nạp lại
        </Button>
      ) : null}
      {state === 'ready' || state === 'asks' || state === 'failed' ? (
        <Button size="sm" variant="ghost" onClick={() => leaveOut(id)}>
          Bỏ qua
        </Button>
      ) : null}
      {state === 'left-out' ? (
        <Button size="sm" variant="ghost" onClick={() => change(id, { state: 'ready' })}>
          Lấy lại
        </Button>
      ) : null}
      {isGoing(entry) || state === 'waiting' ? null : (
        <IconButton size="sm" label={`Bỏ ${name} khỏi danh sách`} icon={<X aria-hidden />} onClick={() => remove(id)} />
      )}
      {shown && importId ? <ImportDialog importId={importId} onClose={() => setShown(false)} /> : null}
    </div>
  );
}

/** The help that a refused file needs to go on: codes of warehouses, the order of days, its own place or profile. */
function Help({ entry, around }: { entry: Entry; around: Around }) {
  const { id, run, state, profileId } = entry;
  if ((state !== 'asks' && state !== 'failed') || !run) return null;
  const details = (run.result ?? {}) as { found?: unknown; profileCode?: unknown };
  const other = around.profiles.find(({ code }) => code === details.profileCode);
  const layout = run.errorCode === 'WRONG_LAYOUT' && typeof details.found === 'string' ? details.found : undefined;
  return (
    <div className="min-w-0 md:col-span-4">
      {state === 'asks' ? (
        <UploadHelp
          run={run}
          profileId={profileId}
          onAgain={() => again(id)}
          onSaid={(more) => again(id, alsoSaid(entry, more))}
          onMove={() => {}}
        />
      ) : isMappable(run) ? (
        <MapByHand run={run} />
      ) : layout !== undefined ? (
        <Button size="sm" onClick={() => again(id, { layout })}>
          {`Nạp vào «${KINDS.find(({ value }) => value === layout)?.label ?? layout}»`}
        </Button>
      ) : other && other.id !== profileId ? (
        <Button size="sm" onClick={() => again(id, { profileId: other.id })}>
          {`Nạp vào hồ sơ ${other.code}`}
        </Button>
      ) : null}
    </div>
  );
}
