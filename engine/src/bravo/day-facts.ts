import type { Day } from '../day.ts';

/**
 * Facts of one sales line that may give its invoice a day of its own (docs/law.md, T5, T6 and T8). The ledger seldom has
 * them: its columns state them, or a person does, with the evidence.
 */
export type DayFacts = {
  /** A service: the day on which it was completed. */
  readonly completedOn?: Day;
  /** A service: the day of the money that was taken before or during it. A deposit that secures the contract is none. */
  readonly paidOn?: Day;
  /** True: the goods are sold for export; said by the data or by a person, never guessed. */
  readonly isExport?: boolean;
  /** Of an export: the day of customs clearance. */
  readonly clearedOn?: Day;
  /** A trade that the law lets reconcile first, as its list names it. */
  readonly trade?: string;
  /** The last day of that reconciliation. */
  readonly reconciledOn?: Day;
  /** The last day of the agreed period of that trade; absent: the month of the document. */
  readonly agreedUntil?: Day;
  /** True: a person says that the facts of the ledger are wrong and the sale is an ordinary one, so its document has the day. */
  readonly isOrdinary?: boolean;
  /** The evidence of a person's word; absent: the ledger itself states the facts. */
  readonly evidence?: string;
};

export const DAY_FACT_DAYS = ['completedOn', 'paidOn', 'clearedOn', 'reconciledOn', 'agreedUntil'] as const;

/** The facts that are stated at all; undefined for none. */
export function statedFacts(
  facts: {
    readonly [Field in keyof DayFacts]?: DayFacts[Field] | null | '';
  },
): DayFacts | undefined {
  const stated = Object.entries(facts).filter(([, value]) => value !== undefined && value !== null && value !== '');
  const says = stated.some(([field, value]) => field !== 'evidence' && value !== false);
  // Each field keeps its own type: only blanks are left out.
  return says ? (Object.fromEntries(stated.filter(([, value]) => value !== false)) as DayFacts) : undefined;
}

/** The ledger with what people have stated about its lines: their word takes the place of the ledger's facts of that line. */
export function withStatedFacts<Line extends { readonly id: string; readonly dayFacts?: DayFacts }>(
  lines: readonly Line[],
  stated: ReadonlyMap<string, DayFacts>,
): readonly Line[] {
  if (stated.size === 0) return lines;
  return lines.map((line) => {
    const dayFacts = stated.get(line.id);
    return dayFacts ? { ...line, dayFacts } : line;
  });
}
