import type { ItemOf } from '../../api/operations.ts';
import { activeColumn, connectedColumn } from '../../shared/records/record-state.tsx';
import type { GridColumn } from '../../ui/grid/types.ts';
import { vatText } from './strings.ts';

export type Product = ItemOf<'listAmisProducts'>;

export const productColumns: GridColumn<Product>[] = [
  {
    id: 'code',
    header: 'Mã hàng',
    kind: 'code',
    value: (row) => row.code,
    sort: true,
    pinned: true,
    opens: true,
    width: 120,
  },
  { id: 'name', header: 'Tên hàng', value: (row) => row.name, sort: true, grow: true, width: 300 },
  { id: 'unit', header: 'ĐVT', value: (row) => row.unit, sort: true, width: 80 },
  {
    id: 'quantityOnHand',
    header: 'Số lượng tồn',
    kind: 'quantity',
    value: (row) => row.quantityOnHand,
    sort: true,
    total: 'quantityOnHand',
    width: 120,
  },
  {
    id: 'stockValue',
    header: 'Giá trị tồn',
    kind: 'vnd',
    value: (row) => row.stockValue,
    sort: true,
    total: 'stockValue',
    width: 140,
  },
  connectedColumn('Liên kết Bravo'),
  {
    id: 'vatRate',
    filter: true,
    options: ['0', '5', '8', '10', 'KCT', 'KKKNT'].map((value) => ({ value, label: vatText(value) })),
    header: 'Thuế suất',
    kind: 'rate',
    value: (row) => vatText(row.vatRate),
    width: 88,
  },
  { id: 'salePrice', header: 'Giá bán', kind: 'quantity', value: (row) => row.salePrice, sort: true, width: 110 },
  {
    id: 'lastPurchasePrice',
    header: 'Giá mua gần nhất',
    kind: 'quantity',
    value: (row) => row.lastPurchasePrice,
    sort: true,
    width: 140,
  },
  {
    id: 'lastPurchaseDate',
    header: 'Ngày mua gần nhất',
    kind: 'day',
    value: (row) => row.lastPurchaseDate,
    sort: true,
    width: 146,
  },
  {
    id: 'averagePurchasePrice',
    filter: true,
    header: 'Giá mua bình quân',
    kind: 'quantity',
    value: (row) => row.averagePurchasePrice,
    width: 146,
    hidden: true,
  },
  { id: 'group', header: 'Nhóm', value: (row) => row.group, sort: true, width: 130 },
  { id: 'kind', filter: true, header: 'Tính chất', value: (row) => row.kind, width: 110 },
  {
    id: 'defaultWarehouseCode',
    filter: true,
    header: 'Kho ngầm định',
    value: (row) => row.defaultWarehouseCode,
    width: 120,
    hidden: true,
  },
  activeColumn(),
  { id: 'note', filter: true, header: 'Ghi chú', value: (row) => row.note, width: 180, hidden: true },
  { id: 'updatedAt', header: 'Sửa lúc', kind: 'instant', value: (row) => row.updatedAt, sort: true, hidden: true },
];
