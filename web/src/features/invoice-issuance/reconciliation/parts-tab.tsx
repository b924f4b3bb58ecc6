import { useList } from '../../../api/lists.ts';
import { paths } from '../../../paths.ts';
import { useListSearch } from '../../../search.ts';
import { options, REASON } from '../../../shared/invoices/invoice-words.ts';
import { ListGrid } from '../../../shared/list-grid.tsx';
import { Narrowing } from '../../../shared/narrowing.tsx';
import { type Period, profileOptions } from '../../../shared/period.tsx';
import { ListFilter } from '../../../shared/records/record-state.tsx';
import { Chip } from '../../../ui/chip.tsx';
import { DateRangeFilter } from '../../../ui/fields/date-range.tsx';
import { SearchField } from '../../../ui/fields/text-field.tsx';
import { formatDay } from '../../../ui/format/time.ts';
import type { GridColumn } from '../../../ui/grid/types.ts';
import { TextLink, useGo } from '../../../ui/link.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { type Part, PLACE } from './places.ts';

/** The place of a part, in one text: the voucher, the row of the AMIS file, or the reason why it has none. */
const placeText = (part: Part): string => {
  if (part.place === 'alreadyInvoiced' && part.rowNumber !== null)
    return `${part.voucherNumber}, dòng ${part.rowNumber} của ${part.fileName}`;
  if (part.place === 'netted') return `với dòng ${part.voucherNumber}`;
  return part.voucherNumber || (part.reason ? REASON[part.reason] : part.why);
};

const columns: GridColumn<Part>[] = [
  {
    id: 'document',
    header: 'Chứng từ Bravo',
    kind: 'code',
    value: (row) => row.document,
    sort: true,
    pinned: true,
    opens: true,
    width: 162,
  },
  { id: 'docDate', header: 'Ngày bán', kind: 'day', value: (row) => row.docDate, sort: true, width: 98 },
  {
    id: 'partnerCode',
    header: 'Khách hàng',
    value: (row) => row.partnerName || row.partnerCode,
    sort: true,
    width: 150,
  },
  { id: 'itemCode', header: 'Mã vật tư', kind: 'code', value: (row) => row.itemCode, sort: true, width: 100 },
  { id: 'itemName', filter: true, header: 'Tên vật tư', value: (row) => row.itemName, width: 160 },
  { id: 'quantity', filter: true, header: 'Số lượng', kind: 'quantity', value: (row) => row.baseQuantity, width: 78 },
  {
    id: 'amount',
    header: 'Tiền hàng',
    kind: 'vnd',
    value: (row) => row.amount,
    sort: true,
    total: 'amount',
    width: 112,
  },
  {
    id: 'place',
    filter: true,
    options: options(PLACE),
    header: 'Nơi đến',
    value: (row) => PLACE[row.place].label,
    cell: (row) => <Chip tone={PLACE[row.place].tone}>{PLACE[row.place].label}</Chip>,
    width: 118,
  },
  { id: 'profileCode', filter: true, header: 'Hồ sơ', kind: 'code', value: (row) => row.profileCode, width: 60 },
  {
    id: 'whither',
    header: 'Hóa đơn, dòng AMIS, lý do',
    value: placeText,
    cell: (row) =>
      row.invoiceId ? (
        <TextLink to={paths.invoice(row.invoiceId)} tabIndex={-1}>
          {row.voucherNumber}
        </TextLink>
      ) : row.place === 'alreadyInvoiced' ? (
        <TextLink to={paths.reconciliation({ tab: 'entries', q: row.voucherNumber })} tabIndex={-1}>
          {placeText(row)}
        </TextLink>
      ) : (
        placeText(row)
      ),
    grow: true,
    width: 180,
  },
  { id: 'unit', filter: true, header: 'ĐVT', value: (row) => row.unit, width: 62 },
  { id: 'line', filter: true, header: 'Dòng Bravo', kind: 'code', value: (row) => row.line, width: 150 },
  { id: 'why', filter: true, header: 'Diễn giải', value: (row) => row.why, width: 320, hidden: true },
];

const FILTERS = ['place', 'partnerCode', 'itemCode', 'profileId', 'day', 'onLedger', 'fromDate', 'toDate'] as const;

/** Every part of every ledger line: the Bravo line at one end, the invoice or the imported AMIS row at the other. */
export function PartsTab({ period }: { period: Period }) {
  const go = useGo();
  const search = useListSearch(FILTERS, { sort: 'docDate' });
  const source = useList('listReconciliationParts', { params: { id: period.id }, search, totals: true });
  const { filters } = search;
  const narrowed = [
    ['partnerCode', 'Khách', filters.partnerCode],
    ['itemCode', 'Vật tư', filters.itemCode],
    ['day', 'Ngày', filters.day && formatDay(filters.day)],
    ['onLedger', 'Dòng', filters.onLedger === 'false' ? 'không còn trên sổ Bravo' : ''],
  ] as const;
  return (
    <ListGrid
      search={search}
      id="reconciliation-parts"
      label="Từng phần của sổ"
      columns={columns}
      rowKey={(row) => `${row.line}|${row.place}|${row.voucherNumber}|${row.amount}|${row.baseQuantity}`}
      source={source}
      onOpen={(row) => {
        if (row.onLedger) go(paths.bravoSale(row.documentId));
        else if (row.invoiceId) go(paths.invoice(row.invoiceId));
      }}
      file="doi-chieu-tung-phan"
      filters={
        <>
          <SearchField value={search.q} onChange={search.setQ} placeholder="Tìm chứng từ, dòng, mã" />
          <ListFilter several search={search} name="place" label="Nơi đến" options={options(PLACE)} />
          <ListFilter
            several
            search={search}
            name="profileId"
            label="Hồ sơ"
            options={[...profileOptions(period), { value: 'none', label: 'Chưa thuộc hồ sơ nào' }]}
          />
          <DateRangeFilter
            within={period}
            label="Ngày bán"
            value={{ from: filters.fromDate || null, to: filters.toDate || null }}
            onChange={({ from, to }) => search.setFilters({ fromDate: from, toDate: to })}
          />
          {narrowed.map(([name, label, value]) =>
            value ? (
              <Narrowing key={name} label={label} value={value} onRemove={() => search.setFilter(name, null)} />
            ) : null,
          )}
        </>
      }
      empty={<EmptyState title="Kỳ chưa có dòng bán hàng nào." hint="Nạp sổ bán hàng Bravo ở trang Tổng quan." />}
    />
  );
}
