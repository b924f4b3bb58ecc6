import { expect, test } from 'vitest';
import { spellCodes } from '../codes/catalogue-codes.ts';
import { planInvoices } from '../plan.ts';
import { issuanceInput } from '../plan-fixture.ts';
import type { IssuanceInput } from '../types.ts';
import { HandedOver } from './handed-over.ts';
import { Remembered } from './remembered.ts';

test('the same lists are worked out once, others anew', () => {
  const remembered = new Remembered();
  const [one, other] = [['a'], ['a']];
  let made = 0;
  const sizeOf = (name: string, ...from: readonly unknown[]) => remembered.of(name, from, () => ++made);
  expect([sizeOf('x', one), sizeOf('x', one), sizeOf('y', one), sizeOf('x', one)]).toEqual([1, 1, 2, 1]);
  expect([sizeOf('x', other), sizeOf('x', other), sizeOf('x', other, one), sizeOf('x', one)]).toEqual([3, 3, 4, 5]);
});

const month = issuanceInput({
  profiles: [
    {
      ...{ code: 'A', products: [{ code: 'SP1' }, { code: 'SP2' }], links: [{ product: 'SP1', item: 'VT1' }] },
      customers: [{ code: 'KH1' }],
      stock: [
        { product: 'SP1', opening: '10' },
        { product: 'SP2', opening: '10' },
      ],
      sales: [
        {
          ...{ id: 'x', voucherNumber: 'BH1', documentDate: '2026-09-02', customerCode: 'KH1' },
          ...{ product: 'SP1', warehouse: 'K1', quantity: '1', amount: 7 },
        },
      ],
    },
  ],
  issuers: { HN: ['A'] },
  partners: [{ code: 'KH1' }],
  lines: ['2026-09-05', '2026-09-20'].map((date, n) => ({
    ...{
      id: `L${n}`,
      date,
      partner: 'KH1',
      item: `VT${n + 1}`,
      quantity: '2',
      amount: 50_000,
      branch: 'HN',
      doc: `D${n}`,
    },
  })),
});

type Books = IssuanceInput['profiles'][number];
const withBooks = (change: (books: Books) => Books): IssuanceInput => ({
  ...month,
  profiles: month.profiles.map(change),
});

/** The days that follow: each with one thing that the day before did not have. */
const CHANGES: Readonly<Record<string, IssuanceInput>> = {
  'a connection': withBooks((books) => ({
    ...books,
    productConnections: [...books.productConnections, { ...books.productConnections[0]!, item: 'VT2', product: 'SP2' }],
  })),
  'a product less': withBooks((books) => ({ ...books, products: books.products.slice(1) })),
  'other stock': withBooks((books) => ({ ...books, inventory: books.inventory.slice(1) })),
  'a buyer who asks for an invoice': {
    ...month,
    bravoPartners: month.bravoPartners.map((one) => ({ ...one, requirement: 'required' as const })),
  },
  'other rules of VAT': {
    ...month,
    invoiceRules: {
      ...month.invoiceRules,
      vatRates: month.invoiceRules.vatRates.map((one) => ({ ...one, rates: [] })),
    },
  },
};

test.each(Object.entries(CHANGES))('%s from one day to the next is in the plan', (_, next) => {
  const handedOver = new HandedOver();
  const before = planInvoices(month, handedOver);
  expect(planInvoices(month, handedOver)).toEqual(before);
  const plan = planInvoices(next, handedOver);
  expect(plan).toEqual(planInvoices(next));
  expect(plan).not.toEqual(before);
});

test('codes that only the ledger of a day names are spelt alike, beside lists that are the same', () => {
  const remembered = new Remembered();
  const spelt = (input: IssuanceInput) =>
    spellCodes(input, remembered).input.profiles[0]!.salesLedger.map(({ product }) => product);
  expect(spelt(month)).toEqual(['SP1']);
  const next = withBooks((books) => ({
    ...books,
    salesLedger: ['sp9', 'SP9', 'sp1'].map((product) => ({ ...books.salesLedger[0]!, product })),
  }));
  expect(spelt(next)).toEqual(['SP9', 'SP9', 'SP1']);
});
