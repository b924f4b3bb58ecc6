import { documentKeyOf, netAmountOf, type SalesLine } from '../../bravo/sales-line.ts';
import { sumVnd, type Vnd, vnd } from '../../money.ts';
import type { ProfileBooks } from '../books.ts';
import { inPlanOrder, mergedInPlanOrder, sortLines } from '../canonical-input.ts';
import type { LedgerIndex } from '../ledger/ledger-index.ts';
import type { LotDraw } from '../stock/reserve.ts';
import type { IssuanceInput, PlannedAllocation, PlannedInvoice, PlannedItem, Shortage } from '../types.ts';
import { ELSEWHERE, type PlaceOf, type VatInvoice } from '../vat/vat-parts.ts';
import type { InvoiceDifferences } from '../vat/vat-statement.ts';
import type { HandedOver } from './handed-over.ts';
import type { SharedLine } from './held-lines.ts';
import { allocationsOf, type LeftInvoice } from './left-invoices.ts';

/** The invoices handed over that one plan sees as sums alone; `aside` are those that it sees one by one, with all that share lines with them. */
export class Summed {
  /** In the order of a plan. */
  readonly invoices: readonly PlannedInvoice[];
  /** The worth and VAT that they state. */
  readonly stated: { readonly amount: Vnd; readonly vatAmount: Vnd };
  /** The ledger's worth and VAT of their lines that are gone. */
  readonly amount: Vnd;
  readonly vatAmount: Vnd;
  readonly #handedOver: HandedOver;
  readonly #profiles: readonly ProfileBooks[];
  readonly #aside: ReadonlySet<LeftInvoice>;
  /** Those that the sales ledgers show: a stock report may contain their goods, so that each counts for itself there. */
  readonly #shown: readonly LeftInvoice[];

  constructor(handedOver: HandedOver, profiles: readonly ProfileBooks[], aside: ReadonlySet<LeftInvoice>) {
    this.#handedOver = handedOver;
    this.#profiles = profiles;
    this.#aside = aside;
    const all = handedOver.all(profiles.map(({ terms }) => terms.code)).filter((one) => !aside.has(one));
    this.invoices = all.map(({ invoice }) => invoice);
    const { amount, vatAmount } = handedOver.stated;
    const others = [...aside].map(({ invoice }) => invoice);
    this.stated = {
      amount: vnd(amount - sumVnd(others.map((invoice) => invoice.amount))),
      vatAmount: vnd(vatAmount - sumVnd(others.map((invoice) => invoice.vatAmount))),
    };
    const lines = [...handedOver.held.goneOf(aside)];
    this.amount = vnd(lines.reduce((rest, line) => rest - netAmountOf(line), handedOver.amount));
    this.vatAmount = vnd(lines.reduce((rest, line) => rest - line.vatAmount, handedOver.vatAmount));
    const vouchers = new Map(profiles.map((books) => [books.terms.code, ourVouchers(books, handedOver)]));
    const isShown = ({ invoice }: LeftInvoice) => vouchers.get(invoice.profile)!.has(invoice.voucherNumber);
    this.#shown = [...vouchers.values()].every(({ size }) => size === 0) ? [] : all.filter(isShown);
  }

  /** True for the key of an invoice that is seen as a sum alone. */
  hasKey = (key: string): boolean => {
    const one = this.#handedOver.withKey(key);
    return one !== undefined && !this.#aside.has(one);
  };

  isKeyUsed = (key: string): boolean => this.#handedOver.withKey(key) !== undefined;

  /** The invoices whose goods have to be looked at one by one, beside the kept ones. */
  get shown(): readonly PlannedInvoice[] {
    return this.#shown.map(({ invoice }) => invoice);
  }

