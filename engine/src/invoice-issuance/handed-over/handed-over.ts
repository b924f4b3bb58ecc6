import { netAmountOf, type SalesLine } from '../../bravo/sales-line.ts';
import type { Day } from '../../day.ts';
import type { Vnd } from '../../money.ts';
import { vnd } from '../../money.ts';
import { by } from '../../order.ts';
import { highestOf, type UsedNumbers } from '../invoices/vouchers.ts';
import type { IssuanceInput, PlannedInvoice } from '../types.ts';
import { differencesOf, type InvoiceDifferences } from '../vat/vat-statement.ts';
import { LotDraws } from './lot-draws.ts';
import { Remembered } from './remembered.ts';
import { divide, type WholeInvoice } from './whole-invoices.ts';

type Goods = { readonly profile: string; readonly warehouse: string; readonly product: string };
type Given = Pick<IssuanceInput, 'lines' | 'kept'>;

/**
 * The sums of invoices of a period that have left: a plan of the days after them needs no more of most of these. They grow with each hand-over,
 * and nothing is read again for them; the sales that a plan has to see one by one (`concerning.ts`) are found by what they are
 * asked by. The ledger of what is summed must not have changed since: then it is to be made anew.
 */
export class HandedOver {
  /** The ledger's worth and VAT of the lines. */
  amount: Vnd = 0;
  vatAmount: Vnd = 0;
  readonly draws = new LotDraws();
  /** Dates of invoices by profile: no later number of the symbol may have an earlier one. */
  readonly dates = new Map<string, Set<Day>>();
  /** The catalogues and reports as plans beside these sums have spelt and ordered them. */
  readonly remembered = new Remembered();
  /** Every (profile, warehouse, product) on the invoices. */
  readonly goods: Goods[] = [];
  /** Invoices whose VAT differs from the ledger's by more than rounding, as hardly any does. */
  readonly vatDifferences = new Map<WholeInvoice, InvoiceDifferences>();
  readonly #ofProfile = new Map<string, WholeInvoice[]>();
  readonly #byKey = new Map<string, WholeInvoice>();
  readonly #byLine = new Map<string, WholeInvoice>();
  readonly #byPartner = new Map<string, WholeInvoice[]>();
  readonly #byDocument = new Map<string, WholeInvoice[]>();
  readonly #byStatus = new Map<string, WholeInvoice[]>();
  readonly #goods = new Set<string>();
  readonly #numbers = new Map<string, UsedNumbers & { readonly numbers: Set<string> }>();

  /** Takes the invoices in that have left and hold all of their lines. @returns the lines and kept invoices that are left. */
  take<Input extends Given>(given: Input): Input {
    const { whole, rest } = divide(given);
    for (const one of whole) this.#add(one);
    for (const own of this.#ofProfile.values()) own.sort(by(({ invoice }) => invoice.voucherNumber));
    return { ...given, ...rest };
  }

  get isEmpty(): boolean {
    return this.#byKey.size === 0;
  }

  /** All of them, in the order of a plan. */
  all(profiles: Iterable<string>): WholeInvoice[] {
    return [...profiles].flatMap((profile) => this.#ofProfile.get(profile) ?? []);
  }

  /** The profiles of the invoices. */
  get profiles(): Iterable<string> {
    return this.#ofProfile.keys();
  }

  withKey = (key: string): WholeInvoice | undefined => this.#byKey.get(key);
  withLine = (line: string): WholeInvoice | undefined => this.#byLine.get(line);
  ofPartner = (partner: string): readonly WholeInvoice[] => this.#byPartner.get(partner) ?? [];
  ofDocument = (document: string): readonly WholeInvoice[] => this.#byDocument.get(document) ?? [];
  /** Invoices with a line of a Bravo document in this state. */
  inState = (docStatus: string): readonly WholeInvoice[] => this.#byStatus.get(docStatus) ?? [];
  /** The voucher numbers of a profile's invoices. */
  numbersOf = (profile: string): UsedNumbers | undefined => this.#numbers.get(profile);

  #add(one: WholeInvoice): void {
    const { invoice, lines } = one;
    this.#byKey.set(invoice.key, one);
    put(this.#ofProfile, invoice.profile, one);
    put(this.#byDocument, invoice.bravoDocument, one);
    for (const line of lines) this.#addLine(line, one);
    this.draws.add(one);
    const dates = this.dates.get(invoice.profile) ?? new Set();
    this.dates.set(invoice.profile, dates.add(invoice.issuedOn ?? invoice.date));
    this.#addGoods(invoice);
    this.#addNumber(invoice);
    const vat = differencesOf(invoice, lines);
    if (vat.differences.length > 0) this.vatDifferences.set(one, vat);
  }

  #addLine(line: SalesLine, one: WholeInvoice): void {
    this.#byLine.set(line.id, one);
    put(this.#byPartner, line.partnerCode, one);
    put(this.#byStatus, line.docStatus, one);
    this.amount = vnd(this.amount + netAmountOf(line));
    this.vatAmount = vnd(this.vatAmount + line.vatAmount);
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
function put(map: Map<string, WholeInvoice[]>, key: string, one: WholeInvoice): void {
  const own = map.get(key);
  if (!own) map.set(key, [one]);
  else if (own.at(-1) !== one) own.push(one);
}
