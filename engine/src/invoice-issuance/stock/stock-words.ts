import { netAmountOf } from '../../bravo/sales-line.ts';
import { formatDay } from '../../day.ts';
import type { Quantity } from '../../quantity.ts';
import { firstNamed } from '../../text/first-named.ts';
import type { Eligible } from '../ledger/eligibility.ts';
import { quantityText } from '../quantity-text.ts';
import { REMEDIES } from '../shortages/remedies.ts';
import type { Unserved } from './draw.ts';
import type { UnconnectedStock } from './unconnected.ts';

/** The data that the words about a shortage of stock need beside the allocator's numbers. */
export type StockContext = {
  /** A line that may be invoiced, by its key. */
  readonly eligibleOf: (line: string) => Eligible | undefined;
  /** The codes that a line may be invoiced as, in words. */
  readonly codesOf: (eligible: Eligible) => string;
  readonly unconnected: (eligible: Eligible) => readonly UnconnectedStock[];
};

const named = (stock: readonly UnconnectedStock[]): string =>
  stock.map(({ profile, product, quantity }) => `${quantityText(quantity)} ở mã «${product}» (${profile})`).join(', ');

/**
 * The numbers of a shortage as an accountant reads them: the needed and the given quantity, the holders of the rest,
 * the places of more.
 */
export function stockSentence({ detail, reason, eligible }: Unserved, context: StockContext): string {
  const { line } = eligible.open;
  const need = `Cần ${quantityText(detail.needed)}, cấp ${quantityText(detail.given)}, thiếu ${quantityText(detail.missing)}.`;
  const where = context.codesOf(eligible);
  const onDay = `ngày ${formatDay(line.docDate)}`;
  const twins = context.unconnected(eligible);
  const twin = twins.length > 0 ? ` Còn ${named(twins)} cùng tên, chưa nối.` : '';
  const elsewhere =
    (detail.freeInOtherProfiles > 0n
      ? ` Còn ${quantityText(detail.freeInOtherProfiles)} ở hồ sơ không được xuất cho chi nhánh này.`
      : '') + twin;
  const arrival = detail.nextArrival
    ? ` Hàng về sau ngày bán: ${quantityText(detail.nextArrival.quantity)}, sớm nhất ${formatDay(detail.nextArrival.day)}.`
    : '';
  const free =
    detail.freeByDate > 0n
      ? ` Còn ${quantityText(detail.freeByDate)} chưa cấp nhưng không tròn đơn vị để xuất.`
      : detail.isBelowStep
        ? ' Phần thiếu không tròn đơn vị để xuất.'
        : '';
  if (reason === 'NO_STOCK') return `${need} Tồn của ${where}: ${quantityText(detail.stockEver)}.${free}${elsewhere}`;
  if (reason === 'STOCK_AFTER_SALE') {
    return `${need} Tồn của ${where} ${onDay}: ${quantityText(detail.stockByDate)}.${arrival}${elsewhere}`;
  }
  if (reason !== 'TAKEN_BY_OTHERS') return `${need}${elsewhere}`;
  const taken = `Tồn ${quantityText(detail.stockByDate)} ${onDay} − ${quantityText(detail.takenByOthers)} đã cấp cho ${holders(detail, eligible, context)}.`;
  return `${need} ${taken}${beyond(detail)}${free}${arrival}${elsewhere}`;
}

/** Steps, not stock, keep the rest from the line. */
const isIndivisible = ({ isBelowStep, freeByDate, missing }: Unserved['detail']): boolean =>
  isBelowStep === true || freeByDate >= missing;

/** Worked out once for the lines that share their connections and profiles: thousands of an item may wait. */
export function codesFinder(): StockContext['codesOf'] {
  const known = new Map<Eligible['connections'], Map<string, string>>();
  return (eligible) => {
    const ofConnections = known.get(eligible.connections) ?? new Map<string, string>();
    known.set(eligible.connections, ofConnections);
    const key = eligible.profiles.join('\u0000');
    const codes = ofConnections.get(key) ?? codesOf(eligible);
    ofConnections.set(key, codes);
    return codes;
  };
}

/** As many codes of one line are named. */
const CODES_NAMED = 3;

function codesOf({ connections, profiles }: Eligible): string {
  const own = connections.filter((connection) => profiles.includes(connection.profile));
  const codes = [...new Set(own.map((connection) => `«${connection.product.code}» (${connection.profile})`))];
  return firstNamed(codes, CODES_NAMED, 'mã');
}

