import type { SalesLine } from '../../bravo/sales-line.ts';
import type { Day } from '../../day.ts';
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

/**
 * The basis that an invoice rests on, with both parties; undefined where none is in force. An invoice that has left is
 * judged as of the day of its own date: a delegation that has ended since was in force then.
 */
export function invoiceBasisFinder({
  period,
  lines,
  profiles,
}: Pick<IssuanceInput, 'period' | 'lines' | 'profiles'>): (invoice: PlannedInvoice) => InvoiceBasis | undefined {
  const byId = new Map<string, SalesLine>(lines.map((line) => [line.id, line]));
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
  return (invoice) => {
    const terms = termsOf.get(invoice.profile);
    if (!terms) return undefined;
    const goods = invoice.items.find(({ kind }) => kind !== 'discount') ?? invoice.items[0];
    const line = byId.get(goods?.allocations[0]?.line ?? '');
    const branch = line?.branchCode ?? invoice.bravoDocument.split('/')[0]!;
    const issueDay = invoice.status === 'draft' ? period.issueDay : (invoice.issuedOn ?? invoice.date);
    const answer = finderOf(issueDay)(branch, terms, line?.docDate ?? invoice.documentDate);
    if ('why' in answer) return undefined;
    const { name, taxCode, address } = terms;
    return { basis: answer.basis, seller: { name, taxCode, address }, other: partyOf(answer.basis) };
  };
}

/** The note that an invoice of a delegation carries: by whom it is made, and on which contract; empty for others. */
export function delegationNote({ basis, other }: InvoiceBasis): string {
  if (basis.kind !== 'delegation' || !other) return '';
  return `${basisWords(basis)}; bên nhận ủy nhiệm ${other.name}, MST ${other.taxCode}`;
}
