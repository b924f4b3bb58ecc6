import { describe, expect, test } from 'vitest';
import spoken from '../../golden/connections/spoken-names.json' with { type: 'json' };
import { suggestConnections } from './suggest.ts';

const goodsOf = (trades: object) => Object.values(trades).flat() as [string, string, string, string][];

function bestOf(goods: ReturnType<typeof goodsOf>) {
  const left = goods.map(([name, unit], i) => ({ id: String(i), name, unit }));
  const right = goods.map(([, , name, unit], i) => ({ id: String(i), name, unit }));
  return suggestConnections('product', left, right).filter((pair) => pair.best);
}

const goods = goodsOf(spoken.trades);
const best = bestOf(goods);
const fifth = goodsOf(spoken.fifth);
const bestOfFifth = bestOf(fifth);

/** Goods that nothing in the two names connects, as «co» and «nối góc»: a person knows them. */
const MOST_MISSED = 0.08;

describe('names as sellers say them, beside those of purchase invoices', () => {
  test('nearly all find their own, and hardly any another', () => {
    const right = best.filter((pair) => pair.left === pair.right);
    expect(right.length).toBeGreaterThanOrEqual(Math.floor(goods.length * (1 - MOST_MISSED)));
    expect(best.length - right.length).toBeLessThanOrEqual(1);
  });

  test('what is sure is right', () => {
    expect(best.filter(({ left, right, score }) => score >= 0.9 && left !== right)).toEqual([]);
  });

  // Goods written after all that the others taught: some of them would have other partners among the others.
  test('of those written later more are missed, and none finds another', () => {
    const later = goodsOf(spoken.later);
    const pairs = bestOf(later);
    expect(pairs.filter(({ left, right }) => left !== right)).toEqual([]);
    expect(pairs.length).toBeGreaterThanOrEqual(Math.floor(later.length * 0.9));
  });

  // Of further trades, two thirds of them read while mending; the rest was written afterwards.
  test('of a third list nine in ten find their own, and none another', () => {
    const third = goodsOf(spoken.third);
    const pairs = bestOf(third);
    expect(pairs.filter(({ left, right }) => left !== right)).toEqual([]);
    expect(pairs.length).toBeGreaterThanOrEqual(Math.floor(third.length * 0.89));
  });

  // Of the 243 of a fourth list 190 found their own before anything was mended for it.
  test('of a fourth list nine in ten find their own, and none another', () => {
    const fourth = goodsOf(spoken.fourth);
    const pairs = bestOf(fourth);
    expect(pairs.filter(({ left, right }) => left !== right)).toEqual([]);
    expect(pairs.length).toBeGreaterThanOrEqual(Math.floor(fourth.length * 0.89));
  });

  // Of the 361 of a fifth list 284 found their own before anything was mended for it.
  test('of a fifth list nine in ten find their own, and none another', () => {
    expect(bestOfFifth.filter(({ left, right }) => left !== right)).toEqual([]);
    expect(bestOfFifth.length).toBeGreaterThanOrEqual(Math.floor(fifth.length * 0.9));
  });

  test.each([
    ['iPhone 15 Pro 256 đen', 'a colour in English'],
    ['Dây đơn CV 2.5 Cadivi đỏ', 'a decimal comma in a code'],
    ['Bóng led bulb 12w RD', 'watts behind a code and a stroke'],
    ['Bút bi Thiên Long 027 đỏ', 'a number of a series'],
    ['Thép Pomina phi 12 CB400', 'a grade of steel'],
    ['Ram Kingston DDR4 16G 3200', 'storage by its G'],
    ['Màn hình Dell 22 inch E2222H', 'the spoken size of a screen'],
    ['Thùng carton 40x30x20 5 lớp', 'the sides of a carton'],
    ['Băng keo đục 4p8 100ya', 'centimetres as they are said'],
    ['Bột trét Dulux trong nhà 40kg', 'words of a trade'],
  ])('«%s»: %s', (name) => {
    const own = goods.findIndex(([first]) => first === name);
    expect(best.find((pair) => pair.left === own)?.right).toBe(own);
  });

  test.each([
    ['Mỏ lết 10in', 'an inch by two letters'],
    ['Xốp hơi 1m2 x100m', 'the x between two sizes'],
    ['Cam Hik 4MP thân 4mm', 'megapixels with a nought behind the point'],
    ['Switch TPlink 16 cổng giga', 'ports in two languages'],
    ['Vở ô ly 96tr Hồng Hà', 'pages'],
    ['Máy lạnh Daikin 1HP FTKB25', 'a model without its long ending'],
    ['Kìm cắt 6in Stanley', 'a word as the south says it'],
  ])('later, «%s»: %s', (name) => {
    const later = goodsOf(spoken.later);
    const own = later.findIndex(([first]) => first === name);
    expect(bestOf(later).find((pair) => pair.left === own)?.right).toBe(own);
  });

  test.each([
    ['Bạc đạn 6204 2RS SKF', 'seals by another maker’s letters'],
    ['Tôn lạnh màu 4 dem5 xanh ngọc', 'tenths of a dem'],
    ['Cáp DC 4mm đỏ Leader', 'a cross-section as it is said'],
    ['Van bướm tay gạt D100', 'a nominal width by a D'],
    ['Mực Brother 2385', 'the number of a series without its letters'],
    ['Cá tra fillet 170/220 trắng', 'a range with its unit'],
  ])('third, «%s»: %s', (name) => {
    const third = goodsOf(spoken.third);
    const own = third.findIndex(([first]) => first === name);
    expect(bestOf(third).find((pair) => pair.left === own)?.right).toBe(own);
  });

  test.each([
    ['Thảm trải sàn 50x50 xám', 'grey by its other word'],
    ['iPhone 15 128 hồng', 'pink, which is not «không»'],
    ['Inox tấm 304 1ly 1m2x2m4 2B', 'sides that are rounded'],
    ['Relay kiếng Omron 24VDC 14 chân MY4N', 'a voltage behind DC and a part of a code'],
  ])('fourth, «%s»: %s', (name) => {
    const fourth = goodsOf(spoken.fourth);
    const own = fourth.findIndex(([first]) => first === name);
    expect(bestOf(fourth).find((pair) => pair.left === own)?.right).toBe(own);
  });

  test.each([
    ['Bugi NGK CPR6EA-9', 'a code whose last letter is left out'],
    ['Tivi Samsung 55in UA55AU7700', 'a code whose first letters are left out'],
    ['Túi zip 10x15', 'sides in centimetres and in millimetres'],
    ['Máng cáp 200x100x1.2 sơn TĐ', 'sides by their letters'],
    ['Băng keo trong 4F8 100ya', 'centimetres as they are said, by an F'],
    ['Bông tai vàng trắng 14k đá CZ', 'gold by its carats'],
    ['Ly thủy tinh Ocean 12oz', 'ounces beside millilitres'],
    ['Đậu phộng sống', 'a word of the south'],
    ['Suất ăn ca 25k', 'an amount in thousands'],
    ['Màng RO 4040', 'a number that is a part of a code'],
    ['Cáp Cu/XLPE/PVC 4x16', 'a cable by what it is made of'],
  ])('fifth, «%s»: %s', (name) => {
    const own = fifth.findIndex(([first]) => first === name);
    expect(bestOfFifth.find((pair) => pair.left === own)?.right).toBe(own);
  });
});
