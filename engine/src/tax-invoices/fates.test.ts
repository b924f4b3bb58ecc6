import { describe, expect, it } from 'vitest';
import { type FateNode, fatesOf } from './fates.ts';

const SELLER = '0101243150';
const keyOf = (number: number, seller = SELLER): string => `${seller}|1|C26TAA|${number}`;

const invoice = (number: number, changes: Partial<FateNode> = {}): FateNode => ({
  ...{ key: keyOf(number), sellerTaxCode: SELLER, date: '2026-03-10', total: 1_100_000, relation: [], state: null },
  hasXml: true,
  ...changes,
});
const that = (relation: 'replaces' | 'adjusts', number: number, seller = SELLER): Pick<FateNode, 'relation'> => ({
  relation: [{ relation, key: keyOf(number, seller) }],
});

/** Per number: does it count, and what is asked of it. */
const told = (...nodes: FateNode[]) =>
  Object.fromEntries(
    [...fatesOf(nodes)].map(([key, { counts, review }]) => [
      key.split('|')[3],
      [counts, ...review.map(({ reason }) => reason)],
    ]),
  );

describe('the fate of an invoice', () => {
  it('is out of the count when another one replaces it, along a chain too', () => {
    expect(told(invoice(3, that('replaces', 2)), invoice(1), invoice(2, that('replaces', 1)))).toEqual({
      1: [false],
      2: [false],
      3: [true],
    });
  });

  it('counts together with its adjustment, which is of the month of the original', () => {
    const fates = fatesOf([
      invoice(1, { date: '2025-12-31' }),
      invoice(2, { ...that('adjusts', 1), total: -100_000 }),
      invoice(3, { ...that('adjusts', 2), total: 5_000 }),
      invoice(4, { ...that('replaces', 1), key: keyOf(4) }),
    ]);
    expect([1, 2, 3, 4].map((number) => fates.get(keyOf(number))!.originMonth)).toEqual([
      ...['2025-12', '2025-12', '2025-12', '2026-03'],
    ]);
    expect(told(invoice(1), invoice(2, { ...that('adjusts', 1), total: -100_000 }))).toEqual({ 1: [true], 2: [true] });
  });

  it('asks for an original that is not in hand, and counts the newer one', () => {
    const fate = fatesOf([invoice(2, that('replaces', 1))]).get(keyOf(2))!;
    expect(fate).toMatchObject({ counts: true, corrects: [{ relation: 'replaces', key: keyOf(1) }] });
    expect(fate.review).toMatchObject([{ reason: 'RELATED_MISSING', key: keyOf(1) }]);
    expect(fate.review[0]!.message).toContain('ký hiệu 1C26TAA số 1.');
  });

  it('asks about two replacements of one, at all three', () => {
    expect(told(invoice(1), invoice(2, that('replaces', 1)), invoice(3, that('replaces', 1)))).toEqual({
      1: [false, 'TWO_REPLACEMENTS', 'TWO_REPLACEMENTS'],
      2: [true, 'SHARES_ORIGINAL'],
      3: [true, 'SHARES_ORIGINAL'],
    });
  });

  it('believes no circle and no other seller', () => {
    expect(told(invoice(1, that('replaces', 2)), invoice(2, that('adjusts', 1)))).toEqual({
      1: [true, 'CIRCLE'],
      2: [true, 'CIRCLE'],
    });
    expect(told(invoice(1, that('replaces', 1)))).toEqual({ 1: [true, 'CIRCLE'] });
    const stranger = '0314409058';
    expect(
      told(invoice(1), invoice(2, { key: keyOf(2, stranger), sellerTaxCode: stranger, ...that('replaces', 1) })),
    ).toEqual({ 1: [true, 'NAMED_BY_OTHER_SELLER'], 2: [true, 'OTHER_SELLER'] });
  });

  it('asks about an adjustment of what is void, and of one that is as large as its original', () => {
    const small = { ...that('adjusts', 1), total: 10_000 };
    expect(told(invoice(1), invoice(2, that('replaces', 1)), invoice(3, small))[3]).toEqual([true, 'ADJUSTS_VOID']);
    expect(told(invoice(1, { state: 'cancelled' }), invoice(3, small))[3]).toEqual([true, 'ADJUSTS_VOID']);
    const large = (total: number) => told(invoice(1), invoice(2, { ...that('adjusts', 1), total }))[2];
    expect(large(1_100_000)).toEqual([true, 'AS_LARGE_AS_ORIGINAL']);
    expect(large(-1_200_000)).toEqual([true, 'AS_LARGE_AS_ORIGINAL']);
    // All of it taken back is a difference.
    expect([large(-1_100_000), large(1_099_999)]).toEqual([[true], [true]]);
  });

  it('tells a list on paper by its number, and an incomplete name', () => {
    const paper = invoice(1, { relation: [{ relation: 'adjusts', key: null, list: 'BK-07' }] });
    const fate = fatesOf([paper]).get(paper.key)!;
    expect(fate.review).toMatchObject([{ reason: 'LIST_ON_PAPER', key: null }]);
    expect(fate.review[0]!.message).toContain('bảng kê «BK-07»; bảng kê ấy không có trong XML');
    expect(told(invoice(1, { relation: [{ relation: 'unknown', key: keyOf(2) }] }))).toEqual({
      1: [true, 'RELATED_UNCLEAR'],
    });
  });

  it('asks for no newer invoice of one that is cancelled: there is none', () => {
    const sentence = (state: FateNode['state']) => fatesOf([invoice(1, { state })]).get(keyOf(1))!.review[0]!.message;
    expect(sentence('cancelled')).toMatch(/đã bị hủy, nên Khớp không tính.*thông báo hủy/);
    expect(sentence('cancelled')).not.toContain('nạp tệp XML');
    expect(sentence('replaced')).toContain('Hãy nạp tệp XML');
  });

  it('compares what XML says with what the newest list says, both ways', () => {
    expect(told(invoice(1, { state: 'replaced' }))).toEqual({ 1: [false, 'LISTED_UNSEEN'] });
    expect(told(invoice(1, { state: 'cancelled' }))).toEqual({ 1: [false, 'LISTED_UNSEEN'] });
    expect(told(invoice(1, { state: 'adjusted' }))).toEqual({ 1: [true, 'LISTED_UNSEEN'] });
    const replaced = (state: FateNode['state']) => told(invoice(1, { state }), invoice(2, that('replaces', 1)))[1];
    expect([replaced('new'), replaced('adjusted'), replaced('replaced')]).toEqual([
      ...[[false, 'SEEN_UNLISTED'], [false, 'LISTED_UNSEEN', 'SEEN_UNLISTED'], [false]],
    ]);
    const adjusted = told(invoice(1, { state: 'new' }), invoice(2, { ...that('adjusts', 1), total: 1 }));
    expect(adjusted[1]).toEqual([true, 'SEEN_UNLISTED']);
    expect(told(invoice(1, { state: 'replacing', hasXml: false }))).toEqual({ 1: [true, 'CORRECTS_UNKNOWN'] });
    expect(told(invoice(1, { state: 'adjusting' }))).toEqual({ 1: [true, 'XML_SAYS_OTHERWISE'] });
    expect(told(invoice(0), invoice(1, { state: 'replacing', ...that('replaces', 0) }))[1]).toEqual([true]);
  });
});
