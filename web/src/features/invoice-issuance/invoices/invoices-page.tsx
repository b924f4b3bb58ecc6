import { useList } from '../../../api/lists.ts';
import { paths } from '../../../paths.ts';
import { useListSearch } from '../../../search.ts';
import { invoiceColumns } from '../../../shared/invoices/invoice-columns.tsx';
import { useKeepInvoiceList } from '../../../shared/invoices/invoice-order.ts';
import { BUYER_SOURCE, INVOICE_STATUS, NOTHING_MADE, options } from '../../../shared/invoices/invoice-words.ts';
import { ListGrid } from '../../../shared/list-grid.tsx';
import { type Period, profileOptions } from '../../../shared/period.tsx';
import { PeriodPage } from '../../../shared/period-page.tsx';
import { ListFilter } from '../../../shared/records/record-state.tsx';
import { buttonClass } from '../../../ui/button.tsx';
import { DateRangeFilter } from '../../../ui/fields/date-range.tsx';
import { SearchField } from '../../../ui/fields/text-field.tsx';
import { AppLink, useGo } from '../../../ui/link.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { ReviewButton } from './review-button.tsx';
import { TakeBackButton } from './take-back-button.tsx';

/** AMIS invoices of the chosen period. */
export function InvoicesPage() {
  return (
    <PeriodPage title="Hóa đơn AMIS" emptyHint="Mở một kỳ, nạp sổ bán hàng và tồn kho, rồi sinh hóa đơn.">
      {(period) => <InvoiceGrid period={period} />}
    </PeriodPage>
  );
}

/** The key of a row names what was seen: the invoice and its version. */
const chosenOf = (key: string) => {
  const [id = '', version] = key.split(' ');
  return { id, version: Number(version) };
};

function InvoiceGrid({ period }: { period: Period }) {
  const go = useGo();
  const search = useListSearch(
    ['profileId', 'status', 'buyerSource', 'warnings', 'pinned', 'reviewed', 'document', 'fromDate', 'toDate'],
    {
      sort: 'voucherNumber',
    },
  );
  useKeepInvoiceList(period.id, search);
  const source = useList('listAmisInvoices', { params: { id: period.id }, search, totals: true });
  return (
    <ListGrid
      search={search}
      id="amis-invoices"
      label="Hóa đơn AMIS"
      columns={invoiceColumns}
      rowKey={(row) => `${row.id} ${row.version}`}
      source={source}
      onOpen={(row) => go(paths.invoice(row.id))}
      href={(row) => paths.invoice(row.id)}
      rowTone={(row) => (row.status === 'cancelled' || row.status === 'replaced' ? 'muted' : undefined)}
      bulk={({ resolve, clear }) => {
        const choose = async () => (await resolve()).map(chosenOf);
        return (
          <>
            <ReviewButton periodId={period.id} reviewed choose={choose} onDone={clear} />
            <ReviewButton periodId={period.id} reviewed={false} choose={choose} onDone={clear} />
            <TakeBackButton periodId={period.id} choose={choose} onDone={clear} />
          </>
        );
      }}
      file="hoa-don-amis"
      filters={
        <>
          <SearchField value={search.q} onChange={search.setQ} placeholder="Tìm chứng từ, khách" />
          <ListFilter several search={search} name="profileId" label="Hồ sơ" options={profileOptions(period)} />
          <ListFilter several search={search} name="status" label="Trạng thái" options={options(INVOICE_STATUS)} />
          <ListFilter several search={search} name="buyerSource" label="Người mua" options={options(BUYER_SOURCE)} />
          <ListFilter
            search={search}
            name="warnings"
            label="Lưu ý"
            options={[
              { value: 'true', label: 'Có lưu ý' },
              { value: 'false', label: 'Không có' },
            ]}
          />
          <ListFilter
            search={search}
            name="reviewed"
            label="Soát"
            options={[
              { value: 'true', label: 'Đã soát' },
              { value: 'false', label: 'Chưa soát' },
            ]}
          />
          <DateRangeFilter
            within={period}
            label="Ngày bán"
            value={{ from: search.filters.fromDate || null, to: search.filters.toDate || null }}
            onChange={({ from, to }) => search.setFilters({ fromDate: from, toDate: to })}
          />
        </>
      }
      empty={
        period.generatedAt ? (
          <EmptyState
            {...NOTHING_MADE}
            action={
              <AppLink to={paths.home({ tab: 'shortages' })} className={buttonClass('primary')}>
                Xem phần chưa xuất
              </AppLink>
            }
          />
        ) : (
          <EmptyState
            title="Kỳ này chưa có hóa đơn."
            hint="Nạp sổ bán hàng Bravo và tồn kho AMIS, rồi bấm «Sinh hóa đơn» ở trang Tổng quan."
            action={
              <AppLink to={paths.home()} className={buttonClass('primary')}>
                Về Tổng quan
              </AppLink>
            }
          />
        )
      }
    />
  );
}
