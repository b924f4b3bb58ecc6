import { useState } from 'react';
import { useList } from '../../../api/lists.ts';
import { paths } from '../../../paths.ts';
import { useListSearch } from '../../../search.ts';
import { INVOICE_STATUS, options } from '../../../shared/invoices/invoice-words.ts';
import { ListGrid } from '../../../shared/list-grid.tsx';
import { type Period, profileOptions } from '../../../shared/period.tsx';
import { ListFilter } from '../../../shared/records/record-state.tsx';
import { Fact, Facts } from '../../../ui/card.tsx';
import { Chip } from '../../../ui/chip.tsx';
import { SearchField } from '../../../ui/fields/text-field.tsx';
import { formatQuantity, formatVnd } from '../../../ui/format/number.ts';
import { formatDay } from '../../../ui/format/time.ts';
import type { GridColumn } from '../../../ui/grid/types.ts';
import { AppLink } from '../../../ui/link.tsx';
import { Drawer } from '../../../ui/overlays/dialog.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { customerColumn, dateColumn, profileColumn, saleColumns, voucherColumn } from './entry-columns.ts';
import { EntryReview, entryKey, isForPerson, nextForPerson } from './entry-review.tsx';
import { ENTRY_STATE, type Entry } from './places.ts';

const namesOf = (periods: Entry['takenBy']): string => periods.map(({ name }) => name).join(', ');

/** The first period and how many others there are: names that are cut would hide both. */
function Takers({ periods: [first, ...others] }: { periods: Entry['takenBy'] }) {
  if (!first || others.length === 0) return <span className="truncate">{first?.name}</span>;
  const all = namesOf([first, ...others]);
  return (
    <span className="relative flex min-w-0 items-center gap-1" title={all}>
      <span aria-hidden className="truncate">
        {first.name}
      </span>
      <span aria-hidden className="tabular shrink-0 text-small text-ink-2">
        +{others.length}
      </span>
      <span className="sr-only">{all}</span>
    </span>
  );
}

const columns: GridColumn<Entry>[] = [
  voucherColumn,
  profileColumn,
  dateColumn,
  {
    id: 'invoiceNumber',
    filter: true,
    header: 'Số hóa đơn',
    kind: 'code',
    value: (row) => row.invoiceNumber,
    width: 104,
  },
  { ...customerColumn, grow: true, width: 190 },
  ...saleColumns,
  {
    id: 'state',
    filter: true,
    options: options(ENTRY_STATE),
    header: 'Phân loại',
    value: (row) => ENTRY_STATE[row.state].label,
    cell: (row) => <Chip tone={ENTRY_STATE[row.state].tone}>{ENTRY_STATE[row.state].label}</Chip>,
    width: 150,
  },
  {
    id: 'takenBy',
    header: 'Kỳ khác đã tính',
    value: (row) => namesOf(row.takenBy),
    cell: (row) => <Takers periods={row.takenBy} />,
    width: 120,
  },
  { id: 'lines', header: 'Dòng Bravo', value: (row) => row.lines.map((line) => line.line).join(', '), width: 150 },
  { id: 'rowNumber', header: 'Dòng trong tệp', kind: 'count', value: (row) => row.rowNumber, sort: true, width: 112 },
  { id: 'fileName', header: 'Tệp', value: (row) => row.fileName, width: 150, hidden: true },
];

/** The AMIS sales ledgers row by row, with what each row is. */
export function EntriesTab({ period }: { period: Period }) {
  const search = useListSearch(['profileId', 'state'], { sort: 'rowNumber' });
  const source = useList('listAmisEntries', { params: { id: period.id }, search, totals: true });
  const [open, setOpen] = useState<Entry>();
  const close = () => setOpen(undefined);
  const rows = () => Array.from({ length: source.total }, (_, index) => source.rowAt(index));
  return (
    <>
      <ListGrid
        search={search}
        id="amis-entries"
        label="Sổ bán hàng AMIS"
        columns={columns}
        rowKey={entryKey}
        source={source}
        onOpen={setOpen}
        file="so-ban-hang-amis"
        filters={
          <>
            <SearchField value={search.q} onChange={search.setQ} placeholder="Tìm chứng từ, khách, hàng" />
            <ListFilter several search={search} name="profileId" label="Hồ sơ" options={profileOptions(period)} />
            <ListFilter several search={search} name="state" label="Phân loại" options={options(ENTRY_STATE)} />
          </>
        }
        empty={
          <EmptyState
            title="Chưa nạp sổ bán hàng AMIS nào."
            hint="Nạp «Sổ chi tiết bán hàng» của từng hồ sơ ở trang Tổng quan để biết hóa đơn nào đã xuất."
          />
        }
      />
      {open && isForPerson(open) ? (
        <EntryReview
          key={entryKey(open)}
          period={period}
          entry={open}
          next={() => nextForPerson(rows(), open)}
          onClose={close}
          onDecided={setOpen}
        />
      ) : open ? (
        <EntryDrawer entry={open} onClose={close} />
      ) : null}
    </>
  );
}

function EntryDrawer({ entry, onClose }: { entry: Entry; onClose: () => void }) {
  const state = ENTRY_STATE[entry.state];
  return (
    <Drawer
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={`Chứng từ AMIS ${entry.voucherNumber}`}
      description={
        <Chip tone={state.tone} icon>
          {state.label}
        </Chip>
      }
    >
      <Facts>
        <Fact label="Hồ sơ">{entry.profileCode}</Fact>
        <Fact label="Nằm ở">{entry.rowNumber === null ? '' : `dòng ${entry.rowNumber} của tệp ${entry.fileName}`}</Fact>
        <Fact label="Ngày chứng từ">{formatDay(entry.documentDate)}</Fact>
        <Fact label="Số hóa đơn">{entry.invoiceNumber}</Fact>
        <Fact label="Khách hàng">{[entry.customerCode, entry.customerName].filter(Boolean).join(' · ')}</Fact>
        <Fact label="Hàng">
          {entry.productCode} · {entry.productName}
        </Fact>
        <Fact label="Số lượng">
          {formatQuantity(entry.quantity)} {entry.unit}
        </Fact>
        <Fact label="Tiền hàng">{formatVnd(entry.amount)} đồng</Fact>
        {entry.invoiceId && entry.invoiceStatus ? (
          <Fact label={entry.state === 'correction' ? 'Điều chỉnh, thay thế cho' : 'Hóa đơn của Khớp'}>
            <AppLink to={paths.invoice(entry.invoiceId)} className="text-accent underline">
              {entry.invoiceVoucher}
            </AppLink>{' '}
            · {INVOICE_STATUS[entry.invoiceStatus].label}
          </Fact>
        ) : null}
        {entry.lines.map((line) => (
          <Fact key={line.line} label="Dòng Bravo">
            <AppLink to={paths.bravoSale(line.documentId)} className="text-accent underline">
              {line.document}
            </AppLink>{' '}
            · {line.line} · {formatVnd(line.amount)} đồng
          </Fact>
        ))}
      </Facts>
    </Drawer>
  );
}
