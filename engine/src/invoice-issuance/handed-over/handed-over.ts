import { netAmountOf, type SalesLine } from '../../bravo/sales-line.ts';
import type { Day } from '../../day.ts';
import type { Vnd } from '../../money.ts';
import { vnd } from '../../money.ts';
import { by, inStep } from '../../order.ts';
import { hasOtherBranch } from '../amis-ledger/changed-since/changed-branches.ts';
import { hasOtherPartner } from '../amis-ledger/changed-since/changed-buyers.ts';
import { hasOtherDay } from '../amis-ledger/changed-since/changed-days.ts';
import { highestOf, type UsedNumbers } from '../invoices/vouchers.ts';
import { LineNumbers, refuseTwice } from '../ledger/line-numbers.ts';
import type { IssuanceInput, PlannedInvoice } from '../types.ts';
import { differencesOf, type InvoiceDifferences } from '../vat/vat-statement.ts';
import { HeldLines } from './held-lines.ts';
import { divide, type LeftInvoice } from './left-invoices.ts';
import { LotDraws } from './lot-draws.ts';
import { NamedGoods } from './named-goods.ts';
import { Remembered } from './remembered.ts';
import { SoldItems } from './sold-items.ts';

type Goods = { readonly profile: string; readonly warehouse: string; readonly product: string };
type Given = Pick<IssuanceInput, 'lines' | 'kept'>;

/**
 * The sums of invoices of a period that have left: a plan of the days after them needs no more of most of these. They grow with each hand-over,
 * and nothing is read again for them; the sales that a plan has to see one by one (`concerning.ts`) are found by what they are
 * asked by. The ledger of lines that are gone must not have changed since: then it is to be made anew.
 */
export class HandedOver {
  /** The ledger's worth and VAT of the lines that are gone. */
  amount: Vnd = 0;
  vatAmount: Vnd = 0;
  /** The worth and VAT that the invoices state. */
  readonly stated = { amount: 0, vatAmount: 0 };
  readonly held = new HeldLines();
  readonly draws = new LotDraws();
  /** Dates of invoices by profile: no later number of the symbol may have an earlier one. */
  readonly dates = new Map<string, Set<Day>>();
  /** The catalogues and reports as plans beside these sums have spelt and ordered them. */
  readonly remembered = new Remembered();
  /** The lines of the last plan beside these sums, in order: most of them are those of the next one. */
  readonly numbers = new LineNumbers();
  /** Every (profile, warehouse, product) on the invoices. */
  readonly goods: Goods[] = [];
  /** Invoices whose VAT differs from the ledger's by more than rounding, of the lines that they hold alone; hardly any does. */
  readonly vatDifferences = new Map<LeftInvoice, InvoiceDifferences>();
  /** Invoices with a line for which the ledger wrote another customer, day or branch by then: a plan tells of them. */
  readonly changedSince = new Set<LeftInvoice>();
  readonly named = new NamedGoods();
  /** Lines that are not gone. */
  #waiting: readonly SalesLine[] = [];
  readonly #ofProfile = new Map<string, LeftInvoice[]>();
  /** Profiles whose invoices are not in the order of their numbers. */
  readonly #outOfOrder = new Set<string>();
  readonly #byKey = new Map<string, LeftInvoice>();
  readonly #byPartner = new Map<string, LeftInvoice[]>();
  readonly #byDocument = new Map<string, LeftInvoice[]>();
  readonly #byStatus = new Map<string, LeftInvoice[]>();
  readonly #sold = new SoldItems();
  readonly #goods = new Set<string>();
  readonly #numbers = new Map<string, UsedNumbers & { readonly numbers: Set<string> }>();

