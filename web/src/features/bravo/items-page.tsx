import { useList } from '../../api/lists.ts';
import type { ItemOf } from '../../api/operations.ts';
import { Page } from '../../layout/page.tsx';
import { useListSearch } from '../../search.ts';
import { useParam } from '../../shared/use-param.ts';
import { Chip } from '../../ui/chip.tsx';
import { formatCount, formatDecimal } from '../../ui/format/number.ts';
import { exportGrid } from '../../ui/grid/export-grid.ts';
import { Grid } from '../../ui/grid/grid.tsx';
import type { GridColumn } from '../../ui/grid/types.ts';
import { FilterSelect } from '../../ui/select.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { SearchField } from '../../ui/text-field.tsx';
import { ItemDrawer } from './item-drawer.tsx';
import { ProfileFilter } from './profile-filter.tsx';
import { typeName } from './strings.ts';
import { SyncButtons, SyncStatus, useSync } from './sync-panel.tsx';

type Item = ItemOf<'listBravoItems'>;

const unitsText = (item: Item): string =>
  item.units
    .filter(({ unit }) => unit !== item.unit)
    .map(({ unit, rate }) => `1 ${unit} = ${formatDecimal(rate)} ${item.unit}`)
    .join('; ');

const columns: GridColumn<Item>[] = [
  {
    id: 'code',
    header: 'Mã vật tư',
    kind: 'code',
    value: (row) => row.code,
    sort: true,
    pinned: true,
    opens: true,
    width: 130,
  },
  { id: 'name', header: 'Tên vật tư', value: (row) => row.name, sort: true, width: 320, grow: true },
  { id: 'unit', header: 'ĐVT gốc', value: (row) => row.unit, sort: true, width: 90 },
  { id: 'units', header: 'Quy đổi', value: unitsText, width: 200 },
  { id: 'group', header: 'Nhóm', value: (row) => row.group, sort: true, width: 130 },
  { id: 'type', header: 'Loại', value: (row) => typeName(row.type), sort: true, width: 110 },
  {
    id: 'connectionCount',
    header: 'Liên kết AMIS',
    value: (row) => row.connectionCount,
    cell: (row) =>
      row.connectionCount > 0 ? (
        <Chip tone="green">Đã nối {formatCount(row.connectionCount)}</Chip>
      ) : (
        <Chip tone="amber">Chưa nối</Chip>
      ),
    width: 116,
  },
  {
    id: 'isActive',
    header: 'Trạng thái',
    value: (row) => (row.isActive ? 'Đang dùng' : 'Ngừng dùng'),
    cell: (row) => <Chip tone={row.isActive ? 'green' : 'grey'}>{row.isActive ? 'Đang dùng' : 'Ngừng dùng'}</Chip>,
    width: 110,
  },
  {
    id: 'modifiedAt',
    header: 'Sửa ở Bravo lúc',
    kind: 'instant',
    value: (row) => row.modifiedAt,
    sort: true,
    width: 140,
  },
  { id: 'syncedAt', header: 'Đồng bộ lúc', kind: 'instant', value: (row) => row.syncedAt, hidden: true },
];

/** Items of the Bravo system. */
export function ItemsPage() {
  const search = useListSearch(['connected', 'profileId', 'isActive'], { sort: 'code' });
  const source = useList('listBravoItems', { search });
  const sync = useSync('items');
  const [open, setOpen] = useParam('id');
  return (
    <Page
      title="Vật tư Bravo"
      kind="list"
      description={<SyncStatus sync={sync} />}
      actions={<SyncButtons sync={sync} />}
    >
      <Grid
        id="bravo-items"
        label="Vật tư Bravo"
        columns={columns}
        rowKey={(row) => row.code}
        source={source}
        sort={search.sort}
        onSort={search.setSort}
        filtered={search.filtered}
        onOpen={(row) => setOpen(row.code)}
        rowTone={(row) => (row.isActive ? undefined : 'muted')}
        onExport={(view) => exportGrid(view, columns, source, 'vat-tu-bravo', 'Vật tư Bravo')}
        filters={
          <>
            <SearchField value={search.q} onChange={search.setQ} placeholder="Tìm mã, tên…" />
            <FilterSelect
              label="Liên kết"
              value={search.filters.connected}
              onChange={(value) => search.setFilter('connected', value)}
              options={[
                { value: 'true', label: 'Đã nối' },
                { value: 'false', label: 'Chưa nối' },
              ]}
            />
            <ProfileFilter
              value={search.filters.profileId}
              onChange={(value) => search.setFilter('profileId', value)}
            />
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
        empty={
          <EmptyState
            title="Chưa có vật tư nào."
            hint="Đồng bộ toàn bộ một lần để lấy danh mục từ Bravo; các lần sau chỉ cần đồng bộ thay đổi."
          />
        }
      />
      {open ? <ItemDrawer key={open} code={open} onClose={() => setOpen(undefined)} /> : null}
    </Page>
  );
}
