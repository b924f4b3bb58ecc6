import { useList } from '../../../api/lists.ts';
import type { ItemOf, OutputOf } from '../../../api/operations.ts';
import { paths } from '../../../paths.ts';
import { useListSearch } from '../../../search.ts';
import { invoiceColumns as allInvoiceColumns } from '../../../shared/invoices/invoice-columns.tsx';
import { useKeepInvoiceList } from '../../../shared/invoices/invoice-order.ts';
import { INVOICE_STATUS, NOTHING_MADE, options, REASON } from '../../../shared/invoices/invoice-words.ts';
import { ListGrid } from '../../../shared/list-grid.tsx';
import { Narrowing } from '../../../shared/narrowing.tsx';
import { type Period, profileOptions } from '../../../shared/period.tsx';
import { ListFilter } from '../../../shared/records/record-state.tsx';
import { useListSwitch } from '../../../shared/use-list-switch.ts';
import { useParam } from '../../../shared/use-param.ts';
import { Card } from '../../../ui/card.tsx';
import { Chip } from '../../../ui/chip.tsx';
import { SearchField } from '../../../ui/fields/text-field.tsx';
import { formatCount, formatVnd } from '../../../ui/format/number.ts';
import type { GridColumn } from '../../../ui/grid/types.ts';
import { useGo } from '../../../ui/link.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { GroupSelect } from '../shortages/group-select.tsx';
import { CausesLink, NeedsButton, ShortageGroups } from '../shortages/shortage-groups.tsx';

type Shortage = ItemOf<'listShortages'>;

/** The cockpit has less width: the buyer's tax code waits in the list of columns. */
const invoiceColumns = allInvoiceColumns.map((column) =>
  column.id === 'taxCode' ? { ...column, hidden: true } : column,
);

const shortageColumns: GridColumn<Shortage>[] = [
  {
    id: 'document',
    filter: true,
    header: 'Chứng từ',
    kind: 'code',
    value: (row) => row.document,
    pinned: true,
    opens: true,
    width: 162,
  },
  { id: 'docDate', header: 'Ngày bán', kind: 'day', value: (row) => row.docDate, sort: true, width: 98 },
  { id: 'itemCode', header: 'Mã vật tư', kind: 'code', value: (row) => row.itemCode, sort: true, width: 98 },
  { id: 'itemName', filter: true, header: 'Tên vật tư', value: (row) => row.itemName, width: 170 },
  {
    id: 'reason',
    filter: true,
    options: options(REASON),
    header: 'Lý do',
    value: (row) => REASON[row.reason],
    cell: (row) => <Chip tone="amber">{REASON[row.reason]}</Chip>,
    width: 236,
  },
  { id: 'quantity', filter: true, header: 'SL thiếu', kind: 'quantity', value: (row) => row.baseQuantity, width: 80 },
  { id: 'unit', filter: true, header: 'ĐVT', value: (row) => row.unit, width: 62 },
  {
    id: 'amount',
    header: 'Tiền hàng',
    kind: 'vnd',
    value: (row) => row.amount,
    sort: true,
    total: 'amount',
    width: 116,
  },
  { id: 'message', filter: true, header: 'Diễn giải', value: (row) => row.message, grow: true, width: 360 },
  { id: 'remedy', filter: true, header: 'Cách xử lý', value: (row) => row.remedy, width: 320 },
  { id: 'partner', filter: true, header: 'Khách hàng', value: (row) => row.partnerName || row.partnerCode, width: 200 },
];

/** Invoices and what could not be invoiced, side by side under the figures. */
export function PeriodTabs({ period, stats }: { period: Period; stats: OutputOf<'getPeriodStats'> | undefined }) {
  const [tab] = useParam('tab');
  const shown = tab || 'invoices';
  const show = useListSwitch(`home ${period.id}`, shown);
  return (
    <div>
      <Card flush className="min-h-0">
        <Tabs
          label="Kết quả của kỳ"
          value={shown}
          onChange={(value) => show(value, { tab: value === 'invoices' ? undefined : value })}
          items={[
            {
              value: 'invoices',
              label: 'Hóa đơn',
              ...(stats && { count: formatCount(stats.invoices) }),
              panel: <Invoices period={period} />,
            },
            {
              value: 'shortages',
              label: 'Chưa xuất',
              ...(stats && { count: `${formatVnd(stats.tieOut.unallocated)} đ` }),
              panel: <ShortagesPanel period={period} />,
            },
          ]}
        />
      </Card>
    </div>
  );
}

