import { addDays, type Day } from '../../../day.ts';
import type { Vnd } from '../../../money.ts';
import type { Factor } from '../../../quantity.ts';
import { isOwnNumber } from '../../../voucher-number.ts';
import type { AmisSalesEntry, ProfileBooks } from '../../books.ts';
import type { OpenLine } from '../../ledger/open-lines.ts';
import { consolidates, vatPeriodOf } from '../../rules/consolidation.ts';
import type { IssuanceInput } from '../../types.ts';
import { buyerFinder, type EntryBuyers } from '../buyers/entry-buyers.ts';
import { correctionOf } from '../reference-words.ts';
import type { Pair } from './one-to-one.ts';
import { hasOtherRate, preferItsRate, withRate } from './other-rate.ts';
import { sameQuantity } from './same-quantity.ts';

/** An AMIS entry is looked for among sales from this many days after it … */
const DAYS_BEFORE_SALE = 3;
/** … to this many days before it. */
const DAYS_AFTER_SALE = 31;
/** Without a buyer to go by, only sales this near may be meant. */
const DAYS_NEAR = 3;

/** Lines under two keys, one inside the other: keys that are there already need no text of their own per line. */
type Nested<A, B> = Map<A, Map<B, OpenLine[]>>;

export type LineIndex = {
  /** By item, then partner. */
  readonly byItemPartner: Nested<string, string>;
  /** By item, then amount: a quantity is looked at where they are read. */
  readonly byItemAmount: Nested<string, Vnd>;
  readonly byAmountPartner: Nested<Vnd, string>;
  /** By item, then day: of numbers in our own form alone. */
  readonly byItemDay: Nested<string, Day>;
  /** Gifts by item, then the last day of their month or quarter: of numbers in our own form that may be one invoice of all of them. */
  readonly giftsByItem: Nested<string, Day>;
};

function put<A, B>(index: Nested<A, B>, outer: A, inner: B, line: OpenLine): void {
  let lists = index.get(outer);
  if (!lists) {
    lists = new Map();
    index.set(outer, lists);
  }
  const list = lists.get(inner);
  if (list) list.push(line);
  else lists.set(inner, [line]);
}

const at = <A, B>(index: Nested<A, B>, outer: A, inner: B): readonly OpenLine[] => index.get(outer)?.get(inner) ?? [];

/** The entries of one profile for which lines are looked for, with what its books say of their goods and buyers. */
export type Asking = {
  readonly entries: readonly AmisSalesEntry[];
  /** The items that a product is connected to. */
  readonly itemsOf: ReadonlyMap<string, readonly { readonly item: string; readonly factor: Factor }[]>;
  readonly connectedItems: ReadonlySet<string>;
  readonly buyersOf: (entry: AmisSalesEntry) => EntryBuyers;
  /**
   * True for a number in our own form. Those of invoices that are remembered do not come here: of such an invoice it is not
   * known which lines it is of, as after an earlier run of the command line.
   */
  readonly isOurs: (entry: AmisSalesEntry) => boolean;
  /** The time whose gifts the profile has on one invoice; absent: each is on the invoice of its sale. */
  readonly gifts: 'month' | 'quarter' | undefined;
};

export function askingOf(
  books: ProfileBooks,
  entries: readonly AmisSalesEntry[],
  { bravoPartners, period }: Pick<IssuanceInput, 'bravoPartners' | 'period'>,
): Asking {
  const itemsOf = new Map<string, { item: string; factor: Factor }[]>();
  for (const { product, item, factor } of books.productConnections) {
    if (!factor) continue;
    const items = itemsOf.get(product);
    if (items) items.push({ item, factor });
    else itemsOf.set(product, [{ item, factor }]);
  }
  const connectedItems = new Set(books.productConnections.map((connection) => connection.item));
  const isOurs: Asking['isOurs'] = ({ voucherNumber }) => isOwnNumber(books.terms.voucherPrefix, voucherNumber);
  const gifts = consolidates(period.rules, books.terms.code);
  return { entries, itemsOf, connectedItems, buyersOf: buyerFinder(books, bravoPartners), isOurs, gifts };
}

