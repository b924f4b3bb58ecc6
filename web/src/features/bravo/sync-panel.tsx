import { RefreshCw } from 'lucide-react';
import { useMemo, useRef } from 'react';
import { call } from '../../api/client.ts';
import type { OutputOf } from '../../api/operations.ts';
import { useCall } from '../../api/query.ts';
import { useRunAction } from '../../api/run-action.tsx';
import { isFinished } from '../../api/runs.ts';
import { useCommands } from '../../page/commands.ts';
import { notSyncedWords } from '../../shared/not-synced-words.ts';
import { StopRun } from '../../shared/stop-run.tsx';
import { strings } from '../../strings.ts';
import { Button } from '../../ui/button.tsx';
import { formatCount } from '../../ui/format/number.ts';
import { formatRelative } from '../../ui/format/time.ts';
import { Progress } from '../../ui/progress.tsx';

type Stats = OutputOf<'getBravoItemsSyncStats'>;
type Mode = 'full' | 'partial';

const MASTERS = {
  items: {
    what: 'vật tư',
    stats: 'getBravoItemsSyncStats',
    full: 'syncBravoItems',
    partial: 'syncBravoItemsPartial',
    list: 'listBravoItems',
    filters: 'getBravoItemFilters',
  },
  partners: {
    what: 'đối tượng',
    stats: 'getBravoPartnersSyncStats',
    full: 'syncBravoPartners',
    partial: 'syncBravoPartnersPartial',
    list: 'listBravoPartners',
    filters: 'getBravoPartnerFilters',
  },
} as const;

export type Sync = ReturnType<typeof useSync>;

/** The sync of one Bravo master: what is known of it, how to start it, and the run that goes. */
export function useSync(name: keyof typeof MASTERS) {
  const master = MASTERS[name];
  const stats = useCall(master.stats, {});
  const latest = latestRun(stats.data);
  const sync = useRunAction((mode: Mode) => call(master[mode]), {
    invalidates: [master.list, master.filters, master.stats, 'getProductConnectionStats', 'getPartnerConnectionStats'],
    resume: latest,
  });
  const start = useRef(sync.start);
  start.current = sync.start;
  const isFilesOnly = stats.data?.isFilesOnly ?? false;
  useCommands(
    useMemo(
      () =>
        isFilesOnly
          ? []
          : [
              command(`sync-${name}-partial`, `Đồng bộ ${master.what} thay đổi`, () => void start.current('partial')),
              command(`sync-${name}-full`, `Đồng bộ toàn bộ ${master.what}`, () => void start.current('full')),
            ],
      [name, master, isFilesOnly],
    ),
  );
  return { ...sync, what: master.what, stats: stats.data, error: stats.error, run: sync.run ?? latest };
}

const command = (id: string, label: string, run: () => void) => ({ id, label, run, group: strings.palette.actions });

const latestRun = (stats: Stats | undefined) =>
  [stats?.lastFullSync, stats?.lastPartialSync]
    .flatMap((run) => run ?? [])
    .sort((a, b) => b.createdAt.localeCompare(a.createdAt))[0];

/** Reads what changed since the last time, or everything again; nothing where there is no Bravo to read. */
export function SyncButtons({ sync }: { sync: Sync }) {
  if (sync.stats?.isFilesOnly) return null;
  return (
    <>
      <Button disabled={sync.busy} onClick={() => void sync.start('full')}>
        Đồng bộ toàn bộ
      </Button>
      <Button
        variant="primary"
        icon={<RefreshCw aria-hidden />}
        busy={sync.busy}
        onClick={() => void sync.start('partial')}
      >
        Đồng bộ thay đổi
      </Button>
    </>
  );
}

/** Progress while a sync runs; afterwards how much there is and what the last sync brought. */
export function SyncStatus({ sync }: { sync: Sync }) {
  const { run, stats, error, what } = sync;
  if (run && !isFinished(run.status)) {
    return (
      <div className="flex max-w-xl items-center gap-2">
        <div className="min-w-0 grow">
          <Progress
            label={`Đồng bộ ${what}${run.stage ? `: ${run.stage}` : ''}`}
            percent={run.percent}
            done={run.done}
            total={run.total}
            etaSeconds={run.etaSeconds}
          />
        </div>
        <StopRun run={run} cancel={sync.cancel} />
      </div>
    );
  }
  if (!stats && error) return <span className="text-red-ink">Không tải được số liệu: {error.message}</span>;
  if (!stats) return <span className="text-ink-3">{strings.common.loading}</span>;
  const counted = `${formatCount(stats.active)} ${what} đang dùng trong ${formatCount(stats.total)}`;
  return (
    <span>
      <span className="text-ink">{counted}</span>
      {' · '}
      {stats.lastSyncedAt ? `đồng bộ ${formatRelative(stats.lastSyncedAt)}` : notSyncedWords(stats)}
      {run?.status === 'succeeded' ? ` · ${resultText(run.result)}` : null}
      {run?.status === 'failed' ? (
        <span role="alert" className="text-red-ink">
          {' '}
          · Lần gần nhất thất bại: {run.message}
        </span>
      ) : null}
      {run?.status === 'cancelled' ? ' · lần gần nhất đã dừng' : null}
    </span>
  );
}

/** The result of a sync in words: "12 mới, 3 sửa, 1 ngừng". */
function resultText(result: unknown): string {
  if (typeof result !== 'object' || result === null) return '';
  const { mode, created, changed, deactivated } = result as Readonly<Record<string, unknown>>;
  const parts = [
    [created, 'mới'],
    [changed, 'sửa'],
    [deactivated, 'ngừng'],
  ].flatMap(([count, word]) => (typeof count === 'number' && count > 0 ? [`${formatCount(count)} ${word}`] : []));
  const how = mode === 'full' ? 'toàn bộ' : 'phần thay đổi';
  return `${how}: ${parts.join(', ') || 'không có gì mới'}`;
}
