import { amountInWords } from '../../amount-in-words.ts';
import { netAmountOf } from '../../bravo/sales-line.ts';
import type { Day } from '../../day.ts';
import { divideRounded, splitVnd, sumVnd, type Vnd } from '../../money.ts';
import { Problem } from '../../problem.ts';
import { formatQuantity, type Quantity } from '../../quantity.ts';
import type { VatRate } from '../../vat-rate.ts';
import type { ProfileTerms } from '../books.ts';
import type { PlacedPart } from '../ledger/placed-part.ts';
import { isConsolidated } from '../rules/consolidation.ts';
import { dateFinder } from '../rules/dates.ts';
import type { ConsumerText } from '../rules/invoice-rules.ts';
import { namingOf } from '../rules/naming.ts';
import { computeVat } from '../rules/vat.ts';
import type { InvoiceBuyer, IssuanceInput, PlannedAllocation, PlannedInvoice, PlannedItem, Warning } from '../types.ts';
import { consumerBuyer, type FoundBuyer, namedAsConsumer } from './buyers.ts';
import { firstDaysOf, type Group, groupParts, keyDays, type LinesOfDocument } from './groups.ts';
import type { RateOf } from './services.ts';

/** An invoice without its voucher number, which is given once all invoices are known. */
export type InvoiceDraft = Omit<PlannedInvoice, 'voucherNumber'>;

type Item = Omit<PlannedItem, 'vatAmount' | 'unitPrice'>;

/** The customer of a partner in the books of a profile. */
export type Customers = {
  readonly buyerOf: (profile: string, partner: PlacedPart['partner']) => FoundBuyer;
  /** The code of the customer of a partner; empty when there is none. */
  readonly codeOf: (profile: string, partner: string) => string;
};

/** Invoices that have left and are not in the input: their keys, and their lines by document. */
type Left = { readonly isKeyUsed: (key: string) => boolean; readonly linesOfDocument: LinesOfDocument };

/**
 * Builds the invoices: one per (Bravo document, profile, buyer, lawful day), or one per (branch, day, profile) for consumers when
 * the period's rule says so, or one per (profile, month or quarter) for gifts that may be on one; split where a
 * profile limits the lines, but for the latter. Amounts are the parts of the ledger's own amounts,
 * so the items add up to the placed amount, to the đồng. The parts come in the ledger's order.
 */
export function buildInvoices(
  input: IssuanceInput,
  parts: readonly PlacedPart[],
  customers: Customers,
  { rateOf, left }: { readonly rateOf: RateOf; readonly left: Left },
): { readonly drafts: readonly InvoiceDraft[]; readonly warnings: readonly Warning[] } {
  const terms = new Map(input.profiles.map((books) => [books.terms.code, books.terms]));
  const texts = input.invoiceRules.consumerTexts;
  const dateOf = dateFinder(input);
  const keptKeys = new Set(input.kept.map((invoice) => invoice.key));
  const isUsed = (key: string): boolean => keptKeys.has(key) || left.isKeyUsed(key);
  const drafts: InvoiceDraft[] = [];
  const warnings = new Map<string, Warning>();
  const groups = groupParts(input, parts);
  const firstDays = firstDaysOf(groups, input.lines, left.linesOfDocument);
  for (const group of groups) {
    const seller = terms.get(group.profile)!;
    const { date } = dateOf(seller, group.ownDay ?? group.documentDate);
    const { buyer, warnings: own } = buyerOfGroup(group, customers, date, texts);
    for (const warning of own) warnings.set(`${warning.code} ${warning.profile} ${warning.message}`, warning);
    const items = makeItems(group, rateOf);
    const buyerKey = group.isAggregated ? 'nguoi-tieu-dung' : group.partner.code;
    const stem = [group.profile, group.bravoDocument, buyerKey, ...keyDays(group, firstDays)].join('/');
    let ordinal = 0;
    for (const chunk of splitItems(items, isConsolidated(group) ? 0 : seller.maxLinesPerInvoice)) {
      do ordinal++;
      while (isUsed(`${stem}/${ordinal}`));
      drafts.push(makeInvoice(group, { key: `${stem}/${ordinal}`, date, buyer }, chunk, seller));
    }
  }
  return { drafts, warnings: [...warnings.values()] };
}

