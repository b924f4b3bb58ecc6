import { netAmountOf, type SalesLine } from '../../bravo/sales-line.ts';
import { divideRounded, scaleVnd, sumVnd, type Vnd, vnd } from '../../money.ts';
import { compare } from '../../order.ts';
import { minQuantity, type Quantity } from '../../quantity.ts';
import type { VatRate } from '../../vat-rate.ts';
import type { VatRules } from '../rules/invoice-rules.ts';
import { mayHaveHad } from '../rules/vat.ts';
import type { NettedReturn } from '../types.ts';
import { type OpenLedger, type OpenLine, type Part, shareOf, take, vatShare } from './open-lines.ts';
import { DocumentDiscounts, isAtPriceOf, isTaxedAs, samePriceFirst, toleranceOf } from './return-price.ts';
import { statedRate } from './stated-rate.ts';

/** A return that is left over, with the reason in words: it needs an adjustment of the earlier invoice. */
export type ReturnResidue = { readonly open: OpenLine; readonly why: string };

export type Netting = {
  readonly netted: readonly NettedReturn[];
  readonly residues: readonly ReturnResidue[];
  /** The ledger's VAT that kept invoices' parts of sales have less than was taken for them: roundings of their returns. */
  readonly vatOfKept: Vnd;
};

/** The part of a sale that is on an invoice before this plan. */
type InvoicedPart = {
  readonly baseQuantity: Quantity;
  readonly voucher: string;
  /** True when a kept invoice holds some of it: its share of the ledger's VAT was estimated, since no invoice states it. */
  readonly isKept: boolean;
};

/** The invoiced parts of sales: such a part cannot be netted any more, only adjusted. */
export type InvoicedElsewhere = Pick<ReadonlyMap<string, InvoicedPart>, 'get'>;

/** A line that gives goods or money back. Discounts are the other way round: a positive one takes a discount back. */
export function isReturn({ line, baseQuantity, amount }: Omit<OpenLine, 'place' | 'vatAmount'>): boolean {
  if (line.kind === 'discount') return amount > 0;
  return baseQuantity < 0n || (baseQuantity === 0n && amount < 0);
}

/**
 * Nets returns against sales of the same partner and item (and kind: a returned gift meets a gift) on or before the return's
 * date, those at the return's price first and of these the latest.
 *
 * A return takes from the sale what the sale's own goods are worth there, so the rest of the sale keeps its price. A
 * difference of mere rounding (under one đồng per unit) stays with the sale if some of it remains; where the rest of the sale is on a
 * kept invoice, that of VAT stays with it, as it did before the invoice left. A return at the price after a discount that the sale's
 * document has as a line of its own gives back the discount's share too. Any other difference
 * stays with the return and needs an adjustment, as does a return whose sale is not in the ledger or is invoiced already.
 * Goods at a reduced rate are of a sale of a day on which the reduction held, also where later ones are at their price; of those at their
 * price the ones of their own rate come first. Both sides lose the same amount to the đồng: the signed sum of the ledger is conserved. `doubtful` lines stay out of it.
 * `rest` are the lines of the ledger that are not settled: the returns are among them.
 */
export function netReturns(
  { open, rest, rules }: { readonly open: OpenLedger; readonly rest: readonly OpenLine[]; readonly rules: VatRules },
  invoiced: InvoicedElsewhere,
  doubtful: ReadonlyMap<string, string>,
): Netting {
  const returns: OpenLine[] = [];
  const keys = new Set<string>();
  const itemsOf = new Map<string, Set<string>>();
  for (const line of rest) {
    if (!isReturn(line) || doubtful.has(line.line.id)) continue;
    returns.push(line);
    keys.add(keyOf(line.line));
    const items = itemsOf.get(line.line.partnerCode) ?? new Set();
    itemsOf.set(line.line.partnerCode, items.add(line.line.itemCode));
  }
  if (returns.length === 0) return { netted: [], residues: [], vatOfKept: 0 };
  const salesByKey = new Map<string, OpenLine[]>();
  const discounts = new DocumentDiscounts(open, () => itemsOf.keys());
  for (const place of open.placesOf(itemsOf.keys())) {
    const sale = open.lines[place]!;
    if (sale.kind === 'discount' && !doubtful.has(sale.id)) discounts.add(sale, place);
    // Most lines are of goods of which nothing came back: they need no key of their own.
    if (!itemsOf.get(sale.partnerCode)!.has(sale.itemCode)) continue;
    const key = keyOf(sale);
    if (!keys.has(key)) continue;
    const line = open.at(place);
    if (isReturn(line) || doubtful.has(line.line.id)) continue;
    const sales = salesByKey.get(key);
    if (sales) sales.push(line);
    else salesByKey.set(key, [line]);
  }
  for (const sales of salesByKey.values()) sales.sort((a, b) => -byDate(a, b));
  returns.sort(byDate);

  const made: Made = { netted: [], absorbable: new Map(), vatOfKept: 0, discounts };
  const residues: ReturnResidue[] = [];
  for (const given of returns) {
    const all = salesByKey.get(keyOf(given.line)) ?? [];
    const rate = statedRate(given.line, rules);
    const sales = all.filter((sale) => isOfSuchDay(given.line, rate, sale.line, rules));
    const found =
      given.line.kind === 'discount' ? netDiscount(given, sales, made.netted) : netGoods(given, sales, made, invoiced);
    const why = all.length > 0 && sales.length === 0 ? otherDays(rate) : found;
    if (given.baseQuantity !== 0n || given.amount !== 0 || given.vatAmount !== 0) residues.push({ open: given, why });
  }
  return { netted: made.netted, residues, vatOfKept: made.vatOfKept };
}

