import { useMemo, useState } from 'react';
import { useCall } from '../../../api/query.ts';
import { paths } from '../../../paths.ts';
import { rateName } from '../../../shared/invoices/invoice-words.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Chip } from '../../../ui/chip.tsx';
import { formatCount, formatQuantity, formatVnd } from '../../../ui/format/number.ts';
import { formatDay } from '../../../ui/format/time.ts';
import { Grid } from '../../../ui/grid/grid.tsx';
import type { GridColumn } from '../../../ui/grid/types.ts';
import { useLocalRows } from '../../../ui/grid/use-list-query.ts';
import { TextLink } from '../../../ui/link.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { EmptyState, ErrorState, SkeletonLines } from '../../../ui/states.tsx';
import type { Invoice } from './invoice.ts';

type Item = Invoice['items'][number];

const KIND: Readonly<Record<Item['kind'], string>> = {
  goods: 'Hàng hóa',
  service: 'Dịch vụ',
  discount: 'Chiết khấu',
  free: 'Khuyến mại',
};

const columns: GridColumn<Item>[] = [
  {
    id: 'lineNumber',
    header: 'STT',
    kind: 'count',
    value: (row) => row.lineNumber,
    pinned: true,
    width: 46,
    minWidth: 40,
  },
  {
    id: 'productCode',
    header: 'Mã hàng',
    kind: 'code',
    value: (row) => row.productCode,
    opens: true,
    pinned: true,
    width: 124,
  },
  {
    id: 'name',
    header: 'Tên hàng',
    value: (row) => row.name,
    cell: (row) => (
      <span className="flex min-w-0 items-center gap-1.5">
        <span className="truncate">{row.name}</span>
        {row.kind === 'goods' ? null : <Chip>{KIND[row.kind]}</Chip>}
      </span>
    ),
    grow: true,
    width: 168,
  },
  { id: 'kind', header: 'Loại', value: (row) => KIND[row.kind], width: 96, hidden: true },
  { id: 'unit', header: 'ĐVT', value: (row) => row.unit, width: 62 },
  { id: 'warehouseCode', header: 'Kho', kind: 'code', value: (row) => row.warehouseCode, width: 62 },
  { id: 'quantity', header: 'Số lượng', kind: 'quantity', value: (row) => row.quantity, width: 80 },
  { id: 'unitPrice', header: 'Đơn giá', kind: 'quantity', value: (row) => row.unitPrice, width: 140 },
  { id: 'amount', header: 'Thành tiền', kind: 'vnd', value: (row) => row.amount, width: 104 },
  { id: 'vatRate', header: 'Thuế suất', kind: 'rate', value: (row) => rateName(row.vatRate), width: 82 },
  { id: 'vatAmount', header: 'Tiền thuế', kind: 'vnd', value: (row) => row.vatAmount, width: 96 },
];

/** The lines of an invoice; each opens where its quantity comes from. */
export function InvoiceItems({ invoice }: { invoice: Invoice }) {
  const [open, setOpen] = useState<Item>();
  const source = useLocalRows(useMemo(() => invoice.items, [invoice.items]));
  return (
    <Card flush className="overflow-hidden">
      <Grid
        id="invoice-items"
        label="Dòng hóa đơn"
        columns={columns}
        rowKey={(row) => row.id}
        source={source}
        onOpen={setOpen}
        filters={<h2 className="m-0 flex h-control items-center text-base font-semibold">Hàng hóa, dịch vụ</h2>}
        visibleRows={Math.min(12, Math.max(3, invoice.items.length))}
      />
      {open ? <Allocations item={open} onClose={() => setOpen(undefined)} /> : null}
    </Card>
  );
}

/** The origin of a lot, by the last part of its name (engine: lots). */
function lotName(lot: string): string {
  const source = lot.slice(lot.lastIndexOf('/') + 1);
  if (source === 'dau-ky') return 'tồn đầu kỳ';
  return source === 'nhap-khac' ? 'nhập khác' : `phiếu nhập ${source.replace(/-\d+~*$/, '')}`;
}

/** More parts than this are asked for with a press: a day of consumers may have thousands of one product. */
const PARTS_OF_PAGE = 500;

