import type { SalesLine } from '../../bravo/sales-line.ts';
import { netAmountOf } from '../../bravo/sales-line.ts';
import { scaleVnd, splitVnd, type Vnd, vnd } from '../../money.ts';
import { type VatRate, vatBasisPoints } from '../../vat-rate.ts';
import type { IssuancePlan, PlannedAllocation, PlannedInvoice, PlannedItem } from '../types.ts';

/** The reasons why the VAT on an invoice is another than the ledger's of the same goods. The list is closed. */
export const VAT_REASONS = ['rounding', 'no_ledger_rate', 'rate_differs', 'ledger_tax', 'ledger_changed'] as const;
export type VatReason = (typeof VAT_REASONS)[number];

export const VAT_REASON_NAMES: Readonly<Record<VatReason, string>> = {
  rounding: 'Làm tròn theo nhóm thuế suất của hóa đơn',
  no_ledger_rate: 'Sổ không ghi thuế suất, hóa đơn lấy thuế suất của mã hàng',
  rate_differs: 'Hóa đơn ghi thuế suất khác sổ',
  ledger_tax: 'Tiền thuế trên sổ khác tiền hàng × thuế suất',
  ledger_changed: 'Sổ đã đổi sau khi hóa đơn được lập hoặc sửa',
};

/** The VAT of one allocation of an invoice, beside the ledger's for the same đồng. */
export type VatPart = {
  readonly line: string;
  /** Undefined for VAT of sold goods that no live invoice carries any more. */
  readonly invoice: string | undefined;
  readonly profile: string;
  /** Rate on the invoice. */
  readonly rate: VatRate;
  /** Rate on the ledger; undefined where it is blank, or the ledger has lost the line. */
  readonly ledgerRate: VatRate | undefined;
  readonly amount: Vnd;
  readonly invoiceVat: Vnd;
  readonly ledgerVat: Vnd;
  /** `ledgerVat − invoiceVat`. */
  readonly difference: Vnd;
  readonly reason: VatReason;
};

type Holder = Omit<VatPart, 'ledgerVat' | 'difference' | 'reason' | 'ledgerRate'>;

/** Two roundings meet: the ledger's of its line, and that of the line's share. */
const ROUNDING = 2;

/** An invoice of which the VAT is told, with its items or some of them. */
export type VatInvoice = Pick<PlannedInvoice, 'key' | 'profile' | 'voucherNumber' | 'items'>;

/** The parts of a plan that VAT is on. */
export type VatPlan = Pick<IssuancePlan, 'alreadyInvoiced' | 'shortages' | 'netted' | 'excluded'> & {
  readonly invoices: readonly VatInvoice[];
};

/** Source key → the place of that line in the ledger, from 0; undefined when the ledger has lost it, or ELSEWHERE. */
export type PlaceOf = (line: string) => number | undefined;

/** The place of a line that is not among the given ones, though the ledger has it: its VAT is told elsewhere. */
export const ELSEWHERE = -1;

function placesOf(lines: readonly SalesLine[]): PlaceOf {
  const places = new Map(lines.map(({ id }, place) => [id, place]));
  return (line) => places.get(line);
}

/**
 * The VAT of every invoiced part of the ledger. Exact by construction: a line's VAT less the shares of already
 * invoiced, unallocated, netted and excluded parts is given to its allocations in proportion to their amounts, and an
 * item's VAT to its allocations likewise; so both sides add up, per invoice, per rate and in all, whatever the reasons
 * are.
 */
export function vatParts(lines: readonly SalesLine[], plan: VatPlan): Generator<VatPart> {
  return partsOf(lines, plan, placesOf(lines), EVERY_PART);
}

/** Those parts of invoices that differ by more than rounding, as hardly any of a month does. */
export function vatPartsBeyondRounding(
  lines: readonly SalesLine[],
  plan: VatPlan,
  placeOf: PlaceOf,
): Generator<VatPart> {
  return partsOf(lines, plan, placeOf, BEYOND_ROUNDING);
}

type Wanted = { readonly onNoInvoice: boolean; readonly isTold: (reason: VatReason) => boolean };
const EVERY_PART: Wanted = { onNoInvoice: true, isTold: () => true };
const BEYOND_ROUNDING: Wanted = { onNoInvoice: false, isTold: (reason) => reason !== 'rounding' };

function* partsOf(
  lines: readonly SalesLine[],
  plan: VatPlan,
  placeOf: PlaceOf,
  { onNoInvoice, isTold }: Wanted,
): Generator<VatPart> {
  const elsewhere = vatElsewhere(plan, placeOf, lines.length);
  const holders = new Holders(plan, placeOf, lines.length);
  for (let place = 0; place < lines.length; place++) {
    const own = holders.of(place);
    // Most lines of a plan beside sums wait, and are on no invoice.
    if (own.length === 0 && !onNoInvoice) continue;
    const line = lines[place]!;
    const vatAmount = vnd(line.vatAmount - elsewhere[place]!);
    if (own.length > 0) {
      const told = toldParts(own, line, vatAmount, isTold);
      if (told.length > 0) yield* told;
    } else if (vatAmount !== 0) {
      const rate = line.vatRate ?? '';
      const nowhere = { line: line.id, invoice: undefined, profile: '', rate, amount: 0, invoiceVat: 0 };
      yield* toldParts([nowhere], line, vatAmount, isTold);
    }
  }
  for (const own of holders.lost.values()) yield* toldParts(own, undefined, 0, isTold);
}