/** The questions to the lines of one item. */
type Wanted = {
  readonly partners: Set<string>;
  readonly amounts: Set<Vnd>;
  readonly days: Set<Day>;
  readonly gifts: Set<'month' | 'quarter'>;
};

/** Indexes only the lines that one of the entries can be: of an item, and of a buyer or an amount that is asked for with it. */
export function indexLines(asking: readonly Asking[], open: Iterable<OpenLine>): LineIndex {
  const { ofItem, partnersOfAmount } = wantedBy(asking);
  const index: LineIndex = {
    byItemPartner: new Map(),
    byItemAmount: new Map(),
    byAmountPartner: new Map(),
    byItemDay: new Map(),
    giftsByItem: new Map(),
  };
  for (const line of open) {
    if (line.baseQuantity === 0n) continue;
    const { partnerCode, itemCode } = line.line;
    if (partnersOfAmount.get(line.amount)?.has(partnerCode)) put(index.byAmountPartner, line.amount, partnerCode, line);
    const wanted = ofItem.get(itemCode);
    if (!wanted) continue;
    if (wanted.partners.has(partnerCode)) put(index.byItemPartner, itemCode, partnerCode, line);
    if (wanted.amounts.has(line.amount)) put(index.byItemAmount, itemCode, line.amount, line);
    if (wanted.days.has(line.line.docDate)) put(index.byItemDay, itemCode, line.line.docDate, line);
    if (line.line.kind !== 'free') continue;
    for (const every of wanted.gifts) put(index.giftsByItem, itemCode, vatPeriodOf(line.line.docDate, every).to, line);
  }
  return index;
}

function wantedBy(asking: readonly Asking[]) {
  const ofItem = new Map<string, Wanted>();
  const partnersOfAmount = new Map<Vnd, Set<string>>();
  for (const { entries, itemsOf, buyersOf, isOurs, gifts } of asking)
    for (const entry of entries) {
      const { partners, walkIns } = buyersOf(entry);
      const items = itemsOf.get(entry.product);
      if (!items) {
        const known = partnersOfAmount.get(entry.amount) ?? new Set();
        partnersOfAmount.set(entry.amount, known);
        for (const partner of [...partners, ...walkIns]) known.add(partner);
      }
      for (const { item } of items ?? []) {
        const wanted = ofItem.get(item) ?? {
          ...{ partners: new Set(), amounts: new Set(), days: new Set(), gifts: new Set() },
        };
        ofItem.set(item, wanted);
        for (const partner of partners) wanted.partners.add(partner);
        wanted.amounts.add(entry.amount);
        if (!isOurs(entry)) continue;
        wanted.days.add(entry.documentDate);
        if (gifts) wanted.gifts.add(gifts);
      }
    }
  return { ofItem, partnersOfAmount };
}

