import { RECORD_NAMES } from '@khop/engine/invoice-issuance/findings/record-ref.ts';
import { useList } from '../../../api/lists.ts';
import type { ItemOf } from '../../../api/operations.ts';
import { useCall } from '../../../api/query.ts';
import { paths } from '../../../paths.ts';
import { useListSearch } from '../../../search.ts';
import { ListGrid } from '../../../shared/list-grid.tsx';
import { type Period, profileOptions } from '../../../shared/period.tsx';
import { PeriodPage } from '../../../shared/period-page.tsx';
import { ListFilter } from '../../../shared/records/record-state.tsx';
import { SameMomentButton } from '../../../shared/same-moment-button.tsx';
import { useFreshChecks } from '../../../shared/use-fresh-checks.ts';
import { useParam } from '../../../shared/use-param.ts';
import { Chip } from '../../../ui/chip.tsx';
import { SearchField } from '../../../ui/fields/text-field.tsx';
import { formatCount, formatVnd } from '../../../ui/format/number.ts';
import type { GridColumn } from '../../../ui/grid/types.ts';
import { AppLink, useGo } from '../../../ui/link.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { CausesLink } from '../shortages/shortage-groups.tsx';
import { addressIn } from './record-address.ts';

type Row = ItemOf<'listFindingRecords'>;

const columns: GridColumn<Row>[] = [
  { id: 'label', header: 'Bản ghi', value: (row) => row.label, sort: true, pinned: true, opens: true, width: 460 },
  { id: 'kind', header: 'Là', value: (row) => RECORD_NAMES[row.kind], width: 172 },
  { id: 'profileCode', header: 'Hồ sơ', kind: 'code', value: (row) => row.profileCode, width: 64 },
  {
    id: 'amount',
    header: 'Tiền hàng',
    kind: 'vnd',
    value: (row) => row.amount,
    sort: true,
    total: 'amount',
    width: 144,
  },
  { id: 'detail', header: 'Chi tiết', value: (row) => row.detail, grow: true, width: 300 },
];

/** Exactly the records that one line of «Kiểm tra kỳ» counts, each with its money and the way to it. */
export function FindingPage() {
  return (
    <PeriodPage title="Kiểm tra kỳ" emptyHint="Mở một kỳ, nạp sổ bán hàng và tồn kho, rồi sinh hóa đơn.">
      {(period) => <Records key={period.id} period={period} />}
    </PeriodPage>
  );
}

function Records({ period }: { period: Period }) {
  const go = useGo();
  useFreshChecks(period.id);
  const [key = ''] = useParam('finding');
  const search = useListSearch(['profileId'], { sort: '-amount' });
  const params = { id: period.id, key: key || 'NONE' };
  const source = useList('listFindingRecords', { params, search, totals: true });
  const preflight = useCall('getPeriodPreflight', { params: { id: period.id } });
  const finding = preflight.data?.problems.find((problem) => problem.key === key);
  const addressOf = (row: Row) => addressIn(finding?.code, period, row);
  return (
    <div className="flex min-h-0 grow flex-col">
      <div className="flex flex-col gap-1 px-3 pb-1 text-grid sm:px-4">
        {finding ? (
          <p className="m-0">
            {finding.stops ? (
              <>
                <Chip tone="red">{finding.stops === 'export' ? 'Chặn xuất tệp' : 'Chặn sinh hóa đơn'}</Chip>{' '}
              </>
            ) : null}
            {finding.message} <span className="text-ink-2">{finding.remedy}</span>{' '}
            <SameMomentButton problem={finding} period={period} />
            {finding.code === 'NEGATIVE_STOCK' ? <CausesLink kind="negative" /> : null}
          </p>
        ) : null}
        {preflight.isError && !preflight.data ? (
          <p className="m-0 text-red-ink">Không tải được lời kiểm tra: {preflight.error.message}</p>
        ) : null}
        {preflight.data && !finding ? (
          <p className="m-0 text-ink-2">Điều này không còn: dữ liệu của kỳ đã đổi từ lúc được nêu.</p>
        ) : null}
        <p className="m-0 text-small text-ink-2">
          {finding ? `${formatCount(finding.count)} bản ghi` : ''}
          {finding?.amount ? `, ${formatVnd(finding.amount)} đồng tiền hàng` : ''}{' '}
          <AppLink to={paths.home()} className="text-accent underline">
            Về Tổng quan
          </AppLink>
        </p>
      </div>
      <ListGrid
        search={search}
        id="finding-records"
        label="Bản ghi của điều được kiểm tra"
        columns={columns}
        rowKey={(row) => `${row.kind}|${row.profileCode}|${row.id}|${row.warehouse}|${row.item}|${row.detail}`}
        source={source}
        onOpen={(row) => {
          const address = addressOf(row);
          if (address) go(address);
        }}
        href={addressOf}
        file="kiem-tra-ky"
        sheet="Kiểm tra kỳ"
        filters={
          <>
            <SearchField value={search.q} onChange={search.setQ} placeholder="Tìm mã, tên, chứng từ" />
            <ListFilter several search={search} name="profileId" label="Hồ sơ" options={profileOptions(period)} />
          </>
        }
        empty={<EmptyState title="Không có bản ghi nào." hint="Điều này nói về cả kỳ, hoặc đã được xử lý." />}
      />
    </div>
  );
}
