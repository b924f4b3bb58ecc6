import type { PartnerType } from '@khop/contract/amis/resources.ts';
import { useList } from '../../api/lists.ts';
import { useCall } from '../../api/query.ts';
import { Page } from '../../page/page.tsx';
import { useListSearch } from '../../search.ts';
import { useProfileId } from '../../shared/profile-id.ts';
import { AMIS_WORDS, activeOptions, CONNECTED, choices, ListFilter } from '../../shared/records/record-state.tsx';
import { useParam, useParamLink } from '../../shared/use-param.ts';
import { SearchField } from '../../ui/fields/text-field.tsx';
import { Grid } from '../../ui/grid/grid.tsx';
import { exportGrid } from '../../ui/grid/sheet/export-grid.ts';
import { EmptyState } from '../../ui/states.tsx';
import { ActiveButtons } from './active-buttons.tsx';
import { customerColumns, supplierColumns } from './partner-columns.tsx';
import { PartnerDrawer } from './partner-drawer.tsx';
import { TAX_CHECKS } from './strings.ts';
import { PartnerUploads } from './uploads.tsx';

const TAX_OPTIONS = Object.entries(TAX_CHECKS).map(([value, label]) => ({ value, label }));
const ORGANISATION = [
  { value: 'true', label: 'Tổ chức' },
  { value: 'false', label: 'Cá nhân' },
];
const INTERNAL = [
  { value: 'true', label: 'Nội bộ' },
  { value: 'false', label: 'Bên ngoài' },
];

/** Customers or suppliers of one profile. */
export function PartnersList({ type }: { type: PartnerType }) {
  const profileId = useProfileId();
  const search = useListSearch(['connected', 'taxCodeCheck', 'group', 'isOrganisation', 'isInternal', 'isActive'], {
    sort: 'code',
  });
  const source = useList('listAmisPartners', { search, fixed: { profileId, type } });
  const held = useCall('getAmisPartnerFilters', { query: { profileId, type } });
  const [open, setOpen] = useParam('id');
  const link = useParamLink('id');
  const customers = type === 'customer';
  const columns = customers ? customerColumns : supplierColumns;
  const title = customers ? 'Khách hàng' : 'Nhà cung cấp';
  return (
    <Page title={title} kind="list">
      <Grid
        id={`amis-${type}s`}
        label={`${title} AMIS`}
        columns={columns}
        rowKey={(row) => row.id}
        source={source}
        sort={search.sort}
        onSort={search.setSort}
        filtered={search.filtered}
        views={search.view}
        onOpen={(row) => setOpen(row.id)}
        href={(row) => link(row.id)}
        rowTone={(row) => (row.isActive ? undefined : 'muted')}
        onExport={(view) => exportGrid(view, columns, source, customers ? 'khach-hang-amis' : 'ncc-amis', title)}
        bulk={(context) => <ActiveButtons operation="updateAmisPartner" source={source} context={context} />}
        actions={<PartnerUploads profileId={profileId} type={type} />}
        filters={
          <>
            <SearchField value={search.q} onChange={search.setQ} placeholder="Tìm mã, tên, MST, điện thoại…" />
            {customers ? <ListFilter search={search} name="connected" label="Liên kết" options={CONNECTED} /> : null}
            <ListFilter several search={search} name="taxCodeCheck" label="MST" options={TAX_OPTIONS} />
            <ListFilter search={search} name="group" label="Nhóm" options={choices(held.data?.group)} />
            <ListFilter search={search} name="isOrganisation" label="Loại" options={ORGANISATION} />
            <ListFilter search={search} name="isInternal" label="Nội bộ" options={INTERNAL} />
            <ListFilter search={search} name="isActive" label="Trạng thái" options={activeOptions(AMIS_WORDS)} />
          </>
        }
        empty={
          <EmptyState
            title={`Hồ sơ này chưa có ${customers ? 'khách hàng' : 'nhà cung cấp'} nào.`}
            hint={`Xuất danh sách ${customers ? 'khách hàng' : 'nhà cung cấp'} từ AMIS rồi tải nguyên tệp lên đây.`}
            action={<PartnerUploads profileId={profileId} type={type} primary />}
          />
        }
      />
      {open ? <PartnerDrawer key={open} partnerId={open} onClose={() => setOpen(undefined)} /> : null}
    </Page>
  );
}
