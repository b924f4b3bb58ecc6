import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatQuantity, parseFactor, parseQuantity } from '../../quantity.ts';
import { planInvoices } from '../plan.ts';
import { type GivenPeriod, type GivenProfile, issuanceInput } from '../plan-fixture.ts';
import type { ExpectedByProduct, ExpectedGoods } from './expected-goods.ts';
import { STOCK_CAUSES } from './stock-causes.ts';
import { explainLacks } from './stock-lacks.ts';

const line = (over: Partial<GivenPeriod['lines'][number]> = {}): GivenPeriod['lines'][number] => ({
  ...{ id: '1', date: '2026-09-05', partner: 'KH1', item: 'VT1', quantity: '40', amount: 400_000 },
  ...over,
});

const own = (over: Partial<GivenProfile> = {}): GivenProfile => ({
  ...{ code: 'A', products: [{ code: 'SP1', unit: 'lon' }], links: [{ product: 'SP1', item: 'VT1' }] },
  ...over,
});

const goods = (over: Partial<ExpectedGoods> = {}): ExpectedGoods => ({
  ...{ invoiceId: 'hd-1', product: 'SP1', day: '2026-09-01', quantity: parseQuantity('40'), offByFactor: null },
  text: 'đã mua 01/09/2026 (hóa đơn C26TAA 123, 40 lon), chưa nhập kho AMIS',
  ...over,
});
const expecting = (profile: string, ...all: ExpectedGoods[]): ExpectedByProduct =>
  new Map([[profile, Map.groupBy(all, ({ product }) => product.toLowerCase())]]);

function explained(given: Partial<GivenPeriod>, expected: ExpectedByProduct = new Map()) {
  const input = issuanceInput({ issuers: { HN: ['A'] }, profiles: [own()], lines: [line()], ...given });
  return explainLacks(input, planInvoices(input), expected);
}
/** The codes and quantities of the only lack. */
function causesOf(given: Partial<GivenPeriod>, expected?: ExpectedByProduct) {
  const [lack, ...others] = explained(given, expected);
  expect(others).toEqual([]);
  return lack!.causes.map(({ code, quantity }) => [code, quantity === null ? null : formatQuantity(quantity)]);
}

const NOTHING = [['NOTHING_FOUND', null]];

describe('a purchase that is not booked', () => {
  test('is told with its invoice and what it would bring', () => {
    expect(causesOf({}, expecting('A', goods()))).toEqual([['NOT_BOOKED', '40']]);
    const [{ causes } = { causes: [] }] = explained({}, expecting('A', goods({ day: '2026-09-20' })));
    expect(causes[0]).toMatchObject({ documents: ['hd-1'], day: '2026-09-20' });
    expect(causes[0]!.text).toBe(
      'Đã mua 01/09/2026 (hóa đơn C26TAA 123, 40 lon), chưa nhập kho AMIS; mua sau ngày bán đầu tiên.',
    );
  });

  test('of another product explains nothing', () => {
    expect(causesOf({}, expecting('A', goods({ product: 'SP2' })))).toEqual(NOTHING);
  });
});

describe('a wrong factor', () => {
  test('shows where the purchase ledger is off by the factor of the supplier’s item', () => {
    const factor = parseFactor('24');
    const offByFactor = { booked: parseQuantity('40'), due: parseQuantity('960'), factor };
    const off = goods({ offByFactor, quantity: parseQuantity('920') });
    expect(causesOf({}, expecting('A', off))).toEqual([['WRONG_FACTOR', '920']]);
  });

  const withStock = (factor: string, opening: string) => ({
    profiles: [own({ links: [{ product: 'SP1', item: 'VT1', factor }], stock: [{ product: 'SP1', opening }] })],
  });

  test('shows where all that is wanted is all that there was, times the factor of the connection', () => {
    expect(causesOf(withStock('24', '40'))).toEqual([['WRONG_FACTOR', null]]);
  });

  test('is not told where the quantities differ otherwise, or the factor is 1', () => {
    expect(causesOf(withStock('24', '41'))).toEqual(NOTHING);
    expect(causesOf(withStock('1', '20'))).toEqual(NOTHING);
  });
});

