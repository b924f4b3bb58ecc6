import fc from 'fast-check';
import { expect, test } from 'vitest';
import { period } from '../period-fixture.ts';
import { planInvoices } from '../plan.ts';
import { type GivenPeriod, issuanceInput } from '../plan-fixture.ts';
import type { IssuanceInput, Warning } from '../types.ts';
import { inCatalogueSpelling } from './catalogue-codes.ts';

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

const zeros = (own: Partial<GivenPeriod['profiles'][number]>): GivenPeriod => ({
  profiles: [
    {
      code: 'A',
      products: [{ code: '00024' }, { code: '7' }, { code: '07' }, { code: 'SP0024' }],
      links: [{ product: '00024', item: 'VT1' }],
      stock: [{ product: '00024', warehouse: '01', opening: '10' }],
      ...own,
    },
  ],
  lines: [{ id: '1', date: '2026-09-05', partner: 'KH1', item: 'VT1', quantity: '10', amount: 900000 }],
});
const sold = (product: string, warehouse = '') => ({
  ...{ id: product, voucherNumber: `BH${product}`, documentDate: '2026-09-03', customerCode: '', warehouse },
  ...{ product, quantity: '8', amount: 800000, invoiceNumber: '1', invoiceDate: '2026-09-03' },
});
const drawn = (given: GivenPeriod) =>
  planInvoices(issuanceInput(given)).invoices.flatMap(({ items }) =>
    items.map(({ product, warehouse, quantity }) => `${warehouse}/${product} ${quantity / 1_000_000n}`),
  );

test.each<[string, Partial<GivenPeriod['profiles'][number]>, string[], string[]]>([
  ['as the catalogue', { sales: [sold('00024')] }, ['01/00024 2'], []],
  ['without its zeros in the sales ledger', { sales: [sold('24', '01')] }, ['01/00024 2'], ['mã hàng «24» là «00024»']],
  ['without one of them', { sales: [sold('0024', '01')] }, ['01/00024 2'], ['mã hàng «0024» là «00024»']],
  ['in a warehouse without its zero', { sales: [sold('00024', '1')] }, ['01/00024 2'], ['mã kho «1» là «01»']],
  [
    'without its zeros in the stock report and a connection',
    { stock: [{ product: '24', warehouse: '01', opening: '3' }], links: [{ product: '024', item: 'VT1' }] },
    ['01/00024 3'],
    ['mã hàng «24» là «00024»; mã hàng «024» là «00024»'],
  ],
  [
    'in an excluded warehouse without its zero',
    { terms: { excludedWarehouseCodes: ['01'] }, stock: [{ product: '00024', warehouse: '1', opening: '10' }] },
    [],
    ['mã kho «1» là «01»'],
  ],
  ['of letters too', { sales: [sold('SP24')] }, ['01/00024 10'], []],
  ['with digits of two codes', { sales: [sold('007')] }, ['01/00024 10'], []],
  ['of zeros alone', { products: [{ code: '00024' }, { code: '000' }], sales: [sold('0')] }, ['01/00024 10'], []],
  ['of another number', { sales: [sold('240')] }, ['01/00024 10'], []],
])('a code of digits, %s, is the one that differs from it in zeros alone', (_, own, goods, told) => {
  const given = zeros(own);
  expect(drawn(given)).toEqual(goods);
  const input = issuanceInput(given);
  const words = told.map((one) => ({
    code: 'CODE_ZEROS_DIFFER',
    profile: 'A',
    message: `«A»: ${one.split(';').length} mã chỉ khác mã đã có ở số 0 đầu mã, được coi là một: ${one}.`,
  }));
  const isOfZeros = ({ code }: Warning) => code === 'CODE_ZEROS_DIFFER';
  expect(planInvoices(input).warnings.filter(isOfZeros)).toEqual(words);
  // Told also of an input that is spelt already: the service and the command line hand such a one on.
  expect(planInvoices(inCatalogueSpelling(input)).warnings.filter(isOfZeros)).toEqual(words);
});

test('of many codes without their zeros the first five are named', () => {
  const codes = ['01', '02', '03', '04', '05', '06', '07'];
  const stock = codes.map((code) => ({ product: code.slice(1), opening: '1' }));
  const given = zeros({ products: codes.map((code) => ({ code })), links: [], stock });
  const [told] = planInvoices(issuanceInput(given)).warnings;
  expect(told!.message).toBe(
    '«A»: 7 mã chỉ khác mã đã có ở số 0 đầu mã, được coi là một: mã hàng «1» là «01»; mã hàng «2» là «02»; mã hàng «3» là «03»; mã hàng «4» là «04»; mã hàng «5» là «05»; và 2 mã khác.',
  );
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
