import { call } from '../../api/client.ts';
import { useList } from '../../api/lists.ts';
import { useAction, useCall } from '../../api/query.ts';
import { fileOf, isFinished, type Run } from '../../api/runs.ts';
import { Page } from '../../page/page.tsx';
import { useListSearch } from '../../search.ts';
import { ListGrid } from '../../shared/list-grid.tsx';
import { ListFilter } from '../../shared/records/record-state.tsx';
import { useParam, useParamLink } from '../../shared/use-param.ts';
import { RUN_KINDS, runKindName } from '../../strings.ts';
import { Button } from '../../ui/button.tsx';
import { Fact, Facts } from '../../ui/card.tsx';
import { formatCount } from '../../ui/format/number.ts';
import { formatDuration, formatInstant } from '../../ui/format/time.ts';
import type { GridColumn } from '../../ui/grid/types.ts';
import { Drawer } from '../../ui/overlays/dialog.tsx';
import { toast } from '../../ui/overlays/toast.tsx';
import { RunChip, RunProgress, runStatusName } from '../../ui/run-progress.tsx';
import { EmptyState, ErrorState, SkeletonLines } from '../../ui/states.tsx';

const STATUSES = ['queued', 'running', 'succeeded', 'failed', 'cancelled'] as const;
const LIVE_MS = 5_000;

const tookSeconds = ({ startedAt, finishedAt }: Run): number | null =>
  startedAt && finishedAt ? (Date.parse(finishedAt) - Date.parse(startedAt)) / 1000 : null;

const columns: GridColumn<Run>[] = [
  {
    id: 'createdAt',
    header: 'Bắt đầu',
    kind: 'instant',
    value: (row) => row.createdAt,
    sort: true,
    pinned: true,
    opens: true,
    width: 150,
  },
  {
    id: 'kind',
    header: 'Tác vụ',
    value: (row) => runKindName(row.kind),
    sort: true,
    options: RUN_KINDS,
    width: 260,
  },
  {
    id: 'status',
    header: 'Trạng thái',
    value: (row) => runStatusName(row.status),
    cell: (row) => <RunChip status={row.status} />,
    sort: true,
    options: STATUSES.map((value) => ({ value, label: runStatusName(value) })),
    width: 120,
  },
  {
    id: 'percent',
    header: 'Tiến độ',
    kind: 'percent',
    value: (row) => (row.percent === null ? null : row.percent / 100),
    width: 90,
  },
  {
    id: 'stage',
    header: 'Diễn biến',
    value: (row) => row.message ?? [row.stage, fileOf(row)].filter(Boolean).join(' · '),
    width: 280,
    grow: true,
  },
  { id: 'took', header: 'Thời gian', value: (row) => formatDuration(tookSeconds(row)), width: 110 },
  { id: 'createdBy', filter: true, header: 'Người chạy', value: (row) => row.createdBy, width: 200 },
  { id: 'scope', filter: true, header: 'Phạm vi', kind: 'code', value: (row) => row.scope, hidden: true },
];

/** Every long piece of work, of everybody. */
export function RunsPage() {
  const search = useListSearch(['kind', 'status', 'mine'], { sort: '-createdAt' });
  const source = useList('listRuns', { search, refetchMs: LIVE_MS });
  const [open, setOpen] = useParam('id');
  const link = useParamLink('id');
  return (
    <Page title="Tác vụ" kind="list">
      <ListGrid
        search={search}
        id="admin-runs"
        label="Tác vụ"
        columns={columns}
        rowKey={(row) => row.id}
        source={source}
        onOpen={(row) => setOpen(row.id)}
        href={(row) => link(row.id)}
        rowTone={(row) => (row.status === 'failed' ? 'amber' : undefined)}
        file="tac-vu"
        filters={
          <>
            <ListFilter several search={search} name="kind" label="Tác vụ" options={RUN_KINDS} />
            <ListFilter
              several
              search={search}
              name="status"
              label="Trạng thái"
              options={STATUSES.map((value) => ({ value, label: runStatusName(value) }))}
            />
            <ListFilter search={search} name="mine" label="Người chạy" options={[{ value: 'true', label: 'Tôi' }]} />
          </>
        }
        empty={
          <EmptyState title="Chưa có tác vụ nào." hint="Tải tệp, đồng bộ, nạp và sinh hóa đơn đều chạy như tác vụ." />
        }
      />
      {open ? <RunDrawer key={open} runId={open} onClose={() => setOpen(undefined)} /> : null}
    </Page>
  );
}

function RunDrawer({ runId, onClose }: { runId: string; onClose: () => void }) {
  const run = useCall('getRun', { params: { id: runId } }, { refetchMs: 1_000 });
  const cancel = useAction(() => call('cancelRun', { params: { id: runId } }), {
    invalidates: ['listRuns', 'getRun'],
    onSuccess: () => toast.success('Đã yêu cầu dừng tác vụ.'),
  });
  const { data } = run;
  return (
    <Drawer
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={data ? runKindName(data.kind) : 'Tác vụ'}
      description={data ? `${data.createdBy} · ${formatInstant(data.createdAt)}` : undefined}
      footer={
        data && !isFinished(data.status) ? (
          <Button variant="danger" busy={cancel.isPending} onClick={() => cancel.mutate()}>
            Dừng tác vụ
          </Button>
        ) : undefined
      }
    >
      {run.isError && !data ? (
        <ErrorState message={run.error.message} onRetry={() => void run.refetch()} />
      ) : !data ? (
        <SkeletonLines />
      ) : (
        <div className="flex flex-col gap-4">
          <RunProgress run={data} name={data.stage || runKindName(data.kind)} />
          <Facts>
            <Fact label="Bắt đầu">{formatInstant(data.startedAt)}</Fact>
            <Fact label="Kết thúc">{formatInstant(data.finishedAt)}</Fact>
            <Fact label="Thời gian">{formatDuration(tookSeconds(data))}</Fact>
            <Fact label="Số lượng">
              {data.total === null ? formatCount(data.done) : `${formatCount(data.done)} / ${formatCount(data.total)}`}
            </Fact>
            <Fact label="Phạm vi">
              <span className="font-mono text-small">{data.scope}</span>
            </Fact>
            <Fact label="Mã lỗi">{data.errorCode}</Fact>
          </Facts>
          {data.result ? (
            <details>
              <summary className="cursor-default text-grid font-medium">Kết quả</summary>
              <pre className="m-0 mt-1 rounded-md border border-line bg-sunken p-2 text-small break-words whitespace-pre-wrap">
                {JSON.stringify(data.result, null, 2)}
              </pre>
            </details>
          ) : null}
        </div>
      )}
    </Drawer>
  );
}
