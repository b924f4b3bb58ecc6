import { FileStack, TriangleAlert } from 'lucide-react';
import type { ItemOf } from '../../api/operations.ts';
import { Chip } from '../../ui/chip.tsx';
import { formatCount } from '../../ui/format/number.ts';
import { plainText } from '../../ui/format/plain-text.ts';
import type { GridColumn } from '../../ui/grid/types.ts';
import {
  EVIDENCE,
  type Narrowing,
  numberOf,
  otherSide,
  PROCESSING,
  RELATION,
  sidesOf,
  signatureWord,
  stateWord,
  symbolOf,
} from './words.ts';

type Invoice = ItemOf<'listTaxInvoices'>;

/** Columns of the list, as far as it is narrowed. */
export const columnsFor = (to: Narrowing): GridColumn<Invoice>[] => [
  {
    id: 'number',
    header: 'Số',
    kind: 'code',
    value: numberOf,
    sort: true,
    pinned: true,
    opens: true,
    width: 64,
  },
  { id: 'symbol', header: 'Ký hiệu', kind: 'code', value: symbolOf, filter: true, width: 76 },
  { id: 'date', header: 'Ngày', kind: 'day', value: (row) => row.date, sort: true, width: 96 },
  { id: 'side', header: 'Chiều', value: sidesOf, width: 74 },
  {
    id: 'profile',
    header: 'Hồ sơ',
    kind: 'code',
    value: (row) => [...new Set(row.own.map(({ code }) => code))].join(', '),
    width: 56,
  },
  { id: 'other', header: 'Đối tác', value: (row) => otherSide(row, to).name, grow: true, width: 112 },
  { id: 'otherTaxCode', header: 'MST', kind: 'code', value: (row) => otherSide(row, to).taxCode, width: 104 },
  ...amounts,
  {
    id: 'signature',
    header: 'Chữ ký',
    value: (row) => signatureWord(row).label,
    cell: (row) => <Chip tone={signatureWord(row).tone}>{signatureWord(row).label}</Chip>,
    width: 100,
  },
  {
    id: 'state',
    header: 'Trạng thái',
    value: (row) => stateWord(row).label,
    cell: (row) => {
      const { label, tone } = stateWord(row);
      return tone === 'grey' ? label : <Chip tone={tone}>{label}</Chip>;
    },
    width: 104,
  },
  {
    id: 'problems',
    header: 'Cần xem',
    kind: 'count',
    value: (row) => row.problemCount,
    text: (row) => (row.hasOtherVersions ? `${row.problemCount}, có bản khác` : String(row.problemCount)),
    cell: (row) => <ToLookAt row={row} />,
    width: 84,
  },
  ...hidden,
];

const amounts: readonly GridColumn<Invoice>[] = [
  {
    id: 'beforeVat',
    header: 'Tiền hàng',
    kind: 'vnd',
    value: (row) => row.beforeVat,
    filter: true,
    total: 'beforeVat',
    width: 120,
  },
  { id: 'vat', header: 'Tiền thuế', kind: 'vnd', value: (row) => row.vat, filter: true, total: 'vat', width: 106 },
  { id: 'total', header: 'Tổng tiền', kind: 'vnd', value: (row) => row.total, sort: true, total: 'total', width: 122 },
];

const hidden: readonly GridColumn<Invoice>[] = [
  {
    id: 'sellerName',
    header: 'Người bán',
    value: (row) => plainText(row.sellerName),
    sort: true,
    width: 200,
    hidden: true,
  },
  {
    id: 'sellerTaxCode',
    header: 'MST người bán',
    kind: 'code',
    value: (row) => row.sellerTaxCode,
    filter: true,
    width: 128,
    hidden: true,
  },
  {
    id: 'buyerName',
    header: 'Người mua',
    value: (row) => plainText(row.buyerName),
    sort: true,
    width: 200,
    hidden: true,
  },
  {
    id: 'buyerTaxCode',
    header: 'MST người mua',
    kind: 'code',
    value: (row) => row.buyerTaxCode,
    filter: true,
    width: 128,
    hidden: true,
  },
  { id: 'relation', header: 'Loại theo XML', value: (row) => RELATION[row.relation].label, width: 120, hidden: true },
  { id: 'evidence', header: 'Nguồn', value: (row) => EVIDENCE[row.evidence].label, width: 150, hidden: true },
  {
    id: 'processing',
    header: 'Kết quả kiểm tra',
    value: (row) => (row.processing === null ? '' : PROCESSING[row.processing]),
    width: 160,
    hidden: true,
  },
  { id: 'currency', header: 'Tiền tệ', value: (row) => row.currency, width: 72, hidden: true },
  { id: 'lineCount', header: 'Số dòng', kind: 'count', value: (row) => row.lineCount, width: 72, hidden: true },
  {
    id: 'createdAt',
    header: 'Nạp lúc',
    kind: 'instant',
    value: (row) => row.createdAt,
    sort: true,
    width: 140,
    hidden: true,
  },
];

function ToLookAt({ row: { problemCount, hasOtherVersions } }: { row: Invoice }) {
  return (
    <span className="inline-flex items-center gap-1.5">
      {problemCount > 0 ? (
        <Chip tone="amber" icon={<TriangleAlert aria-hidden />}>
          {formatCount(problemCount)} điều
        </Chip>
      ) : null}
      {hasOtherVersions ? <FileStack aria-label="Có bản khác" className="size-3.5 text-amber-ink" /> : null}
    </span>
  );
}
