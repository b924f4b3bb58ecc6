import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays } from '../day.ts';
import { formatQuantity, parseFactor, parseQuantity } from '../quantity.ts';
import { countedLines } from './counted-lines.ts';
import { type ExpectedLot, expectedLots, type ItemConnection, isOpen, missingOf } from './expected-lots.ts';
import { type PurchaseInvoice, type PurchaseInvoiceLine, supplierItemKey } from './purchase-invoice.ts';
import type { PurchaseReceipt } from './receipts.ts';

const SUPPLIER = '0101243150';
const TODAY = '2026-10-20';

const keyOf = (number: number | string): string => `${SUPPLIER}|1|C26TAA|${number}`;

const line = (item: string, quantity: string | null, over: Partial<PurchaseInvoiceLine> = {}): PurchaseInvoiceLine => ({
  at: 1,
  item,
  unit: 'thùng',
  code: item,
  name: `Hàng ${item}`,
  unitName: 'Thùng',
  quantity: quantity === null ? null : parseQuantity(quantity),
  value: 1_000_000,
  ...over,
});

const invoice = (
  number: number,
  lines: PurchaseInvoiceLine[],
  over: Partial<PurchaseInvoice> = {},
): PurchaseInvoice => ({
  id: `hd-${number}`,
  key: keyOf(number),
  supplier: SUPPLIER,
  supplierName: 'Công ty TNHH Hoa Mai',
  symbol: 'C26TAA',
  number: String(number),
  date: '2026-10-12',
  related: [],
  lines: lines.map((one, index) => ({ ...one, at: index + 1 })),
  ...over,
});

const replaces = (number: number) => ({ related: [{ relation: 'replaces' as const, key: keyOf(number) }] });
const adjusts = (number: number) => ({ related: [{ relation: 'adjusts' as const, key: keyOf(number) }] });

const receipt = (invoiceNumber: string, quantity: string, over: Partial<PurchaseReceipt> = {}): PurchaseReceipt => ({
  id: `nk-${invoiceNumber}-${quantity}`,
  voucher: 'NK1',
  day: '2026-10-14',
  invoiceNumber,
  supplierTaxCode: SUPPLIER,
  supplierName: 'Công ty TNHH Hoa Mai',
  product: 'SP1',
  warehouse: 'K1',
  quantity: parseQuantity(quantity),
  ...over,
});

const connected = (factor = '24', product = 'SP1', item = 'A'): [string, ItemConnection] => [
  supplierItemKey({ supplier: SUPPLIER, item, unit: 'thùng' }),
  { product, factor: parseFactor(factor) },
];

const lotsOf = (
  invoices: PurchaseInvoice[],
  receipts: PurchaseReceipt[] = [],
  connections: [string, ItemConnection][] = [connected()],
  today = TODAY,
): ExpectedLot[] => expectedLots({ invoices, connections: new Map(connections), receipts, today });

const told = (lots: readonly ExpectedLot[]) =>
  lots.map((one) => [
    one.id,
    one.state,
    one.quantity === null ? null : formatQuantity(one.quantity),
    formatQuantity(one.received),
  ]);

