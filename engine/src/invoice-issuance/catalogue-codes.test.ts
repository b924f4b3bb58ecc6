import fc from 'fast-check';
import { expect, test } from 'vitest';
import { inCatalogueSpelling } from './catalogue-codes.ts';
import { period } from './period-fixture.ts';
import { planInvoices } from './plan.ts';
import { issuanceInput } from './plan-fixture.ts';
import type { IssuanceInput } from './types.ts';

test('stock, purchases and ledger in the other case are the catalogue’s goods', () => {
  const input = issuanceInput({
    profiles: [
      {
        code: 'A',
        terms: { excludedWarehouseCodes: ['KHO-AO'] },
        products: [{ code: 'SP1' }, { code: 'sp1' }],
        customers: [{ code: 'KH1' }, { code: 'kh1' }],
        links: [
          { product: 'sp1', item: 'VT1' },
          { product: 'SP1', item: 'VT1' },
        ],
        stock: [
          { product: 'sp1', warehouse: 'k1', opening: '3' },
          { product: 'SP1', warehouse: 'K1', opening: '1' },
          { product: 'SP1', warehouse: 'kho-ao', opening: '90' },
        ],
        purchases: [{ product: 'Sp1', date: '2026-09-02', voucherNumber: 'NK1', quantity: '2' }],
        sales: [
          {
            ...{ id: 'x', voucherNumber: 'BH1', documentDate: '2026-09-05', customerCode: 'kh1' },
            ...{ product: 'sp1', warehouse: 'k1', quantity: '1', amount: 100000 },
          },
        ],
      },
    ],
    lines: [{ id: '1', date: '2026-09-05', partner: 'KH1', item: 'VT1', quantity: '9', amount: 900000 }],
  });
  const [books] = inCatalogueSpelling(input).profiles;
  expect(books!.products.map(({ code }) => code)).toEqual(['SP1']);
  expect(books!.customers.map(({ code }) => code)).toEqual(['KH1']);
  expect(books!.productConnections.map(({ product }) => product)).toEqual(['SP1']);
  expect(books!.salesLedger[0]).toMatchObject({ product: 'SP1', customerCode: 'KH1', warehouse: 'K1' });
  const plan = planInvoices(input);
  expect(new Set(plan.lots.map((lot) => `${lot.warehouse}/${lot.product}`))).toEqual(new Set(['K1/SP1']));
  // Of 1 + 3 pieces the ledger's own has left; the piece in the excluded warehouse counts for no sale in any case.
  expect(plan.lots.reduce((sum, lot) => sum + lot.quantity, 0n)).toBe(3_000_000n);
  expect(plan.invoices.flatMap(({ items }) => items.map(({ quantity }) => quantity))).toEqual([3_000_000n]);
});

/** Codes that the catalogue has, in the other case in every second row of AMIS's reports. */
function inMixedCase(input: IssuanceInput): IssuanceInput {
  const at = <T>(rows: readonly T[], change: (row: T) => T): T[] =>
    rows.map((row, index) => (index % 2 === 0 ? change(row) : row));
  const goods = <T extends { product: string; warehouse: string }>(row: T): T => ({
    ...row,
    product: row.product.toLowerCase(),
    warehouse: row.warehouse === 'K1' ? 'k1' : row.warehouse,
  });
  return {
    ...input,
    profiles: input.profiles.map((books) => {
      const known = new Set(books.customers.map(({ code }) => code));
      const customer = (code: string) => (known.has(code) ? code.toLowerCase() : code);
      return {
        ...books,
        productConnections: at(books.productConnections, (connection) => ({
          ...connection,
          product: connection.product.toLowerCase(),
        })),
        partnerConnections: books.partnerConnections.map((connection) => ({
          ...connection,
          customer: customer(connection.customer),
        })),
        inventory: at(books.inventory, goods),
        purchases: at(books.purchases, goods),
        salesLedger: at(books.salesLedger, (row) => ({ ...goods(row), customerCode: customer(row.customerCode) })),
      };
    }),
  };
}

test('the case of a code changes nothing in a plan, nor in the one that is made after it', () => {
  fc.assert(
    fc.property(period, (given) => {
      const input = issuanceInput(given);
      const plan = planInvoices(input);
      expect(planInvoices(inMixedCase(input))).toEqual(plan);
      const kept = plan.invoices.map((invoice) => ({ ...invoice, status: 'exported' as const }));
      const small = kept.map((one) => ({
        ...one,
        items: one.items.map((item) => ({ ...item, product: item.product.toLowerCase() })),
      }));
      expect(planInvoices({ ...inMixedCase(input), kept: small })).toEqual(planInvoices({ ...input, kept }));
    }),
  );
});