/** A service may have been done on another day than that of its document. What is written with one wrong rate on both sides is one sale. */
const isOfSuchDay = (back: SalesLine, rate: VatRate | undefined, sale: SalesLine, rules: VatRules): boolean =>
  back.kind === 'service' || mayHaveHad(rate, sale.docDate, rules) || rate === statedRate(sale, rules);

const otherDays = (rate: VatRate | undefined): string =>
  `đơn bán cùng khách, cùng mặt hàng trong kỳ đều của ngày không có mức ${rate} %`;

/** The netting so far; `absorbable` is what returns may still claim of the invoiced parts of sales. */
type Made = {
  readonly netted: NettedReturn[];
  readonly absorbable: Map<string, Quantity>;
  vatOfKept: Vnd;
  readonly discounts: DocumentDiscounts;
};

const keyOf = ({ kind, partnerCode, itemCode }: SalesLine): string => `${kind}\u0000${partnerCode}\u0000${itemCode}`;

const byDate = ({ line: a }: OpenLine, { line: b }: OpenLine): number =>
  compare(a.docDate, b.docDate) || compare(a.id, b.id);

function netGoods(given: OpenLine, sales: readonly OpenLine[], made: Made, invoiced: InvoicedElsewhere): string {
  let why = 'không có đơn bán cùng khách, cùng mặt hàng từ ngày trả hàng trở về trước trong kỳ';
  /** The part that the return still has to give back, at its own price: differences of price do not flow into it. */
  const waiting = { baseQuantity: -given.baseQuantity, amount: -given.amount, vatAmount: -given.vatAmount };
  const before = made.netted.length;
  const until = sales.filter(({ line }) => line.docDate <= given.line.docDate);
  for (const sale of byPrice(given, until, made.discounts)) {
    if (waiting.baseQuantity <= 0n) break;
    const quantity = minQuantity(waiting.baseQuantity, sale.baseQuantity);
    const held = invoiced.get(sale.line.id);
    if (quantity > 0n && sale.amount >= 0) {
      const { part, vatOfKept } = cancel(given, sale, claim(waiting, quantity), held?.isKept === true);
      made.netted.push({ returnLine: given.line.id, saleLine: sale.line.id, ...part });
      made.vatOfKept += vatOfKept;
      why = OF_PRICE;
    }
    const rest = made.absorbable.get(sale.line.id) ?? held?.baseQuantity ?? 0n;
    const absorbed = minQuantity(waiting.baseQuantity, rest);
    if (absorbed > 0n) {
      made.absorbable.set(sale.line.id, rest - absorbed);
      claim(waiting, absorbed);
      why = `đơn bán đã xuất hóa đơn (chứng từ ${held!.voucher})`;
    }
  }
  if (given.baseQuantity === 0n && given.amount > 0) netOwnDiscounts(given, made.netted.slice(before), sales, made);
  return given.baseQuantity === 0n ? differenceWords(given, why) : why;
}

/** Sales at the return's price first; that may be the price after the discount that a document has as a line of its own. */
const byPrice = (given: OpenLine, sales: readonly OpenLine[], discounts: DocumentDiscounts): readonly OpenLine[] => {
  const { line: back } = given;
  const isAfterDiscount = (sale: OpenLine): boolean => {
    const own = sale.baseQuantity > 0n ? discounts.on(sale.line, netAmountOf(sale.line)) : [];
    return own.length > 0 && isAtPriceOf(back, sale.line, sumVnd(own.map(({ amount }) => amount)));
  };
  const isBefore = ({ line }: OpenLine): boolean => isAtPriceOf(back, line);
  const isSame = sales.some(isBefore) ? isBefore : isAfterDiscount;
  return samePriceFirst(
    back,
    samePriceFirst(back, sales, isSame),
    (sale) => isSame(sale) && isTaxedAs(back, sale.line),
  );
};

/**
 * A return that is cheaper than its sale by just the share of the discounts that the sale's document has as lines of their own
 * gives that share back: the discounts lose it, and what is left of the sale keeps its price after discount.
 */
