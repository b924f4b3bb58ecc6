import type { SalesLine } from '../../../bravo/sales-line.ts';
import type { Vnd } from '../../../money.ts';
import type { Quantity } from '../../../quantity.ts';
import { compareTaxCodes } from '../../../tax-code.ts';
import { type AmisSalesEntry, invoicedOn, type ProfileBooks } from '../../books.ts';
import { foldCode } from '../../stock-keys.ts';
import type { InvoiceBuyer, IssuancePlan, PlannedInvoice } from '../../types.ts';
import { type Referring, referring } from '../invoice-references.ts';
import { bareSymbol } from '../last-issued.ts';
import { lastPlaceOf } from '../pairs/same-quantity.ts';
import type { Figures } from './lost-line.ts';

/**
 * Tells whether AMIS has a document that mends exactly this of an invoice that has left. A replaced invoice is gone from the plan; the
 * notice 04/SS-HĐĐT is in no data. In doubt nothing is mended. Source: TT 91/2026/TT-BTC Điều 10 k1b, k1c, k5 c.1.
 */
export type Remedies = {
  /** True when adjusting invoices take the goods and the worth of these lines off it, all of them. */
  readonly isTakenOff: (invoice: PlannedInvoice, lines: ReadonlySet<string>) => boolean;
  /** True when adjusting invoices take as much of a line's goods and worth off it. */
  readonly isLowered: (invoice: PlannedInvoice, line: string, less: Figures) => boolean;
  /** True when adjusting invoices take the goods of these lines off it, with their worth, whatever they put in their place. */
  readonly isExchanged: (invoice: PlannedInvoice, lines: ReadonlySet<string>) => boolean;
  /** True when adjusting invoices change the quantity of a product by this much, of no money: that of a wrong quantity at the right worth. */
  readonly isRestated: (invoice: PlannedInvoice, product: string, change: Quantity) => boolean;
  /** True when these are one buyer, to whom the last adjusting invoice without goods and money is made out. */
  readonly isOfBuyer: (invoice: PlannedInvoice, buyers: readonly (InvoiceBuyer | undefined)[]) => boolean;
};

type Given = {
  /** The books without entries that are void. */
  readonly profiles: readonly ProfileBooks[];
  /** All invoices of ours, of which a number may be meant. */
  readonly kept: readonly PlannedInvoice[];
  readonly settled: IssuancePlan['settled'];
  readonly lines: readonly SalesLine[];
  /** Returns that wait for an adjusting invoice: one of their goods may be theirs. */
  readonly returns: readonly SalesLine[];
};

/** A kind of symbol that only a replacement mends. Source: TT 91/2026/TT-BTC Điều 10 k1c. */
const CASH_REGISTER = 'M';
const isOfRegister = ({ terms }: ProfileBooks): boolean => bareSymbol(terms.invoiceSymbol)[3] === CASH_REGISTER;

export function remediesIn(given: Given): Remedies {
  const books = new Map(given.profiles.map((one) => [one.terms.code, one]));
  const adjustingOf = adjustingFinder(given, books);
  const keyOf = ({ partnerCode, itemCode }: SalesLine) => `${partnerCode}\u0000${itemCode}`;
  const returned = new Set(given.returns.map(keyOf));
  const isReturned = (invoice: PlannedInvoice): boolean => {
    if (returned.size === 0) return false;
    const held = new Set(invoice.items.flatMap(({ allocations }) => allocations.map(({ line }) => line)));
    return given.lines.some((line) => held.has(line.id) && returned.has(keyOf(line)));
  };
  return {
    isTakenOff: (invoice, lines) =>
      covers(takenOff(adjustingOf(invoice)), heldBy(invoice, lines)) && !isReturned(invoice),
    isLowered: (invoice, line, less) => {
      const held = heldBy(invoice, new Set([line]));
      const parts = invoice.items.flatMap(({ allocations }) => allocations.filter((one) => one.line === line));
      const whole = parts.reduce((sum, { baseQuantity }) => sum + baseQuantity, 0n);
      const off = takenOff(adjustingOf(invoice));
      const isOff = [...held.quantities].every(
        ([product, quantity]) => (off.quantities.get(product) ?? 0n) * whole >= quantity * less.baseQuantity,
      );
      return held.quantities.size > 0 && isOff && off.amount >= less.amount && !isReturned(invoice);
    },
    isExchanged: (invoice, lines) => {
      const held = heldBy(invoice, lines);
      const ofThese = adjustingOf(invoice).filter(({ product }) => held.quantities.has(foldCode(product)));
      return covers(takenOff(ofThese), held) && !isReturned(invoice);
    },
    isRestated: (invoice, product, change) => {
      const own = books.get(invoice.profile);
      if (!own || isOfRegister(own)) return false;
      const rows = adjustingOf(invoice).filter((one) => foldCode(one.product) === foldCode(product));
      let changed: Quantity = 0n;
      for (const voucher of Map.groupBy(rows, ({ voucherNumber }) => voucherNumber).values()) {
        const { amount } = sumOf(voucher);
        if (amount === 0) for (const { quantity } of voucher) changed += quantity;
      }
      const off = changed - change;
      return changed !== 0n && 2n * (off < 0n ? -off : off) <= lastPlaceOf(changed);
    },
    isOfBuyer: (invoice, buyers) => {
      const [buyer, ...others] = buyers;
      const own = books.get(invoice.profile);
      if (!own || !buyer || others.some((one) => one?.bravoPartnerCode !== buyer.bravoPartnerCode)) return false;
      if (isOfRegister(own) || isNoticeEnough(invoice.buyer, buyer)) return false;
      const last = lastOfWords(adjustingOf(invoice));
      return last !== undefined && isTo(own, last, buyer);
    },
  };
}

