import type { SalesLine } from '../../bravo/sales-line.ts';
import type { Day } from '../../day.ts';
import { isConsolidated } from '../rules/consolidation.ts';
import { isOfSymbol } from '../rules/dates.ts';
import type { IssuanceInput, PlannedInvoice } from '../types.ts';
import { type BasisFinder, basisFinder, basisWords } from './in-force.ts';
import type { IssuingBasis } from './issuing-basis.ts';

export type Party = { readonly name: string; readonly taxCode: string; readonly address: string };
export type InvoiceBasis = {
  readonly basis: IssuingBasis;
  readonly seller: Party;
  /** The delegate that makes the invoice, or the owner that the goods came from; null for own goods. */
  readonly other: Party | null;
};

/** A sale by an entity, and the day on which its invoice is made. */
export type InvoicedSale = {
  readonly profile: string;
  readonly branch: string;
  readonly saleDay: Day;
  readonly issueDay: Day;
  /** Of an invoice that has left, empty where it is not known; absent: the profile's. */
  readonly symbol?: string;
};

/** The basis that the invoice of a sale rests on, with both parties; undefined where none is in force. */
export function saleBasisFinder({
  period,
  profiles,
}: Pick<IssuanceInput, 'period' | 'profiles'>): (sale: InvoicedSale) => InvoiceBasis | undefined {
  const termsOf = new Map(profiles.map(({ terms }) => [terms.code, terms]));
  const finders = new Map<Day, BasisFinder>();
  const finderOf = (issueDay: Day): BasisFinder => {
    const known = finders.get(issueDay) ?? basisFinder({ bases: period.bases, issueDay });
    finders.set(issueDay, known);
    return known;
  };
  const partyOf = ({ counterparty: party }: IssuingBasis): Party | null => {
    if (!party) return null;
    const { name = '', taxCode = '', address = '' } = termsOf.get(party.profile ?? '') ?? party;
    return { name, taxCode, address };
  };
  return ({ profile, branch, saleDay, issueDay, symbol }) => {
    const terms = termsOf.get(profile);
    const asOfThen = terms && symbol !== undefined ? { ...terms, invoiceSymbol: symbol } : terms;
    const answer = asOfThen && finderOf(issueDay)(branch, asOfThen, saleDay);
    if (!answer || 'why' in answer) return undefined;
    const { name, taxCode, address } = asOfThen;
    return { basis: answer.basis, seller: { name, taxCode, address }, other: partyOf(answer.basis) };
  };
}

/**
 * The basis that an invoice rests on. One that has left is judged as of the day of its own date: a delegation that has ended
 * since was in force then.
 */
export function invoiceBasisFinder(
  input: Pick<IssuanceInput, 'period' | 'lines' | 'profiles'>,
): (invoice: PlannedInvoice) => InvoiceBasis | undefined {
  const byId = new Map<string, SalesLine>(input.lines.map((line) => [line.id, line]));
  const symbols = new Map(input.profiles.map(({ terms }) => [terms.code, terms.invoiceSymbol]));
  const find = saleBasisFinder(input);
  return (invoice) => {
    const goods = invoice.items.find(({ kind }) => kind !== 'discount') ?? invoice.items[0];
    const line = byId.get(goods?.allocations[0]?.line ?? '');
    const { profile, status, documentDate, bravoDocument } = invoice;
    const issueDay = status === 'draft' ? input.period.issueDay : (invoice.issuedOn ?? invoice.date);
    const isOfLine = line !== undefined && bravoDocument.startsWith(`${line.branchCode}/`);
    const branch = isOfLine ? line.branchCode : bravoDocument.split('/')[0]!;
    // An invoice that has left stays where it was, wherever Bravo has put its line since; gifts of a month have days of their own.
    const isAsSold = status === 'draft' || isConsolidated(invoice);
    const saleDay = (isAsSold && line?.docDate) || documentDate;
    const own = symbols.get(profile) ?? '';
    const ofThen = invoice.issuedSymbol ?? (isOfSymbol(own, issueDay) ? own : '');
    return find({ profile, branch, saleDay, issueDay, symbol: status === 'draft' ? own : ofThen });
  };
}

/** The note that an invoice of a delegation carries: by whom it is made, and on which contract; empty for others. */
export function delegationNote({ basis, other }: InvoiceBasis): string {
  if (basis.kind !== 'delegation' || !other) return '';
  return `${basisWords(basis)}; bên nhận ủy nhiệm ${other.name}, MST ${other.taxCode}`;
}