describe('a wrong warehouse', () => {
  const inWarehouse = (excludedWarehouseCodes: string[]) => ({
    profiles: [own({ terms: { excludedWarehouseCodes }, stock: [{ product: 'SP1', warehouse: 'K9', opening: '30' }] })],
  });

  test('is one that invoices do not draw from and that has the goods', () => {
    expect(causesOf(inWarehouse(['K9']))).toEqual([['WRONG_WAREHOUSE', '30']]);
  });

  test('is not one that they draw from', () => {
    expect(causesOf(inWarehouse([]))).toEqual(NOTHING);
  });

  test('of a negative one is any other that has the goods', () => {
    const stock = [
      { product: 'SP1', warehouse: 'K1', outgoing: '5' },
      { product: 'SP1', warehouse: 'K2', opening: '7' },
    ];
    const [lack] = explained({ profiles: [own({ stock })], lines: [] });
    expect(lack).toMatchObject({ kind: 'negative', warehouse: 'K1', quantity: parseQuantity('5') });
    expect(lack!.causes.map(({ code, documents }) => [code, documents])).toEqual([['WRONG_WAREHOUSE', ['K2']]]);
    const [alone] = explained({ profiles: [own({ stock: [stock[0]!] })], lines: [] });
    expect(alone!.causes.map(({ code }) => code)).toEqual(['NOTHING_FOUND']);
  });
});

describe('goods that were sold before they were bought', () => {
  const bought = (date: string, opening = '0') => ({
    profiles: [
      own({
        stock: [{ product: 'SP1', opening, incoming: '40' }],
        purchases: [{ date, voucherNumber: 'NK1', product: 'SP1', quantity: '40' }],
      }),
    ],
  });

  test('came first after the day of the first sale', () => {
    const [lack] = explained(bought('2026-09-20'));
    expect(lack!.causes).toMatchObject([{ code: 'SOLD_BEFORE_BOUGHT', day: '2026-09-20', documents: ['NK1'] }]);
  });

  test('did not, where there were some at the beginning', () => {
    expect(causesOf(bought('2026-09-20', '1')).map(([code]) => code)).not.toContain('SOLD_BEFORE_BOUGHT');
  });

  test('did not, where they came on the day itself', () => {
    expect(explained(bought('2026-09-05'))).toEqual([]);
  });
});

describe('goods of another profile', () => {
  const other = (item: string): GivenProfile => ({
    ...{ code: 'B', products: [{ code: 'B1', unit: 'thùng' }], links: [{ product: 'B1', item, factor: '1/24' }] },
    stock: [{ product: 'B1', opening: '2' }],
  });

  test('are told in the unit of the product that lacks', () => {
    expect(causesOf({ profiles: [own(), other('VT1')] })).toEqual([['OTHER_PROFILE', '48']]);
  });

  test('are told as well where they are only invoiced to it', () => {
    const coming = expecting('B', goods({ product: 'B1', quantity: parseQuantity('3') }));
    const profiles = [own(), { ...other('VT1'), stock: [] }];
    expect(causesOf({ profiles }, coming)).toEqual([['OTHER_PROFILE', '72']]);
  });

  test('of another Bravo item explain nothing', () => {
    expect(causesOf({ profiles: [own(), other('VT2')] })).toEqual(NOTHING);
  });
});

test('every lack has a cause, each with a sentence, and expected goods never change which lacks there are', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 60 }),
      fc.integer({ min: 1, max: 60 }),
      fc.integer({ min: 1, max: 90 }),
      (opening, sold, coming) => {
        const given = {
          profiles: [own({ stock: [{ product: 'SP1', opening: String(opening) }] })],
          lines: [line({ quantity: String(sold) })],
        };
        const without = explained(given);
        const withGoods = explained(given, expecting('A', goods({ quantity: parseQuantity(String(coming)) })));
        expect(withGoods.map(({ causes: _, ...lack }) => lack)).toEqual(without.map(({ causes: _, ...lack }) => lack));
        expect(without.length).toBe(sold > opening ? 1 : 0);
        for (const { causes } of [...without, ...withGoods]) {
          expect(causes.length).toBeGreaterThan(0);
          for (const { code, text } of causes) {
            expect(STOCK_CAUSES).toContain(code);
            expect(text).toMatch(/^\S.*\.$/);
          }
        }
      },
    ),
  );
});
