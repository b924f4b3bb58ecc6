import { History, ListChecks, Scale, Upload } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { useList } from '../../api/lists.ts';
import { useCall } from '../../api/query.ts';
import { Page } from '../../page/page.tsx';
import { paths } from '../../paths.ts';
import { useListSearch } from '../../search.ts';
import { options } from '../../shared/invoices/invoice-words.ts';
import { ListGrid } from '../../shared/list-grid.tsx';
import { ListFilter } from '../../shared/records/record-state.tsx';
import { putInBasket, type TaxBasket, useTaxBasket } from '../../shared/upload/tax-files.ts';
import { strings } from '../../strings.ts';
import { Button } from '../../ui/button.tsx';
import { DateRangeFilter } from '../../ui/fields/date-range.tsx';
import { SearchField } from '../../ui/fields/text-field.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { useGo } from '../../ui/link.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { columnsFor } from './columns.tsx';
import { ListsDialog } from './lists/lists-dialog.tsx';
import { EarlierUploads } from './upload/earlier-uploads.tsx';
import { TaxUploadDialog } from './upload/tax-upload-dialog.tsx';
import { EVIDENCE, RELATION, SIDE, STATE, VERDICT } from './words.ts';

const PROBLEM = [
  { value: 'true', label: 'Có điều cần xem' },
  { value: 'false', label: 'Không có' },
];

type Open = { readonly what: 'upload'; readonly basket?: TaxBasket } | { readonly what: 'earlier' | 'lists' };

/** All electronic invoices of the installation's profiles, bought and sold, as their signed files and the portal's lists say them. */
export function TaxInvoicesPage() {
  const [open, setOpen] = useState<Open>();
  const basket = useTaxBasket();
  // Files that were dropped somewhere have led here.
  useEffect(() => {
    if (!basket) return;
    putInBasket(undefined);
    setOpen({ what: 'upload', basket });
  }, [basket]);
  const close = () => setOpen(undefined);
  return (
    <Page title={strings.nav.taxInvoices} kind="list">
      <Invoices
        onUpload={() => setOpen({ what: 'upload' })}
        onEarlier={() => setOpen({ what: 'earlier' })}
        onLists={() => setOpen({ what: 'lists' })}
      />
      {open?.what === 'upload' ? (
        <TaxUploadDialog onClose={close} {...(open.basket && { basket: open.basket })} />
      ) : null}
      {open?.what === 'earlier' ? <EarlierUploads onClose={close} /> : null}
      {open?.what === 'lists' ? <ListsDialog onClose={close} onUpload={() => setOpen({ what: 'upload' })} /> : null}
    </Page>
  );
}

const FILTERS = [
  ...(['profileId', 'side', 'verdict', 'relation', 'state', 'evidence', 'fromDate', 'toDate', 'hasProblem'] as const),
] as const;

function Invoices({
  onUpload,
  onEarlier,
  onLists,
}: {
  onUpload: () => void;
  onEarlier: () => void;
  onLists: () => void;
}) {
  const go = useGo();
  const search = useListSearch(FILTERS, { sort: '-date' });
  const { side, profileId } = search.filters;
  const columns = useMemo(() => columnsFor({ side, profileId }), [side, profileId]);
  const source = useList('listTaxInvoices', { search, totals: true });
  const profiles = useCall('listProfiles', { query: { limit: 200, sort: 'code' } });
  const upload = (
    <Button variant="primary" icon={<Upload aria-hidden />} onClick={onUpload}>
      Nạp hóa đơn
    </Button>
  );
  return (
    <ListGrid
      search={search}
      id="tax-invoices"
      label={strings.nav.taxInvoices}
      columns={columns}
      rowKey={(row) => row.id}
      source={source}
      onOpen={(row) => go(paths.taxInvoice(row.id))}
      href={(row) => paths.taxInvoice(row.id)}
      file="kho-hoa-don"
      actions={
        <>
          {upload}
          <Button icon={<Scale aria-hidden />} onClick={() => go(paths.taxSettlements({ status: 'review,disagrees' }))}>
            {strings.nav.taxSettlements}
          </Button>
          <IconButton label="Danh sách đã nạp" icon={<ListChecks aria-hidden />} onClick={onLists} />
          <IconButton label="Các lần nạp trước" icon={<History aria-hidden />} onClick={onEarlier} />
        </>
      }
      filters={
        <>
          <SearchField value={search.q} onChange={search.setQ} placeholder="Tìm số, ký hiệu, tên, MST" />
          <ListFilter search={search} name="side" label="Chiều" options={options(SIDE)} />
          <ListFilter
            search={search}
            name="profileId"
            label="Hồ sơ"
            options={(profiles.data?.items ?? []).map(({ id, code }) => ({ value: id, label: code }))}
          />
          <DateRangeFilter
            label="Ngày"
            value={{ from: search.filters.fromDate || null, to: search.filters.toDate || null }}
            onChange={({ from, to }) => search.setFilters({ fromDate: from, toDate: to })}
          />
          <ListFilter several search={search} name="state" label="Trạng thái" options={options(STATE)} />
          <ListFilter search={search} name="evidence" label="Nguồn" options={options(EVIDENCE)} />
          <ListFilter several search={search} name="verdict" label="Chữ ký" options={options(VERDICT)} />
          <ListFilter several search={search} name="relation" label="Loại" options={options(RELATION)} />
          <ListFilter search={search} name="hasProblem" label="Cần xem" options={PROBLEM} />
        </>
      }
      empty={
        <EmptyState
          title="Chưa có hóa đơn điện tử nào."
          hint="Thả vào đây gói .zip tải ở cổng hoadondientu.gdt.gov.vn (đăng nhập bằng tài khoản Thuế điện tử, Tra cứu hóa đơn, Xuất XML), hay tệp .xml nhà cung cấp gửi. Danh sách hóa đơn (.xlsx) của cổng cũng nạp ở đây, để biết trạng thái và hóa đơn còn thiếu. Khớp xem chữ ký, đọc từng dòng và giữ nguyên tệp gốc."
          action={upload}
        />
      }
    />
  );
}
