import { formatDay } from '../day.ts';
import { formatVnd, type Vnd } from '../money.ts';
import { formatQuantity, parseQuantity, type Quantity } from '../quantity.ts';
import type { ShortageDetail } from './allocate/types.ts';
import type { Unserved } from './draw.ts';
import { type OpenLine, take, vatShare } from './open-lines.ts';
import type { Shortage, ShortageReason } from './types.ts';

/** What would really help, by reason. None of them changes a date, a quantity, a factor or a buyer to make things fit. */
export const REMEDIES: Readonly<Record<ShortageReason | 'EXCLUDED', string>> = {
  ITEM_NOT_CONNECTED: 'Nối mặt hàng Bravo với đúng mã hàng AMIS của đơn vị được xuất, rồi lập lại hóa đơn.',
  FACTOR_MISSING: 'Nhập hệ số quy đổi (số đơn vị AMIS trong một đơn vị gốc Bravo) cho nối mã này.',
  NO_STOCK: 'Nhập đủ chứng từ mua hàng còn thiếu vào AMIS rồi nạp lại tồn kho; hoặc chờ đơn vị có hàng.',
  STOCK_AFTER_SALE:
    'Kiểm tra ngày nhập hàng ở AMIS: nếu hàng đã về trước ngày bán, ghi đúng ngày chứng từ nhập rồi nạp lại tồn kho và sổ mua hàng.',
  TAKEN_BY_OTHERS:
    'Nhập thêm hàng vào AMIS, hoặc khai báo thêm đơn vị được phép xuất còn tồn mã này, rồi lập lại hóa đơn.',
  ISSUER_NOT_DECLARED: 'Khai báo đơn vị được xuất hóa đơn cho chi nhánh này trong kỳ.',
  INVOICE_REQUIREMENT_UNSET: 'Đánh dấu khách này lấy hay không lấy hóa đơn ở danh mục khách Bravo.',
  PROFILE_LOCKED: 'Mở khóa sổ của đơn vị (người có thẩm quyền), hoặc khai báo đơn vị khác còn mở được phép xuất.',
  RETURN_UNMATCHED: 'Lập hóa đơn điều chỉnh hoặc thay thế cho hóa đơn bán đã xuất; Khớp không tự bù trừ.',
  NEEDS_REVIEW:
    'Xem lại dòng này và quyết định: sửa dữ liệu gốc ở Bravo hoặc AMIS, hoặc xác nhận ở màn hình đối chiếu.',
  VAT_RATE_UNKNOWN: 'Ghi thuế suất cho mã hàng ở AMIS rồi nạp lại danh mục hàng hóa.',
  EXCLUDED: 'Dòng được loại có chủ ý; bỏ quyết định loại nếu cần xuất hóa đơn.',
};

/** A quantity as people write it: `1.234,5`. */
export function quantityText(quantity: Quantity): string {
  const [whole = '0', fraction] = formatQuantity(quantity < 0n ? -quantity : quantity).split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+(?!\d))/g, '.');
  return `${quantity < 0n ? '-' : ''}${grouped}${fraction ? `,${fraction}` : ''}`;
}

const decimalText = (text: string): string => quantityText(parseQuantity(text));

/** A shortage that no allocation decided: a refusal with its reason in words. Takes the amount from the line. */
export function refusedShortage(
  open: OpenLine,
  reason: ShortageReason,
  why: string,
  amount: Vnd = open.amount,
): Shortage {
  const baseQuantity = amount === open.amount ? open.baseQuantity : 0n;
  const { vatAmount } = take(open, { baseQuantity, amount, vatAmount: vatShare(open, amount) });
  const isReturn = reason === 'RETURN_UNMATCHED';
  const sign = isReturn && amount <= 0 ? -1 : 1;
  const money = `${formatVnd(sign * amount)} đồng`;
  const size = baseQuantity === 0n ? money : `${quantityText(BigInt(sign) * baseQuantity)} (${money})`;
  return {
    line: open.line.id,
    reason,
    baseQuantity,
    amount,
    vatAmount,
    message: `${isReturn ? 'Hàng trả lại chưa bù trừ' : 'Chưa xuất'} ${size}: ${why}.`,
    remedy: REMEDIES[reason],
    competitors: [],
  };
}

