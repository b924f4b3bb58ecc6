import { addDays, type Day, daysBetween } from '../../day.ts';
import type { Vnd } from '../../money.ts';
import { convertBack, type Factor, type Quantity } from '../../quantity.ts';
import { taxCodesOf } from '../../tax-code.ts';
import { foldText } from '../../text/fold.ts';
import type { AmisSalesEntry, ProfileBooks } from '../books.ts';
import type { OpenLine } from '../ledger/open-lines.ts';
import type { BravoBuyer, IssuanceInput } from '../types.ts';
import type { Pair } from './one-to-one.ts';

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

/** Indexes only the lines that an entry of some AMIS ledger can be: of an item it may be, or of its very amount. */
export function indexLines(profiles: readonly ProfileBooks[], open: ReadonlyMap<string, OpenLine>): LineIndex {
  const items = new Set<string>();
  const amounts = new Set<Vnd>();
  for (const books of profiles) {
    const sold = new Set(books.salesLedger.map((entry) => entry.product));
    const connected = books.productConnections.filter(
      (connection) => connection.factor && sold.has(connection.product),
    );
    for (const connection of connected) items.add(connection.item);
    const known = new Set(connected.map((connection) => connection.product));
    for (const entry of books.salesLedger) if (!known.has(entry.product)) amounts.add(entry.amount);
  }
  const index: LineIndex = { byItemPartner: new Map(), byItemAmount: new Map(), byAmountPartner: new Map() };
  for (const line of open.values()) {
    if (line.baseQuantity === 0n) continue;
    const { partnerCode, itemCode } = line.line;
    if (amounts.has(line.amount)) put(index.byAmountPartner, line.amount, partnerCode, line);
    if (!items.has(itemCode)) continue;
    put(index.byItemPartner, itemCode, partnerCode, line);
    put(index.byItemAmount, itemCode, line.amount, line);
  }
  return index;
}

/** Finds the ledger lines that an entry of these books may be, with the signals for each. */
export function candidateFinder(
  input: IssuanceInput,
  books: ProfileBooks,
  index: LineIndex,
  open: ReadonlyMap<string, OpenLine>,
): (entry: AmisSalesEntry) => readonly Pair[] {
  const itemsOf = new Map<string, { item: string; factor: Factor }[]>();
  for (const { product, item, factor } of books.productConnections) {
    if (!factor) continue;
    const items = itemsOf.get(product);
    if (items) items.push({ item, factor });
    else itemsOf.set(product, [{ item, factor }]);
  }
  const partnersOf = partnerFinder(books, input.bravoPartners);
  const required = new Set(input.bravoPartners.filter((one) => one.requirement === 'required').map((one) => one.code));
  const connectedItems = new Set(books.productConnections.map((connection) => connection.item));
  return (entry) => {
    const { partners, walkIns } = partnersOf(entry);
    const pairs: Pair[] = [];
    let window: { readonly from: Day; readonly to: Day } | undefined;
    if (!itemsOf.has(entry.product)) {
      // Its product is not connected: the same buyer and amount may be the same sale, for a person to see.
      for (const partner of [...partners, ...walkIns]) {
        for (const { line } of at(index.byAmountPartner, entry.amount, partner)) {
          const isNear = Math.abs(daysBetween(line.docDate, entry.documentDate)) <= DAYS_NEAR;
          if (!isNear || connectedItems.has(line.itemCode) || open.get(line.id)!.baseQuantity === 0n) continue;
          pairs.push({ entry: entry.id, line: line.id, rank: 2, signals: ['buyer', 'amount'] });
        }
      }
    }
    for (const { item, factor } of itemsOf.get(entry.product) ?? []) {
      const quantity = convertBack(entry.quantity, factor);
      window ??= {
        from: addDays(entry.documentDate, -DAYS_AFTER_SALE),
        to: addDays(entry.documentDate, DAYS_BEFORE_SALE),
      };
      for (const partner of partners) {
        for (const line of at(index.byItemPartner, item, partner)) {
          const pair = pairByBuyer(entry, open.get(line.line.id)!, quantity, window);
          if (pair) pairs.push(pair);
        }
      }
      // "Khách lẻ" in AMIS may be any buyer of Bravo: then only the goods themselves speak.
      if (partners.some((partner) => required.has(partner)) || pairs.some((pair) => pair.rank < 2)) continue;
      for (const line of at(index.byItemAmount, item, entry.amount)) {
        if (line.baseQuantity !== quantity || partners.includes(line.line.partnerCode)) continue;
        const pair = pairByContent(entry, open.get(line.line.id)!, required.has(line.line.partnerCode));
        if (pair) pairs.push(pair);
      }
    }
    return pairs;
  };
}

