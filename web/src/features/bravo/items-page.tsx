import { useList } from '../../api/lists.ts';
import type { ItemOf } from '../../api/operations.ts';
import { Page } from '../../layout/page.tsx';
import { useListSearch } from '../../search.ts';
import { Chip } from '../../ui/chip.tsx';
import { exportGrid } from '../../ui/grid/export-grid.ts';
import { Grid } from '../../ui/grid/grid.tsx';
import type { GridColumn } from '../../ui/grid/types.ts';
import { FilterSelect } from '../../ui/select.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { SearchField } from '../../ui/text-field.tsx';

type Item = ItemOf<'listBravoItems'>;

const columns: GridColumn<Item>[] = [
  { id: 'code', header: 'Mã vật tư', kind: 'code', value: (row) => row.code, sort: true, pinned: true },
  { id: 'name', header: 'Tên vật tư', value: (row) => row.name, sort: true, width: 280, grow: true },
  { id: 'unit', header: 'ĐVT', value: (row) => row.unit, width: 80 },
  { id: 'group', header: 'Nhóm', value: (row) => row.group, width: 120 },
  {
    id: 'connectionCount',
    header: 'Liên kết',
    kind: 'count',
    value: (row) => row.connectionCount,
  },
  {
    id: 'isActive',
    header: 'Trạng thái',
    value: (row) => (row.isActive ? 'Đang dùng' : 'Ngừng dùng'),
    cell: (row) => <Chip tone={row.isActive ? 'green' : 'grey'}>{row.isActive ? 'Đang dùng' : 'Ngừng dùng'}</Chip>,
    width: 120,
  },
  { id: 'modifiedAt', header: 'Sửa lúc', kind: 'instant', value: (row) => row.modifiedAt, sort: true },
];

/** Items of the Bravo system. */
export function ItemsPage() {
  const search = useListSearch(['isActive'], { sort: 'code' });
  const source = useList('listBravoItems', { search });
  return (
    <Page title="Vật tư Bravo" kind="list">
      <Grid
        id="bravo-items"
        label="Vật tư Bravo"
        columns={columns}
        rowKey={(row) => row.code}
        source={source}
        sort={search.sort}
        onSort={search.setSort}
        filtered={search.filtered}
        onExport={(view) => exportGrid(view, columns, source, 'vat-tu-bravo', 'Vật tư Bravo')}
        filters={
          <>
            <SearchField value={search.q} onChange={search.setQ} placeholder="Tìm mã, tên…" />
            <FilterSelect
              label="Trạng thái"
              value={search.filters.isActive}
              onChange={(value) => search.setFilter('isActive', value)}
              options={[
                { value: 'true', label: 'Đang dùng' },
                { value: 'false', label: 'Ngừng dùng' },
              ]}
            />
          </>
        }
        empty={<EmptyState title="Chưa có vật tư nào." hint="Đồng bộ từ Bravo để lấy danh mục vật tư." />}
      />
    </Page>
  );
}