/** A buyer who asked for an invoice is named on it if the law lets it be; everybody else is a consumer. */
function buyerOfGroup(
  group: Group,
  customers: Customers,
  date: Day,
  texts: readonly ConsumerText[],
): { readonly buyer: InvoiceBuyer; readonly warnings: readonly Warning[] } {
  const { profile, partner } = group;
  // One receivable for the day's consumers only if AMIS books them all under one customer.
  const codes = new Set(group.parts.map((part) => customers.codeOf(profile, part.partner.code)));
  const code = codes.size === 1 ? [...codes][0]! : '';
  const consumer = consumerBuyer(group.isAggregated ? '' : partner.code, code, date, texts);
  if (partner.requirement !== 'required') return { buyer: consumer, warnings: [] };
  const found = customers.buyerOf(profile, partner);
  const naming = namingOf(found, date);
  return naming.as === 'consumer' ? namedAsConsumer(found, naming.missing, profile, consumer) : found;
}

/**
 * Goods and services in the ledger's order, discounts after them; parts of one line and product from several lots are one
 * item. The group's parts come in the ledger's order.
 */
function makeItems(group: Group, rateOf: RateOf): Item[] {
  const isDiscount = (part: PlacedPart): boolean => part.open.line.kind === 'discount';
  const sorted = group.parts.some(isDiscount)
    ? [...group.parts.filter((part) => !isDiscount(part)), ...group.parts.filter(isDiscount)]
    : group.parts;
  const items = new Map<string, { -readonly [K in keyof Item]: Item[K] } & { allocations: PlannedAllocation[] }>();
  for (const part of sorted) {
    const { product, warehouse } = part;
    const { kind, id } = part.open.line;
    const vatRate = rateOf(part);
    // A gift at its market price is no promotion at 0: neither lends the other its price.
    const isPriced = kind === 'free' && netAmountOf(part.open.line) !== 0;
    const sameAs = group.isAggregated && !isPriced ? '' : id;
    const key = `${kind}\u0000${product.code}\u0000${kind === 'discount' ? '' : warehouse}\u0000${vatRate}\u0000${kind === 'discount' ? '' : sameAs}`;
    const allocation: PlannedAllocation = {
      line: id,
      lot: part.lot,
      quantity: part.quantity,
      baseQuantity: part.baseQuantity,
      amount: part.amount,
    };
    const item = items.get(key);
    if (item) {
      item.quantity += part.quantity;
      item.amount += part.amount;
      addAllocation(item.allocations, allocation);
      continue;
    }
    items.set(key, {
      product: product.code,
      name: kind === 'discount' ? part.open.line.itemName || product.name : product.name,
      unit: kind === 'discount' ? '' : product.unit,
      warehouse: kind === 'goods' || kind === 'free' ? warehouse : '',
      kind,
      quantity: part.quantity,
      amount: part.amount,
      vatRate,
      allocations: [allocation],
    });
  }
  return [...items.values()];
}

/** A discount follows several parts of its goods: its share on one item is one allocation. */
function addAllocation(allocations: PlannedAllocation[], more: PlannedAllocation): void {
  const at = more.lot === null ? allocations.findIndex((one) => one.line === more.line && one.lot === null) : -1;
  const known = allocations[at];
  if (!known) {
    allocations.push(more);
    return;
  }
  allocations[at] = {
    ...known,
    quantity: known.quantity + more.quantity,
    baseQuantity: known.baseQuantity + more.baseQuantity,
    amount: known.amount + more.amount,
  };
}

/**
 * Splits the items at the profile's limit. A discount of one item stays with it; others go along with every
 * part in proportion to its value. So no part is negative on its own.
 */
function splitItems(items: readonly Item[], limit: number): Item[][] {
  if (limit <= 0 || items.length <= limit) return [[...items]];
  const { groups, loose } = withOwnDiscounts(items);
  const room = Math.max(1, limit - loose.length);
  const chunks: Item[][] = [];
  for (const group of groups) {
    const last = chunks.at(-1);
    if (last && last.length + group.length <= room) last.push(...group);
    else chunks.push([...group]);
  }
  const valueAt = (chunk: readonly Item[], rate: VatRate) =>
    BigInt(
      sumVnd(chunk.filter((item) => item.vatRate === rate && item.kind !== 'discount').map((item) => item.amount)),
    );
  for (const discount of loose) {
    const weights = chunks.map((chunk) => valueAt(chunk, discount.vatRate));
    splitItem(discount, weights).forEach((part, index) => {
      if (part) chunks[index]!.push(part);
    });
  }
  return chunks;
}

