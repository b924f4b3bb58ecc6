import type { GivenState, SalesLedgerLine } from '@khop/contract/bravo.ts';
import { Trash2, X } from 'lucide-react';
import { useState } from 'react';
import { useList } from '../../../api/lists.ts';
import { useListSearch } from '../../../search.ts';
import { ListGrid } from '../../../shared/list-grid.tsx';
import { UploadDialog } from '../../../shared/upload/upload-dialog.tsx';
import { UploadMenu } from '../../../shared/upload/upload-menu.tsx';
import { Button } from '../../../ui/button.tsx';
import { Chip, type Tone } from '../../../ui/chip.tsx';
import { DateRangeFilter } from '../../../ui/fields/date-range.tsx';
import { SearchField } from '../../../ui/fields/text-field.tsx';
import type { GridColumn } from '../../../ui/grid/types.ts';
import { EmptyState } from '../../../ui/states.tsx';
import { lineColumns } from './columns.ts';
import { RemoveDialog } from './remove-dialog.tsx';

const STATES: Readonly<Record<GivenState, { label: string; tone: Tone }>> = {
  waiting: { label: 'Chờ nạp vào kỳ', tone: 'grey' },
  in_bravo: { label: 'Bravo đã có', tone: 'amber' },
  ambiguous: { label: 'Trùng số nhiều chứng từ', tone: 'red' },
  in_period: { label: 'Trong kỳ', tone: 'green' },
  invoiced: { label: 'Đã có hóa đơn', tone: 'green' },
};

const columns: readonly GridColumn<SalesLedgerLine>[] = [
  ...lineColumns,
  {
    id: 'givenState',
    header: 'Tình trạng',
    value: (row) => (row.givenState ? STATES[row.givenState].label : ''),
    cell: (row) =>
      row.givenState ? <Chip tone={STATES[row.givenState].tone}>{STATES[row.givenState].label}</Chip> : null,
    width: 130,
  },
  { id: 'givenBy', header: 'Người đưa', value: (row) => row.givenBy, width: 170, hidden: true },
  { id: 'storedAt', header: 'Đưa lúc', kind: 'instant', value: (row) => row.storedAt, width: 140, hidden: true },
];

const BESIDE_BRAVO =
  'Bán hàng ghi ngoài Bravo được đưa vào đây, giữ riêng với sổ Bravo, và vào kỳ ở lần nạp sổ kế tiếp.';
const WITHOUT_BRAVO =
  'Hệ thống được đặt chỉ dùng tệp, không nối Bravo: đưa «Bảng kê bán hàng» kết xuất từ Bravo vào đây, rồi bấm «Nạp sổ Bravo» ở kỳ của những ngày ấy.';

/**
 * Sales that Bravo does not have: given by a file or by a call, kept through every load, taken away with a reason. `isAll`: no Bravo is
 * read, and all sales come like that.
 */
export function GivenTab({ isAll = false }: { readonly isAll?: boolean }) {
  const search = useListSearch(['fromDate', 'toDate', 'notInFileOf'], { sort: '-docDate' });
  const source = useList('listSalesLedgers', { search, fixed: { source: 'given' }, totals: true });
  const [removing, setRemoving] = useState<{ ids: readonly string[]; clear: () => void }>();
  const upload = (
    <UploadMenu
      primary
      choices={[
        {
          label: 'Bảng kê bán hàng',
          layout: 'bravo-sales',
          dialog: (onClose) => (
            <UploadDialog
              title="Đưa thêm dòng bán hàng"
              hint="Tệp «Bảng kê bán hàng» xuất từ Bravo, hoặc bảng tự lập cùng các cột ấy. Chứng từ Bravo đã có sẽ bị từ chối."
              operation="uploadGivenSales"
              input={{}}
              invalidates={['listSalesLedgers']}
              onClose={onClose}
            />
          ),
        },
      ]}
    />
  );
  return (
    <>
      <ListGrid
        search={search}
        id="given-sales"
        label="Dòng bán hàng đưa thêm"
        columns={columns}
        rowKey={(row) => row.id ?? row.sourceKey}
        source={source}
        rowTone={(row) => (row.givenState === 'in_bravo' ? 'muted' : undefined)}
        file="ban-hang-dua-them"
        actions={upload}
        bulk={({ resolve, clear }) => (
          <Button
            size="sm"
            icon={<Trash2 aria-hidden />}
            onClick={() => void resolve().then((ids) => setRemoving({ ids, clear }))}
          >
            Bỏ các dòng này
          </Button>
        )}
        filters={
          <>
            {search.filters.notInFileOf ? (
              <Button icon={<X aria-hidden />} onClick={() => search.setFilters({ notInFileOf: null })}>
                Chỉ dòng không có trong tệp đã tải
              </Button>
            ) : null}
            <SearchField value={search.q} onChange={search.setQ} placeholder="Tìm chứng từ, khách, vật tư" />
            <DateRangeFilter
              label="Ngày bán"
              value={{ from: search.filters.fromDate || null, to: search.filters.toDate || null }}
              onChange={({ from, to }) => search.setFilters({ fromDate: from, toDate: to })}
            />
          </>
        }
        empty={
          <EmptyState
            title={isAll ? 'Chưa có dòng bán hàng nào.' : 'Chưa có dòng bán hàng nào được đưa thêm.'}
            hint={isAll ? WITHOUT_BRAVO : BESIDE_BRAVO}
            action={upload}
          />
        }
      />
      {removing ? <RemoveDialog {...removing} onClose={() => setRemoving(undefined)} /> : null}
    </>
  );
}
