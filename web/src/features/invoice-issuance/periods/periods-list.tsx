import { useState } from 'react';
import { useList } from '../../../api/lists.ts';
import { Page } from '../../../page/page.tsx';
import { paths } from '../../../paths.ts';
import { useListSearch } from '../../../search.ts';
import { takeOpenForm } from '../../../shared/drafts/store.ts';
import { options, PERIOD_STATUS } from '../../../shared/invoices/invoice-words.ts';
import { ListGrid } from '../../../shared/list-grid.tsx';
import { type Period, periodQuery } from '../../../shared/period.tsx';
import { ListFilter } from '../../../shared/records/record-state.tsx';
import { Button } from '../../../ui/button.tsx';
import { Chip } from '../../../ui/chip.tsx';
import { SearchField } from '../../../ui/fields/text-field.tsx';
import type { GridColumn } from '../../../ui/grid/types.ts';
import { useGo } from '../../../ui/link.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { PeriodDialog } from './period-dialog.tsx';

const revenue = (period: Period): number => period.branches.reduce((sum, branch) => sum + branch.amount, 0);

const columns: GridColumn<Period>[] = [
  { id: 'name', filter: true, header: 'Tên kỳ', value: (row) => row.name, pinned: true, opens: true, width: 200 },
  { id: 'fromDate', header: 'Từ ngày', kind: 'day', value: (row) => row.fromDate, sort: true, width: 110 },
  { id: 'toDate', filter: true, header: 'Đến ngày', kind: 'day', value: (row) => row.toDate, width: 110 },
  {
    id: 'status',
    filter: true,
    options: options(PERIOD_STATUS),
    header: 'Trạng thái',
    value: (row) => PERIOD_STATUS[row.status].label,
    cell: (row) => <Chip tone={PERIOD_STATUS[row.status].tone}>{PERIOD_STATUS[row.status].label}</Chip>,
    width: 140,
  },
  {
    id: 'profiles',
    header: 'Hồ sơ',
    value: (row) => row.profiles.map(({ code }) => code).join(', '),
    grow: true,
    width: 180,
  },
  { id: 'amount', header: 'Doanh thu theo sổ', kind: 'vnd', value: revenue, width: 150 },
  {
    id: 'generatedAt',
    filter: true,
    header: 'Sinh lần cuối',
    kind: 'instant',
    value: (row) => row.generatedAt,
    width: 140,
  },
  { id: 'closedAt', filter: true, header: 'Đóng lúc', kind: 'instant', value: (row) => row.closedAt, width: 140 },
  { id: 'acknowledgement', header: 'Lời ghi nhận', value: (row) => row.closeAcknowledgement, width: 260 },
];

/** Every period, open and closed; opening one makes it the period that the other screens show. */
export function PeriodsList() {
  const go = useGo();
  const [creating, setCreating] = useState(() => takeOpenForm('period new') !== undefined);
  const search = useListSearch(['status'], { sort: '-fromDate' });
  const source = useList('listPeriods', { search });
  return (
    <Page title="Kỳ phát hành" kind="list">
      <ListGrid
        search={search}
        id="periods"
        label="Kỳ phát hành"
        columns={columns}
        rowKey={(row) => row.id}
        source={source}
        file="ky-phat-hanh"
        onOpen={(row) => {
          go(paths.home(periodQuery(row.id)));
        }}
        filters={
          <>
            <SearchField value={search.q} onChange={search.setQ} placeholder="Tìm tên kỳ…" />
            <ListFilter several search={search} name="status" label="Trạng thái" options={options(PERIOD_STATUS)} />
          </>
        }
        actions={
          <Button variant="primary" onClick={() => setCreating(true)}>
            Mở kỳ mới
          </Button>
        }
        empty={<EmptyState title="Chưa có kỳ phát hành nào." hint="Mở một kỳ cho tháng cần xuất hóa đơn." />}
      />
      {creating ? <PeriodDialog onClose={() => setCreating(false)} /> : null}
    </Page>
  );
}
