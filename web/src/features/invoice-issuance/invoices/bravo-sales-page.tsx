import { useList } from '../../../api/lists.ts';
import type { ItemOf } from '../../../api/operations.ts';
import { paths } from '../../../paths.ts';
import { useListSearch } from '../../../search.ts';
import { COVERAGE, options, REASON } from '../../../shared/invoices/invoice-words.ts';
import { ListGrid } from '../../../shared/list-grid.tsx';
import type { Period } from '../../../shared/period.tsx';
import { PeriodPage } from '../../../shared/period-page.tsx';
import { ListFilter } from '../../../shared/records/record-state.tsx';
import { buttonClass } from '../../../ui/button.tsx';
import { Chip } from '../../../ui/chip.tsx';
import { DateRangeFilter } from '../../../ui/fields/date-range.tsx';
import { SearchField } from '../../../ui/fields/text-field.tsx';
import type { GridColumn } from '../../../ui/grid/types.ts';
import { AppLink, useGo } from '../../../ui/link.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { nettedOf } from './netted.ts';

type Document = ItemOf<'listPeriodSales'>;

const REQUIREMENT: Readonly<Record<string, string>> = {
  required: 'Lấy hóa đơn',
  not_required: 'Không lấy',
  unset: 'Chưa xác định',
};

const columns: GridColumn<Document>[] = [
  {
    id: 'docNo',
    header: 'Số chứng từ',
    kind: 'code',
    value: (row) => row.docNo,
    sort: true,
    pinned: true,
    opens: true,
    width: 108,
  },
  { id: 'docDate', header: 'Ngày', kind: 'day', value: (row) => row.docDate, sort: true, width: 98 },
  { id: 'docCode', filter: true, header: 'Loại', kind: 'code', value: (row) => row.docCode, width: 60, hidden: true },
  { id: 'branchCode', filter: true, header: 'Chi nhánh', kind: 'code', value: (row) => row.branchCode, width: 84 },
  { id: 'partnerCode', header: 'Mã khách', kind: 'code', value: (row) => row.partnerCode, sort: true, width: 90 },
  { id: 'partnerName', filter: true, header: 'Tên khách', value: (row) => row.partnerName, grow: true, width: 180 },
  {
    id: 'requirement',
    filter: true,
    options: options(REQUIREMENT),
    header: 'Yêu cầu HĐ',
    value: (row) => REQUIREMENT[row.invoiceRequirement] ?? '',
    width: 104,
  },
  { id: 'lines', filter: true, header: 'Số dòng', kind: 'count', value: (row) => row.lines, width: 70, hidden: true },
  {
    id: 'coverage',
    filter: true,
    options: options(COVERAGE),
    header: 'Mức độ',
    value: (row) => COVERAGE[row.coverage].label,
    cell: (row) => <Chip tone={COVERAGE[row.coverage].tone}>{COVERAGE[row.coverage].label}</Chip>,
    width: 108,
  },
  {
    id: 'amount',
    header: 'Tiền hàng',
    kind: 'vnd',
    value: (row) => row.amount,
    sort: true,
    total: 'amount',
    width: 116,
  },
  {
    id: 'invoiced',
    header: 'Đã lập HĐ',
    kind: 'vnd',
    value: (row) => row.invoiced,
    sort: true,
    total: 'invoiced',
    width: 116,
  },
  {
    id: 'alreadyInvoiced',
    filter: true,
    header: 'Xuất ở AMIS',
    kind: 'vnd',
    value: (row) => row.alreadyInvoiced,
    total: 'alreadyInvoiced',
    width: 116,
  },
  {
    id: 'unallocated',
    header: 'Chưa xuất',
    kind: 'vnd',
    value: (row) => row.unallocated,
    sort: true,
    total: 'unallocated',
    width: 116,
  },
  {
    id: 'excluded',
    filter: true,
    header: 'Loại',
    kind: 'vnd',
    value: (row) => row.excluded,
    total: 'excluded',
    width: 96,
  },
  { id: 'netted', header: 'Bù trừ', kind: 'vnd', value: nettedOf, width: 96 },
];

/** Bravo documents of the chosen period with what became of them. */
export function BravoSalesPage() {
  return (
    <PeriodPage title="Bán hàng Bravo" emptyHint="Mở một kỳ rồi nạp sổ bán hàng từ Bravo.">
      {(period) => <SalesGrid period={period} />}
    </PeriodPage>
  );
}

function SalesGrid({ period }: { period: Period }) {
  const go = useGo();
  const search = useListSearch(['coverage', 'reason', 'branchCode', 'partnerCode', 'fromDate', 'toDate'], {
    sort: 'docDate',
  });
  const source = useList('listPeriodSales', { params: { id: period.id }, search, totals: true });
  return (
    <ListGrid
      search={search}
      id="bravo-sales"
      label="Bán hàng Bravo"
      columns={columns}
      rowKey={(row) => row.id}
      source={source}
      onOpen={(row) => go(paths.bravoSale(row.id))}
      href={(row) => paths.bravoSale(row.id)}
      file="ban-hang-bravo"
      filters={
        <>
          <SearchField value={search.q} onChange={search.setQ} placeholder="Tìm chứng từ, khách" />
          <ListFilter several search={search} name="coverage" label="Mức độ" options={options(COVERAGE)} />
          <ListFilter several search={search} name="reason" label="Lý do thiếu" options={options(REASON)} />
          <ListFilter
            several
            search={search}
            name="branchCode"
            label="Chi nhánh"
            options={period.branches.map(({ code }) => ({ value: code, label: code }))}
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
        <EmptyState
          title="Kỳ này chưa nạp sổ bán hàng."
          hint="Nạp sổ bán hàng Bravo ở trang Tổng quan."
          action={
            <AppLink to={paths.home()} className={buttonClass('primary')}>
              Về Tổng quan
            </AppLink>
          }
        />
      }
    />
  );
}
