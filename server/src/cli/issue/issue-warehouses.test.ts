import type { Row } from '@khop/engine/sheets/layouts/layout.ts';
import type { ReadResult } from '@khop/engine/sheets/read-result.ts';
import { describe, expect, it } from 'vitest';
import { withWarehouseCodes } from './issue-warehouses.ts';

const file = (rows: Row[]) => ({ rows }) as ReadResult;
const stock = file([
  { warehouseName: 'Kho Chính', warehouseCode: null, productCode: 'A' },
  { warehouseName: 'KHO HỎNG', warehouseCode: null, productCode: 'A' },
  { warehouseName: 'Kho 3', warehouseCode: 'K3', productCode: 'A' },
]);
const codes = (rows: readonly Row[]) => rows.map((row) => row.warehouseCode);
const ledger = file([
  { warehouseCode: 'KC', warehouseName: 'kho chính' },
  { warehouseCode: 'KC', warehouseName: 'Kho chính' },
]);
const products = file([{ defaultWarehouseCode: 'KH', defaultWarehouseName: 'Kho hỏng' }]);

describe('warehouses of a stock report that has names only', () => {
  it('are learnt from the other files, and period.json outranks them', () => {
    expect(codes(withWarehouseCodes(stock, {}, [products, undefined, ledger], 'AP'))).toEqual(['KC', 'KH', 'K3']);
    expect(codes(withWarehouseCodes(stock, { 'kho chinh': 'X1' }, [products, ledger], 'AP'))).toEqual([
      'X1',
      'KH',
      'K3',
    ]);
  });

  it('are refused in one sentence when nothing says their codes, or two files contradict each other', () => {
    const refused = () => withWarehouseCodes(stock, {}, [ledger], 'AP');
    expect(refused).toThrow(/«KHO HỎNG».*"warehouses"/);
    expect(refused).not.toThrow(/«Kho Chính»/);
    const other = file([{ warehouseCode: 'K9', warehouseName: 'Kho chính' }]);
    expect(() => withWarehouseCodes(stock, {}, [products, ledger, other], 'AP')).toThrow(/«Kho Chính»/);
  });

  it('stay as they are where the report has codes', () => {
    const coded = file([{ warehouseName: 'Kho 3', warehouseCode: 'K3' }]);
    expect(withWarehouseCodes(coded, {}, [], 'AP')).toBe(coded.rows);
  });
});
