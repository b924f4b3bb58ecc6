import { documentKeys, type SalesLine } from '../../bravo/sales-line.ts';
import type { Day } from '../../day.ts';
import type { PlacedPart } from '../ledger/placed-part.ts';
import { consolidatedDocument, consolidationFinder } from '../rules/consolidation.ts';
import { dayKeyOf } from '../rules/lawful-day.ts';
import type { IssuanceInput } from '../types.ts';

/** The parts of one invoice, before it is split by the lines that it may have. */
export type Group = {
  readonly profile: string;
  readonly bravoDocument: string;
  /** The latest day of its lines, where they share a lawful day of another kind: an invoice never precedes a supply. */
  documentDate: string;
  readonly ownDay: PlacedPart['ownDay'];
  readonly partner: PlacedPart['partner'];
  readonly isAggregated: boolean;
  readonly parts: PlacedPart[];
};

/** The parts of each invoice, in the ledger's order. */
export function groupParts(input: IssuanceInput, parts: readonly PlacedPart[]): Group[] {
  const groups = new Map<string, Group>();
  const together = consolidationFinder(input);
  const isDaily = ({ requirement }: PlacedPart['partner']): boolean =>
    input.period.rules.aggregateConsumersPerDay && requirement === 'not_required';
  for (const part of parts) {
    const { line } = part.open;
    const gifts = together(part.profile, line, part.partner);
    const isAggregated = gifts !== undefined || isDaily(part.partner);
    const ownDocument = isAggregated ? `${line.branchCode}/${part.documentDate}` : part.document;
    const bravoDocument = gifts ? consolidatedDocument(line.branchCode, gifts) : ownDocument;
    // Gifts of all branches are on one invoice, under the branch of the first.
    const ownDay = gifts ? undefined : part.ownDay;
    const stem = `${part.profile}\u0000${gifts ? gifts.to : bravoDocument}\u0000${isAggregated ? '' : part.partner.code}`;
    // Gifts on one invoice are of many days; a lawful day of its own already makes a group.
    const days = gifts ? [] : ownDay ? dayOf({ ownDay }) : [`\u0000${part.documentDate}`];
    const key = [stem, ...days].join('\u0000');
    const group = groups.get(key);
    if (group) {
      group.parts.push(part);
      if (part.documentDate > group.documentDate) group.documentDate = part.documentDate;
      continue;
    }
    const { profile, partner } = part;
    const documentDate = gifts?.to ?? part.documentDate;
    groups.set(key, { profile, bravoDocument, documentDate, ownDay, partner, isAggregated, parts: [part] });
  }
  return [...groups.values()];
}

/**
 * The first day of each document that has an invoice: a number that Bravo gives anew every month, or goods handed over on several
 * days, have more. `linesOfDocument` has the lines that are not in the input, since they have left.
 */
export function firstDaysOf(
  groups: readonly Group[],
  lines: readonly SalesLine[],
  linesOfDocument: LinesOfDocument,
): ReadonlyMap<string, Day> {
  const first = new Map(groups.map(({ bravoDocument, documentDate }) => [bravoDocument, documentDate]));
  const see = (document: string, { docDate }: SalesLine): void => {
    const known = first.get(document);
    if (known !== undefined && docDate < known) first.set(document, docDate);
  };
  // Most lines wait, and are of other numbers.
  const numbers = new Set(groups.flatMap(({ parts }) => parts.map(({ open }) => open.line.docNo)));
  const documentOf = documentKeys();
  for (const line of lines) if (numbers.has(line.docNo)) see(documentOf(line), line);
  for (const document of first.keys()) for (const line of linesOfDocument(document)) see(document, line);
  return first;
}

export type LinesOfDocument = (document: string) => readonly SalesLine[];

/** The days in the key of an invoice: a lawful day of its own, or a later day of its document, so that the keys of all others stay as they are. */
export function keyDays({ ownDay, bravoDocument, documentDate }: Group, firstDays: ReadonlyMap<string, Day>): string[] {
  if (ownDay) return dayOf({ ownDay });
  const first = firstDays.get(bravoDocument);
  return first === undefined || first === documentDate ? [] : [`ban-${documentDate}`];
}

/** Different lawful days are never on one invoice (law.md, T7). */
const dayOf = ({ ownDay }: Pick<Group, 'ownDay'>): string[] => (ownDay ? [dayKeyOf(ownDay)] : []);