/** Finds the ledger lines that an entry may be, with the signals for each. */
export function candidateFinder(
  { bravoPartners, period }: Pick<IssuanceInput, 'bravoPartners' | 'period'>,
  { itemsOf, connectedItems, buyersOf, isOurs, gifts }: Asking,
  index: LineIndex,
): (entry: AmisSalesEntry) => readonly Pair[] {
  const required = new Set(bravoPartners.filter((one) => one.requirement === 'required').map((one) => one.code));
  const windowOf = windowFinder();
  const found = (entry: AmisSalesEntry): readonly Pair[] => {
    const { partners, walkIns } = buyersOf(entry);
    let pairs: Pair[] = [];
    const items = itemsOf.get(entry.product);
    const day = soldOn(entry);
    const dated = day === entry.documentDate ? entry : { ...entry, documentDate: day };
    const window = windowOf(day);
    if (!items) {
      // Its product is not connected: the same buyer and amount may be the same sale, for a person to see.
      for (const partner of [...partners, ...walkIns]) {
        for (const { line, baseQuantity } of at(index.byAmountPartner, entry.amount, partner)) {
          if (!isNear(line.docDate, window) || connectedItems.has(line.itemCode) || baseQuantity === 0n) continue;
          pairs.push({ entry: entry.id, line: line.id, rank: 2, signals: ['buyer', 'amount'] });
        }
      }
      return pairs;
    }
    for (const { item, factor } of items) {
      const ofBuyer = partners.flatMap((partner) =>
        at(index.byItemPartner, item, partner).flatMap(
          (line) => pairByBuyer(dated, line, sameQuantity(entry, line, factor), window) ?? [],
        ),
      );
      pairs.push(...(isContradicted(ofBuyer) ? ofBuyer.map((pair): Pair => ({ ...pair, rank: 2 })) : ofBuyer));
      // "Khách lẻ" in AMIS may be any buyer of Bravo: then only the goods themselves speak.
      if (partners.some((partner) => required.has(partner)) || pairs.some((pair) => pair.rank < 2)) continue;
      for (const line of at(index.byItemAmount, item, entry.amount)) {
        if (partners.includes(line.line.partnerCode)) continue;
        const isAsking = required.has(line.line.partnerCode);
        const pair = sameQuantity(entry, line, factor)
          ? pairByContent(dated, line, isAsking, window)
          : partners.length === 0 && !isAsking && !isOurs(entry) && pairByMoney(dated, line);
        if (pair) pairs.push(pair);
      }
    }
    pairs = preferItsRate(pairs);
    if (!isOurs(entry) || pairs.some(({ signals }) => signals.includes('day'))) return pairs;
    // It carries the day of its sale; a part of a line, or of several at once, has neither their quantity nor their amount.
    const known = new Set(pairs.map(({ line }) => line));
    for (const { item } of items)
      for (const { line } of at(index.byItemDay, item, entry.documentDate))
        if (!known.has(line.id))
          pairs.push({ entry: entry.id, line: line.id, rank: 2, signals: ['item', 'day', 'voucher'] });
    // One invoice of all gifts carries the last day of their month or quarter, and none of their quantities.
    if (!gifts || vatPeriodOf(entry.documentDate, gifts).to !== entry.documentDate) return pairs;
    for (const { item } of items)
      for (const { line } of at(index.giftsByItem, item, entry.documentDate))
        if (line.docDate !== entry.documentDate)
          pairs.push({ entry: entry.id, line: line.id, rank: 2, signals: ['item', 'gifts', 'voucher'] });
    return pairs;
  };
  return (entry) => {
    const corrects = addsToInvoice(entry) ? 'adjusts' : replacesEarlier(entry, period) ? 'replaces' : undefined;
    if (corrects === undefined) return found(entry);
    return found(entry).map((pair) => ({ ...pair, rank: 2, signals: [...pair.signals, corrects] }));
  };
}

/**
 * True for goods that an entry adds to an invoice which it names: they belong to the sale of that one, so that only a person
 * may say that they are another sale. Goods that it takes away are those that came back.
 */
const addsToInvoice = (entry: AmisSalesEntry): boolean =>
  entry.quantity > 0n && correctionOf(entry)?.fate === 'adjusted';

/**
 * True for an entry that replaces an invoice of before the period, or of a day that is not known: the sale of that one is hardly of
 * the period, and a like sale of the same buyer would have no invoice.
 */
const replacesEarlier = ({ replacedOn }: AmisSalesEntry, { fromDate }: { readonly fromDate: Day }): boolean =>
  replacedOn !== undefined && replacedOn < fromDate;

/** The day to look for the sale of an entry from: one that replaces an invoice is of the sale of that one. */
const soldOn = ({ replacedOn = '', documentDate }: AmisSalesEntry): Day =>
  replacedOn !== '' && replacedOn < documentDate ? replacedOn : documentDate;

