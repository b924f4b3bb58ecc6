import type { PartnerType } from '@khop/contract/amis.ts';
import { useList } from '../../api/lists.ts';
import { Page } from '../../layout/page.tsx';
import { useListSearch } from '../../search.ts';
import { useProfileId } from '../../shared/profile-id.ts';
import { useParam } from '../../shared/use-param.ts';
import { exportGrid } from '../../ui/grid/export-grid.ts';
import { Grid } from '../../ui/grid/grid.tsx';
import { FilterSelect } from '../../ui/select.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { SearchField } from '../../ui/text-field.tsx';
import { ActiveButtons } from './active-buttons.tsx';
import { customerColumns, supplierColumns } from './partner-columns.tsx';
import { PartnerDrawer } from './partner-drawer.tsx';
import { TAX_CHECKS } from './strings.ts';
import { PartnerUploads } from './uploads.tsx';

type Check = keyof typeof TAX_CHECKS;

/** Customers or suppliers of one profile. */
export function PartnersList({ type }: { type: PartnerType }) {
  const profileId = useProfileId();
  const search = useListSearch(['connected', 'taxCodeCheck', 'isActive'], { sort: 'code' });
  const source = useList('listAmisPartners', { search, fixed: { profileId, type } });
  const [open, setOpen] = useParam('id');
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
        onOpen={(row) => setOpen(row.id)}
        rowTone={(row) => (row.isActive ? undefined : 'muted')}
        onExport={(view) => exportGrid(view, columns, source, customers ? 'khach-hang-amis' : 'ncc-amis', title)}
        bulk={(context) => <ActiveButtons operation="updateAmisPartner" source={source} context={context} />}
        actions={<PartnerUploads profileId={profileId} type={type} />}
        filters={
          <>
            <SearchField value={search.q} onChange={search.setQ} placeholder="Tìm mã, tên, MST, điện thoại…" />
            {customers ? (
              <FilterSelect
                label="Liên kết"
                value={search.filters.connected}
                onChange={(value) => search.setFilter('connected', value)}
                options={[
                  { value: 'true', label: 'Đã nối' },
                  { value: 'false', label: 'Chưa nối' },
                ]}
              />
            ) : null}
            <FilterSelect
              label="MST"
              value={search.filters.taxCodeCheck as Check | ''}
              onChange={(value) => search.setFilter('taxCodeCheck', value)}
              options={Object.entries(TAX_CHECKS).map(([value, label]) => ({ value: value as Check, label }))}
            />
            <FilterSelect
              label="Trạng thái"
              value={search.filters.isActive}
              onChange={(value) => search.setFilter('isActive', value)}
              options={[
                { value: 'true', label: 'Đang theo dõi' },
                { value: 'false', label: 'Ngừng theo dõi' },
              ]}
            />
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
