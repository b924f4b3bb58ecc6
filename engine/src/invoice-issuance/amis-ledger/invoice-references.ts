import { type Day, yearOf } from '../../day.ts';
import { splitVnd, sumVnd, type Vnd } from '../../money.ts';
import { type AmisSalesEntry, invoicedOn, type ProfileBooks } from '../books.ts';
import { symbolYear } from '../rules/dates.ts';
import type { PlannedInvoice } from '../types.ts';
import { fateIn, type MayCancel } from './cancels.ts';
import { bareSymbol, isSameSeries } from './last-issued.ts';
import {
  correctionOf,
  type InvoiceReference,
  type NamedInvoice,
  plainNumber,
  statesReplacing,
} from './reference-words.ts';

/** One entry that names an invoice. */
type Reference = { readonly entry: AmisSalesEntry; readonly named: NamedInvoice };
/** One entry with all that it says of the invoices that it replaces or adjusts. */
type Correcting = InvoiceReference & { readonly entry: AmisSalesEntry };
/** References by fate and number. */
type References = ReadonlyMap<string, readonly Reference[]>;

export type Ledger = {
  readonly terms: Pick<ProfileBooks['terms'], 'invoiceSymbol' | 'invoiceForm'>;
  readonly salesLedger: ProfileBooks['salesLedger'];
};

/** An invoice that may be named: its number, and its date and symbol as far as they are known. */
export type Target = { readonly number: string; readonly date?: Day | undefined; readonly symbol?: string | undefined };

/**
 * Tells the invoices that are not said to be of another form or symbol than the profile's. The profile has this year's symbol, and an
 * invoice of another year that year's; one that it has given up for another within the year is in its ledger, where that
 * tells the symbol of each number.
 */
export function ofProfile({ terms, salesLedger }: Ledger): (named: NamedInvoice) => boolean {
  const own = terms.invoiceSymbol.trim();
  let shown: ReadonlySet<string> | undefined;
  const isShown = (symbol: string): boolean => {
    shown ??= new Set(
      salesLedger.flatMap(({ invoiceNumber, invoiceSymbol = '' }) =>
        invoiceNumber === '' ? [] : bareSymbol(invoiceSymbol),
      ),
    );
    return shown.has(bareSymbol(symbol)) && !shown.has('');
  };
  return ({ symbol, form }) =>
    (symbol === undefined || own === '' || isSameSeries(symbol, own) || isShown(symbol)) &&
    (form === undefined || terms.invoiceForm === '' || form === terms.invoiceForm);
}

/** Numbers begin anew each year, and in each symbol: one that is named with a date of another year or with another symbol is another invoice's. */
export function isMeant({ number, date, symbol }: NamedInvoice, target: Target): boolean {
  if (number !== plainNumber(target.number)) return false;
  if (date !== undefined && target.date !== undefined && yearOf(date) !== yearOf(target.date)) return false;
  if (symbol === undefined) return true;
  if (symbolYear(target.symbol ?? '') !== undefined) return bareSymbol(target.symbol!) === bareSymbol(symbol);
  return target.date === undefined || yearOf(target.date) === symbolYear(symbol);
}

/** The entries that replace or adjust invoices. */
const correctingIn = (salesLedger: Ledger['salesLedger']): Correcting[] =>
  salesLedger.flatMap((entry) => {
    const reference = correctionOf(entry);
    return reference ? [{ entry, ...reference }] : [];
  });

/** The entries that refer to invoices of the profile's form and symbol, by their fate and number. */
function referencesOf(correcting: readonly Correcting[], ledger: Ledger): References {
  const found = new Map<string, Reference[]>();
  const isOfProfile = ofProfile(ledger);
  for (const { entry, fate, invoices } of correcting) {
    for (const named of invoices) {
      if (!isOfProfile(named)) continue;
      const key = `${fate} ${named.number}`;
      const same = found.get(key);
      if (same) same.push({ entry, named });
      else found.set(key, [{ entry, named }]);
    }
  }
  return found;
}

function referringTo(
  references: References,
  fate: InvoiceReference['fate'],
  targets: readonly Target[],
): readonly AmisSalesEntry[] {
  const named = targets.flatMap((target) =>
    (references.get(`${fate} ${plainNumber(target.number)}`) ?? []).filter((one) => isMeant(one.named, target)),
  );
  return named.length === 0 ? [] : [...new Set(named.map(({ entry }) => entry))];
}

export const targetOf = ({ invoiceNumber, invoiceDate, invoiceSymbol }: AmisSalesEntry): Target => ({
  ...{ number: invoiceNumber, date: invoiceDate, symbol: invoiceSymbol },
});

