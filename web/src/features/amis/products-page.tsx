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
import { productColumns } from './product-columns.tsx';
import { ProductDrawer } from './product-drawer.tsx';
import { ProductUploads } from './uploads.tsx';

/** Products of one profile, with their stock and whether Bravo knows them. */
export function ProductsPage() {
  const profileId = useProfileId();
  const search = useListSearch(['stock', 'connected', 'isActive'], { sort: 'code' });
  const source = useList('listAmisProducts', { search, fixed: { profileId }, totals: true });
  const [open, setOpen] = useParam('id');
  return (
    <Page title="Sản phẩm" kind="list">
      <Grid
        id="amis-products"
        label="Sản phẩm AMIS"
        columns={productColumns}
        rowKey={(row) => row.id}
        source={source}
        sort={search.sort}
        onSort={search.setSort}
        filtered={search.filtered}
        onOpen={(row) => setOpen(row.id)}
        rowTone={(row) => (row.quantityOnHand?.startsWith('-') ? 'amber' : undefined)}
        onExport={(view) => exportGrid(view, productColumns, source, 'hang-hoa-amis', 'Hàng hóa AMIS')}
        bulk={(context) => <ActiveButtons operation="updateAmisProduct" source={source} context={context} />}
        actions={<ProductUploads profileId={profileId} />}
        filters={
          <>
            <SearchField value={search.q} onChange={search.setQ} placeholder="Tìm mã, tên hàng…" />
            <FilterSelect
              label="Tồn kho"
              value={search.filters.stock}
              onChange={(value) => search.setFilter('stock', value)}
              options={[
                { value: 'positive', label: 'Còn tồn' },
                { value: 'zero', label: 'Hết tồn' },
                { value: 'negative', label: 'Tồn âm' },
              ]}
            />
            <FilterSelect
              label="Liên kết"
              value={search.filters.connected}
              onChange={(value) => search.setFilter('connected', value)}
              options={[
                { value: 'true', label: 'Đã nối' },
                { value: 'false', label: 'Chưa nối' },
              ]}
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