/** The origin of an item's quantity, part by part. */
export function Allocations({ item, onClose }: { item: Item; onClose: () => void }) {
  const [pages, setPages] = useState(1);
  const first = useParts(item, 0);
  const total = first.data?.total ?? 0;
  const shown = Math.min(total, pages * PARTS_OF_PAGE);
  const head = 'py-1.5 pl-4 font-medium';
  return (
    <Dialog
      open
      onOpenChange={(next) => {
        if (!next) onClose();
      }}
      width="xl"
      title={`${item.productCode} · ${item.name}`}
      description={`${formatQuantity(item.quantity)} ${item.unit} lấy từ đâu, cho dòng bán nào`}
    >
      {first.isError && !first.data ? (
        <ErrorState message={first.error.message} onRetry={() => void first.refetch()} />
      ) : null}
      {first.isPending ? <SkeletonLines lines={3} /> : null}
      {first.data?.total === 0 ? <EmptyState title="Dòng này không lấy hàng từ kho." /> : null}
      {total > 0 ? (
        <div className="overflow-x-auto">
          <table className="w-full border-collapse text-grid">
            <thead>
              <tr className="border-b border-line text-left text-ink-2">
                <th className="py-1.5 font-medium">Chứng từ Bravo</th>
                <th className={head}>Ngày</th>
                <th className={head}>Vật tư</th>
                <th className={head}>Nguồn hàng</th>
                <th className={`${head} text-right whitespace-nowrap`}>Số lượng</th>
                <th className={`${head} text-right whitespace-nowrap`}>SL gốc Bravo</th>
                <th className={`${head} text-right whitespace-nowrap`}>Thành tiền</th>
              </tr>
            </thead>
            {Array.from({ length: pages }, (_, page) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a page is named by its place
              <Parts key={page} item={item} offset={page * PARTS_OF_PAGE} />
            ))}
          </table>
        </div>
      ) : null}
      {shown < total ? (
        <p className="m-0 mt-2 flex flex-wrap items-center gap-2 text-small text-ink-3">
          Hiện {formatCount(shown)} trong {formatCount(total)} phần.
          <Button size="sm" onClick={() => setPages(pages + 1)}>
            Hiện thêm
          </Button>
        </p>
      ) : null}
    </Dialog>
  );
}

const useParts = (item: Item, offset: number) =>
  useCall('listAllocations', { params: { id: item.id }, query: { limit: PARTS_OF_PAGE, offset } });

/** One page of the parts of an item, each with its line of Bravo. */
function Parts({ item, offset }: { item: Item; offset: number }) {
  const parts = useParts(item, offset);
  const cell = 'tabular py-1.5 pl-4 text-right whitespace-nowrap';
  if (!parts.data)
    return (
      <tbody>
        <tr>
          <td colSpan={7}>
            {parts.isError ? (
              <ErrorState message={parts.error.message} onRetry={() => void parts.refetch()} />
            ) : (
              <SkeletonLines lines={3} />
            )}
          </td>
        </tr>
      </tbody>
    );
  return (
    <tbody>
      {parts.data.items.map((part) => (
        <tr key={part.id} className="border-b border-line last:border-b-0">
          <td className="py-1.5 whitespace-nowrap">
            <TextLink to={paths.bravoSale(part.documentId)}>{part.bravoDocument}</TextLink>
          </td>
          <td className="tabular py-1.5 pl-4">{formatDay(part.docDate)}</td>
          <td className="min-w-56 py-1.5 pl-4">
            {part.itemCode} · {part.itemName}
          </td>
          <td className="py-1.5 pl-4">
            {part.lot === null ? 'Không cần tồn' : `Kho ${part.warehouseCode}`}
            {part.lot && part.availableFrom ? (
              <span className="block text-small text-ink-3">
                <span className="whitespace-nowrap">{lotName(part.lot)},</span>{' '}
                <span className="whitespace-nowrap">có từ {formatDay(part.availableFrom)}</span>
              </span>
            ) : null}
          </td>
          <td className={cell}>{formatQuantity(part.quantity)}</td>
          <td className={cell}>{formatQuantity(part.baseQuantity)}</td>
          <td className={cell}>{formatVnd(part.amount)}</td>
        </tr>
      ))}
    </tbody>
  );
}
