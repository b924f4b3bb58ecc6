import { expect, it } from 'vitest';
import { customerOf, inventoryRowOf, productOf, purchasesOf, salesEntriesOf } from './issue-rows.ts';

it('reads who a customer is as the service does: the zero put back, what the list does not say left open', () => {
  const row = { code: 'C1', name: 'Nguyễn Thị Lan', idNumber: '79203001234', isOrganisation: 'false' };
  expect(customerOf({ ...row, passport: 'B7654321', nationality: 'Việt Nam', budgetCode: '1054321' })).toMatchObject({
    ...{ idNumber: '079203001234', passport: 'B7654321', nationality: 'Việt Nam', budgetCode: '1054321' },
    isOrganisation: false,
  });
  expect(customerOf({ ...row, isOrganisation: 'true' }).isOrganisation).toBe(true);
  expect(customerOf({ ...row, isOrganisation: null })).toMatchObject({ isOrganisation: null, passport: '' });
});

it("counts what a ledger or a stock report has in a document's unit in the one that AMIS keeps the product in", () => {
  const two = { unit: 'Thùng', mainUnit: 'Lon', quantity: '2', mainQuantity: '48', returnQuantity: null };
  const voucher = { voucherNumber: 'BH1', accountingDate: '2026-09-10', productCode: 'P1', amount: 480_000 };
  expect(salesEntriesOf([{ ...voucher, ...two }])).toMatchObject([
    { quantity: 48_000_000n, unit: 'Lon', amount: 480_000 },
  ]);
  const [stated, blank] = salesEntriesOf([{ ...voucher, vatRate: '8' }, voucher]);
  expect([stated!.vatRate, 'vatRate' in blank!]).toEqual(['8', false]);
  expect(purchasesOf([{ ...voucher, ...two }])).toMatchObject([{ quantity: 48_000_000n }]);
  expect(purchasesOf([{ ...voucher, ...two }])[0]).not.toHaveProperty('returned');
  const back = { ...voucher, unit: 'Lon', quantity: '10', returnQuantity: '4' };
  expect(purchasesOf([back])).toMatchObject([{ quantity: 6_000_000n, returned: 4_000_000n }]);
  const cans = { unit: 'Lon', mainUnit: 'Thùng', closingQuantity: '240', closingMainQuantity: '10' };
  expect(inventoryRowOf({ productCode: 'P1', ...cans })).toMatchObject({ closing: 10_000_000n });
});

it('takes the prices that a catalogue of products states', () => {
  const row = { code: 'P1', name: 'Bia', unit: 'Lon' };
  expect(productOf({ ...row, lastPurchasePrice: '12500.5', salePrice: '15000' }).prices).toEqual([12_500.5, 15_000]);
  expect(productOf({ ...row, lastPurchasePrice: null, salePrice: '0' }).prices).toEqual([]);
});

it('keeps the symbol of an invoice of the ledger, without its form', () => {
  const entry = { voucherNumber: 'BH1', accountingDate: '2026-09-10', productCode: 'P1', quantity: '1', amount: 1 };
  const rows = ['C26TAA', ' 1c26maa ', null].map((invoiceSymbol) => ({ ...entry, invoiceSymbol }));
  expect(salesEntriesOf(rows).map(({ invoiceSymbol }) => invoiceSymbol)).toEqual(['C26TAA', 'C26MAA', '']);
});
