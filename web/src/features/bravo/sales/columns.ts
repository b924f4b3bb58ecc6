import type { SalesLedgerLine } from '@khop/contract/bravo.ts';
import type { GridColumn } from '../../../ui/grid/types.ts';

/** Columns of a ledger line, wherever it comes from. */
export const lineColumns: readonly GridColumn<SalesLedgerLine>[] = [
  {
    id: 'docNo',
    header: 'Số chứng từ',
    kind: 'code',
    value: (row) => row.docNo,
    sort: true,
    pinned: true,
    width: 118,
  },
  { id: 'docDate', header: 'Ngày', kind: 'day', value: (row) => row.docDate, sort: true, width: 98 },
  { id: 'docCode', header: 'Loại', kind: 'code', value: (row) => row.docCode, width: 60, hidden: true },
  { id: 'branchCode', header: 'Chi nhánh', kind: 'code', value: (row) => row.branchCode, width: 84 },
  { id: 'partnerCode', header: 'Mã khách', kind: 'code', value: (row) => row.partnerCode, width: 96 },
  { id: 'partnerName', header: 'Tên khách', value: (row) => row.partnerName, width: 170 },
  { id: 'itemCode', header: 'Mã vật tư', kind: 'code', value: (row) => row.itemCode, width: 110 },
  { id: 'itemName', header: 'Tên vật tư', value: (row) => row.itemName, grow: true, width: 200 },
  { id: 'unit', header: 'ĐVT', value: (row) => row.unit, width: 64 },
  { id: 'quantity', header: 'Số lượng', kind: 'quantity', value: (row) => row.quantity, width: 90 },
  {
    id: 'netAmount',
    header: 'Tiền hàng',
    kind: 'vnd',
    value: (row) => row.netAmount,
    total: 'netAmount',
    width: 116,
  },
  {
    id: 'vatAmount',
    header: 'Tiền thuế',
    kind: 'vnd',
    value: (row) => row.vatAmount,
    total: 'vatAmount',
    width: 100,
  },
];
