import type { Row } from '@khop/engine/sheets/layout.ts';
import type { RejectedCell } from './target.ts';

/** A stock report may know its warehouses by name only: without a code its stock belongs nowhere. */
export const warehouseWithoutCode = (row: Row, rowNumber: number): Omit<RejectedCell, 'row'> => ({
  column: '',
  value: String(row.warehouseName ?? ''),
  code: 'WAREHOUSE_WITHOUT_CODE',
  message: `Dòng ${rowNumber}: kho «${row.warehouseName ?? ''}» không có mã. Hãy bật cột «Mã kho» trong AMIS rồi xuất lại.`,
});
