import { expect, test } from 'vitest';
import { formatQuantity, parseQuantity } from '../../quantity.ts';
import { type GivenProfile, issuanceInput } from '../plan-fixture.ts';
import { stockKeyOf } from '../stock-keys.ts';
import type { LaterPeriod } from './held-goods.ts';
import { roomBefore } from './room.ts';

const october = { name: 'Tháng 10', profile: 'A', fromDate: '2026-10-01', toDate: '2026-10-31', contained: [] };
type Held = { day: string; quantity: string; warehouse?: string };

/** The room of SP1 in K1 before October, by these books of October. */
function room(own: Partial<GivenProfile>, held: readonly Held[] = [], terms: object = {}): string | undefined {
  const [books] = issuanceInput({
    profiles: [{ code: 'A', products: [{ code: 'SP1' }], terms, ...own }],
    lines: [],
  }).profiles;
  const goods = { period: 'Tháng 10', profile: 'A', product: 'SP1' };
  const later: LaterPeriod = {
    ...october,
    books: books!,
    held: held.map(({ day, quantity, warehouse = 'K1' }) => ({
      ...goods,
      warehouse,
      day,
      quantity: parseQuantity(quantity),
    })),
  };
  const found = roomBefore(later, books!)(stockKeyOf('K1', 'SP1'));
  return found === undefined ? undefined : formatQuantity(found);
}
const bought = (date: string, quantity: string) => ({
  date,
  voucherNumber: 'NK',
  product: 'SP1',
  warehouse: 'K1',
  quantity,
});
const sold = (documentDate: string, quantity: string, warehouse = 'K1') => ({
  ...{
    id: `${documentDate}${warehouse}`,
    voucherNumber: 'X',
    documentDate,
    product: 'SP1',
    warehouse,
    quantity,
    amount: 1,
  },
});

test.each<[string, Partial<GivenProfile>, Held[], string | undefined]>([
  ['goods that the report does not name', { stock: [{ product: 'SP2', opening: '5' }] }, [], undefined],
  ['the opening where nothing moves', { stock: [{ product: 'SP1', opening: '5' }] }, [], '5'],
  ['never less than nothing', { stock: [{ product: 'SP1', opening: '-5' }] }, [], '0'],
  [
    'rows of one key together',
    {
      stock: [
        { product: 'SP1', opening: '5' },
        { product: 'sp1', opening: '2' },
      ],
    },
    [],
    '7',
  ],
  ['what came in without a day does not count', { stock: [{ product: 'SP1', opening: '5', incoming: '9' }] }, [], '5'],
  [
    'what is gone without a day counts from the first',
    { stock: [{ product: 'SP1', opening: '5', outgoing: '2' }] },
    [],
    '3',
  ],
  [
    'a sale with a day, after goods have come',
    {
      stock: [{ product: 'SP1', opening: '5', incoming: '4', outgoing: '6' }],
      purchases: [bought('2026-10-05', '4')],
      sales: [sold('2026-10-09', '6')],
    },
    [],
    '3',
  ],
  [
    'a sale before goods have come',
    {
      stock: [{ product: 'SP1', opening: '5', incoming: '4', outgoing: '4' }],
      purchases: [bought('2026-10-09', '4')],
      sales: [sold('2026-10-05', '4')],
    },
    [],
    '1',
  ],
  [
    'a purchase of before the period is in the opening already',
    {
      stock: [{ product: 'SP1', opening: '5', incoming: '4', outgoing: '7' }],
      purchases: [bought('2026-09-30', '4')],
      sales: [sold('2026-10-09', '7')],
    },
    [],
    '0',
  ],
  [
    'and one of after it has not come',
    {
      stock: [{ product: 'SP1', opening: '5', incoming: '4', outgoing: '7' }],
      purchases: [bought('2026-11-01', '4')],
      sales: [sold('2026-10-09', '7')],
    },
    [],
    '0',
  ],
  [
    'of purchases beyond what came in only that much',
    {
      stock: [{ product: 'SP1', opening: '5', incoming: '2', outgoing: '7' }],
      purchases: [bought('2026-10-02', '1'), bought('2026-10-01', '9')],
      sales: [sold('2026-10-09', '7')],
    },
    [],
    '0',
  ],
  [
    'a sale of before the period has left already',
    { stock: [{ product: 'SP1', opening: '5' }], sales: [sold('2026-09-30', '4')] },
    [],
    '5',
  ],
  [
    'a sale after the period leaves as well',
    { stock: [{ product: 'SP1', opening: '5' }], sales: [sold('2026-11-02', '4')] },
    [],
    '1',
  ],
  [
    'a sale that names no warehouse',
    { stock: [{ product: 'SP1', opening: '5' }], sales: [sold('2026-10-09', '4', '')] },
    [],
    '1',
  ],
  [
    'a sale of another warehouse',
    { stock: [{ product: 'SP1', opening: '5' }], sales: [sold('2026-10-09', '4', 'K2')] },
    [],
    '5',
  ],
  [
    'a return gives nothing back',
    { stock: [{ product: 'SP1', opening: '5' }], sales: [sold('2026-10-09', '-4')] },
    [],
    '5',
  ],
  ['what others hold', { stock: [{ product: 'SP1', opening: '5' }] }, [{ day: '2026-10-09', quantity: '2' }], '3'],
  ['and held since before', { stock: [{ product: 'SP1', opening: '5' }] }, [{ day: '2026-09-09', quantity: '2' }], '3'],
  [
    'not of another warehouse',
    { stock: [{ product: 'SP1', opening: '5' }] },
    [{ day: '2026-10-09', quantity: '2', warehouse: 'K2' }],
    '5',
  ],
])('the room before a later period: %s', (_, own, held, expected) => expect(room(own, held)).toBe(expected));

test('the room of an excluded warehouse is undefined', () => {
  expect(room({ stock: [{ product: 'SP1', opening: '5' }] }, [], { excludedWarehouseCodes: ['K1'] })).toBeUndefined();
});

test('a sale that a ledger of after the report is the first to show leaves beside what the report says is gone', () => {
  const seen = { first: '2026-10-20T00:00:00.000Z' };
  const roomAt = (stock: string | undefined, outgoing = '20') => {
    const [books] = issuanceInput({
      profiles: [
        { code: 'A', stock: [{ product: 'SP1', opening: '50', outgoing }], sales: [sold('2026-10-09', '12')] },
      ],
      lines: [],
    }).profiles;
    const moments = { exports: [], ...(stock !== undefined && { stock }) };
    const later = { ...books!, salesLedger: books!.salesLedger.map((entry) => ({ ...entry, seen })), moments };
    // The moments of the earlier period's own reports say nothing of the later one's.
    const own = { ...books!, moments: { exports: [], stock: '2026-11-30T00:00:00.000Z' } };
    return formatQuantity(roomBefore({ ...october, books: later, held: [] }, own)(stockKeyOf('K1', 'SP1'))!);
  };
  expect(roomAt('2026-10-10T00:00:00.000Z')).toBe('18');
  expect(roomAt('2026-10-10T00:00:00.000Z', '0')).toBe('38');
  expect([roomAt('2026-10-21T00:00:00.000Z'), roomAt(undefined)]).toEqual(['30', '30']);
});
