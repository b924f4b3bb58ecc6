import { describe, expect, it } from 'vitest';
import { compareSides } from './compare-sides.ts';
import { delivery, sides, taxInvoice } from './sides-fixture.ts';
import type { SidesInput } from './types.ts';

const cover = (madeAt: string): SidesInput['cover'] => ({
  ...sides().cover,
  books: [{ from: '2026-10-01', to: '2026-10-31', madeAt }],
});

const told = (input: Partial<SidesInput>) => {
  const [row] = compareSides(sides(input));
  return row!.differences[0]?.kind ?? row!.missing;
};

const NOON = '2026-10-10T05:00:00.000Z';
const MORNING = '2026-10-10T02:00:00Z';
const EVENING = '2026-10-10T11:00:00Z';
const AGAIN = 'Chưa đủ dữ liệu: Sổ chi tiết bán hàng lấy trước khi có hóa đơn của ngày 10/10/2026, cần nạp lại.';

describe('a ledger that was made at noon', () => {
  const of = (invoice: Parameters<typeof taxInvoice>[0], given: Parameters<typeof delivery>[0] = {}) =>
    told({ cover: cover(NOON), tax: [taxInvoice(invoice)], deliveries: [delivery(given)] });

  it('lacks an invoice that was signed before it, and cannot have one that was signed later', () => {
    expect(of({ signedAt: MORNING })).toBe('TAX_ONLY');
    expect(of({ signedAt: EVENING })).toBe(AGAIN);
    expect(of({ signedAt: EVENING, date: '2026-10-09' })).toBe(AGAIN.replace('10/10', '09/10'));
  });

  it('cannot have an invoice whose files left for AMIS later', () => {
    expect(of({ date: '2026-10-05' }, { handedOverAt: EVENING })).toBe(AGAIN.replace('10/10', '05/10'));
    expect(of({ date: '2026-10-05' }, { handedOverAt: MORNING })).toBe('TAX_ONLY');
  });

  it('knows whole days before its own alone where no moment of the invoice is known', () => {
    expect(of({ date: '2026-10-09' })).toBe('TAX_ONLY');
    expect(of({})).toBe(AGAIN);
    expect(of({ date: '2026-10-11' })).toBe(AGAIN.replace('10/10', '11/10'));
  });

  it('leaves it open for an invoice that it cannot have what was delivered for it', () => {
    const tax = [taxInvoice({ signedAt: EVENING })];
    expect(compareSides(sides({ cover: cover(NOON), tax })).map(({ state }) => state)).toEqual(['uncovered']);
    const kinds = compareSides(sides({ cover: cover(EVENING), tax })).flatMap(({ differences }) => differences);
    expect(kinds.map(({ kind }) => kind)).toEqual(['TAX_ONLY', 'NO_DELIVERY']);
  });

  it('is helped out by another one of the same days', () => {
    const [first] = cover(NOON).books;
    const books = [first!, { ...first!, madeAt: EVENING }];
    const tax = [taxInvoice({ signedAt: EVENING })];
    expect(told({ trade: 'purchase', cover: { ...cover(NOON), books }, tax })).toBe('NOT_RECEIVED');
  });

  it('says nothing of what was handed over later and nothing else has', () => {
    const given = (handedOverAt: string) =>
      told({ cover: cover(NOON), deliveries: [delivery({ stage: 'handed_over', handedOverAt })] });
    expect(given(MORNING)).toBe('DELIVERY_ONLY');
    const none = { ...cover(NOON), books: [] };
    const waiting = [delivery({ stage: 'handed_over', handedOverAt: NOON })];
    expect(told({ cover: none, deliveries: waiting })).toContain('thiếu Sổ chi tiết bán hàng của ngày 10/10/2026');
    expect(given(EVENING)).toBe(
      'Chưa đủ dữ liệu: Sổ chi tiết bán hàng lấy trước khi bàn giao tệp của ngày 10/10/2026, cần nạp lại.',
    );
  });
});