/**
 * Each item with the discounts of its product and rate. `loose` are discounts of products that are on several items, or
 * on none: one item alone may be worth less than they are.
 */
function withOwnDiscounts(items: readonly Item[]): { groups: Item[][]; loose: Item[] } {
  const keyOf = ({ product, vatRate }: Item): string => `${product}\u0000${vatRate}`;
  const groups: Item[][] = [];
  const byKey = new Map<string, Item[] | 'several'>();
  for (const item of items) {
    if (item.kind === 'discount') continue;
    const group = [item];
    groups.push(group);
    // Free goods have no value that a discount could lower.
    if (item.kind !== 'free') byKey.set(keyOf(item), byKey.has(keyOf(item)) ? 'several' : group);
  }
  const loose: Item[] = [];
  for (const item of items) {
    if (item.kind !== 'discount') continue;
    const group = byKey.get(keyOf(item));
    if (group && group !== 'several') group.push(item);
    else loose.push(item);
  }
  return { groups, loose };
}

/** Splits a discount and each of its allocations by weight; parts of nothing are left out. */
function splitItem(item: Item, weights: readonly bigint[]): (Item | undefined)[] {
  const allocations = item.allocations.map((allocation) => splitVnd(allocation.amount, weights));
  return weights.map((_, index) => {
    const own = item.allocations
      .map((allocation, position) => ({ ...allocation, amount: allocations[position]![index]! }))
      .filter((allocation) => allocation.amount !== 0);
    if (own.length === 0) return undefined;
    return { ...item, amount: sumVnd(own.map((allocation) => allocation.amount)), allocations: own };
  });
}

function makeInvoice(
  group: Group,
  { key, date, buyer }: Pick<InvoiceDraft, 'key' | 'date' | 'buyer'>,
  items: readonly Item[],
  terms: ProfileTerms,
): InvoiceDraft {
  const vat = computeVat(items);
  const amount = sumVnd(items.map((item) => item.amount));
  const vatAmount = sumVnd(vat.groups.map((one) => one.vatAmount));
  const total = amount + vatAmount;
  const warnings: Warning[] = [];
  if (terms.maxLinesPerInvoice > 0 && items.length > terms.maxLinesPerInvoice) {
    const message = `Hóa đơn có ${items.length} dòng, quá giới hạn ${terms.maxLinesPerInvoice} của «${terms.code}».`;
    warnings.push({ code: 'TOO_MANY_LINES', message, profile: terms.code, invoice: key });
  }
  if (amount < 0) {
    const message = 'Chiết khấu lớn hơn tiền hàng của hóa đơn này.';
    warnings.push({ code: 'NEGATIVE_INVOICE', message, profile: terms.code, invoice: key });
  }
  return {
    key,
    profile: group.profile,
    date,
    documentDate: group.documentDate,
    bravoDocument: group.bravoDocument,
    buyer,
    items: items.map((item, index) => ({
      ...item,
      unitPrice: unitPrice(item.amount, item.quantity),
      vatAmount: vat.perItem[index]!,
    })),
    vat: vat.groups,
    amount,
    vatAmount,
    total,
    amountInWords: inWords(total, group.bravoDocument),
    warnings,
    status: 'draft',
    pinned: false,
  };
}

/** The total in words; of one that is too large to be said, the document is. */
function inWords(total: Vnd, bravoDocument: string): string {
  try {
    return amountInWords(total);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const message = `Hóa đơn của chứng từ «${bravoDocument}»: ${error.message}`;
    throw new Problem(error.code, message, { ...error.details, bravoDocument });
  }
}

/** Đồng per AMIS unit to 6 places, for display only: amounts are never made from it. "0" without a quantity. */
function unitPrice(amount: Vnd, quantity: Quantity): string {
  if (quantity === 0n) return '0';
  return formatQuantity(divideRounded(BigInt(amount) * 1_000_000_000_000n, quantity));
}
