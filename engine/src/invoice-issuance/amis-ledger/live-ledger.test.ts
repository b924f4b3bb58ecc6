import { describe, expect, test } from 'vitest';
import { mayCancelOf } from './cancels.ts';
import { withLiveLedger } from './invoice-references.ts';
import { always, books, ids, never, none, type Row } from './ledger-fixture.ts';

describe('a ledger without its void entries', () => {
  test('keeps a numbered invoice that is called cancelled against the law, until it is replaced', () => {
    const cancelled = { id: '1', number: '12', date: '2026-08-10', state: 'Đã hủy' };
    const unlawful = mayCancelOf(() => [], never);
    expect(ids(withLiveLedger(books([cancelled]), unlawful, none).salesLedger)).toEqual(['1']);
    const replaced = [cancelled, { id: '2', number: '13', says: 'Thay thế cho hóa đơn số 12' }];
    expect(ids(withLiveLedger(books(replaced), unlawful, none).salesLedger)).toEqual(['2']);
  });

  const live = (rows: readonly Row[], symbol?: string) =>
    ids(withLiveLedger(books(rows, symbol), always, none).salesLedger);

  test('leaves out an invoice of ours that is replaced by its own words: its sale waits by itself', () => {
    const replaced = books([{ id: '1', number: '12', state: 'Bị thay thế' }]);
    expect(ids(withLiveLedger(replaced, always, (voucher) => voucher === 'BH1').salesLedger)).toEqual([]);
  });

  test('is the very same object where no entry is void', () => {
    const all = books([
      { id: '1', number: '0000001' },
      { id: '2', state: 'Bị điều chỉnh' },
    ]);
    expect(withLiveLedger(all, always, none)).toBe(all);
  });

  test.each<[string, Row[], string[]]>([
    ['without the cancelled', [{ id: '1', state: 'Đã hủy' }, { id: '2' }], ['2']],
    ['without what is replaced by its own words', [{ id: '1', says: 'Bị thay thế' }, { id: '2' }], ['2']],
    [
      'with a numbered one that is replaced, where nothing replaces it',
      [{ id: '1', number: '12', state: 'Bị thay thế' }],
      ['1'],
    ],
    [
      'without a numbered one that is replaced by an invoice which does not name it',
      [
        { id: '1', number: '12', state: 'Đã bị thay thế' },
        { id: '2', number: '13', state: 'Hóa đơn thay thế' },
      ],
      ['2'],
    ],
    [
      'with a numbered one that is replaced, where the only replacement names another',
      [
        { id: '1', number: '12', state: 'Bị thay thế' },
        { id: '2', number: '13', state: 'Hóa đơn thay thế', says: 'Thay thế cho hóa đơn số 11' },
      ],
      ['1', '2'],
    ],
    [
      'without what another entry replaces, however its number is written',
      [
        { id: '1', number: '0000012' },
        { id: '2', number: '13', says: 'Thay thế cho hóa đơn số 12' },
      ],
      ['2'],
    ],
    [
      'with what is only adjusted',
      [
        { id: '1', number: '12' },
        { id: '2', number: '13', says: 'Điều chỉnh hóa đơn số 12' },
      ],
      ['1', '2'],
    ],
    [
      'without the invoice of this symbol, written with its form',
      [
        { id: '1', number: '12' },
        { id: '2', says: 'Thay thế hóa đơn ký hiệu 1C26TYY số 12' },
      ],
      ['2'],
    ],
    [
      'with one whose number another symbol has',
      [
        { id: '1', number: '12' },
        { id: '2', says: 'Thay thế hóa đơn ký hiệu C26TAB số 12' },
      ],
      ['1', '2'],
    ],
    [
      'with entries that have no number yet',
      [{ id: '1' }, { id: '2', says: 'Thay thế hóa đơn số 12' }, { id: '3', says: 'Thay thế hóa đơn số 12' }],
      ['1', '2', '3'],
    ],
  ])('%s', (_, rows, left) => expect(live(rows)).toEqual(left));

  test('goes by any symbol where the profile has none', () => {
    expect(
      live(
        [
          { id: '1', number: '12' },
          { id: '2', says: 'Thay thế hóa đơn ký hiệu C26TAB số 12' },
        ],
        '',
      ),
    ).toEqual(['2']);
  });
});
