import { describe, expect, test } from 'vitest';
import { planInvoices } from '../plan.ts';
import { type GivenLine, type GivenPeriod, issuanceInput } from '../plan-fixture.ts';

type Told = {
  factor?: string;
  prices?: readonly number[];
  units?: readonly [amis: string, bravo: string];
  line?: object;
};

/** 24 lon sold for 240,000 đ: 10,000 each, and a carton of 24 would be 240,000. */
const sale: GivenLine = { id: '1', date: '2026-09-04', partner: 'KH1', item: 'VT1', quantity: '24', amount: 240_000 };
const told = ({ factor = '1', prices = [], units: [amis, bravo] = ['Lon', 'Lon'], line = {} }: Told) => {
  const given: GivenPeriod = {
    profiles: [
      {
        code: 'A',
        products: [{ code: 'SP1', unit: amis, prices }],
        links: [{ product: 'SP1', item: 'VT1', factor }],
        stock: [{ product: 'SP1', opening: '9999' }],
      },
    ],
    items: [{ code: 'VT1', unit: bravo }],
    rules: { divisibleUnits: ['Lon', 'Thùng'] },
    lines: [{ ...sale, ...line }],
  };
  const plan = planInvoices(issuanceInput(given));
  return plan.warnings.filter(({ code }) => code === 'FACTOR_IMPLAUSIBLE').map(({ message }) => message);
};
const CARTONS = ['Thùng', 'Lon'] as const;

test('a factor that was turned round is told with the price that it makes and the one that fits', () => {
  expect(told({ factor: '24', prices: [200_000], units: CARTONS })).toEqual([
    'Theo hệ số 24, giá bán là 417 đồng/Thùng, còn giá ở AMIS là 200.000 (hệ số 1/24 thì khớp): «SP1» của «A» nối «VT1».',
  ]);
  expect(told({ factor: '1/24', prices: [400], units: ['Vỉ', 'Lon'] })).toEqual([
    'Theo hệ số 1/24, giá bán là 240.000 đồng/Vỉ, còn giá ở AMIS là 400 (hệ số 24 thì khớp): «SP1» của «A» nối «VT1».',
  ]);
});

test('a factor that should be 1 is told, and one that nothing explains where the price is beyond all trade', () => {
  expect(told({ factor: '1/24', prices: [8000], units: CARTONS })).toEqual([expect.stringMatching(/hệ số 1 thì khớp/)]);
  expect(told({ factor: '1', prices: [240_000], units: CARTONS })).toEqual([
    expect.stringMatching(/là 240\.000: «SP1»/),
  ]);
});

test('one name of both units is no reason for another factor than 1', () => {
  expect(told({ factor: '24', prices: [10_000] })).toEqual([expect.stringMatching(/hệ số 1 thì khớp/)]);
});

test('units that are not stated are not the same', () => {
  expect(told({ prices: [240_000], units: ['', ''] })).toEqual([expect.stringMatching(/10\.000 đồng\/đơn vị/)]);
});

test('three times a price is usual, more is not where another factor fits', () => {
  expect(told({ factor: '1/2', prices: [6_667], units: CARTONS })).toEqual([]);
  expect(told({ factor: '1/2', prices: [6_600], units: CARTONS })).toHaveLength(1);
});

test.each<[string, Told]>([
  ['the factor that fits', { factor: '1/24', prices: [200_000], units: CARTONS }],
  ['a margin of three times', { factor: '1/24', prices: [80_000], units: CARTONS }],
  ['clearance at a third', { factor: '1/24', prices: [720_000], units: CARTONS }],
  ['one of several prices that fits', { factor: '1/24', prices: [9000, 240_000], units: CARTONS }],
  ['one name of both units', { prices: [240_000], units: ['lon', 'LON'] }],
  ['a price that is off by less than trade allows, and no other factor for it', { prices: [80_000], units: CARTONS }],
  ['goods without a price in the catalogue', { factor: '24', units: CARTONS }],
  ['gifts', { factor: '24', prices: [200_000], units: CARTONS, line: { kind: 'free', amount: 0 } }],
])('nothing is told of %s', (_, given) => {
  expect(told(given)).toEqual([]);
});