describe('the state of an expected lot', () => {
  test('of an invoiced line is in the unit of the AMIS product and expected until its receipt is in the purchase ledger', () => {
    expect(told(lotsOf([invoice(123, [line('A', '40')])]))).toEqual([['hd-123/1', 'expected', '960', '0']]);
    const [received] = lotsOf([invoice(123, [line('A', '40')])], [receipt('0000123', '960')]);
    expect(received).toMatchObject({ state: 'received', receipts: [{ voucher: 'NK1' }] });
  });

  test('a part of it makes it partly received, and two receipts make it whole', () => {
    const given = [invoice(123, [line('A', '40')])];
    const [lot] = lotsOf(given, [receipt('123', '900')]);
    expect(lot!.state).toBe('partly');
    expect(isOpen(lot!)).toBe(true);
    expect(formatQuantity(missingOf(lot!))).toBe('60');
    expect(told(lotsOf(given, [receipt('123', '900'), receipt('123', '60')]))).toEqual([
      ['hd-123/1', 'received', '960', '960'],
    ]);
  });

  test('what AMIS rounds away is not missing, a unit is', () => {
    const given = [invoice(1, [line('A', '10')])];
    const small = [invoice(1, [line('A', '1')])];
    expect(told(lotsOf(small, [receipt('1', '0.04')], [connected('1/24')]))[0]![1]).toBe('received');
    expect(told(lotsOf(small, [receipt('1', '0.03')], [connected('1/24')]))[0]![1]).toBe('partly');
    expect(told(lotsOf(given, [receipt('1', '239')]))[0]![1]).toBe('partly');
  });

  test('a month without a receipt makes it overdue', () => {
    const given = [invoice(123, [line('A', '40')])];
    expect(lotsOf(given, [], [connected()], addDays('2026-10-12', 30))[0]!.state).toBe('expected');
    expect(lotsOf(given, [], [connected()], addDays('2026-10-12', 31))[0]!.state).toBe('overdue');
  });

  test('without a connection it is unconnected and in no unit of AMIS, and a service is no lot at all', () => {
    expect(told(lotsOf([invoice(1, [line('A', '2')])], [receipt('1', '2')], []))).toEqual([
      ['hd-1/1', 'unconnected', null, '0'],
    ]);
    const [key] = connected();
    expect(lotsOf([invoice(1, [line('A', '2')])], [], [[key, 'not_stock']])).toEqual([]);
  });

  test('a line without a quantity and a draft promise nothing', () => {
    expect(lotsOf([invoice(1, [line('A', null)]), invoice(2, [line('A', '1')], { key: null, number: null })])).toEqual(
      [],
    );
  });
});

describe('a receipt is of an invoice only when', () => {
  const state = (over: Partial<PurchaseReceipt>) =>
    lotsOf([invoice(123, [line('A', '40')])], [receipt('123', '960', over)])[0]!.state;

  test.each([
    ['its supplier is another one', { supplierTaxCode: '0314409058' }],
    ['its supplier has another name and no tax code', { supplierTaxCode: '', supplierName: 'Công ty Khác' }],
    ['its product is another one', { product: 'SP2' }],
    ['its number is another one', { invoiceNumber: '1230' }],
    ['it is of another year', { day: '2025-10-14' }],
  ])('not when %s', (_, over) => expect(state(over)).toBe('expected'));

  test.each([
    ['the ledger was read before suppliers were kept', { supplierTaxCode: '', supplierName: '' }],
    ['its supplier is known by name alone', { supplierTaxCode: '', supplierName: 'CÔNG TY TNHH HOA MAI' }],
    ['a branch of the supplier is named', { supplierTaxCode: `${SUPPLIER}-001` }],
    ['the product is typed in other letters', { product: 'sp1' }],
  ])('also when %s', (_, over) => expect(state(over)).toBe('received'));

  test('its quantity is not taken already by another line', () => {
    expect(told(lotsOf([invoice(123, [line('A', '1'), line('A', '1')])], [receipt('123', '24')]))).toEqual([
      ['hd-123/1', 'received', '24', '24'],
      ['hd-123/2', 'expected', '24', '0'],
    ]);
  });
});

