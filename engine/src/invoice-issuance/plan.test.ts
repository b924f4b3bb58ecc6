import { expect, test } from 'vitest';
import { planInvoices } from './plan.ts';
import { issuanceInput } from './plan-fixture.ts';

test('a sale with stock becomes one invoice and ties out', () => {
  const plan = planInvoices(
    issuanceInput({
      profiles: [
        {
          code: 'A',
          products: [{ code: 'SP1' }],
          links: [{ product: 'SP1', item: 'VT1' }],
          stock: [{ product: 'SP1', opening: '10' }],
        },
      ],
      lines: [{ id: '1', date: '2026-09-05', partner: 'KH1', item: 'VT1', quantity: '4', amount: 400000 }],
    }),
  );
  expect(plan.shortages).toEqual([]);
  expect(plan.invoices).toHaveLength(1);
  expect(plan.invoices[0]).toMatchObject({
    voucherNumber: 'BHA202609-00001',
    amount: 400000,
    vatAmount: 40000,
    total: 440000,
    date: '2026-09-30',
    documentDate: '2026-09-05',
    amountInWords: 'Bốn trăm bốn mươi nghìn đồng chẵn.',
  });
  expect(plan.tieOut).toEqual({ ledger: 400000, invoiced: 400000, alreadyInvoiced: 0, unallocated: 0, excluded: 0 });
});

test('a product that AMIS no longer uses is still sold, with a warning', () => {
  const plan = planInvoices(
    issuanceInput({
      profiles: [
        {
          code: 'A',
          products: [{ code: 'SP1', isActive: false }],
          links: [{ product: 'SP1', item: 'VT1' }],
          stock: [{ product: 'SP1', opening: '10' }],
        },
      ],
      lines: [{ id: '1', date: '2026-09-05', partner: 'KH1', item: 'VT1', quantity: '4', amount: 400000 }],
    }),
  );
  expect(plan.invoices).toHaveLength(1);
  expect(plan.warnings.map((one) => one.code)).toEqual(['PRODUCT_INACTIVE']);
});

test('goods without a unit at AMIS are told once; a service needs none', () => {
  const plan = planInvoices(
    issuanceInput({
      profiles: [
        {
          code: 'A',
          products: [
            { code: 'SP1', unit: ' ' },
            { code: 'DV1', unit: '', kind: 'Dịch vụ' },
          ],
          links: [
            { product: 'SP1', item: 'VT1' },
            { product: 'DV1', item: 'VC1' },
          ],
          stock: [{ product: 'SP1', opening: '10' }],
        },
      ],
      lines: [
        { id: '1', date: '2026-09-05', partner: 'KH1', item: 'VT1', quantity: '4', amount: 400000 },
        { id: '2', date: '2026-09-06', partner: 'KH1', item: 'VT1', quantity: '2', amount: 200000 },
        { id: '3', date: '2026-09-06', partner: 'KH1', item: 'VC1', quantity: '1', amount: 50000, kind: 'service' },
      ],
    }),
  );
  expect(plan.shortages).toEqual([]);
  expect(plan.warnings.map((one) => one.code)).toEqual(['PRODUCT_WITHOUT_UNIT']);
});