test('a factor by which goods run short is told beside the shortage', () => {
  expect(told({ factor: '999', prices: [10_000_000], units: CARTONS })).toHaveLength(1);
});

test.each([
  ['of a profile that may not issue for the branch', { issuers: { HN: ['B'] } }, 0],
  ['of every profile that may', { issuers: { HN: ['A', 'B'] } }, 1],
])('connections %s', (_, more, count) => {
  const one = { products: [{ code: 'SP1', unit: 'Thùng', prices: [200_000] }] };
  const made = planInvoices(
    issuanceInput({
      profiles: [
        { ...one, code: 'A', links: [{ product: 'SP1', item: 'VT1', factor: '24' }] },
        { ...one, code: 'B', links: [{ product: 'SP1', item: 'VT1', factor: '1/24' }] },
      ],
      items: [{ code: 'VT1', unit: 'Lon' }],
      lines: [sale],
      ...more,
    }),
  );
  expect(made.warnings.filter(({ code }) => code === 'FACTOR_IMPLAUSIBLE')).toHaveLength(count);
});

describe('sales of one item are judged together', () => {
  const codes = (own: Partial<GivenPeriod['profiles'][0]>, ...lines: readonly GivenLine[]) =>
    planInvoices(
      issuanceInput({
        profiles: [
          {
            code: 'A',
            products: [{ code: 'SP1', unit: 'Thùng', prices: [200_000] }],
            links: [{ product: 'SP1', item: 'VT1', factor: '1/24' }],
            stock: [{ product: 'SP1', opening: '99' }],
            ...own,
          },
        ],
        items: [{ code: 'VT1', unit: 'Lon' }],
        rules: { divisibleUnits: ['Thùng'] },
        lines,
      }),
    )
      .warnings.filter(({ code }) => code === 'FACTOR_IMPLAUSIBLE')
      .map(({ about }) => about![0]!.id);

  test('one odd price says nothing beside a usual one', () => {
    const odd = { ...sale, id: '2', amount: 1 };
    expect(codes({}, odd)).toEqual(['SP1']);
    expect(codes({}, odd, sale)).toEqual([]);
  });
  test.each<[string, Partial<GivenLine>]>([
    ['gifts', { kind: 'free', amount: 1 }],
    ['goods for nothing', { amount: 0 }],
    ['goods that come back', { quantity: '-4700', amount: -47_000_000 }],
  ])('without %s', (_, more) => {
    expect(codes({}, { ...sale, quantity: '4800', id: '2', ...more }, sale)).toEqual([]);
  });
  test('services are not judged', () => {
    const product = { code: 'SP1', unit: 'Lần', kind: 'Dịch vụ', prices: [9_000_000] };
    expect(codes({ products: [product] }, { ...sale, kind: 'service' })).toEqual([]);
  });
  test('products of every rate of VAT are looked at', () => {
    const product = { unit: 'Thùng', vatRate: '10', prices: [200_000] };
    const products = [
      { ...product, code: 'SP8', vatReduction: 'reduced' as const },
      { ...product, code: 'SP10', vatReduction: 'none' as const },
    ];
    const links = [
      { product: 'SP8', item: 'VT1', factor: '24' },
      { product: 'SP10', item: 'VT1', factor: '24' },
    ];
    const lines = ['8', '10'].map((vatRate) => ({ ...sale, id: vatRate, vatRate }));
    expect(codes({ products, links }, ...lines).sort()).toEqual(['SP10', 'SP8']);
  });
});

test('a factor that makes a price beyond all sums of money is told, and the period is planned', () => {
  expect(told({ factor: '0.0000000000000000001', prices: [10_000], units: CARTONS })).toEqual([
    expect.stringMatching(
      /giá bán là trên 9\.007\.199\.254\.740\.991 đồng\/Thùng, còn giá ở AMIS là 10\.000 .*: «SP1»/,
    ),
  ]);
});