/** The days of sales that an entry of one day may be, and those near it. */
type Window = { readonly from: Day; readonly to: Day; readonly nearFrom: Day; readonly nearTo: Day };

const isNear = (day: Day, { nearFrom, nearTo }: Window): boolean => day >= nearFrom && day <= nearTo;

function windowFinder(): (day: Day) => Window {
  const known = new Map<Day, Window>();
  return (day) => {
    const window = known.get(day) ?? {
      from: addDays(day, -DAYS_AFTER_SALE),
      to: addDays(day, DAYS_BEFORE_SALE),
      nearFrom: addDays(day, -DAYS_NEAR),
      nearTo: addDays(day, DAYS_NEAR),
    };
    known.set(day, window);
    return window;
  };
}

/**
 * True where the quantity says one sale and the money another one of the very same day: the factor may be wrong, so that neither is
 * sure. A sale of that quantity and that money is.
 */
function isContradicted(pairs: readonly Pair[]): boolean {
  const says = (quantity: boolean, amount: boolean): boolean =>
    pairs.some(
      ({ signals }) =>
        signals.includes('day') && signals.includes('quantity') === quantity && signals.includes('amount') === amount,
    );
  return says(true, false) && says(false, true) && !says(true, true);
}

/** For an unidentified buyer: goods, quantity and amount on the same day count as two signals, near in date only ask. */
function pairByContent(
  entry: AmisSalesEntry,
  { line, baseQuantity }: OpenLine,
  isRequired: boolean,
  window: Window,
): Pair | undefined {
  if (baseQuantity === 0n || !isNear(line.docDate, window)) return undefined;
  const signals = withRate(['item', 'quantity', 'amount'], entry, line);
  if (line.docDate !== entry.documentDate || isRequired) return { entry: entry.id, line: line.id, rank: 2, signals };
  return { entry: entry.id, line: line.id, rank: 1, signals: [...signals, 'day'] };
}

/** The same money for the same goods on the same day in another quantity asks as well: the factor may be wrong. */
function pairByMoney(entry: AmisSalesEntry, { line, baseQuantity, amount }: OpenLine): Pair | undefined {
  if (line.docDate !== entry.documentDate || amount === 0 || baseQuantity < 0n !== entry.quantity < 0n)
    return undefined;
  return { entry: entry.id, line: line.id, rank: 2, signals: ['item', 'amount', 'day'] };
}

/**
 * Rank 0: surest, same buyer, goods, quantity, amount and day · 1: same quantity with the day, or with the amount near in date; an entry that
 * is one sale by its day and another by its money is asked about · 2: an accountant decides.
 */
function pairByBuyer(entry: AmisSalesEntry, line: OpenLine, isSameQuantity: boolean, window: Window): Pair | undefined {
  if (line.baseQuantity === 0n || line.baseQuantity < 0n !== entry.quantity < 0n) return undefined;
  const day = line.line.docDate;
  if (day < window.from || day > window.to) return undefined;
  const same = {
    quantity: isSameQuantity,
    amount: line.amount === entry.amount,
    day: day === entry.documentDate,
  };
  if (!same.quantity && !same.amount && !same.day) return undefined;
  const stated = ['buyer', 'item', ...(['quantity', 'amount', 'day'] as const).filter((signal) => same[signal])];
  const signals = withRate(stated, entry, line.line);
  // A voucher dated before the sale is rather an earlier sale's, and one at another rate another sale's: only a person may say otherwise.
  const isAfter = entry.documentDate > day && !hasOtherRate({ signals });
  const isSure = same.quantity && (same.day || (same.amount && isAfter));
  const rank = !isSure ? 2 : same.amount && same.day ? 0 : 1;
  return { entry: entry.id, line: line.line.id, rank, signals };
}
