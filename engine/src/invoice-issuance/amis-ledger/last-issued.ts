import type { Day } from '../../day.ts';
import type { AmisSalesEntry, ProfileBooks, ProfileTerms } from '../books.ts';
import { HANDED_OVER } from '../invoice-status.ts';
import { isOfSymbol } from '../rules/dates.ts';
import type { IssuanceInput, PlannedInvoice } from '../types.ts';

/** A symbol as it is compared: without the form's leading number. */
export const bareSymbol = (symbol: string): string =>
  symbol
    .trim()
    .toUpperCase()
    .replace(/^[1-9](?=[CK])/, '');

/** The seller's series that a symbol is of: its year changes on 1 January, and numbers begin anew in it. */
const seriesOf = (symbol: string): string => bareSymbol(symbol).replace(/^([A-Z])\d{2}/, '$1');

/** True for symbols that are the same but for their year: C27TYY goes on from C26TYY. */
export const isSameSeries = (one: string, other: string): boolean => seriesOf(one) === seriesOf(other);

/** The symbol, if an invoice of that day can have it; a profile knows this year's alone. */
export const symbolIfOf = (symbol: string, day: Day): string => (isOfSymbol(symbol, day) ? symbol : '');

/** The symbol of an invoice that has left: as far as it is known, else the profile's if it can be that. */
export const symbolOf = (
  { issuedSymbol, issuedOn, date }: Pick<PlannedInvoice, 'issuedSymbol' | 'issuedOn' | 'date'>,
  invoiceSymbol: string,
): string => issuedSymbol ?? symbolIfOf(invoiceSymbol, issuedOn ?? date);

/** The last day on which the ledger shows an invoice issued in the symbol; an entry that names no symbol counts. */
function lastInLedger(entries: readonly AmisSalesEntry[], symbol: string): Day | undefined {
  let last: Day | undefined;
  for (const { invoiceNumber, invoiceDate, invoiceSymbol = '' } of entries) {
    if (invoiceNumber === '' || invoiceDate === undefined || !isOfSymbol(symbol, invoiceDate)) continue;
    if (symbol !== '' && invoiceSymbol !== '' && bareSymbol(invoiceSymbol) !== bareSymbol(symbol)) continue;
    if (last === undefined || invoiceDate > last) last = invoiceDate;
  }
  return last;
}

/**
 * The books with the last date used in the symbol that is known from anywhere: typed by a person, shown in the sales
 * ledger, read back into other periods, or on an invoice of ours that has left for AMIS. The latest counts, and the
 * terms say where it was learnt. `further` are dates of invoices that have left and are not among the kept ones, by profile.
 */
const NO_DATES: ReadonlyMap<string, ReadonlySet<Day>> = new Map();

export const withLastIssued =
  ({ kept }: Pick<IssuanceInput, 'kept'>, further: ReadonlyMap<string, ReadonlySet<Day>> = NO_DATES) =>
  (books: ProfileBooks): ProfileBooks => {
    const { terms, salesLedger, issuedThrough } = books;
    const issued = latest([lastInLedger(salesLedger, terms.invoiceSymbol), issuedThrough]);
    const handedOver = lastHandedOver(kept, terms, further.get(terms.code));
    const learnt = latest([issued, handedOver]);
    if (learnt === undefined || (terms.lastIssuedDate !== undefined && terms.lastIssuedDate >= learnt)) return books;
    const lastIssuedFrom = learnt === issued ? 'ledger' : 'handed_over';
    return { ...books, terms: { ...terms, lastIssuedDate: learnt, lastIssuedFrom } };
  };

const latest = (days: Iterable<Day | undefined>): Day | undefined => {
  let last: Day | undefined;
  for (const day of days) if (day !== undefined && (last === undefined || day > last)) last = day;
  return last;
};

/** The last date of invoices that have left: one without a number can get it in AMIS at any moment. */
function lastHandedOver(
  kept: IssuanceInput['kept'],
  { code, invoiceSymbol }: ProfileTerms,
  further: Iterable<Day> = [],
): Day | undefined {
  const days = new Set<Day>(further);
  for (const { profile, status, date, issuedOn = date } of kept)
    if (profile === code && HANDED_OVER.has(status)) days.add(issuedOn);
  return latest([...days].filter((day) => isOfSymbol(invoiceSymbol, day)));
}

const SOURCES = { ledger: ' (học từ sổ bán hàng AMIS)', handed_over: ' (đã giao AMIS)' } as const;

/** The source of the last issued date, to follow it in a sentence; '' when a person typed it. */
export const lastIssuedSource = ({ lastIssuedFrom }: Pick<ProfileTerms, 'lastIssuedFrom'>): string =>
  lastIssuedFrom === undefined ? '' : SOURCES[lastIssuedFrom];
