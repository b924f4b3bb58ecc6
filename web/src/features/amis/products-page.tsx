import { amisProduct } from '@khop/engine/records/amis-product.ts';
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
import { productColumns } from './product-columns.tsx';
import { ProductDrawer } from './product-drawer.tsx';
import { ProductUploads } from './uploads.tsx';

const STOCK = [
  { value: 'positive', label: 'Còn tồn' },
  { value: 'zero', label: 'Hết tồn' },
  { value: 'negative', label: 'Tồn âm' },
];

/** Products of one profile, with their stock and whether Bravo knows them. */
export function ProductsPage() {
  const profileId = useProfileId();
  const search = useListSearch(['stock', 'connected', ...having(amisProduct, 'filter')], { sort: 'code' });
  const source = useList('listAmisProducts', { search, fixed: { profileId }, totals: true });
  const held = useCall('getAmisProductFilters', { query: { profileId } });
  const [open, setOpen] = useParam('id');
  const link = useParamLink('id');
  return (
    <Page title="Hàng hóa" kind="list">
      <ListGrid
        search={search}
        id="amis-products"
        label="Hàng hóa AMIS"
        columns={productColumns}
        rowKey={(row) => row.id}
        source={source}
        onOpen={(row) => setOpen(row.id)}
        href={(row) => link(row.id)}
        rowTone={(row) => (row.quantityOnHand?.startsWith('-') ? 'amber' : undefined)}
        file="hang-hoa-amis"
        bulk={(context) => <ActiveButtons operation="updateAmisProduct" source={source} context={context} />}
        actions={<ProductUploads profileId={profileId} />}
        filters={
          <>
            <SearchField value={search.q} onChange={search.setQ} placeholder="Tìm mã, tên hàng…" />
            <ListFilter several search={search} name="stock" label="Tồn kho" options={STOCK} />
            <ListFilter search={search} name="connected" label="Liên kết" options={CONNECTED} />
            <RecordFilters record={amisProduct} search={search} held={held.data} />
          </>
        }
        empty={
          <EmptyState
            title="Hồ sơ này chưa có mã hàng nào."
            hint="Xuất danh mục «Hàng hóa, dịch vụ» từ AMIS rồi tải nguyên tệp lên đây."
            action={<ProductUploads profileId={profileId} primary />}
          />
        }
      />
      {open ? <ProductDrawer key={open} productId={open} onClose={() => setOpen(undefined)} /> : null}
    </Page>
  );
}
