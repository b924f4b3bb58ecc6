import { documentKeyOf, netAmountOf, type SalesLine } from '../../bravo/sales-line.ts';
import { type Vnd, vnd } from '../../money.ts';
import type { ProfileBooks } from '../books.ts';
import { sortLines } from '../canonical-input.ts';
import type { LotDraw } from '../stock/reserve.ts';
import type { PlannedInvoice, Shortage } from '../types.ts';
import type { InvoiceDifferences } from '../vat/vat-statement.ts';
import type { HandedOver } from './handed-over.ts';
import type { WholeInvoice } from './whole-invoices.ts';

/** The invoices handed over that one plan sees as sums alone; `aside` are those that it sees one by one. */
export class Summed {
  /** In the order of a plan. */
  readonly invoices: readonly PlannedInvoice[];
  /** The ledger's worth and VAT of their lines. */
  readonly amount: Vnd;
  readonly vatAmount: Vnd;
  readonly #handedOver: HandedOver;
  readonly #aside: ReadonlySet<WholeInvoice>;
  /** Those that the sales ledgers show: a stock report may contain their goods, so that each counts for itself there. */
  readonly #shown: readonly WholeInvoice[];

  constructor(handedOver: HandedOver, profiles: readonly ProfileBooks[], aside: ReadonlySet<WholeInvoice>) {
    this.#handedOver = handedOver;
    this.#aside = aside;
    const all = handedOver.all(profiles.map(({ terms }) => terms.code)).filter((one) => !aside.has(one));
    this.invoices = all.map(({ invoice }) => invoice);
    const lines = [...aside].flatMap((one) => one.lines);
    this.amount = vnd(lines.reduce((rest, line) => rest - netAmountOf(line), handedOver.amount));
    this.vatAmount = vnd(lines.reduce((rest, line) => rest - line.vatAmount, handedOver.vatAmount));
    const vouchers = new Map(
      profiles.map(({ terms, salesLedger }) => [
        terms.code,
        new Set(salesLedger.map(({ voucherNumber }) => voucherNumber)),
      ]),
    );
    this.#shown = all.filter(({ invoice }) => vouchers.get(invoice.profile)!.has(invoice.voucherNumber));
  }

  isKeyUsed = (key: string): boolean => this.#handedOver.withKey(key) !== undefined;

  /** The invoices whose goods have to be looked at one by one, beside the kept ones. */
  get shown(): readonly PlannedInvoice[] {
    return this.#shown.map(({ invoice }) => invoice);
  }

  /** The lines of a document on invoices that are seen as sums alone. */
  linesOfDocument = (document: string): readonly SalesLine[] =>
    this.#handedOver
      .ofDocument(document)
      .flatMap((one) => (this.#aside.has(one) ? [] : one.lines))
      .filter((line) => documentKeyOf(line) === document);

  /** The draws of a profile's other invoices, by lot. */
  drawsOf = (profile: string): Map<string, LotDraw> =>
    this.#handedOver.draws.of(profile, concat(this.#aside, this.#shown));

  /** The invoices that have drawn from some lots of profiles and are not seen one by one yet. */
  drawing(lotsOf: readonly (readonly [profile: string, lots: ReadonlySet<string>])[]): Set<WholeInvoice> {
    const found = lotsOf.flatMap(([profile, lots]) => [...this.#handedOver.draws.by(profile, lots)]);
    return new Set(found).difference(this.#aside);
  }

  get vatDifferences(): readonly InvoiceDifferences[] {
    return [...this.#handedOver.vatDifferences].flatMap(([one, own]) => (this.#aside.has(one) ? [] : own));
  }

  /** The lines of the buyers of discounts of their own, and the invoices that may have them: an adjusting list reads these. */
  forDiscounts(lines: readonly SalesLine[], shortages: readonly Shortage[]) {
    const asking = new Set(shortages.flatMap(({ line, reason }) => (reason === 'DISCOUNT_TO_ADJUST' ? line : [])));
    if (asking.size === 0) return { invoices: [], lines: [] };
    const discounts = lines.filter(({ id, kind }) => kind === 'discount' && asking.has(id));
    const buyers = new Set(discounts.map(({ partnerCode }) => partnerCode));
    const isTheirs = ({ partnerCode }: SalesLine): boolean => buyers.has(partnerCode);
    const summed = new Set([...buyers].flatMap((buyer) => this.#handedOver.ofPartner(buyer))).difference(this.#aside);
    return {
      invoices: [...summed].map(({ invoice }) => invoice),
      lines: sortLines(lines.filter(isTheirs).concat([...summed].flatMap((one) => one.lines.filter(isTheirs)))),
    };
  }
}

function* concat<T>(...lists: readonly Iterable<T>[]): Generator<T> {
  for (const list of lists) yield* list;
}
