import type { PartnerType } from '@khop/contract/amis/resources.ts';
import { amisPartner, PARTNER_NOUNS } from '@khop/engine/records/amis-partner.ts';
import { having } from '@khop/engine/records/record.ts';
import { useList } from '../../api/lists.ts';
import { useCall } from '../../api/query.ts';
import { Page } from '../../page/page.tsx';
import { useListSearch } from '../../search.ts';
import { ListGrid } from '../../shared/list-grid.tsx';
import { useProfileId } from '../../shared/profile-id.ts';
import { RecordFilters } from '../../shared/records/record-filters.tsx';
import { CONNECTED, ListFilter } from '../../shared/records/record-state.tsx';
import { useParam, useParamLink } from '../../shared/use-param.ts';
import { SearchField } from '../../ui/fields/text-field.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { ActiveButtons } from './active-buttons.tsx';
import { customerColumns, supplierColumns } from './partner-columns.tsx';
import { PartnerDrawer } from './partner-drawer.tsx';
import { PartnerUploads } from './uploads.tsx';

/** Customers or suppliers of one profile. */
export function PartnersList({ type }: { type: PartnerType }) {
  const profileId = useProfileId();
  const search = useListSearch(['connected', ...having(amisPartner, 'filter')], { sort: 'code' });
  const source = useList('listAmisPartners', { search, fixed: { profileId, type } });
  const held = useCall('getAmisPartnerFilters', { query: { profileId, type } });
  const [open, setOpen] = useParam('id');
  const link = useParamLink('id');
  const customers = type === 'customer';
  const columns = customers ? customerColumns : supplierColumns;
  const noun = PARTNER_NOUNS[type];
  const title = customers ? 'Khách hàng' : 'Nhà cung cấp';
  return (
    <Page title={title} kind="list">
      <ListGrid
        search={search}
        id={`amis-${type}s`}
        label={`${title} AMIS`}
        columns={columns}
        rowKey={(row) => row.id}
        source={source}
        onOpen={(row) => setOpen(row.id)}
        href={(row) => link(row.id)}
        rowTone={(row) => (row.isActive ? undefined : 'muted')}
        file={customers ? 'khach-hang-amis' : 'ncc-amis'}
        sheet={title}
        bulk={(context) => <ActiveButtons operation="updateAmisPartner" source={source} context={context} />}
        actions={<PartnerUploads profileId={profileId} type={type} />}
        filters={
          <>
            <SearchField value={search.q} onChange={search.setQ} placeholder="Tìm mã, tên, MST, điện thoại…" />
            {customers ? <ListFilter search={search} name="connected" label="Liên kết" options={CONNECTED} /> : null}
            <RecordFilters record={amisPartner} search={search} held={held.data} />
          </>
        }
        empty={
          <EmptyState
            title={`Hồ sơ này chưa có ${noun} nào.`}
            hint={`Xuất danh sách ${noun} từ AMIS rồi tải nguyên tệp lên đây.`}
            action={<PartnerUploads profileId={profileId} type={type} primary />}
          />
        }
      />
      {open ? <PartnerDrawer key={open} partnerId={open} onClose={() => setOpen(undefined)} /> : null}
    </Page>
  );
}
