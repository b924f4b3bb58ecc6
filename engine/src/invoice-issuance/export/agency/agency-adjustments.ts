import { type Day, LAST_DAY } from '../../../day.ts';
import { splitVnd, sumVnd, type Vnd } from '../../../money.ts';
import type { VatRate } from '../../../vat-rate.ts';
import type { Adjustment } from '../../adjustments/return-adjustments.ts';
import { isMeant, ofProfile, referring, type Target } from '../../amis-ledger/invoice-references.ts';
import { correctionOf, type NamedInvoice, plainNumber } from '../../amis-ledger/reference-words.ts';
import { type InvoiceBasis, saleBasisFinder } from '../../bases/invoice-basis.ts';
import { type AmisSalesEntry, invoicedOn, type ProfileBooks } from '../../books.ts';
import type { IssuanceInput, IssuancePlan } from '../../types.ts';
import { type AgencyRow, type FoundRow, UNKNOWN_RATE } from './agency-row.ts';

type Given = {
  readonly input: IssuanceInput;
  readonly plan: IssuancePlan;
  readonly books: ProfileBooks;
  readonly adjustments: readonly Adjustment[];
};

/** A part of an invoice that may be adjusted. */
type Original = { readonly target: Target; readonly product: string } & Omit<FoundRow, 'row'>;

/**
 * The adjusting invoices of AMIS's ledger whose day is in the period, each on the contract of the sale that it adjusts:
 * what came back was not sold, so its owner must not invoice it. They are rows of their own day, for the list of the sale
 * has reached the owner by then. One whose invoice is not known is of the only contract that the entity has, else of none.
 */
export function adjustingRows({ input, plan, books, adjustments }: Given, known: readonly FoundRow[]): FoundRow[] {
  const { terms, products, customers } = books;
  const only = onlyContract(input, terms.code);
  const isOfProfile = ofProfile(books);
  const entries = adjustingEntries(input, plan, books, only !== undefined);
  if (entries.length === 0) return [];
  const originals = Map.groupBy(
    [...known.map(ofRow), ...adjustments.flatMap((one) => earlierOf(input, one, terms.code))],
    ({ target }) => plainNumber(target.number),
  );
  const names = new Map(products.map(({ code, name }) => [code, name]));
  const taxCodes = new Map(customers.map(({ code, taxCode }) => [code, taxCode]));
  const { shareOf } = referring(
    books,
    plan.invoices.filter(({ profile }) => profile === terms.code),
  );
  return entries.flatMap((entry) => {
    const all = correctionOf(entry)?.invoices ?? [];
    const named = all.filter(isOfProfile);
    const isOfSeveral = all.length > 1;
    const amounts = isOfSeveral ? named.map((one) => shareOf(entry, [one])) : [entry.amount];
    const vatAmounts = isOfSeveral ? sharesOf(entry, amounts, all.length) : [entry.vatAmount];
    return amounts.map((amount, index): FoundRow => {
      const one = named[index];
      const vatAmount = vatAmounts[index]!;
      const own = one ? (originals.get(one.number) ?? []).filter(({ target }) => isMeant(one, target)) : [];
      const day = invoicedOn(entry);
      const { toDate } = input.period;
      const row: AgencyRow = {
        ...{
          saleDay: day > toDate ? toDate : day,
          voucherNumber: entry.voucherNumber,
          invoiceNumber: entry.invoiceNumber,
          invoiceDate: day,
        },
        ...{ product: entry.product, name: nameOf(entry, one, names), unit: entry.unit, amount, vatAmount },
        buyer: { name: entry.customerName, taxCode: taxCodes.get(entry.customerCode) ?? '' },
        quantity: isOfSeveral || entry.quantity === 0n ? undefined : entry.quantity,
      };
      return { found: own.length > 0 ? own[0]!.found : only?.(day), rate: entry.vatRate ?? rateOf(row, own), row };
    });
  });
}

