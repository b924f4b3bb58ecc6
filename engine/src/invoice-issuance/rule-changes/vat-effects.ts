import { type Day, formatDay } from '../../day.ts';
import { formatVnd, scaleVnd, sumVnd, type Vnd } from '../../money.ts';
import { type VatRate, vatBasisPoints } from '../../vat-rate.ts';
import { isPermitted, reductionOn, reductionTermOf } from '../rules/vat.ts';
import { type OpenPart, sumsOf } from './at-hand.ts';
import { datedAfter, effectOn, type RuleEffect, type RuleTurn } from './effect.ts';

/**
 * A reduction that begins, ends or becomes another one. The rate follows the day of supply (law.md, V2 and V5): what is
 * sold before the day keeps its rate, so the open documents say what goods like them cost from the day on.
 */
export function vatEffects(turn: RuleTurn): RuleEffect[] {
  return [...reductionEffects(turn), ...notPermitted(turn)];
}

function reductionEffects(turn: RuleTurn): RuleEffect[] {
  const { input, parts, on } = turn;
  const change = rateChange(turn);
  if (!change) return [];
  const { from, to } = change;
  const isFlagged = reducedFinder(input, on);
  // A reduction that begins is for goods that are flagged for it; one that ends is over for all that carry it.
  const touched = parts.filter((part) => part.rate === from && (!change.isBeginning || isFlagged(part)));
  const [earlier, later] = [touched.filter((one) => one.saleDay < on), touched.filter((one) => one.saleDay >= on)];
  const differenceOf = (own: readonly OpenPart[]) => vatBetween(sumVnd(own.map(({ amount }) => amount)), from, to);
  const figures = (own: readonly OpenPart[]) => {
    const { lines, amount } = sumsOf(own);
    return `${formatVnd(lines)} dòng trị giá ${formatVnd(amount)} đ`;
  };
  const day = formatDay(on);
  const effects = [
    effectOn(touched, {
      code: 'VAT_RATE',
      says: `Hàng bán từ ${day} mang ${rateText(to)} thay vì ${rateText(from)}. Chứng từ chưa có hóa đơn đang có ${figures(touched)} ở mức ${rateText(from)}: bán như vậy từ ngày đó thì thuế chênh ${signed(differenceOf(touched))} đ.`,
      remedy: change.isBeginning
        ? 'Ghi cờ giảm thuế cho mã hàng được giảm trước ngày này; bảng giá đã gồm thuế đổi giá chưa thuế.'
        : 'Đổi thuế suất trong Bravo và bảng giá từ ngày này; nếu có văn bản gia hạn thì quản trị viên thêm quy tắc giảm thuế.',
      vatDifference: differenceOf(touched),
    }),
  ];
  if (later.length > 0)
    effects.push(
      effectOn(later, {
        code: 'VAT_SOLD_AFTER',
        says: `${figures(later)} bán từ ${day} nhưng còn ghi ${rateText(from)}: phải là ${rateText(to)}, thuế chênh ${signed(differenceOf(later))} đ.`,
        remedy: 'Sửa thuế suất của các dòng này trên sổ Bravo rồi nạp lại; Khớp không tự đổi thuế suất trên sổ.',
        vatDifference: differenceOf(later),
      }),
    );
  const doubtful = change.isBeginning ? [] : datedAfter(turn, earlier);
  if (doubtful.length > 0)
    effects.push(
      effectOn(doubtful, {
        code: 'VAT_ISSUED_AFTER',
        says: `${figures(doubtful)} bán trước ${day} ở mức ${rateText(from)} sẽ mang ngày hóa đơn từ ${day} nếu đến ngày đó chưa lập: phần mềm hóa đơn có thể từ chối mức này.`,
        remedy:
          'Lập các hóa đơn này trước ngày đó. Phần không kịp: hỏi cơ quan thuế hoặc chuyên gia, không tự chọn mức.',
      }),
    );
  return effects;
}

/** Goods at `from` carry `to` from the day on; nothing when both days say the same. */
function rateChange({ input: { invoiceRules }, on, before }: RuleTurn) {
  const [old, now] = [reductionOn(before, invoiceRules), reductionOn(on, invoiceRules)];
  if (old) {
    const to = now?.standardRate === old.standardRate ? now.reducedRate : old.standardRate;
    return to === old.reducedRate ? undefined : { from: old.reducedRate, to, isBeginning: false };
  }
  return now && { from: now.standardRate, to: now.reducedRate, isBeginning: true };
}

/** True for parts whose product is flagged for the reduction: that of the draft, else any that is connected. */
function reducedFinder({ profiles }: RuleTurn['input'], day: Day): (part: OpenPart) => boolean {
  const products = new Set<string>();
  const items = new Set<string>();
  for (const { terms, products: own, productConnections } of profiles) {
    const reduced = new Set(own.filter((one) => reductionTermOf(one, day) === 'reduced').map(({ code }) => code));
    for (const code of reduced) products.add(`${terms.code}\n${code}`);
    for (const { product, item } of productConnections) if (reduced.has(product)) items.add(item);
  }
  return ({ terms, product, item }) =>
    product === undefined ? items.has(item) : products.has(`${terms?.code}\n${product}`);
}

function notPermitted({ input: { invoiceRules }, parts, on, before }: RuleTurn): RuleEffect[] {
  const gone = parts.filter(
    ({ rate }) => rate !== undefined && isPermitted(rate, before, invoiceRules) && !isPermitted(rate, on, invoiceRules),
  );
  if (gone.length === 0) return [];
  const rates = [...new Set(gone.map(({ rate }) => rate!))].sort();
  return [
    effectOn(gone, {
      code: 'RATE_NOT_PERMITTED',
      says: `Từ ${formatDay(on)} không còn dùng mức ${rates.map(rateText).join(', ')}.`,
      remedy: 'Sửa thuế suất của mã hàng và của sổ Bravo cho những ngày bán từ ngày này.',
    }),
  ];
}

const vatBetween = (amount: Vnd, from: VatRate, to: VatRate): Vnd =>
  scaleVnd(amount, vatBasisPoints(to) - vatBasisPoints(from), 10_000n);

const rateText = (rate: VatRate): string => (/^\d/.test(rate) ? `${rate} %` : rate);

const signed = (amount: Vnd): string => `${amount > 0 ? '+' : ''}${formatVnd(amount)}`;
