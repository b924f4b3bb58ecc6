import { amisProduct } from '@khop/engine/records/amis-product.ts';
import type { ItemOf } from '../../api/operations.ts';
import { recordColumns } from '../../shared/records/record-columns.tsx';
import { connectedColumn } from '../../shared/records/record-state.tsx';
import type { GridColumn } from '../../ui/grid/types.ts';

export type Product = ItemOf<'listAmisProducts'>;

const columns: GridColumn<Product>[] = [
  ...recordColumns(amisProduct, {
    code: { pinned: true, opens: true, width: 120 },
    name: { grow: true, width: 300 },
    unit: { width: 80 },
    quantityOnHand: { total: 'quantityOnHand', width: 120 },
    stockValue: { total: 'stockValue', width: 140 },
    vatRate: { width: 88 },
    salePrice: { width: 110 },
    lastPurchaseDate: { width: 146 },
    averagePurchasePrice: { width: 146, hidden: true },
    group: { width: 130 },
    kind: { width: 110 },
    defaultWarehouseCode: { width: 120, hidden: true },
    note: { width: 180, hidden: true },
  }),
  { id: 'updatedAt', header: 'Sửa lúc', kind: 'instant', value: (row) => row.updatedAt, sort: true, hidden: true },
];

const afterStock = columns.findIndex(({ id }) => id === 'stockValue') + 1;
export const productColumns = columns.toSpliced(afterStock, 0, connectedColumn<Product>('Liên kết Bravo'));
