import { expect, it } from 'vitest';
import { importPurchaseLedger } from '../../amis/import-purchase-ledger.ts';
import type { ImportPayload, ImportTarget } from '../../imports/target.ts';
import { importSharedInventory } from '../../shared-inventory/import-amis.ts';
import { importPeriodInventory } from './import-inventory.ts';
import { importPeriodSalesLedger } from './import-sales-ledger.ts';

const voucher = { voucherNumber: 'BH1', accountingDate: '2026-09-10', productCode: 'P1', amount: 480_000 };
const moved = { unit: 'Thùng', mainUnit: 'Lon', quantity: '2', mainQuantity: '48', returnQuantity: null };
const stock = { unit: 'Thùng', mainUnit: 'Lon', closingQuantity: '2', closingMainQuantity: '48' };

it.each<[target: ImportTarget, row: Record<string, string | number | null>, staged: object]>([
  [importPeriodSalesLedger, { ...voucher, ...moved }, { quantity: '48', unit: 'Lon', amount: 480_000 }],
  [importPurchaseLedger, { ...voucher, ...moved }, { quantity: '48', unit: 'Lon', returned_quantity: '0' }],
  [importPeriodInventory, { ...voucher, ...stock }, { closing: '48', unit: 'Lon' }],
  [importSharedInventory, { ...voucher, ...stock }, { quantity: '48', unit: 'Lon' }],
])('$name keeps quantities in the unit in which AMIS keeps the product', (target, row, staged) => {
  // No stager of these looks at what the upload was asked with.
  const stage = target.stager({ options: {} } as ImportPayload);
  expect(stage(row, 5)).toMatchObject({ data: staged });
});