const ROWS = 14;

function Invoices({ period }: { period: Period }) {
  const go = useGo();
  const search = useListSearch(['profileId', 'status'], { sort: 'voucherNumber' });
  useKeepInvoiceList(period.id, search);
  const source = useList('listAmisInvoices', { params: { id: period.id }, search, totals: true });
  return (
    <ListGrid
      search={search}
      id="home-invoices"
      label="Hóa đơn của kỳ"
      columns={invoiceColumns}
      rowKey={(row) => row.id}
      source={source}
      visibleRows={ROWS}
      onOpen={(row) => go(paths.invoice(row.id))}
      href={(row) => paths.invoice(row.id)}
      file="hoa-don"
      filters={
        <>
          <SearchField value={search.q} onChange={search.setQ} placeholder="Tìm chứng từ, khách" />
          <ListFilter several search={search} name="profileId" label="Hồ sơ" options={profileOptions(period)} />
          <ListFilter several search={search} name="status" label="Trạng thái" options={options(INVOICE_STATUS)} />
        </>
      }
      empty={
        period.generatedAt ? (
          <EmptyState {...NOTHING_MADE} />
        ) : (
          <EmptyState
            title="Chưa có hóa đơn nào."
            hint="Nạp sổ và tồn kho theo các bước ở trên, rồi bấm «Sinh hóa đơn»."
          />
        )
      }
    />
  );
}

/** The document; where Bravo has it no more, the invoice that stays. */
const placeOf = ({ documentId, invoiceId }: Shortage): string =>
  invoiceId ? paths.invoice(invoiceId) : paths.bravoSale(documentId);

function ShortagesPanel({ period }: { period: Period }) {
  const [by] = useParam('by');
  return by === 'item' || by === 'partner' || by === 'reason' ? (
    <ShortageGroups key={by} period={period} by={by} visibleRows={ROWS} />
  ) : (
    <Shortages period={period} />
  );
}

function Shortages({ period }: { period: Period }) {
  const go = useGo();
  const search = useListSearch(['reason', 'itemCode', 'partnerCode'], { sort: '-amount' });
  const narrowed = [
    ['itemCode', 'Vật tư', search.filters.itemCode],
    ['partnerCode', 'Khách', search.filters.partnerCode],
  ] as const;
  const source = useList('listShortages', { params: { id: period.id }, search, totals: true });
  return (
    <ListGrid
      search={search}
      id="home-shortages"
      label="Phần chưa xuất hóa đơn"
      columns={shortageColumns}
      rowKey={(row) => `${row.line}/${row.reason}/${row.message}`}
      source={source}
      visibleRows={ROWS}
      onOpen={(row) => go(placeOf(row))}
      href={placeOf}
      file="chua-xuat-hoa-don"
      filters={
        <>
          <GroupSelect period={period} />
          <SearchField value={search.q} onChange={search.setQ} placeholder="Tìm chứng từ, vật tư" />
          <ListFilter several search={search} name="reason" label="Lý do" options={options(REASON)} />
          {narrowed.map(([name, label, value]) =>
            value ? (
              <Narrowing key={name} label={label} value={value} onRemove={() => search.setFilter(name, null)} />
            ) : null,
          )}
          <NeedsButton period={period} />
          <CausesLink />
        </>
      }
      empty={
        <EmptyState
          title="Không có phần nào chưa xuất."
          hint={
            period.generatedAt
              ? 'Mọi dòng bán phải xuất của kỳ đều đã có hóa đơn.'
              : 'Sinh hóa đơn để biết phần nào chưa xuất được và vì sao.'
          }
        />
      }
    />
  );
}
