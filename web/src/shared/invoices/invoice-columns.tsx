import { ClipboardCheck, Pin, TriangleAlert } from 'lucide-react';
import type { ItemOf } from '../../api/operations.ts';
import { Chip } from '../../ui/chip.tsx';
import { formatMoney } from '../../ui/format/number.ts';
import type { GridColumn } from '../../ui/grid/types.ts';
import { BUYER_SOURCE, INVOICE_STATUS, OFF_AMIS, options } from './invoice-words.ts';

type Invoice = ItemOf<'listAmisInvoices'>;

/** Columns of every list of AMIS invoices. */
export const invoiceColumns: GridColumn<Invoice>[] = [
  {
    id: 'voucherNumber',
    header: 'Số chứng từ',
    kind: 'code',
    value: (row) => row.voucherNumber,
    sort: true,
    pinned: true,
    opens: true,
    width: 146,
  },
  { id: 'date', header: 'Ngày bán', kind: 'day', value: (row) => row.documentDate, sort: true, width: 98 },
  { id: 'profileCode', header: 'Hồ sơ', kind: 'code', value: (row) => row.profileCode, sort: true, width: 64 },
  {
    id: 'buyerName',
    header: 'Người mua',
    value: (row) => row.buyer.name,
    cell: (row) => (
      <span className="flex min-w-0 items-center gap-1.5">
        {row.reviewed ? (
          <ClipboardCheck aria-label={`Đã soát bởi ${row.reviewed.by}`} className="size-3.5 shrink-0 text-accent" />
        ) : null}
        {row.pinned && !row.reviewed ? <Pin aria-label="Đã ghim" className="size-3.5 shrink-0 text-ink-3" /> : null}
        <span className="truncate">{row.buyer.name}</span>
        {row.warningCount > 0 ? (
          <TriangleAlert aria-label={`${row.warningCount} lưu ý`} className="size-3.5 shrink-0 text-amber-ink" />
        ) : null}
      </span>
    ),
    sort: true,
    grow: true,
    width: 180,
  },
  { id: 'taxCode', header: 'Mã số thuế', kind: 'code', value: (row) => row.buyer.taxCode, filter: true, width: 128 },
  {
    id: 'ledgerBuyer',
    header: 'Người mua trên sổ',
    value: (row) => row.ledgerBuyer.name,
    filter: true,
    width: 220,
    hidden: true,
  },
  {
    id: 'source',
    header: 'Cách tìm',
    value: (row) => BUYER_SOURCE[row.buyer.source],
    filter: true,
    options: options(BUYER_SOURCE),
    width: 130,
    hidden: true,
  },
  {
    id: 'document',
    header: 'Chứng từ Bravo',
    kind: 'code',
    value: (row) => row.bravoDocument,
    filter: true,
    width: 162,
  },
  {
    id: 'amount',
    header: 'Tiền hàng',
    kind: 'vnd',
    value: (row) => row.amount,
    sort: true,
    total: 'amount',
    width: 110,
  },
  {
    id: 'vatAmount',
    header: 'Tiền thuế',
    kind: 'vnd',
    value: (row) => row.vatAmount,
    filter: true,
    total: 'vatAmount',
    width: 100,
  },
  { id: 'total', header: 'Tổng tiền', kind: 'vnd', value: (row) => row.total, sort: true, total: 'total', width: 110 },
  {
    id: 'status',
    header: 'Trạng thái',
    value: (row) => (row.amisDifference === null ? INVOICE_STATUS[row.status].label : OFF_AMIS),
    cell: (row) =>
      row.amisDifference === null ? (
        <Chip tone={INVOICE_STATUS[row.status].tone}>{INVOICE_STATUS[row.status].label}</Chip>
      ) : (
        <Chip
          tone="amber"
          title={`${INVOICE_STATUS[row.status].label}, AMIS ghi lệch ${formatMoney(row.amisDifference)}`}
        >
          {OFF_AMIS}
        </Chip>
      ),
    sort: true,
    options: options(INVOICE_STATUS),
    width: 124,
    minWidth: 124,
  },
  {
    id: 'warnings',
    header: 'Lưu ý',
    filter: true,
    filterKind: 'number',
    value: (row) => row.warningCount,
    cell: (row) =>
      row.warningCount > 0 ? (
        <Chip tone="amber" icon={<TriangleAlert aria-hidden />}>
          {row.warningCount} lưu ý
        </Chip>
      ) : null,
    width: 90,
    hidden: true,
  },
  {
    id: 'reviewedBy',
    header: 'Người soát',
    value: (row) => row.reviewed?.by,
    width: 170,
    hidden: true,
  },
  {
    id: 'reviewedAt',
    header: 'Soát lúc',
    kind: 'instant',
    value: (row) => row.reviewed?.at,
    width: 130,
    hidden: true,
  },
  {
    id: 'invoiceNumber',
    header: 'Số hóa đơn',
    kind: 'code',
    value: (row) => row.invoiceNumber,
    filter: true,
    width: 110,
    hidden: true,
  },
];