  /** Takes the invoices in that have left. @returns the lines that are not gone, and the other kept invoices. */
  take<Input extends Given>(given: Input): Input {
    const { left, rest } = divide(given, this.held);
    const gone = new Set(left.flatMap((one) => this.#add(one)));
    // Most often later days have later numbers, and hundreds of thousands of invoices are in order already.
    for (const profile of this.#outOfOrder)
      this.#ofProfile.get(profile)!.sort(by(({ invoice }) => invoice.voucherNumber));
    this.#outOfOrder.clear();
    const lines = given.lines.filter((line) => !gone.has(line));
    this.#waiting = lines.slice(0, inStep(lines, this.#waiting));
    this.numbers.forget(gone);
    return { ...given, kept: rest, lines };
  }

  /** Throws DUPLICATE_LINE for a line that is gone. Those of the last plan are not looked up again, as far as they wait. */
  refuseGone(lines: readonly SalesLine[]): void {
    if (this.isEmpty) return;
    for (const line of lines.slice(inStep(lines, this.#waiting))) if (this.held.isGone(line.id)) refuseTwice(line);
    this.#waiting = lines;
  }

  /** A ledger and its kept invoices together with some of these, and the lines that are gone by them. */
  opened<Input extends Given>(input: Input, invoices: ReadonlySet<LeftInvoice>): Input {
    if (invoices.size === 0) return input;
    return {
      ...input,
      lines: [...input.lines, ...this.held.goneOf(invoices)],
      kept: [...input.kept, ...[...invoices].map(({ invoice }) => invoice)],
    };
  }

  get isEmpty(): boolean {
    return this.#byKey.size === 0;
  }

  /** All of them, in the order of a plan. */
  all(profiles: Iterable<string>): LeftInvoice[] {
    return [...profiles].flatMap((profile) => this.#ofProfile.get(profile) ?? []);
  }

  /** The profiles of the invoices. */
  get profiles(): Iterable<string> {
    return this.#ofProfile.keys();
  }

  withKey = (key: string): LeftInvoice | undefined => this.#byKey.get(key);
  ofPartner = (partner: string): readonly LeftInvoice[] => this.#byPartner.get(partner) ?? [];
  /** The invoices with a line of the partner, and one of the items among their goods until the day of that item. */
  sold = (partner: string, items: ReadonlyMap<string, Day>): Iterable<LeftInvoice> =>
    this.#sold.of(partner, items, this.ofPartner(partner));
  ofDocument = (document: string): readonly LeftInvoice[] => this.#byDocument.get(document) ?? [];
  /** Invoices with a line of a Bravo document in this state. */
  inState = (docStatus: string): readonly LeftInvoice[] => this.#byStatus.get(docStatus) ?? [];
  /** The voucher numbers of a profile's invoices. */
  numbersOf = (profile: string): UsedNumbers | undefined => this.#numbers.get(profile);

  /** @returns the lines that are gone by it. */
  #add(one: LeftInvoice): readonly SalesLine[] {
    const { invoice, lines } = one;
    this.#byKey.set(invoice.key, one);
    const before = this.#ofProfile.get(invoice.profile)?.at(-1)?.invoice;
    if (before && before.voucherNumber > invoice.voucherNumber) this.#outOfOrder.add(invoice.profile);
    put(this.#ofProfile, invoice.profile, one);
    put(this.#byDocument, invoice.bravoDocument, one);
    for (const line of lines) {
      put(this.#byPartner, line.partnerCode, one);
      put(this.#byStatus, line.docStatus, one);
      if (hasOtherPartner(invoice, line) || hasOtherDay(invoice, line) || hasOtherBranch(invoice, line))
        this.changedSince.add(one);
    }
    this.stated.amount = vnd(this.stated.amount + invoice.amount);
    this.stated.vatAmount = vnd(this.stated.vatAmount + invoice.vatAmount);
    this.draws.add(one);
    this.named.add(one);
    const dates = this.dates.get(invoice.profile) ?? new Set();
    this.dates.set(invoice.profile, dates.add(invoice.issuedOn ?? invoice.date));
    this.#addGoods(invoice);
    this.#addNumber(invoice);
    const { gone, alone } = this.held.add(one);
    for (const line of gone) {
      this.amount = vnd(this.amount + netAmountOf(line));
      this.vatAmount = vnd(this.vatAmount + line.vatAmount);
    }
    const vat = differencesOf(invoice, alone);
    if (vat.differences.length > 0) this.vatDifferences.set(one, vat);
    return gone;
  }

  #addGoods({ profile, items }: PlannedInvoice): void {
    for (const { warehouse, product } of items) {
      const key = `${profile}\u0000${warehouse}\u0000${product}`;
      if (this.#goods.size === this.#goods.add(key).size) continue;
      this.goods.push({ profile, warehouse, product });
    }
  }

  #addNumber({ profile, voucherNumber }: PlannedInvoice): void {
    let own = this.#numbers.get(profile);
    if (!own) {
      const numbers = new Set<string>();
      own = { numbers, last: new Map(), has: (number) => numbers.has(number) };
      this.#numbers.set(profile, own);
    }
    own.numbers.add(voucherNumber);
    highestOf([voucherNumber], own.last);
  }
}

/** An invoice comes once, though several of its lines have the key. */
function put(map: Map<string, LeftInvoice[]>, key: string, one: LeftInvoice): void {
  const own = map.get(key);
  if (!own) map.set(key, [one]);
  else if (own.at(-1) !== one) own.push(one);
}