/** The VAT of each line that is on no invoice of the plan: invoiced already, left over, netted or excluded. */
function vatElsewhere(plan: VatPlan, placeOf: PlaceOf, lines: number): Float64Array {
  const taken = new Float64Array(lines);
  const take = (line: string, vatAmount: Vnd): void => {
    const place = placeOf(line);
    if (place !== undefined) taken[place]! += vatAmount;
  };
  for (const one of plan.alreadyInvoiced) take(one.line, one.vatAmount);
  for (const one of plan.shortages) take(one.line, one.vatAmount);
  for (const one of plan.excluded) take(one.line, one.vatAmount);
  for (const one of plan.netted) {
    take(one.saleLine, one.vatAmount);
    take(one.returnLine, -one.vatAmount);
  }
  return taken;
}

const NONE: readonly Holder[] = [];

/** The allocations of a plan by line, as columns: a month has a million, nearly each of them alone on its line. */
class Holders {
  /** Lines that the ledger has lost. */
  readonly lost = new Map<string, Holder[]>();
  /** Place of a line → its last allocation; allocation → the one before it on its line. */
  readonly #last: Int32Array;
  readonly #before: number[] = [];
  readonly #invoices: VatInvoice[] = [];
  readonly #items: PlannedItem[] = [];
  readonly #allocations: PlannedAllocation[] = [];
  readonly #vats: Vnd[] = [];

  constructor({ invoices }: Pick<VatPlan, 'invoices'>, placeOf: PlaceOf, lines: number) {
    this.#last = new Int32Array(lines).fill(-1);
    for (const invoice of invoices) for (const item of invoice.items) this.#addItem(invoice, item, placeOf);
  }

  #addItem(invoice: VatInvoice, item: PlannedItem, placeOf: PlaceOf): void {
    const vat = sharesOf(item.vatAmount, item.allocations);
    item.allocations.forEach((allocation, index) => {
      const place = placeOf(allocation.line);
      if (place === ELSEWHERE) return;
      const at = this.#invoices.push(invoice) - 1;
      this.#items.push(item);
      this.#allocations.push(allocation);
      this.#vats.push(vat[index]!);
      this.#before.push(place === undefined ? -1 : this.#last[place]!);
      if (place === undefined) this.#lose(at);
      else this.#last[place] = at;
    });
  }

  #lose(at: number): void {
    const holder = this.#holder(at);
    const own = this.lost.get(holder.line);
    if (own) own.push(holder);
    else this.lost.set(holder.line, [holder]);
  }

  #holder(at: number): Holder {
    const { key: invoice, profile } = this.#invoices[at]!;
    const { line, amount } = this.#allocations[at]!;
    return { line, invoice, profile, rate: this.#items[at]!.vatRate, amount, invoiceVat: this.#vats[at]! };
  }

  /** The holders of the line at a place, in the plan's order. */
  of(place: number): readonly Holder[] {
    const last = this.#last[place]!;
    if (last < 0) return NONE;
    if (this.#before[last]! < 0) return [this.#holder(last)];
    const own: Holder[] = [];
    for (let at = last; at >= 0; at = this.#before[at]!) own.push(this.#holder(at));
    return own.reverse();
  }
}

/** The VAT of parts in proportion to their amounts. Most have no other beside them. */
const sharesOf = (vatAmount: Vnd, parts: readonly { readonly amount: Vnd }[]): readonly Vnd[] =>
  parts.length === 1
    ? [vnd(vatAmount)]
    : splitVnd(
        vatAmount,
        parts.map(({ amount }) => BigInt(Math.abs(amount))),
      );

function toldParts(
  holders: readonly Holder[],
  line: SalesLine | undefined,
  vatAmount: Vnd,
  isTold: Wanted['isTold'],
): readonly VatPart[] {
  const shares = sharesOf(vatAmount, holders);
  return holders.flatMap((holder, index): VatPart | readonly VatPart[] => {
    const ledgerVat = shares[index]!;
    const reason = reasonOf(holder, line, ledgerVat);
    if (!isTold(reason)) return NO_PARTS;
    const difference = vnd(ledgerVat - holder.invoiceVat);
    return { ...holder, ledgerRate: line?.vatRate, ledgerVat, difference, reason };
  });
}

const NO_PARTS: readonly VatPart[] = [];

function reasonOf({ invoice, rate, amount }: Holder, line: SalesLine | undefined, ledgerVat: Vnd): VatReason {
  if (invoice === undefined || !line) return 'ledger_changed';
  if (Math.abs(taxOf(amount, rate) - ledgerVat) <= ROUNDING) return 'rounding';
  if (line.vatRate === undefined) return 'no_ledger_rate';
  if (line.vatRate !== rate) return 'rate_differs';
  return Math.abs(taxOf(netAmountOf(line), rate) - line.vatAmount) > ROUNDING - 1 ? 'ledger_tax' : 'ledger_changed';
}

/** Up to here a product and its half are exact as numbers, which are quicker than whole quantities. */
const EXACT_PRODUCT = 2 ** 46;

function taxOf(amount: Vnd, rate: VatRate): Vnd {
  const points = vatBasisPoints(rate);
  const product = Math.abs(amount) * Number(points);
  if (product > EXACT_PRODUCT) return scaleVnd(amount, points, 10_000n);
  const rounded = Math.floor((product + 5000) / 10_000);
  return amount < 0 ? -rounded : rounded;
}