describe('what was said of an invoice later', () => {
  test('a replaced invoice is cancelled and the one in its place expected; goods that came under the old number count', () => {
    const given = [invoice(1, [line('A', '10')]), invoice(2, [line('A', '12')], replaces(1))];
    expect(told(lotsOf(given))).toEqual([
      ['hd-1/1', 'cancelled', '0', '0'],
      ['hd-2/1', 'expected', '288', '0'],
    ]);
    expect(told(lotsOf(given, [receipt('1', '240')]))).toEqual([
      ['hd-1/1', 'cancelled', '0', '0'],
      ['hd-2/1', 'partly', '288', '240'],
    ]);
  });

  test('an invoice that the list calls cancelled brings nothing, and neither does what adjusts it', () => {
    const given = [invoice(1, [line('A', '10')], { isVoid: true }), invoice(2, [line('A', '3')], adjusts(1))];
    expect(countedLines(given).map(({ quantity }) => quantity)).toEqual([0n, 0n]);
    expect(countedLines([invoice(1, [line('A', '10')], { isVoid: false })])[0]!.quantity).toBe(parseQuantity('10'));
  });

  test('an invoice of another supplier replaces nothing', () => {
    const other = invoice(2, [], { ...replaces(1), supplier: '0314409058', key: '0314409058|1|C26TAA|2' });
    expect(lotsOf([invoice(1, [line('A', '10')]), other])[0]!.state).toBe('expected');
  });

  test('an adjustment moves the quantity and the value of its item by the signed difference', () => {
    const less = invoice(2, [line('A', '-4', { value: -400_000 })], adjusts(1));
    const more = invoice(3, [line('A', '1', { value: 100_000 })], adjusts(2));
    const [lot, ...others] = lotsOf([invoice(1, [line('A', '10')]), more, less]);
    expect(others).toEqual([]);
    expect([formatQuantity(lot!.quantity!), lot!.value]).toEqual(['168', 700_000]);
  });

  test('adjusted away it is cancelled, and the goods that were meant are expected', () => {
    const wrong = invoice(2, [line('A', '-10', { value: -1_000_000 }), line('B', '10')], adjusts(1));
    const lots = lotsOf([invoice(1, [line('A', '10')]), wrong], [], [connected(), connected('24', 'SP2', 'B')]);
    expect(told(lots)).toEqual([
      ['hd-1/1', 'cancelled', '0', '0'],
      ['hd-2/2', 'expected', '240', '0'],
    ]);
  });

  test('an adjustment of a replaced invoice ends with it', () => {
    const given = [
      invoice(1, [line('A', '10')]),
      invoice(2, [line('A', '5')], adjusts(1)),
      invoice(3, [line('A', '7')], replaces(1)),
    ];
    expect(told(lotsOf(given))).toEqual([
      ['hd-1/1', 'cancelled', '0', '0'],
      ['hd-2/1', 'cancelled', '0', '0'],
      ['hd-3/1', 'expected', '168', '0'],
    ]);
  });

  test('invoices that name one another, or themselves, end nothing for ever', () => {
    const circle = [invoice(1, [line('A', '1')], adjusts(2)), invoice(2, [line('A', '1')], adjusts(1))];
    expect(told(lotsOf(circle)).map(([, state]) => state)).toEqual(['expected', 'expected']);
    expect(lotsOf([invoice(1, [line('A', '1')], replaces(1))])[0]!.state).toBe('expected');
  });
});

test('no quantity is made or lost: what counts is what was invoiced and adjusted, and no receipt is taken twice', () => {
  const parts = fc.array(fc.tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: -9, max: 9 })), { maxLength: 8 });
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 10, max: 99 }), { minLength: 1, maxLength: 4 }),
      parts,
      fc.array(fc.integer({ min: 1, max: 60 }), { maxLength: 5 }),
      (bought, changes, came) => {
        const invoices = [
          invoice(
            1,
            bought.map((quantity) => line('A', String(quantity))),
          ),
          ...changes.map(([, by], index) => invoice(index + 2, [line('A', String(by))], adjusts(1))),
        ];
        const counted = countedLines(invoices).reduce((sum, { quantity }) => sum + quantity, 0n);
        const due = bought.reduce((sum, one) => sum + one, 0) + changes.reduce((sum, [, by]) => sum + by, 0);
        // Down to nothing and no further; ten and more are bought, so one change alone never meets the bottom.
        if (changes.length < 2) expect(counted).toBe(parseQuantity(String(due)));
        expect(counted >= parseQuantity(String(Math.max(0, due)))).toBe(true);
        const receipts = came.map((quantity, at) => receipt('1', String(quantity), { id: String(at) }));
        const lots = lotsOf(invoices, receipts, [connected('1')]);
        const taken = lots.reduce((sum, { received }) => sum + received, 0n);
        const all = parseQuantity(String(came.reduce((sum, one) => sum + one, 0)));
        expect(taken).toBe(all < counted ? all : counted);
      },
    ),
  );
});
