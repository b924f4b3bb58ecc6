import { describe, expect, test } from 'vitest';
import { formatQuantity } from '../../quantity.ts';
import { planInvoices } from '../plan.ts';
import { type GivenPeriod, type GivenProfile, issuanceInput } from '../plan-fixture.ts';
import type { PlannedInvoice } from '../types.ts';
import { buildLots } from './lots.ts';

const stockOf = (
  profile: Omit<GivenProfile, 'code'>,
  kept: readonly PlannedInvoice[] = [],
  moments?: { readonly stock: string; readonly ledger: string },
) => {
  const input = issuanceInput({ profiles: [{ code: 'A', ...profile }], lines: [] });
  const given = input.profiles[0]!;
  const books = moments && {
    ...given,
    salesLedger: given.salesLedger.map((entry) => ({ ...entry, seen: { first: moments.ledger } })),
    moments: { ...moments, exports: [] },
  };
  const { lots, free, warnings } = buildLots(books ?? given, input.period, kept);
  return {
    lots: lots.map((lot) => `${lot.id} ${lot.availableFrom.slice(8)} ${formatQuantity(lot.quantity)}`),
    free: lots.map((lot) => formatQuantity(free.get(lot.id) ?? 0n)),
    warnings: warnings.map((warning) => warning.code),
  };
};

describe('a purchase row without a warehouse', () => {
  const bought = { date: '2026-09-08', voucherNumber: 'NK1', product: 'SP1', quantity: '5' };

  test('belongs to the only warehouse that received the product', () => {
    const stock = [
      { product: 'SP1', warehouse: 'K2', incoming: '5' },
      { product: 'SP1', warehouse: 'K1', opening: '1' },
    ];
    expect(stockOf({ stock, purchases: [bought] }).lots).toEqual(['A/K1/SP1/dau-ky 01 1', 'A/K2/SP1/NK1-1 08 5']);
  });

  test('belongs to the product’s default warehouse when several received it, else to the profile’s', () => {
    const stock = [
      { product: 'SP1', warehouse: 'K1', incoming: '5' },
      { product: 'SP1', warehouse: 'K2', incoming: '5' },
    ];
    expect(stockOf({ stock, purchases: [bought] }).lots).toEqual(['A/K1/SP1/NK1-1 08 5', 'A/K2/SP1/nhap-khac 30 5']);
    const products = [{ code: 'SP1', defaultWarehouseCode: 'K2' }];
    expect(stockOf({ stock, products, purchases: [bought] }).lots).toEqual([
      'A/K1/SP1/nhap-khac 30 5',
      'A/K2/SP1/NK1-1 08 5',
    ]);
  });
});

describe('goods that were bought and sent back, on the line of the purchase', () => {
  const bought = { date: '2026-09-08', voucherNumber: 'NK1', product: 'SP1', quantity: '6', returned: '4' };
  const sold = { documentDate: '2026-09-09', voucherNumber: 'BH1', product: 'SP1', amount: 1, id: 'x' };
  const lotsOf = (row: object, more: Omit<GivenProfile, 'code' | 'stock'>) =>
    stockOf({ stock: [{ product: 'SP1', ...row }], ...more }).lots;

  test('take no other goods off, though the report counts them as come in and as gone', () => {
    const purchases = [bought];
    expect(lotsOf({ incoming: '10', outgoing: '4' }, { purchases })).toEqual(['A/K1/SP1/NK1-1 08 6']);
    expect(lotsOf({ opening: '5', incoming: '10', outgoing: '4' }, { purchases })).toEqual([
      ...['A/K1/SP1/dau-ky 01 5', 'A/K1/SP1/NK1-1 08 6'],
    ]);
    const all = [{ ...bought, quantity: '0', returned: '10' }];
    expect(lotsOf({ opening: '5', incoming: '10', outgoing: '10' }, { purchases: all })).toEqual([
      'A/K1/SP1/dau-ky 01 5',
    ]);
  });

  test('beside sales that are gone, which still leave the earliest lots', () => {
    const stock = { opening: '5', incoming: '10', outgoing: '7' };
    expect(lotsOf(stock, { purchases: [bought], sales: [{ ...sold, quantity: '3' }] })).toEqual([
      ...['A/K1/SP1/dau-ky 01 2', 'A/K1/SP1/NK1-1 08 6'],
    ]);
  });

  test('are left as the report has them where it may mean something else', () => {
    // Net of returns already: the purchase is all that came in.
    expect(lotsOf({ incoming: '6' }, { purchases: [bought] })).toEqual(['A/K1/SP1/NK1-1 08 6']);
    // Sales explain all that is gone: what came in beside the purchase has no day.
    const explained = { opening: '5', incoming: '10', outgoing: '4' };
    expect(lotsOf(explained, { purchases: [bought], sales: [{ ...sold, quantity: '4' }] })).toEqual([
      ...['A/K1/SP1/dau-ky 01 1', 'A/K1/SP1/NK1-1 08 6', 'A/K1/SP1/nhap-khac 30 4'],
    ]);
    const takenBack = { ...sold, id: 'y', quantity: '-4' };
    expect(lotsOf(explained, { purchases: [bought], sales: [{ ...sold, quantity: '4' }, takenBack] })).toHaveLength(3);
    // Net already, and other goods are gone: they leave the earliest lots.
    expect(lotsOf({ opening: '5', incoming: '6', outgoing: '4' }, { purchases: [bought] })).toEqual([
      ...['A/K1/SP1/dau-ky 01 1', 'A/K1/SP1/NK1-1 08 6'],
    ]);
    // On a line of its own a return is no purchase, and the report says what it did.
    const lines = [
      { ...bought, quantity: '10', returned: undefined },
      { ...bought, voucherNumber: 'TL1', quantity: '-4' },
    ];
    expect(lotsOf({ incoming: '10', outgoing: '4' }, { purchases: lines })).toEqual(['A/K1/SP1/NK1-1 08 6']);
    const ofOthers = { ...sold, product: 'SP2', quantity: '4' };
    expect(lotsOf(explained, { purchases: [bought], sales: [ofOthers] })).toHaveLength(2);
    const elsewhere = { ...sold, quantity: '4', warehouse: 'K2' };
    expect(lotsOf(explained, { purchases: [bought], sales: [elsewhere] })).toHaveLength(2);
    const before = { ...sold, quantity: '4', documentDate: '2026-08-31' };
    expect(lotsOf(explained, { purchases: [bought], sales: [before] })).toHaveLength(2);
  });
});

