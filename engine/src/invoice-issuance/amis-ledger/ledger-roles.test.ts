import { expect, test } from 'vitest';
import { issuanceInput } from '../plan-fixture.ts';
import { withLiveLedger } from './invoice-references.ts';
import { ledgerRoles } from './ledger-roles.ts';

const sale = (id: string, own: object = {}) => ({
  ...{ id, voucherNumber: `V${id}`, documentDate: '2026-09-05', product: 'SP1', quantity: '1', amount: 1000 },
  ...own,
});

test('entries that are no sale of their own have a role: void, or a correction, of ours by its invoice', () => {
  const { profiles } = issuanceInput({
    profiles: [
      {
        code: 'A',
        sales: [
          sale('1'),
          sale('2', { invoiceState: 'Đã hủy' }),
          sale('3', { description: 'Điều chỉnh hóa đơn số 7' }),
          sale('4', { invoiceState: 'Đã hủy' }),
          sale('5', { description: 'Điều chỉnh hóa đơn số 8' }),
        ],
      },
      { code: 'B', sales: [sale('1', { description: 'Thay thế hóa đơn số 9' })] },
    ],
    lines: [],
  });
  const back = {
    accounted: new Map([['A', new Set(['V4'])]]),
    corrected: new Map([['A', new Map([['V5', 'key of 8']])]]),
  };
  const live = profiles.map((books) =>
    withLiveLedger(
      books,
      () => true,
      () => false,
    ),
  );
  expect(ledgerRoles(profiles, live, back as never)).toEqual([
    { profile: 'A', entry: '2', role: 'void' },
    { profile: 'A', entry: '3', role: 'correction' },
    { profile: 'A', entry: '5', role: 'correction', invoice: 'key of 8' },
    { profile: 'B', entry: '1', role: 'correction' },
  ]);
});
