import { describe, expect, test } from 'vitest';
import type { PlannedInvoice } from '../types.ts';
import { fateIn, mayCancelOf } from './cancels.ts';
import { always, books, ours, type Row } from './ledger-fixture.ts';

describe('the entries of one voucher', () => {
  test.each<[string, Row[], string | undefined]>([
    ['nothing said', [{ id: '1' }], undefined],
    ['the state before the description', [{ id: '1', state: 'Đã hủy', says: 'Hóa đơn bị thay thế' }], 'cancelled'],
    ['the description where the state says nothing', [{ id: '1', state: 'Gốc', says: 'đã xóa' }], 'cancelled'],
    [
      'replaced before cancelled',
      [
        { id: '1', state: 'Đã hủy' },
        { id: '2', state: 'Bị thay thế' },
      ],
      'replaced',
    ],
    [
      'cancelled before adjusted',
      [
        { id: '1', state: 'Bị điều chỉnh' },
        { id: '2', state: 'Bị hủy' },
      ],
      'cancelled',
    ],
    ['adjusted', [{ id: '1' }, { id: '2', state: 'Bị điều chỉnh' }], 'adjusted'],
  ])('%s', (_, rows, fate) => expect(fateIn(books(rows).salesLedger, always)).toBe(fate));

  test.each<[string, Row, string, string | undefined]>([
    ['of a day on which the law allowed it', { id: '1', number: '7', date: '2025-05-31' }, '', 'cancelled'],
    ['of a day on which it does not', { id: '1', number: '7', date: '2025-06-01' }, '', undefined],
    ['without a number: a draft may always be void', { id: '1' }, '', 'cancelled'],
    ['whose number AMIS has given before', { id: '1' }, 'issued', undefined],
    ['that was taken for cancelled before', { id: '1', number: '7', date: '2026-08-10' }, 'cancelled', 'cancelled'],
  ])('cancelled by the words of an invoice %s: %s', (_, row, status, fate) => {
    const known = { ...ours('BH1', '7'), status } as PlannedInvoice;
    const mayCancel = mayCancelOf(
      () => (status === '' ? [] : [known]),
      (day) => day < '2025-06-01',
    );
    expect(fateIn(books([{ ...row, state: 'Đã hủy' }]).salesLedger, mayCancel)).toBe(fate);
  });
});