test('several rows of one voucher are several lots with stable ids', () => {
  const row = { date: '2026-09-08', voucherNumber: 'NK1', product: 'SP1', warehouse: 'K1' };
  const purchases = [
    { ...row, quantity: '3' },
    { ...row, quantity: '2' },
  ];
  const stock = [{ product: 'SP1', incoming: '5' }];
  const expected = ['A/K1/SP1/NK1-1 08 2', 'A/K1/SP1/NK1-2 08 3'];
  expect(stockOf({ stock, purchases }).lots).toEqual(expected);
  expect(stockOf({ stock, purchases: purchases.toReversed() }).lots).toEqual(expected);
});

test('an inventory report older than the sales ledger loses what the ledger has sold beyond it', () => {
  const sales = [{ id: 'X', voucherNumber: 'X', documentDate: '2026-09-20', product: 'SP1', quantity: '4', amount: 1 }];
  const drifted = stockOf({ stock: [{ product: 'SP1', opening: '10', outgoing: '1' }], sales });
  expect(drifted).toMatchObject({ lots: ['A/K1/SP1/dau-ky 01 6'], warnings: ['SNAPSHOT_DRIFT'] });
  const current = stockOf({ stock: [{ product: 'SP1', opening: '10', outgoing: '4' }], sales });
  expect(current).toMatchObject({ lots: ['A/K1/SP1/dau-ky 01 6'], warnings: [] });
});

describe('the sales ledger has sold beyond an older report, in a warehouse that its rows do not say', () => {
  const sold = (quantity: string, own: object = {}) => [
    { ...{ id: 'X', voucherNumber: 'X', documentDate: '2026-09-20', product: 'SP1', amount: 1 }, quantity, ...own },
  ];
  const k2 = { product: 'SP1', warehouse: 'K2', opening: '10', outgoing: '1' };
  const k3 = { ...k2, warehouse: 'K3', outgoing: '2' };
  const ofOther = { product: 'SP2', warehouse: 'K4', opening: '1' };

  test.each([
    ['the only one that has the product', [k2], sold('4'), ['A/K2/SP1/dau-ky 01 6'], true],
    ['one that the report does not know', [k2], sold('4', { warehouse: 'KHO LẠ' }), ['A/K2/SP1/dau-ky 01 6'], true],
    ['several, in doubt each of them', [k2, k3], sold('4'), ['A/K2/SP1/dau-ky 01 8', 'A/K3/SP1/dau-ky 01 7'], true],
    [
      'several, of which this is known to be gone',
      [k2, k3],
      sold('3'),
      ['A/K2/SP1/dau-ky 01 9', 'A/K3/SP1/dau-ky 01 8'],
      false,
    ],
    [
      'several, beside what has left one of them',
      [k2, k3],
      [...sold('3'), ...sold('2', { id: 'Y', voucherNumber: 'Y', warehouse: 'K3' })],
      ['A/K2/SP1/dau-ky 01 7', 'A/K3/SP1/dau-ky 01 6'],
      true,
    ],
    [
      'another one, which has none of the product',
      [k2, ofOther],
      sold('4', { warehouse: 'K4' }),
      ['A/K2/SP1/dau-ky 01 9', 'A/K4/SP2/dau-ky 01 1'],
      false,
    ],
    [
      'the profile’s own, though another one has all of it in Xuất kho',
      [
        { ...k2, warehouse: 'K1', outgoing: '0' },
        { ...k3, outgoing: '4' },
      ],
      sold('4', { warehouse: '' }),
      ['A/K1/SP1/dau-ky 01 10', 'A/K3/SP1/dau-ky 01 6'],
      false,
    ],
    [
      'two spellings of a product, which one Xuất kho cannot explain twice',
      [k2, k3],
      [...sold('3'), ...sold('3', { id: 'Y', voucherNumber: 'Y', product: 'sp1' })],
      ['A/K2/SP1/dau-ky 01 6', 'A/K3/SP1/dau-ky 01 5'],
      true,
    ],
    ['none within the period', [k2], sold('4', { documentDate: '2026-08-20' }), ['A/K2/SP1/dau-ky 01 9'], false],
  ])('%s', (_, stock, sales, lots, isDrift) => {
    expect(stockOf({ stock, sales })).toMatchObject({ lots, warnings: isDrift ? ['SNAPSHOT_DRIFT'] : [] });
  });
});

