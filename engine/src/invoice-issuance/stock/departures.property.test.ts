import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ONE, type Quantity } from '../../quantity.ts';
import type { AmisSalesEntry, InventoryRow, ProfileBooks } from '../books.ts';
import { issuanceInput } from '../plan-fixture.ts';
import { buildLots } from './lots.ts';

/** A sale as it was; `isNamed`: the ledger says its warehouse. `isShown`: the report has it in Xuất kho. */
type Sale = {
  readonly warehouse: string;
  readonly product: string;
  readonly quantity: number;
  readonly isNamed: boolean;
  readonly isShown: boolean;
};

const WAREHOUSES = ['K1', 'K2', 'K3'];
const PRODUCTS = ['SP1', 'SP2'];

const sale = fc.record({
  warehouse: fc.constantFrom(...WAREHOUSES),
  product: fc.constantFrom(...PRODUCTS),
  quantity: fc.integer({ min: 1, max: 9 }),
  isNamed: fc.boolean(),
  isShown: fc.boolean(),
});
/** The ground for guessing a warehouse that a row does not name: where goods came in, the product's own warehouse and the profile's. */
const guessing = fc.record({
  received: fc.subarray(WAREHOUSES.flatMap((warehouse) => PRODUCTS.map((product) => `${warehouse}/${product}`))),
  defaults: fc.tuple(fc.constantFrom('', ...WAREHOUSES), fc.constantFrom('', ...WAREHOUSES)),
});

const OPENING = 100n * ONE;
type Place = Pick<Sale, 'warehouse' | 'product'>;
const soldAt = (sales: readonly Sale[], { warehouse, product }: Place): Quantity =>
  sales
    .filter((one) => one.warehouse === warehouse && one.product === product)
    .reduce((sum, { quantity }) => sum + BigInt(quantity) * ONE, 0n);

const PLACES: readonly Place[] = WAREHOUSES.flatMap((warehouse) => PRODUCTS.map((product) => ({ warehouse, product })));

function booksOf(sales: readonly Sale[], { received, defaults }: { received: string[]; defaults: string[] }) {
  const input = issuanceInput({
    profiles: [
      { code: 'A', products: PRODUCTS.map((code, at) => ({ code, defaultWarehouseCode: defaults[at] ?? '' })) },
    ],
    lines: [],
  });
  const shown = sales.filter(({ isShown }) => isShown);
  const inventory = PLACES.map((place): InventoryRow => {
    const incoming = received.includes(`${place.warehouse}/${place.product}`) ? ONE : 0n;
    const outgoing = soldAt(shown, place);
    return { ...place, opening: OPENING - incoming, incoming, outgoing, closing: OPENING - outgoing };
  });
  const salesLedger = sales.map(({ warehouse, product, quantity, isNamed }, at): AmisSalesEntry => {
    const of = { id: `${at}`, voucherNumber: `BH${at}`, documentDate: '2026-09-15', invoiceDate: undefined };
    const goods = { product, warehouse: isNamed ? warehouse : '', unit: 'cái', quantity: BigInt(quantity) * ONE };
    return { ...of, ...goods, invoiceNumber: '', customerCode: '', customerName: '', amount: 1, vatAmount: 0 };
  });
  const books: ProfileBooks = { ...input.profiles[0]!, inventory, salesLedger };
  return { books, period: input.period };
}

describe('goods of a ledger that does not always say the warehouse', () => {
  test('are no drift where the report has them all, whichever warehouse would be guessed', () => {
    fc.assert(
      fc.property(fc.array(sale, { maxLength: 8 }), guessing, (sales, guess) => {
        const { books, period } = booksOf(
          sales.map((one) => ({ ...one, isShown: true })),
          guess,
        );
        const { lots, warnings } = buildLots(books, period, []);
        expect(warnings.filter(({ code }) => code === 'SNAPSHOT_DRIFT')).toEqual([]);
        for (const place of PLACES) expect(promised(lots, place)).toBe(OPENING - soldAt(sales, place));
      }),
      { numRuns: 300 },
    );
  });

  test('are promised from no warehouse that they have left, where the report lacks some of them', () => {
    fc.assert(
      fc.property(fc.array(sale, { maxLength: 8 }), guessing, (sales, guess) => {
        const { books, period } = booksOf(sales, guess);
        const { lots } = buildLots(books, period, []);
        for (const place of PLACES) expect(promised(lots, place)).toBeLessThanOrEqual(OPENING - soldAt(sales, place));
      }),
      { numRuns: 300 },
    );
  });
});

const promised = (lots: ReturnType<typeof buildLots>['lots'], { warehouse, product }: Place): Quantity =>
  lots
    .filter((lot) => lot.warehouse === warehouse && lot.product === product)
    .reduce((sum, { quantity }) => sum + quantity, 0n);
