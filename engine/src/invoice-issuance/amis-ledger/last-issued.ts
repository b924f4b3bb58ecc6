import type { Day } from '../../day.ts';
import type { AmisSalesEntry, ProfileBooks, ProfileTerms } from '../books.ts';

/** A symbol as it is compared: without the form's leading number. */
export const bareSymbol = (symbol: string): string =>
  symbol
    .trim()
    .toUpperCase()
    .replace(/^[1-9](?=[CK])/, '');

/**
 * True when a date can be one of the symbol: a symbol is of one year (C26TYY of 2026). An empty symbol says nothing.
 */
const isOfSymbol = (symbol: string, day: Day): boolean =>
  symbol === '' || bareSymbol(symbol).slice(1, 3) === day.slice(2, 4);

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
 * The books with the last issued date of the symbol that is known from anywhere: typed by a person, shown in the sales
 * ledger, or read back into other periods. The latest counts, and the terms say when it was learnt.
 */
export function withLastIssued(books: ProfileBooks): ProfileBooks {
  const { terms, salesLedger, issuedThrough } = books;
  const learnt = [lastInLedger(salesLedger, terms.invoiceSymbol), issuedThrough]
    .filter((day) => day !== undefined)
    .toSorted()
    .at(-1);
  if (learnt === undefined || (terms.lastIssuedDate !== undefined && terms.lastIssuedDate >= learnt)) return books;
  return { ...books, terms: { ...terms, lastIssuedDate: learnt, isLastIssuedLearnt: true } };
}

/** The source of the last issued date, to follow it in a sentence; '' when a person typed it. */
export const lastIssuedSource = ({ isLastIssuedLearnt }: Pick<ProfileTerms, 'isLastIssuedLearnt'>): string =>
  isLastIssuedLearnt ? ' (học từ sổ bán hàng AMIS)' : '';