/**
 * The books without the entries that are void: cancelled by their own words, or replaced by another entry. They prove neither
 * that a sale is invoiced nor that goods have left. What is replaced by its own words alone is void without a number, where an
 * entry of its customer replaces it without naming it, and where it is of an invoice that `isKept`, whose sale waits anyway;
 * else its sale has an invoice that this ledger does not show, and it stays.
 */
export function withLiveLedger(
  books: ProfileBooks,
  mayCancel: MayCancel,
  isKept: (voucher: string) => boolean,
): ProfileBooks {
  const correcting = correctingIn(books.salesLedger);
  const references = referencesOf(correcting, books);
  const unnamed = books.salesLedger.filter(replacesUnnamed);
  const replacing = new Set(unnamed.map(({ customerCode }) => customerCode));
  const salesLedger = books.salesLedger.filter((entry) => {
    const fate = fateIn([entry], mayCancel);
    if (fate === 'cancelled') return false;
    if (entry.invoiceNumber === '') return fate !== 'replaced';
    if (fate === 'replaced' && (replacing.has(entry.customerCode) || isKept(entry.voucherNumber))) return false;
    return referringTo(references, 'replaced', [targetOf(entry)]).length === 0;
  });
  const live = salesLedger.length === books.salesLedger.length ? books : { ...books, salesLedger };
  const replacingNamed = correcting.filter(({ fate }) => fate === 'replaced');
  const days = replacedDays(books, { named: replacingNamed, unnamed }, mayCancel);
  if (days.size === 0) return live;
  const withDay = (entry: AmisSalesEntry): AmisSalesEntry => {
    const replacedOn = days.get(entry);
    return replacedOn === undefined ? entry : { ...entry, replacedOn };
  };
  return { ...live, salesLedger: live.salesLedger.map(withDay) };
}

/** The entries that replace an invoice, with its day as their words or its own row in the ledger say; '' where neither does. */
function replacedDays(
  ledger: Ledger,
  { named, unnamed }: { readonly named: readonly Correcting[]; readonly unnamed: readonly AmisSalesEntry[] },
  mayCancel: MayCancel,
): Map<AmisSalesEntry, Day> {
  const { salesLedger } = ledger;
  const isOfProfile = ofProfile(ledger);
  const wanted = new Set(named.flatMap(({ invoices }) => invoices.map(({ number }) => number)));
  const buyers = new Set(unnamed.map(({ customerCode }) => customerCode));
  if (wanted.size + buyers.size === 0) return new Map();
  const ofNumber = salesLedger.filter(({ invoiceNumber }) => wanted.has(plainNumber(invoiceNumber)));
  const ofBuyer = salesLedger.filter(
    (entry) => buyers.has(entry.customerCode) && fateIn([entry], mayCancel) === 'replaced',
  );
  const dayOf = (one: NamedInvoice): Day =>
    one.date ?? lastDay(isOfProfile(one) ? ofNumber.filter((entry) => isMeant(one, targetOf(entry))) : []);
  return new Map([
    ...unnamed.map(
      (entry) => [entry, lastDay(ofBuyer.filter((one) => one.customerCode === entry.customerCode))] as const,
    ),
    ...named.map(({ entry, invoices }) => [entry, invoices.map(dayOf).reduce(later, '')] as const),
  ]);
}

const later = (one: Day, other: Day): Day => (other > one ? other : one);

const lastDay = (entries: readonly AmisSalesEntry[]): Day => entries.map(invoicedOn).reduce(later, '');

/** True for an entry whose state says that it replaces an invoice while its words name none. */
const replacesUnnamed = (entry: AmisSalesEntry): boolean =>
  statesReplacing(entry.invoiceState ?? '') && correctionOf(entry) === undefined;

/** The entries of a ledger that replace or adjust an invoice, by the number of that invoice. */
export type Referring = {
  /**
   * The entries that do so: of a chain of replacements the last ones, of adjustments all (that of an adjusting invoice is one
   * of the first).
   */
  readonly to: (fate: InvoiceReference['fate'], targets: readonly Target[]) => readonly AmisSalesEntry[];
  /** True where a reference names a number that more than one of our invoices carries. */
  readonly isAmbiguous: (targets: readonly Target[]) => boolean;
  /** The invoices that an entry names. */
  readonly namedBy: (entry: AmisSalesEntry) => readonly NamedInvoice[];
  /**
   * The part of an entry's amount that falls on one of the invoices that it names: by their amounts in the ledger, in equal
   * parts where not all of them are there. The parts of all of them come to the amount exactly.
   */
  readonly shareOf: (entry: AmisSalesEntry, targets: readonly Target[]) => Vnd;
};