  /** The gone lines of a document on invoices that are seen as sums alone. */
  linesOfDocument = (document: string): readonly SalesLine[] =>
    [...this.#goneOf(this.#handedOver.ofDocument(document))].filter((line) => documentKeyOf(line) === document);

  /** True for a partner of whom an invoice that has left has a line. */
  hasPartner = (partner: string): boolean => this.#handedOver.ofPartner(partner).length > 0;

  #goneOf = (invoices: readonly LeftInvoice[]): Iterable<SalesLine> =>
    this.#handedOver.held.goneOf(invoices.filter((one) => !this.#aside.has(one)));

  /** The draws of a profile's other invoices, by lot. */
  drawsOf = (profile: string): Map<string, LotDraw> =>
    this.#handedOver.draws.of(profile, concat(this.#aside, this.#shown));

  /** The invoices that have drawn from some lots of profiles and are not seen one by one yet. */
  drawing(lotsOf: readonly (readonly [profile: string, lots: ReadonlySet<string>])[]): Set<LeftInvoice> {
    const found = lotsOf.flatMap(([profile, lots]) => [...this.#handedOver.draws.by(profile, lots)]);
    return new Set(found).difference(this.#aside);
  }

  get vatDifferences(): readonly InvoiceDifferences[] {
    return [...this.#handedOver.vatDifferences].flatMap(([one, own]) => (this.#aside.has(one) ? [] : own));
  }

  /** The parts of lines that wait on invoices that are seen as sums alone, for each line in the order of a plan. */
  *parts(): Generator<readonly [PlannedInvoice, PlannedAllocation]> {
    for (const { line, holders } of this.#shared()) {
      if (this.#handedOver.held.isGone(line.id)) continue;
      const invoices = holders.map(({ invoice }) => invoice);
      for (const invoice of inPlanOrder(invoices, this.#profiles))
        for (const allocation of allocationsOf([invoice])) if (allocation.line === line.id) yield [invoice, allocation];
    }
  }

  /**
   * A ledger and invoices together with what its VAT has to be compared with beside them: lines on several of the invoices that are
   * seen as sums alone, and the items of invoices that hold these or a part of a line that waits. The given ones are in the order of a plan.
   */
  withShared(lines: readonly SalesLine[], invoices: readonly VatInvoice[], placeOf: PlaceOf) {
    const { isGone } = this.#handedOver.held;
    const shared = [...this.#shared()];
    const gone = shared.flatMap(({ line }) => (isGone(line.id) ? line : []));
    const places = new Map(gone.map(({ id }, index) => [id, lines.length + index]));
    return {
      lines: lines.concat(gone),
      invoices: mergedInPlanOrder(invoices, inPlanOrder(holdersOf(shared), this.#profiles), this.#profiles),
      placeOf: (line: string) => placeOf(line) ?? places.get(line) ?? (isGone(line) ? ELSEWHERE : undefined),
    };
  }

  *#shared(): Generator<SharedLine> {
    // All holders of a line are aside, or none.
    for (const shared of this.#handedOver.held.shared) if (!this.#aside.has(shared.holders[0]!)) yield shared;
  }

  /** The lines of the buyers of discounts of their own, and the invoices that may have them: an adjusting list reads these. */
  forDiscounts(ledger: LedgerIndex, shortages: readonly Shortage[]) {
    const asking = shortages.filter(({ reason }) => reason === 'DISCOUNT_TO_ADJUST');
    if (asking.length === 0) return { invoices: [], lines: [] };
    const discounts = asking.flatMap(({ line }) => ledger.lineOf(line) ?? []).filter(({ kind }) => kind === 'discount');
    const buyers = new Set(discounts.map(({ partnerCode }) => partnerCode));
    const summed = new Set([...buyers].flatMap((buyer) => this.#handedOver.ofPartner(buyer))).difference(this.#aside);
    const gone = [...this.#goneOf([...summed])].filter(({ partnerCode }) => buyers.has(partnerCode));
    const theirs = [...ledger.placesOf(buyers)].map((place) => ledger.lines[place]!);
    return { invoices: [...summed].map(({ invoice }) => invoice), lines: sortLines(theirs.concat(gone)) };
  }
}

/** The invoices that hold some lines, with the items that have a part of them. */
function holdersOf(shared: readonly SharedLine[]): VatInvoice[] {
  const itemsOf = new Map<PlannedInvoice, Set<PlannedItem>>();
  for (const { line, holders } of shared)
    for (const { invoice } of holders) {
      const items = itemsOf.get(invoice) ?? new Set();
      itemsOf.set(invoice, items);
      for (const item of invoice.items) if (item.allocations.some((one) => one.line === line.id)) items.add(item);
    }
  return Array.from(itemsOf, ([{ key, profile, voucherNumber, items }, own]) => ({
    ...{ key, profile, voucherNumber },
    items: items.filter((item) => own.has(item)),
  }));
}

/** All kept invoices of an input and those that have left, but for the ones that it has already, in the order of a plan. */
export function keptWith(
  { kept, profiles }: Pick<IssuanceInput, 'kept' | 'profiles'>,
  handedOver: HandedOver,
  aside: ReadonlySet<LeftInvoice>,
): readonly PlannedInvoice[] {
  const all = handedOver.all(profiles.map(({ terms }) => terms.code));
  const summed = all.flatMap((one) => (aside.has(one) ? [] : one.invoice));
  return kept.length === 0 ? summed : mergedInPlanOrder(summed, inPlanOrder(kept, profiles), profiles);
}

/** The vouchers of a sales ledger that invoices which have left carry. */
function ourVouchers({ terms, salesLedger }: ProfileBooks, { numbersOf }: HandedOver): ReadonlySet<string> {
  const numbers = numbersOf(terms.code);
  return new Set(salesLedger.flatMap(({ voucherNumber }) => (numbers?.has(voucherNumber) ? voucherNumber : [])));
}

function* concat<T>(...lists: readonly Iterable<T>[]): Generator<T> {
  for (const list of lists) yield* list;
}
