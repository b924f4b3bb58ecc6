import { useList } from '../../api/lists.ts';
import type { ItemOf } from '../../api/operations.ts';
import { useCall } from '../../api/query.ts';
import { useListSearch } from '../../search.ts';
import { activeColumn, choices, ListFilter } from '../../shared/records/record-state.tsx';
import { ITEM_READS } from '../../shared/upload/import-targets.ts';
import { UploadDialog } from '../../shared/upload/upload-dialog.tsx';
import type { UploadChoice } from '../../shared/upload/upload-menu.tsx';
import { useParam } from '../../shared/use-param.ts';
import { formatDecimal } from '../../ui/format/number.ts';
import type { GridColumn } from '../../ui/grid/types.ts';
import { ItemDrawer } from './item-drawer.tsx';
import { amisColumn, MasterPage, originColumn } from './master-page.tsx';
import { typeName } from './strings.ts';
import { useSync } from './sync-panel.tsx';

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
  { id: 'type', header: 'Loại', value: (row) => typeName(row.type), sort: true, filter: false, width: 110 },
  amisColumn(),
  activeColumn(),
  originColumn(),
  {
    id: 'modifiedAt',
    header: 'Sửa ở Bravo lúc',
    kind: 'instant',
    value: (row) => row.modifiedAt,
    sort: true,
    width: 140,
  },
  { id: 'syncedAt', filter: true, header: 'Đồng bộ lúc', kind: 'instant', value: (row) => row.syncedAt, hidden: true },
];

/** Files with items. */
const UPLOADS: readonly UploadChoice[] = [
  {
    label: 'Danh mục vật tư',
    layout: 'bravo-items',
    dialog: (onClose) => (
      <UploadDialog
        title="Đưa vật tư bằng tệp"
        hint="Tệp có các cột Mã vật tư, Tên vật tư, Đvt; thêm Đvt quy đổi, Hệ số quy đổi, Nhóm vật tư nếu có. Mã Bravo đã có thì giữ theo Bravo."
        operation="uploadBravoItems"
        input={{}}
        invalidates={ITEM_READS}
        onClose={onClose}
      />
    ),
  },
];

/** Items of the Bravo system. */
export function ItemsPage() {
  const search = useListSearch(['group', 'type', 'connected', 'profileId', 'isActive', 'source'], { sort: 'code' });
  const source = useList('listBravoItems', { search });
  const held = useCall('getBravoItemFilters', {});
  const [open, setOpen] = useParam('id');
  return (
    <MasterPage
      title="Vật tư Bravo"
      id="bravo-items"
      fileName="vat-tu-bravo"
      placeholder="Tìm mã, tên…"
      sync={useSync('items')}
      search={search}
      source={source}
      columns={columns}
      onOpen={setOpen}
      uploads={UPLOADS}
      filters={
        <>
          <ListFilter search={search} name="group" label="Nhóm" options={choices(held.data?.group)} />
          <ListFilter search={search} name="type" label="Loại" options={choices(held.data?.type, typeName)} />
        </>
      }
    >
      {open ? <ItemDrawer key={open} code={open} onClose={() => setOpen(undefined)} /> : null}
    </MasterPage>
  );
}