/** A shortage of stock, with the allocator's numbers in words. Takes the amount from the line. */
export function stockShortage(unserved: Unserved): Shortage {
  const { open } = unserved.eligible;
  const { vatAmount } = take(open, {
    baseQuantity: unserved.baseQuantity,
    amount: unserved.amount,
    vatAmount: vatShare(open, unserved.amount),
  });
  const { links, profiles } = unserved.eligible;
  const own = links.filter((link) => profiles.includes(link.profile));
  const codes = [...new Set(own.map((link) => `«${link.product.code}» (${link.profile})`))];
  return {
    line: open.line.id,
    reason: unserved.reason,
    baseQuantity: unserved.baseQuantity,
    amount: unserved.amount,
    vatAmount,
    message: stockSentence(unserved.detail, unserved.reason, open.line.docDate, codes),
    remedy: stockRemedy(unserved),
    competitors: unserved.detail.competitors.map(({ document, line, lineQuantity }) => ({
      document,
      line,
      quantity: parseQuantity(lineQuantity),
    })),
  };
}

function stockSentence(detail: ShortageDetail, reason: ShortageReason, day: string, codes: readonly string[]): string {
  const need = `Cần ${decimalText(detail.needed)}, cấp ${decimalText(detail.given)}, thiếu ${decimalText(detail.missing)}.`;
  const where = codes.length > 3 ? `${codes.slice(0, 3).join(', ')} và ${codes.length - 3} mã khác` : codes.join(', ');
  const onDay = `ngày ${formatDay(day)}`;
  const elsewhere =
    parseQuantity(detail.freeInOtherProfiles) > 0n
      ? ` Còn ${decimalText(detail.freeInOtherProfiles)} ở đơn vị không được xuất cho chi nhánh này.`
      : '';
  const arrival = detail.nextArrival
    ? ` Hàng về sau ngày bán: ${decimalText(detail.nextArrival.quantity)}, sớm nhất ${formatDay(detail.nextArrival.day)}.`
    : '';
  const free =
    parseQuantity(detail.freeByDate) > 0n
      ? ` Còn ${decimalText(detail.freeByDate)} chưa cấp nhưng không tròn đơn vị để xuất.`
      : '';
  if (reason === 'NO_STOCK') return `${need} Tồn của ${where}: ${decimalText(detail.stockEver)}.${free}${elsewhere}`;
  if (reason === 'STOCK_AFTER_SALE') {
    return `${need} Tồn của ${where} ${onDay}: ${decimalText(detail.stockByDate)}.${arrival}${elsewhere}`;
  }
  if (reason !== 'TAKEN_BY_OTHERS') return `${need}${elsewhere}`;
  const documents = [...new Set(detail.competitors.map((one) => one.document))];
  const others = detail.competitorCount > documents.length ? ' và các dòng khác' : '';
  const taken = `Tồn ${decimalText(detail.stockByDate)} ${onDay} − ${decimalText(detail.takenByOthers)} đã cấp cho ${documents.join(', ')}${others}.`;
  return `${need} ${taken}${free}${arrival}${elsewhere}`;
}

/** Names the stock of other entities only where there is some; whether they may issue is for people to declare. */
function stockRemedy({ reason, detail, eligible }: Unserved): string {
  const isIndivisible = reason === 'NO_STOCK' && parseQuantity(detail.freeByDate) > 0n;
  const own = isIndivisible
    ? 'Nối thêm mã AMIS có đơn vị nhỏ hơn nếu thật có; đơn vị chia lẻ được (kg, mét …) thì khai báo trong quy tắc của kỳ.'
    : REMEDIES[reason];
  if (parseQuantity(detail.freeInOtherProfiles) <= 0n) return own;
  return `${own} Nếu chi nhánh «${eligible.open.line.branchCode}» được phép xuất từ đơn vị còn tồn, khai báo đơn vị đó trong kỳ.`;
}

/** For a kept invoice that holds a line that the ledger no longer has: the law still balances, and someone must look. */
export function ghostShortage(line: string, baseQuantity: Quantity, amount: Vnd, voucher: string): Shortage {
  return {
    line,
    reason: 'NEEDS_REVIEW',
    baseQuantity: -baseQuantity,
    amount: -amount,
    vatAmount: 0,
    message: `Hóa đơn «${voucher}» được giữ lại nhưng dòng «${line}» không còn trong sổ bán hàng.`,
    remedy: 'Nạp lại sổ bán hàng Bravo cho đủ kỳ, hoặc điều chỉnh hóa đơn đã xuất.',
    competitors: [],
  };
}
