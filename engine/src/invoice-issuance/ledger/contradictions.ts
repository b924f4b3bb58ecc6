import { type Figure, isPositiveReturn, netAmountOf, pricedWorth, type SalesLine } from '../../bravo/sales-line.ts';
import { formatDay } from '../../day.ts';
import { divideRounded, formatVnd } from '../../money.ts';
import { convert, type Factor, parseFactor } from '../../quantity.ts';
import { quantityText } from '../quantity-text.ts';
import { GIFT_NAMES, giftKindOf } from '../rules/gift-kind.ts';
import type { IssuanceInput, PeriodTerms } from '../types.ts';

/**
 * Line → the contradiction in its own figures or its date, in words with the numbers. Such a line is neither netted nor
 * invoiced.
 */
export function contradictions({ lines, period }: Pick<IssuanceInput, 'lines' | 'period'>): Map<string, string> {
  const found = new Map<string, string>();
  const rateOf = rateReader();
  for (const line of lines) {
    const why =
      outsidePeriod(line, period) ??
      ofBlanks(line) ??
      (line.kind === 'discount' ? undefined : ofFigures(line, rateOf)) ??
      ofSign(line);
    if (why !== undefined) found.set(line.id, why);
  }
  return found;
}

/** Stock, lots and the AMIS ledgers are the period's own: another day's sale would be served from goods of the wrong days. */
function outsidePeriod({ docDate }: SalesLine, { fromDate, toDate }: PeriodTerms): string | undefined {
  if (docDate >= fromDate && docDate <= toDate) return undefined;
  return `ngày bán ${formatDay(docDate)} ngoài kỳ ${formatDay(fromDate)} – ${formatDay(toDate)}: lập hóa đơn ở kỳ của ngày đó, hoặc nạp lại sổ đúng những ngày của kỳ`;
}

const FIGURES: Readonly<Record<Figure, string>> = {
  quantity: 'số lượng',
  baseQuantity: 'số lượng gốc',
  amount: 'tiền hàng',
};

/** A blank is an unknown amount, not 0. */
function ofBlanks({ unstated = [] }: SalesLine): string | undefined {
  if (unstated.length === 0) return undefined;
  const names = unstated.map((figure) => FIGURES[figure]).join(', ');
  return `Bravo để trống ${names}: ghi ở Bravo rồi nạp lại (thật không có thì ghi 0; hàng tặng thì ghi loại là hàng tặng)`;
}

/** The sign is wrong or the document is, which only a person knows: taken for a sale, goods that came back would be invoiced. */
function ofSign(line: SalesLine): string | undefined {
  if (line.kind !== 'discount' && line.baseQuantity < 0n && netAmountOf(line) > 0)
    return `số lượng âm (${quantityText(line.quantity)}) mà tiền dương (${formatVnd(netAmountOf(line))} đồng); là hàng trả lại thì ghi cả hai số âm ở Bravo rồi nạp lại`;
  if (!isPositiveReturn(line)) return undefined;
  return `chứng từ trả lại «${line.docCode}» mà ghi như hàng bán (số lượng ${quantityText(line.quantity)}, tiền ${formatVnd(netAmountOf(line))} đồng); là hàng trả lại thì ghi số âm ở Bravo, thật là hàng bán thì ghi ở chứng từ bán hàng, rồi nạp lại`;
}

function ofFigures(line: SalesLine, rateOf: (text: string) => Factor | undefined): string | undefined {
  const { kind, quantity, baseQuantity, convertRate, unitPrice, amount, unit } = line;
  const gift = kind === 'free' ? ofGift(line) : undefined;
  if (gift !== undefined) return gift;
  if (amount === 0 && kind !== 'free' && (pricedWorth(line) ?? 0) !== 0)
    return `đơn giá ${unitPrice} × ${quantityText(quantity)} ${unit} nhưng thành tiền 0 đồng; sửa ở Bravo rồi nạp lại`;
  if (convertRate === '1' ? quantity === baseQuantity : convertRate === '') return undefined;
  const rate = rateOf(convertRate);
  if (!rate) return undefined;
  const expected = convert(quantity, rate);
  // A rate with decimals may have been rounded in its last place; a difference within that is not a contradiction.
  const slack = convertRate.includes('.') ? divideRounded(abs(quantity), 10n ** placesOf(convertRate)) + 1n : 1n;
  if (abs(expected - baseQuantity) <= slack) return undefined;
  return `${quantityText(quantity)} ${unit} × ${convertRate} là ${quantityText(expected)} nhưng số lượng gốc ghi ${quantityText(baseQuantity)}; sửa ở Bravo rồi nạp lại`;
}

/** Only promotion is worth nothing without a question; what else is given away has its market price (law.md, V7). */
function ofGift(line: SalesLine): string | undefined {
  const kind = giftKindOf(line);
  const value = netAmountOf(line);
  if (kind !== 'promotion')
    return value === 0
      ? `${GIFT_NAMES[kind]} giá 0 mà không phải khuyến mại: thuế tính theo giá bán thị trường; ghi giá ấy ở Bravo, hoặc ghi rõ «khuyến mại» ở diễn giải nếu đúng là khuyến mại, rồi nạp lại`
      : undefined;
  if (value === 0) return undefined;
  return `ghi là hàng tặng nhưng có tiền ${formatVnd(value)} đồng; sửa ở Bravo rồi nạp lại`;
}

/** Rates repeat on every line of an item; an invalid one says nothing. */
function rateReader(): (text: string) => Factor | undefined {
  const known = new Map<string, Factor | undefined>();
  return (text) => {
    if (!known.has(text)) known.set(text, RATE.test(text) && /[1-9]/.test(text) ? parseFactor(text) : undefined);
    return known.get(text);
  };
}

const RATE = /^\d+(\.\d+)?$/;
const placesOf = (decimal: string): bigint => BigInt(decimal.length - decimal.indexOf('.') - 1);
const abs = (value: bigint): bigint => (value < 0n ? -value : value);
