import type { GridColumn } from '../../../ui/grid/types.ts';

/** The fields that every list of AMIS sales-ledger entries shows. */
type LedgerEntry = {
  readonly voucherNumber: string;
  readonly profileCode: string;
  readonly documentDate: string;
  readonly customerName: string;
  readonly customerCode: string;
  readonly productCode: string;
  readonly quantity: string;
  readonly amount: number;
};

export const voucherColumn: GridColumn<LedgerEntry> = {
  id: 'voucherNumber',
  header: 'Chứng từ AMIS',
  kind: 'code',
  value: (row) => row.voucherNumber,
  sort: true,
  pinned: true,
  opens: true,
  width: 150,
};
export const profileColumn: GridColumn<LedgerEntry> = {
  id: 'profileCode',
  filter: true,
  header: 'Hồ sơ',
  kind: 'code',
  value: (row) => row.profileCode,
  width: 68,
};
export const dateColumn: GridColumn<LedgerEntry> = {
  id: 'documentDate',
  header: 'Ngày',
  kind: 'day',
  value: (row) => row.documentDate,
  sort: true,
  width: 98,
};
export const customerColumn: GridColumn<LedgerEntry> = {
  id: 'customer',
  filter: true,
  header: 'Khách trên AMIS',
  value: (row) => row.customerName || row.customerCode,
  width: 180,
};
/** The product, its quantity, and the amount before tax. */
export const saleColumns: readonly GridColumn<LedgerEntry>[] = [
  { id: 'product', filter: true, header: 'Mã hàng', kind: 'code', value: (row) => row.productCode, width: 130 },
  { id: 'quantity', filter: true, header: 'Số lượng', kind: 'quantity', value: (row) => row.quantity, width: 84 },
  {
    id: 'amount',
    header: 'Tiền hàng',
    kind: 'vnd',
    value: (row) => row.amount,
    sort: true,
    total: 'amount',
    width: 116,
  },
];