/** The documents that hold the stock itself, with why they come first where that can be said in a word. */
function holders({ competitors, competitorCount }: Unserved['detail'], own: Eligible, context: StockContext): string {
  const byDocument = new Map<string, string>();
  const named = competitors.filter(({ exchanges }) => exchanges === 0);
  for (const { document, line } of named)
    if (!byDocument.has(document)) byDocument.set(document, whyFirst(context.eligibleOf(line), own));
  const whys = new Set(byDocument.values());
  const others = competitorCount > named.length ? ' và các dòng khác' : '';
  if (whys.size > 1) {
    return `${[...byDocument].map(([document, why]) => document + inBrackets(why)).join(', ')}${others}`;
  }
  return `${[...byDocument.keys()].join(', ')}${inBrackets([...whys][0] ?? '')}${others}`;
}

const inBrackets = (why: string): string => (why === '' ? '' : ` (${why})`);

function whyFirst(holder: Eligible | undefined, own: Eligible): string {
  if (!holder) return '';
  if (holder.partner.requirement === 'required' && own.partner.requirement !== 'required') return 'khách lấy hóa đơn';
  const [first, second] = [holder.open.line, own.open.line];
  if (first.itemCode !== second.itemCode || first.id === second.id) return '';
  const difference =
    BigInt(netAmountOf(first)) * second.baseQuantity - BigInt(netAmountOf(second)) * first.baseQuantity;
  if (difference > 0n) return 'đơn giá cao hơn';
  return first.docDate < second.docDate ? 'ngày sớm hơn' : '';
}

/** The holders behind the holders: they hold the other stock that those could use. */
function beyond({ competitors, cut, stockByDate }: Unserved['detail']): string {
  const behind = [...new Set(competitors.filter((one) => one.exchanges > 0).map((one) => one.document))];
  if (behind.length === 0 || !cut || cut.stock <= stockByDate) return '';
  const all = `${cut.isWhole ? '' : 'ít nhất '}${quantityText(cut.stock)}`;
  return ` Các dòng ấy cũng không đổi sang hàng khác được: tồn mà chúng dùng được (${all}) đã cấp hết, cho cả ${behind.join(', ')}.`;
}

/**
 * The remedies that really help: only those that the numbers show to cover the line, or a part of it. Whether an entity
 * may issue, a receipt was dated wrongly or two codes are the same goods is for people to know.
 */
export function stockRemedy({ reason, detail, eligible }: Unserved, context: StockContext): string {
  const ahead = detail.missingAhead ?? 0n;
  const enough = quantityText(detail.missing + ahead);
  const helps = (free: Quantity): boolean => free > ahead;
  if (reason === 'NO_STOCK' && isIndivisible(detail)) {
    return withOthers(
      [
        'Nối thêm mã AMIS có đơn vị nhỏ hơn nếu thật có; đơn vị chia lẻ được (kg, mét …) thì khai báo trong quy tắc của kỳ.',
      ],
      eligible,
      context,
      helps(detail.freeInOtherProfiles),
    );
  }
  const ways: string[] = [];
  if (helps(detail.freeLater)) ways.push(REMEDIES.STOCK_AFTER_SALE);
  else if (reason === 'STOCK_AFTER_SALE')
    ways.push('Hàng về sau ngày bán đã cấp cho dòng khác, sửa ngày nhập không giúp được.');
  const share = ahead > 0n ? `, trong đó ${quantityText(ahead)} sẽ về các dòng thiếu được xét trước hoặc cùng lúc` : '';
  ways.push(
    `Nếu còn chứng từ mua chưa nhập vào AMIS: nhập đủ rồi nạp lại tồn kho (cần thêm ${enough} đơn vị gốc của ${context.codesOf(eligible)}${share}).`,
  );
  return withOthers(ways, eligible, context, helps(detail.freeInOtherProfiles));
}

function withOthers(ways: string[], eligible: Eligible, context: StockContext, otherIssuer: boolean): string {
  if (otherIssuer) {
    const { branchCode } = eligible.open.line;
    ways.push(`Nếu chi nhánh «${branchCode}» được phép xuất từ hồ sơ còn tồn, khai báo hồ sơ đó trong kỳ.`);
  }
  const twins = context.unconnected(eligible);
  if (twins.length > 0) {
    const codes = twins.map(({ profile, product }) => `«${product}» (${profile})`).join(', ');
    ways.push(`Nếu ${codes} đúng là mặt hàng này thì nối mã.`);
  }
  return ways.join(' ');
}