type Adjusting = (invoice: PlannedInvoice) => readonly AmisSalesEntry[];

/** The entries of issued invoices that adjust an invoice and name no other one: of several the goods of each are not said. */
function adjustingFinder({ kept, settled }: Given, books: ReadonlyMap<string, ProfileBooks>): Adjusting {
  const back = new Map(settled.map((one) => [one.key, one]));
  const known = new Map<string, Referring>();
  return (invoice) => {
    const own = books.get(invoice.profile);
    const read = back.get(invoice.key);
    const number = read?.invoiceNumber || invoice.invoiceNumber;
    if (!own || !number) return [];
    const refers =
      known.get(invoice.profile) ??
      referring(
        own,
        kept.filter(({ profile }) => profile === invoice.profile),
      );
    known.set(invoice.profile, refers);
    const targets = [{ number, date: read?.invoiceDate ?? invoice.issuedOn ?? invoice.date }];
    if (refers.isAmbiguous(targets)) return [];
    return refers
      .to('adjusted', targets)
      .filter((entry) => entry.invoiceNumber !== '' && entry.voucherNumber !== invoice.voucherNumber)
      .filter((entry) => refers.namedBy(entry).length === 1);
  };
}

type Goods = { readonly amount: Vnd; readonly quantities: ReadonlyMap<string, Quantity> };

/** The goods and the worth that an invoice holds of some lines, by product. */
function heldBy({ items }: PlannedInvoice, lines: ReadonlySet<string>): Goods {
  return sumOf(
    items.flatMap(({ product, allocations }) =>
      allocations.flatMap(({ line, quantity, amount }) => (lines.has(line) ? { product, quantity, amount } : [])),
    ),
  );
}

/** The goods and the worth that adjusting entries take off: of goods, for worth alone is the remedy of a wrong price. */
const takenOff = (entries: readonly AmisSalesEntry[]): Goods =>
  sumOf(
    entries
      .filter(({ quantity }) => quantity !== 0n)
      .map(({ product, quantity, amount }) => ({ product, quantity: -quantity, amount: -amount })),
  );

function sumOf(
  parts: readonly { readonly product: string; readonly quantity: Quantity; readonly amount: Vnd }[],
): Goods {
  const quantities = new Map<string, Quantity>();
  let sum: Vnd = 0;
  for (const { product, quantity, amount } of parts) {
    sum += amount;
    const code = foldCode(product);
    if (quantity !== 0n) quantities.set(code, (quantities.get(code) ?? 0n) + quantity);
  }
  return { amount: sum, quantities };
}

/** True when at least these goods, of each product, and their worth are taken off. */
const covers = (off: Goods, held: Goods): boolean =>
  held.quantities.size > 0 &&
  off.amount >= held.amount &&
  [...held.quantities].every(([product, quantity]) => (off.quantities.get(product) ?? 0n) >= quantity);

/** Without a tax code or a person's number on either side only name and address differ: no invoice is made for that (k1a). */
const isNoticeEnough = (was: InvoiceBuyer, now: InvoiceBuyer): boolean =>
  [was, now].every(({ taxCode, identity }) => taxCode === '' && identity === undefined);

/** The last adjusting entry of a document that has neither goods nor money: it changes words alone. */
function lastOfWords(entries: readonly AmisSalesEntry[]): AmisSalesEntry | undefined {
  const figured = new Set(
    entries
      .filter((one) => one.quantity !== 0n || one.amount !== 0 || one.vatAmount !== 0)
      .map((one) => one.voucherNumber),
  );
  let last: AmisSalesEntry | undefined;
  for (const entry of entries)
    if (!figured.has(entry.voucherNumber) && (!last || invoicedOn(entry) >= invoicedOn(last))) last = entry;
  return last;
}

/** True for an entry whose customer is this buyer, by code or by tax code. */
function isTo({ customers }: ProfileBooks, { customerCode }: AmisSalesEntry, buyer: InvoiceBuyer): boolean {
  const code = foldCode(customerCode);
  if (code === '') return false;
  if (code === foldCode(buyer.customerCode)) return true;
  const customer = customers.find((one) => foldCode(one.code) === code);
  return customer !== undefined && compareTaxCodes(customer.taxCode, buyer.taxCode) === 'same';
}