describe('a kept invoice', () => {
  const period: GivenPeriod = {
    profiles: [
      {
        code: 'A',
        products: [{ code: 'SP1' }],
        links: [{ product: 'SP1', item: 'VT1' }],
        stock: [{ product: 'SP1', opening: '10' }],
      },
    ],
    lines: [{ id: '1', date: '2026-09-05', partner: 'KH1', item: 'VT1', quantity: '4', amount: 400000 }],
  };
  const kept = planInvoices(issuanceInput(period)).invoices;

  test('reserves its goods while AMIS does not know it, and the lot still states all of its goods', () => {
    expect(stockOf({ stock: [{ product: 'SP1', opening: '10' }] }, kept)).toEqual({
      lots: ['A/K1/SP1/dau-ky 01 10'],
      free: ['6'],
      warnings: [],
    });
  });

  const entry = {
    ...{ id: 'X', voucherNumber: kept[0]!.voucherNumber, documentDate: '2026-09-05' },
    ...{ product: 'SP1', quantity: '4', amount: 400000 },
  };
  const [before, after] = ['2026-10-01T02:00:00.000Z', '2026-10-02T02:00:00.000Z'];
  const readBack = (outgoing: string, moments: { stock: string; ledger: string }, warehouse = 'K1') =>
    stockOf(
      { stock: [{ product: 'SP1', opening: '10', outgoing }], sales: [{ ...entry, warehouse }] },
      kept.map((invoice) => ({ ...invoice, status: 'exported' })),
      moments,
    );

  test('reserves nothing once a stock report is made after a ledger that shows it: its goods are in Xuất kho', () => {
    expect(readBack('4', { stock: after, ledger: before }).free).toEqual(['6']);
    expect(readBack('4', { stock: after, ledger: after }).free).toEqual(['6']);
  });

  test('still reserves while the stock report is older than the ledger, whatever else is in Xuất kho', () => {
    expect(readBack('0', { stock: before, ledger: after })).toMatchObject({ free: ['6'], warnings: [] });
    // Four went to another warehouse before: none of them is ours.
    expect(readBack('4', { stock: before, ledger: after })).toMatchObject({
      lots: ['A/K1/SP1/dau-ky 01 6'],
      free: ['2'],
    });
    expect(readBack('4', { stock: before, ledger: after }, '').free).toEqual(['2']);
  });

  test('is named when its goods are gone', () => {
    const stock = stockOf({ stock: [{ product: 'SP1', opening: '3' }] }, kept);
    expect(stock).toMatchObject({ free: ['0'], warnings: ['KEPT_INVOICE_WITHOUT_STOCK'] });
  });

  test('that has left takes its goods before a draft of a lower number, which then blocks', () => {
    const [first] = kept;
    const left: PlannedInvoice = { ...first!, key: 'left', voucherNumber: 'BHA202609-00009', status: 'exported' };
    const input = issuanceInput({ ...period, profiles: [{ code: 'A', stock: [{ product: 'SP1', opening: '4' }] }] });
    const { warnings } = buildLots(input.profiles[0]!, input.period, [first!, left]);
    expect(warnings.map(({ code, invoice }) => [code, invoice])).toEqual([['KEPT_INVOICE_WITHOUT_STOCK', first!.key]]);
  });
});