/** For an unidentified buyer: goods, quantity and amount on the same day count as two signals, near in date only ask. */
function pairByContent(entry: AmisSalesEntry, { line, baseQuantity }: OpenLine, isRequired: boolean): Pair | undefined {
  if (baseQuantity === 0n || Math.abs(daysBetween(line.docDate, entry.documentDate)) > DAYS_NEAR) return undefined;
  const signals = ['item', 'quantity', 'amount'];
  if (line.docDate !== entry.documentDate || isRequired) return { entry: entry.id, line: line.id, rank: 2, signals };
  return { entry: entry.id, line: line.id, rank: 1, signals: [...signals, 'day'] };
}

const WALK_IN_NAMES = /\b(khach le|ban le|vang lai|nguoi tieu dung|nguoi mua khong lay hoa don)\b/;

/**
 * A partner that represents any buyer: it did not ask for invoices, and neither its name nor its details identify a
 * person.
 */
const isWalkIn = (partner: BravoBuyer): boolean =>
  partner.requirement !== 'required' &&
  partner.taxCode === '' &&
  (WALK_IN_NAMES.test(foldText(partner.name)) || (partner.address === '' && partner.phone === ''));

/**
 * Rank 0: surest, same buyer, goods, quantity and day · 1: same with amount, near in date · 2: an accountant decides.
 */
function pairByBuyer(
  entry: AmisSalesEntry,
  line: OpenLine,
  quantity: Quantity,
  window: { readonly from: Day; readonly to: Day },
): Pair | undefined {
  if (line.baseQuantity === 0n || line.baseQuantity < 0n !== quantity < 0n) return undefined;
  const day = line.line.docDate;
  if (day < window.from || day > window.to) return undefined;
  const same = {
    quantity: line.baseQuantity === quantity,
    amount: line.amount === entry.amount,
    day: day === entry.documentDate,
  };
  if (!same.quantity && !same.amount && !same.day) return undefined;
  const signals = ['buyer', 'item', ...(['quantity', 'amount', 'day'] as const).filter((signal) => same[signal])];
  // A voucher dated before the sale is rather an earlier sale's: only a person may say otherwise.
  const isSure = same.quantity && same.amount && entry.documentDate >= day;
  const rank = same.quantity && same.day ? 0 : isSure ? 1 : 2;
  return { entry: entry.id, line: line.line.id, rank, signals };
}

/** An AMIS customer connected to more Bravo partners than this is a collective one, and identifies none of them. */
const PARTNERS_OF_ONE_CUSTOMER = 5;

/**
 * The Bravo partners that an entry's customer is: by connection, by exact tax code, by the same name. None for a
 * customer that represents any buyer: a walk-in by name, connected only to walk-ins, or to many partners at once.
 * Walk-in partners that it is connected to are listed separately.
 */
function partnerFinder(
  books: ProfileBooks,
  partners: readonly BravoBuyer[],
): (entry: AmisSalesEntry) => { readonly partners: readonly string[]; readonly walkIns: readonly string[] } {
  const byTaxCode = new Map<string, string[]>();
  const byName = new Map<string, string[]>();
  const push = (map: Map<string, string[]>, key: string, code: string) => {
    if (key === '') return;
    const codes = map.get(key);
    if (codes) codes.push(code);
    else map.set(key, [code]);
  };
  const walkIns = new Set(partners.filter(isWalkIn).map((one) => one.code));
  for (const partner of partners) {
    if (walkIns.has(partner.code)) continue;
    push(byTaxCode, partner.taxCode, partner.code);
    push(byName, foldText(partner.name), partner.code);
  }
  const connected = new Map<string, string[]>();
  const connectedWalkIns = new Map<string, string[]>();
  for (const connection of books.partnerConnections) {
    push(walkIns.has(connection.partner) ? connectedWalkIns : connected, connection.customer, connection.partner);
  }
  const customers = new Map(books.customers.map((customer) => [customer.code, customer]));
  return (entry) => {
    const name = foldText(entry.customerName);
    const ownWalkIns = connectedWalkIns.get(entry.customerCode) ?? [];
    const own = connected.get(entry.customerCode) ?? [];
    if (WALK_IN_NAMES.test(name) || own.length > PARTNERS_OF_ONE_CUSTOMER) return { partners: [], walkIns: ownWalkIns };
    const customer = customers.get(entry.customerCode);
    const sameTaxCode = customer ? taxCodesOf(customer).flatMap((code) => byTaxCode.get(code) ?? []) : [];
    return { partners: [...new Set([...own, ...sameTaxCode, ...(byName.get(name) ?? [])])], walkIns: ownWalkIns };
  };
}
