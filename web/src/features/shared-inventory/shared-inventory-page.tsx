import { useState } from 'react';
import { useList } from '../../api/lists.ts';
import { Page } from '../../page/page.tsx';
import { useListSearch } from '../../search.ts';
import { ListGrid } from '../../shared/list-grid.tsx';
import { useProfileId } from '../../shared/profile-id.ts';
import { ListFilter } from '../../shared/records/record-state.tsx';
import { StopRun } from '../../shared/stop-run.tsx';
import { Button } from '../../ui/button.tsx';
import { SearchField } from '../../ui/fields/text-field.tsx';
import { Progress } from '../../ui/progress.tsx';
import { Banner, EmptyState, ErrorState, SkeletonLines } from '../../ui/states.tsx';
import { columns } from './columns.tsx';
import { MonthFacts, MonthPicker } from './month-bar.tsx';
import { MonthMoves } from './month-moves.tsx';
import { RowDrawer } from './row-drawer.tsx';
import { StatsStrip } from './stats-strip.tsx';
import { monthText, type Row, STATES, type State } from './terms.ts';
import { type Month, useMonth } from './use-month.ts';

const TITLE = 'Kho dùng chung';

/** Stock that a profile holds beside what Bravo counts, month by month. */
export function SharedInventoryPage() {
  const month = useMonth(useProfileId());
  const { answer, period } = month;
  return (
    <Page
      title={TITLE}
      kind="list"
      description={
        <div className="flex flex-wrap items-center gap-3">
          <MonthPicker month={month.month} setMonth={month.setMonth} />
          <MonthFacts period={period} />
        </div>
      }
      actions={period ? <MonthMoves month={month} /> : undefined}
    >
      {answer.isError && !answer.data ? (
        <ErrorState message={answer.error.message} onRetry={() => void answer.refetch()} />
      ) : answer.isPending ? (
        <SkeletonLines />
      ) : !period ? (
        <EmptyState
          title={`Tháng ${monthText(month.month)} chưa có kỳ kho dùng chung.`}
          hint="Mở kỳ, nạp tồn kho AMIS cuối tháng và tồn kho Bravo cùng ngày, rồi sinh để thấy phần hàng có ở cả hai hệ thống và chênh lệch."
          action={
            <Button variant="primary" busy={month.open.isPending} onClick={() => month.open.mutate(month.month)}>
              Mở kỳ tháng {monthText(month.month)}
            </Button>
          }
        />
      ) : (
        <>
          <Going month={month} />
          {period.generatedAt ? <Rows month={month} /> : <FirstSteps month={month} />}
        </>
      )}
    </Page>
  );
}

/** Progress of what runs now, and a word when the rows are older than the stock. */
function Going({ month: { period, loadBravo, generate } }: { month: Month }) {
  const going = [
    { action: loadBravo, name: 'Nạp tồn kho Bravo' },
    { action: generate, name: 'Sinh kho dùng chung' },
  ].filter(({ action }) => action.run !== undefined && (action.busy || action.run.status === 'failed'));
  const isStale = period?.generatedAt && (period.status === 'loaded' || period.status === 'draft');
  if (going.length === 0 && !isStale) return null;
  return (
    <div className="flex flex-col gap-2 px-3 pt-3 sm:px-4">
      {going.map(({ action, name }) =>
        action.busy ? (
          <div key={name} className="flex max-w-xl items-center gap-2">
            <div className="min-w-0 grow">
              <Progress
                label={`${name}${action.run?.stage ? `: ${action.run.stage}` : ''}`}
                percent={action.run?.percent}
                done={action.run?.done}
                total={action.run?.total}
                etaSeconds={action.run?.etaSeconds}
              />
            </div>
            <StopRun run={action.run} cancel={action.cancel} />
          </div>
        ) : (
          <Banner key={name} tone="error" onClose={action.dismiss}>
            {name} thất bại: {action.run?.message}
          </Banner>
        ),
      )}
      {isStale ? (
        <Banner tone="warning">
          Tồn kho đã được nạp lại sau lần sinh gần nhất. Hãy sinh lại để số liệu dưới đây đúng.
        </Banner>
      ) : null}
    </div>
  );
}

function FirstSteps({ month: { period } }: { month: Month }) {
  const steps = [
    { done: period?.amisLoadedAt !== null, text: 'Nạp tồn kho AMIS từ tệp «Tổng hợp tồn kho» đến ngày cuối tháng.' },
    { done: period?.bravoLoadedAt !== null, text: 'Nạp tồn kho Bravo cùng ngày.' },
    { done: false, text: 'Sinh kho dùng chung để đặt hai bên cạnh nhau.' },
  ];
  return (
    <EmptyState
      title="Chưa có số liệu kho dùng chung."
      hint={
        <ol className="m-0 list-decimal pl-5 text-left">
          {steps.map(({ done, text }) => (
            <li key={text}>
              {text} {done ? <b className="font-semibold text-accent">Đã xong</b> : null}
            </li>
          ))}
        </ol>
      }
    />
  );
}

function Rows({ month: { profileId, month, period } }: { month: Month }) {
  const search = useListSearch(['state'], { sort: 'code' });
  const source = useList('listSharedInventory', { search, fixed: { profileId, month }, totals: true });
  const [open, setOpen] = useState<Row>();
  const setState = (state: State | '' | undefined) => search.setFilter('state', state || undefined);
  return (
    <>
      <StatsStrip
        profileId={profileId}
        month={month}
        state={search.filters.state}
        onState={setState}
        generatedAt={period?.generatedAt ?? null}
      />
      <ListGrid
        search={search}
        id="shared-inventory"
        label={TITLE}
        columns={columns}
        rowKey={(row) => row.id}
        source={source}
        onOpen={setOpen}
        file={`kho-dung-chung-${month}`}
        sheet={`${TITLE} tháng ${monthText(month)}`}
        filters={
          <>
            <SearchField value={search.q} onChange={search.setQ} placeholder="Tìm mã, tên ở cả hai bên…" />
            <ListFilter
              several
              search={search}
              name="state"
              label="Trạng thái"
              options={(Object.keys(STATES) as State[]).map((value) => ({ value, label: STATES[value].name }))}
            />
          </>
        }
        empty={
          <EmptyState
            title="Không có mặt hàng nào có tồn ở hai bên."
            hint="Kiểm tra tệp tồn kho đã nạp và danh sách kho loại trừ của hồ sơ."
          />
        }
      />
      {open ? <RowDrawer row={open} profileId={profileId} onClose={() => setOpen(undefined)} /> : null}
    </>
  );
}
