import type { Day } from '../../day.ts';
import { sumVnd, type Vnd } from '../../money.ts';
import type { RecordRef } from '../findings/record-ref.ts';
import { dateFinder } from '../rules/dates.ts';
import type { IssuanceInput } from '../types.ts';
import { type OpenPart, type PartSums, sumsOf } from './at-hand.ts';
import type { EffectCode } from './names.ts';

/** An effect on the open documents: a sentence with its figures, and the thing to do. */
export type RuleEffect = PartSums & {
  readonly code: EffectCode;
  readonly says: string;
  readonly remedy: string;
  /** More VAT (less: negative) on `amount`, rounded once over all of it; null where no rate changes. */
  readonly vatDifference: Vnd | null;
  /** The records that it is about: profiles, else documents. */
  readonly about: readonly RecordRef[];
};

/** A day on which rules turn, the day before it, and the open documents. */
export type RuleTurn = {
  readonly input: IssuanceInput;
  readonly parts: readonly OpenPart[];
  readonly on: Day;
  readonly before: Day;
};

type Said = Pick<RuleEffect, 'code' | 'says' | 'remedy'> & Partial<Pick<RuleEffect, 'vatDifference' | 'about'>>;

/** An effect on these parts; about their documents unless something else is named. */
export const effectOn = (parts: readonly OpenPart[], said: Said): RuleEffect => ({
  vatDifference: null,
  about: [...Map.groupBy(parts, ({ document }) => document)].map(([id, own]) => ({
    ...{ kind: 'document', id, amount: sumVnd(own.map(({ amount }) => amount)) },
  })),
  ...sumsOf(parts),
  ...said,
});

/** Parts that an invoice made on the day would date on it or later. */
export function datedAfter({ input, on }: RuleTurn, parts: readonly OpenPart[]): OpenPart[] {
  const dateOf = dateFinder({ ...input, period: { ...input.period, issueDay: on } });
  return parts.filter(({ terms, sale }) => sale.day >= on || (terms && dateOf(terms, sale).date >= on));
}
