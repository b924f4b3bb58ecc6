import type { SalesLine } from '../../bravo/sales-line.ts';

/**
 * The kinds of goods that leave without a price (law.md, V7): promotion under commercial law; cho, biếu, tặng; samples
 * and goods for advertising; own use, exchange and goods in place of wages.
 */
export type GiftKind = 'promotion' | 'gift' | 'sample' | 'internal';

export const GIFT_NAMES: Readonly<Record<Exclude<GiftKind, 'promotion'>, string>> = {
  gift: 'hàng cho, biếu, tặng',
  sample: 'hàng mẫu, hàng quảng cáo',
  internal: 'hàng tiêu dùng nội bộ, trao đổi hoặc trả thay lương',
};

/** Whole words: «biểu» is not «biếu», so the marks of the letters count. */
const words = (alternatives: string): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{N}])(?:${alternatives})(?![\\p{L}\\p{N}])`, 'u');

const WORDS: readonly (readonly [GiftKind, RegExp])[] = [
  ['promotion', words('khuyến mại|khuyến mãi|km|tặng kèm')],
  ['sample', words('hàng mẫu|mẫu thử|dùng thử|quảng cáo|sample|tester')],
  ['internal', words('nội bộ|thay lương|trả lương|trao đổi|cho vay|cho mượn')],
  ['gift', words('biếu|cho tặng|quà tặng')],
];

/**
 * The kind of a gift as Bravo says it: in the words of the line, else in the name of the goods. Without a word it is what
 * the kind of the line itself means on an electronic invoice: promotion.
 */
export function giftKindOf({ description, itemName }: Pick<SalesLine, 'description' | 'itemName'>): GiftKind {
  for (const text of [description, itemName]) {
    const said = text.normalize('NFC').toLowerCase();
    const found = WORDS.find(([, pattern]) => pattern.test(said));
    if (found) return found[0];
  }
  return 'promotion';
}