/** The VAT of an entry by its parts of money; the rest is of invoices of another series. An entry of VAT alone goes in equal parts. */
function sharesOf({ amount, vatAmount }: AmisSalesEntry, amounts: readonly Vnd[], count: number): Vnd[] {
  const weights = [...amounts, amount - sumVnd(amounts)].map((part) => BigInt(Math.abs(part)));
  const equal = [...amounts.map(() => 1n), BigInt(count - amounts.length)];
  return splitVnd(vatAmount, amount === 0 ? equal : weights);
}

export const isAdjusting = (entry: AmisSalesEntry): boolean => correctionOf(entry)?.fate === 'adjusted';

/**
 * Those of the period's days; later ones belong to the next period, which knows their contract where it is the only one, else to the
 * period of the return that they are matched with.
 */
function adjustingEntries(
  { period }: IssuanceInput,
  plan: IssuancePlan,
  { terms, salesLedger }: ProfileBooks,
  hasOnlyContract: boolean,
): readonly AmisSalesEntry[] {
  const idsOf = (some: readonly { readonly profile: string; readonly entry: string }[]) =>
    new Set(some.flatMap(({ profile, entry }) => (profile === terms.code ? entry : [])));
  const corrections = idsOf(plan.ledgerRoles.filter(({ role }) => role === 'correction'));
  const matched = idsOf(plan.alreadyInvoiced);
  return salesLedger.filter((entry) => {
    if (!corrections.has(entry.id) || !isAdjusting(entry) || invoicedOn(entry) < period.fromDate) return false;
    return invoicedOn(entry) <= period.toDate || (!hasOnlyContract && matched.has(entry.id));
  });
}

const ofRow = ({ found, rate, row }: FoundRow): Original => ({
  target: { number: row.invoiceNumber, date: row.invoiceDate },
  ...{ product: row.product, found, rate },
});

/** The sale of another period that goods of this one came back from: the return says of which branch it was. */
function earlierOf(input: IssuanceInput, { original, line, profile }: Adjustment, code: string): Original[] {
  if (profile !== code || original?.period === undefined || original.number === '') return [];
  const { number, date = original.saleDay, product, saleDay } = original;
  const found = saleBasisFinder(input)({ profile, branch: line.branchCode, saleDay, issueDay: date });
  return [{ target: { number, date }, product, found, rate: line.vatRate ?? UNKNOWN_RATE }];
}

/** The contract of an entity that sells on one alone; none where it has others, or goods of its own. */
function onlyContract(input: IssuanceInput, profile: string): ((day: Day) => InvoiceBasis | undefined) | undefined {
  const own = (input.period.bases ?? []).filter((basis) => basis.profile === profile);
  const [first] = own;
  if (!first || own.length > 1) return undefined;
  const find = saleBasisFinder(input);
  const { branch, fromDate, toDate = LAST_DAY } = first;
  return (day) => {
    const saleDay = day < fromDate ? fromDate : day > toDate ? toDate : day;
    return find({ profile, branch, saleDay, issueDay: saleDay });
  };
}

/** For an entry that states none: the rate of the goods on the invoice that is adjusted, else the only one of that invoice, else the one that the money says. */
function rateOf({ product, amount, vatAmount }: AgencyRow, own: readonly Original[]): VatRate {
  const same = own.find((one) => one.product === product);
  if (same) return same.rate;
  const rates = new Set(own.map(({ rate }) => rate));
  if (rates.size === 1) return own[0]!.rate;
  const fitting = ['5', '8', '10'].filter((rate) => Math.abs(amount * Number(rate) - vatAmount * 100) <= 100);
  return fitting.length === 1 ? fitting[0]! : UNKNOWN_RATE;
}

function nameOf(
  { product }: AmisSalesEntry,
  one: NamedInvoice | undefined,
  names: ReadonlyMap<string, string>,
): string {
  return `${names.get(product) ?? product} (điều chỉnh hóa đơn${one ? ` số ${one.number}` : ''})`;
}