function netOwnDiscounts(
  given: OpenLine,
  netted: readonly NettedReturn[],
  sales: readonly OpenLine[],
  made: Made,
): void {
  const lineOf = new Map(sales.map(({ line }) => [line.id, line]));
  const shares = netted.flatMap(({ saleLine, amount }) => made.discounts.on(lineOf.get(saleLine)!, amount));
  const rest = given.amount + sumVnd(shares.map(({ amount }) => amount));
  if (shares.length === 0 || Math.abs(rest) > toleranceOf(-given.line.baseQuantity)) return;
  const parts = shares.map(({ discount, amount }, index) => ({
    discount,
    amount: index === 0 ? amount - rest : amount,
  }));
  const isLeft = ({ discount, amount }: (typeof parts)[number]) => amount < 0 && discount.amount <= amount;
  // Two parts of one discount may be more than it has.
  if (!parts.every(isLeft) || new Set(parts.map(({ discount }) => discount)).size < parts.length) return;
  for (const { discount, amount } of parts) {
    const share = vatShare(discount, amount);
    const isLast = amount === -given.amount && Math.abs(given.vatAmount + share) <= 1;
    const vatAmount = isLast && discount.amount !== amount ? -given.vatAmount : share;
    const part = { baseQuantity: 0n, amount, vatAmount };
    take(discount, part);
    take(given, { baseQuantity: 0n, amount: -amount, vatAmount: -vatAmount });
    made.netted.push({ returnLine: given.line.id, saleLine: discount.line.id, ...part });
  }
}

const OF_PRICE = 'giá trả khác giá bán';

/** The rest of a return whose goods are all netted, in words: the way in which it differs is the way in which to adjust. */
function differenceWords({ amount }: OpenLine, why: string): string {
  if (why !== OF_PRICE || amount < 0) return why;
  return amount > 0 ? 'giá trả thấp hơn giá bán' : 'thuế của hàng trả khác thuế của đơn bán';
}

type Waiting = { baseQuantity: Quantity; amount: Vnd; vatAmount: Vnd };

/** The return's own value of a quantity, taken off the part that it still has to give back. */
function claim(waiting: Waiting, quantity: Quantity): Part {
  const share = (amount: Vnd) =>
    quantity === waiting.baseQuantity
      ? amount
      : vnd(Number(divideRounded(BigInt(amount) * quantity, waiting.baseQuantity)));
  const part = { baseQuantity: quantity, amount: share(waiting.amount), vatAmount: share(waiting.vatAmount) };
  waiting.baseQuantity -= quantity;
  waiting.amount -= part.amount;
  waiting.vatAmount -= part.vatAmount;
  return part;
}

/**
 * Cancels a quantity on both sides: at the sale's value, or at the return's when they differ by rounding only. `vatOfKept` is
 * the VAT that the kept part of the sale has to give for that, where nothing else of the sale remains.
 */
function cancel(given: OpenLine, sale: OpenLine, back: Part, isKept: boolean): { part: Part; vatOfKept: Vnd } {
  const { baseQuantity } = back;
  const own = shareOf(sale, baseQuantity);
  const tolerance = toleranceOf(baseQuantity);
  const saleStays = sale.baseQuantity > baseQuantity;
  const isNear = (a: Vnd, b: Vnd): boolean => Math.abs(a - b) <= tolerance;
  const isAbsorbed = (a: Vnd, b: Vnd, available: Vnd): boolean => saleStays && isNear(a, b) && b <= available;
  const isOfKept =
    !saleStays && isKept && isNear(own.vatAmount, back.vatAmount) && back.vatAmount <= sale.line.vatAmount;
  const isVatBack = isOfKept || isAbsorbed(own.vatAmount, back.vatAmount, sale.vatAmount);
  const part: Part = {
    baseQuantity,
    amount: isAbsorbed(own.amount, back.amount, sale.amount) ? back.amount : own.amount,
    vatAmount: isVatBack ? back.vatAmount : own.vatAmount,
  };
  const vatOfKept = isOfKept ? back.vatAmount - own.vatAmount : 0;
  take(sale, { ...part, vatAmount: part.vatAmount - vatOfKept });
  take(given, { baseQuantity: -baseQuantity, amount: -part.amount, vatAmount: -part.vatAmount });
  return { part, vatOfKept };
}

/** Takes a discount back from the discounts of earlier documents, by amount. */
function netDiscount(given: OpenLine, sales: readonly OpenLine[], netted: NettedReturn[]): string {
  for (const sale of sales) {
    if (given.amount <= 0) break;
    if (sale.line.docDate > given.line.docDate || sale.amount >= 0) continue;
    const amount = Math.max(sale.amount, -given.amount);
    const vatAmount =
      amount === sale.amount ? sale.vatAmount : scaleVnd(sale.vatAmount, BigInt(amount), BigInt(sale.amount));
    take(sale, { baseQuantity: 0n, amount, vatAmount });
    take(given, { baseQuantity: 0n, amount: -amount, vatAmount: -vatAmount });
    netted.push({ returnLine: given.line.id, saleLine: sale.line.id, baseQuantity: 0n, amount, vatAmount });
  }
  return 'không có chiết khấu cùng khách trước ngày trả lại để bù trừ';
}
