import { FileSpreadsheet } from 'lucide-react';
import { download } from '../../api/files.ts';
import { useList } from '../../api/lists.ts';
import { useAction } from '../../api/query.ts';
import { Page } from '../../page/page.tsx';
import { paths } from '../../paths.ts';
import { useListSearch } from '../../search.ts';
import { options } from '../../shared/invoices/invoice-words.ts';
import { ListGrid } from '../../shared/list-grid.tsx';
import { useProfileId } from '../../shared/profile-id.ts';
import { ListFilter } from '../../shared/records/record-state.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { SearchField } from '../../ui/fields/text-field.tsx';
import { AppLink, useGo } from '../../ui/link.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { columns } from './columns.tsx';
import { EXPECTED_STATE } from './words.ts';

/** Goods that suppliers have invoiced to a profile, and which of them its purchase ledger does not have yet. */
export function ExpectedLotsPage() {
  const profileId = useProfileId();
  const go = useGo();
  const search = useListSearch(['state', 'product'], { sort: '-day' });
  const source = useList('listExpectedLots', { search, fixed: { profileId }, totals: true });
  const { state } = search.filters;
  const workbook = useAction(() =>
    download('downloadExpectedLots', {
      query: { profileId, ...(state && { state }) },
    }),
  );
  return (
    <Page
      title="Hàng đang về"
      kind="list"
      description="Hàng đã có hóa đơn mua vào, so với sổ mua hàng AMIS. Không hóa đơn bán nào lấy hàng từ đây."
      actions={
        <div className="flex flex-wrap gap-2">
          <AppLink to={paths.supplierItems(profileId)} className={buttonClass()}>
            Nối hàng nhà cung cấp
          </AppLink>
          <Button icon={<FileSpreadsheet aria-hidden />} busy={workbook.isPending} onClick={() => workbook.mutate()}>
            Tải Excel
          </Button>
        </div>
      }
    >
      <ListGrid
        search={search}
        id="expected-lots"
        label="Hàng đang về"
        columns={columns}
        rowKey={(row) => row.id}
        source={source}
        onOpen={(row) => go(paths.taxInvoice(row.invoiceId))}
        filters={
          <>
            <SearchField value={search.q} onChange={search.setQ} placeholder="Tìm hàng, bên bán, số" />
            <ListFilter several search={search} name="state" label="Tình trạng" options={options(EXPECTED_STATE)} />
          </>
        }
        empty={
          <EmptyState
            title="Chưa có hàng nào đang về."
            hint="Nạp hóa đơn mua vào ở Kho hóa đơn, rồi nối mặt hàng của nhà cung cấp với mã hàng AMIS."
            action={
              <AppLink to={paths.taxInvoices({ profileId, side: 'purchase' })} className={buttonClass()}>
                Mở kho hóa đơn
              </AppLink>
            }
          />
        }
      />
    </Page>
  );
}
