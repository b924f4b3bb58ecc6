import { expect, test } from 'vitest';
import { parseQuantity } from '../../quantity.ts';
import { issuanceInput } from '../plan-fixture.ts';
import { given, invoicesOf } from '../regeneration-fixture.ts';
import { buildLots } from '../stock/lots.ts';
import { besideOtherPeriods } from './other-periods.ts';

/** One piece at the beginning, two bought on the 17th; one sold on the 16th, one on the 18th. */
const period = given({
  profiles: given().profiles.map((profile) => ({
    ...profile,
    stock: [{ product: 'SP1', opening: '1', incoming: '2' }],
    purchases: [{ date: '2026-09-17', voucherNumber: 'NK', product: 'SP1', quantity: '2' }],
  })),
  lines: [
    { id: '1', date: '2026-09-16', partner: 'KH1', item: 'VT1', quantity: '1', amount: 100000 },
    { id: '2', date: '2026-09-18', partner: 'KH2', item: 'VT1', quantity: '1', amount: 100000 },
  ],
});

/** Days of the invoices that must give way when August holds so much, each with its message's last words. */
function givingWay(quantity: string, exported: readonly string[]): [string, string][] {
  const input = issuanceInput(period);
  const kept = invoicesOf(period).map((invoice) =>
    exported.includes(invoice.documentDate) ? { ...invoice, status: 'exported' as const } : invoice,
  );
  expect(kept.map(({ documentDate }) => documentDate)).toEqual(['2026-09-16', '2026-09-18']);
  const goods = { period: 'Tháng 8', profile: 'A', warehouse: 'K1', product: 'SP1', day: '2026-08-31' };
  const others = { reserved: [{ ...goods, quantity: parseQuantity(quantity) }], later: [] };
  const [books] = input.profiles;
  const { conflicts } = besideOtherPeriods(buildLots(books!, input.period, kept), books!, others, kept);
  return conflicts.map(({ invoice, message }) => [invoice.documentDate, message.split(': ')[1]!]);
}

test.each<[string, string, string[], [string, string][]]>([
  [
    'a piece short on the 16th: the draft of that day, though it is not the last',
    '1',
    [],
    [['2026-09-16', 'thiếu 1.']],
  ],
  ['a piece short in all: the last draft', '2', [], [['2026-09-18', 'thiếu 1.']]],
  ['the same: a draft before an invoice that has left', '2', ['2026-09-18'], [['2026-09-16', 'thiếu 1.']]],
  [
    'two short: both drafts, the last one first',
    '3',
    [],
    [
      ['2026-09-18', 'thiếu 2.'],
      ['2026-09-16', 'thiếu 2.'],
    ],
  ],
])('%s', (_, held, exported, expected) => {
  expect(givingWay(held, exported)).toEqual(expected);
});