/** Reads the references of the ledger to invoices of ours (`own`). */
export function referring(books: Ledger, own: readonly PlannedInvoice[]): Referring {
  const references = referencesOf(correctingIn(books.salesLedger), books);
  const isOfProfile = ofProfile(books);
  const owners = references.size > 0 ? ownersOf(books, own) : new Map<string, Owner[]>();
  const ours = new Set(own.map(({ voucherNumber }) => voucherNumber));
  // Of an adjusting invoice for several it is not said which of them its own adjustment is of; one of ours has its own.
  const isOfOne = (entry: AmisSalesEntry) => namedBy(entry).length === 1 && !ours.has(entry.voucherNumber);
  const to: Referring['to'] = (fate, targets) => {
    const entries = referringTo(references, fate, targets);
    if (entries.length === 0) return entries;
    const seen = new Set(targets.map(({ number }) => plainNumber(number)));
    const further = (fate === 'adjusted' ? entries.filter(isOfOne) : entries)
      .map(targetOf)
      .filter(({ number }) => number !== '' && !seen.has(plainNumber(number)));
    if (further.length === 0) return entries;
    const later = to(fate, [...targets, ...further]).filter((entry) => !entries.includes(entry));
    if (fate === 'adjusted') return [...entries, ...later];
    return later.length > 0 ? later : entries;
  };
  const namedBy: Referring['namedBy'] = (entry) => correctionOf(entry)?.invoices ?? [];
  const amounts = amountsOf(books);
  return {
    to,
    isAmbiguous: (targets) =>
      targets.some((target) =>
        (['replaced', 'adjusted'] as const).some((fate) =>
          (references.get(`${fate} ${plainNumber(target.number)}`) ?? []).some(
            ({ named }) => isMeant(named, target) && isOfSeveral(owners.get(named.number) ?? [], named),
          ),
        ),
      ),
    namedBy,
    shareOf: (entry, targets) => {
      const named = namedBy(entry);
      if (named.length < 2) return entry.amount;
      const weights = named.map(({ number }) => amounts().get(number) ?? 0n);
      const parts = splitVnd(entry.amount, weights.includes(0n) ? weights.map(() => 1n) : weights);
      const isOurs = (one: NamedInvoice) => isOfProfile(one) && targets.some((target) => isMeant(one, target));
      return sumVnd(parts.filter((_, index) => isOurs(named[index]!)));
    },
  };
}

/** Invoice number → the size of its amount in the ledger; worked out when it is first asked for. */
function amountsOf({ salesLedger }: Ledger): () => ReadonlyMap<string, bigint> {
  let known: Map<string, bigint> | undefined;
  return () => {
    known ??= new Map(
      [...Map.groupBy(salesLedger, ({ invoiceNumber }) => plainNumber(invoiceNumber))].map(([number, entries]) => {
        const amount = BigInt(sumVnd(entries.map((one) => one.amount)));
        return [number, amount < 0n ? -amount : amount] as const;
      }),
    );
    return known;
  };
}

/** A voucher of ours with an invoice that may be named. */
type Owner = Target & { readonly voucher: string };

const isOfSeveral = (owners: readonly Owner[], named: NamedInvoice): boolean =>
  new Set(owners.flatMap((one) => (isMeant(named, one) ? one.voucher : []))).size > 1;

/** Invoice number → vouchers of ours that carry it, as AMIS says now, else as it said before. */
function ownersOf(books: Ledger, own: readonly PlannedInvoice[]): Map<string, Owner[]> {
  const ours = new Set(own.map((invoice) => invoice.voucherNumber));
  const owners = new Map<string, Owner[]>();
  const put = (owner: Owner): void => {
    if (owner.number === '') return;
    const known = owners.get(plainNumber(owner.number));
    if (known) known.push(owner);
    else owners.set(plainNumber(owner.number), [owner]);
  };
  for (const entry of books.salesLedger)
    if (ours.has(entry.voucherNumber)) put({ ...targetOf(entry), voucher: entry.voucherNumber });
  for (const { invoiceNumber = '', voucherNumber, issuedOn, date, issuedSymbol } of own)
    if (!owners.get(plainNumber(invoiceNumber))?.some(({ voucher }) => voucher === voucherNumber))
      put({ number: invoiceNumber, date: issuedOn ?? date, symbol: issuedSymbol, voucher: voucherNumber });
  return owners;
}
