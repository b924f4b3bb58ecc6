import type { InputOf, OutputOf } from '../../../api/operations.ts';

export type Sale = OutputOf<'getPeriodSale'>;
export type SaleLine = Sale['ledgerLines'][number];

export type LineFacts = NonNullable<InputOf<'setLineDays'>['body']['facts']>;

/** The fields of the day of a line as a form holds them. */
export type LineDayValues = {
  completedOn: string | null;
  paidOn: string | null;
  isReconciled: boolean;
  trade: string;
  reconciledOn: string | null;
  agreedUntil: string | null;
  isExport: boolean;
  /** The ledger is wrong: an ordinary sale. */
  isOrdinary: boolean;
  clearedOn: string | null;
  evidence: string;
};

/** The facts known already: a person's own, else those of the ledger. */
export function toValues({ dayFacts, statedDay }: Pick<SaleLine, 'dayFacts' | 'statedDay'>): LineDayValues {
  const facts: LineFacts = statedDay?.facts ?? dayFacts ?? {};
  return {
    completedOn: facts.completedOn ?? null,
    paidOn: facts.paidOn ?? null,
    isReconciled: facts.trade !== undefined,
    trade: facts.trade ?? '',
    reconciledOn: facts.reconciledOn ?? null,
    agreedUntil: facts.agreedUntil ?? null,
    isExport: facts.isExport ?? false,
    isOrdinary: facts.isOrdinary ?? false,
    clearedOn: facts.clearedOn ?? null,
    evidence: statedDay?.evidence ?? '',
  };
}

/** The facts that the values of a line of this kind state; undefined where nothing is stated. */
export function toFacts(kind: SaleLine['kind'], values: LineDayValues): LineFacts | undefined {
  const { completedOn, paidOn, isReconciled, trade, reconciledOn, agreedUntil, isExport, clearedOn } = values;
  if (values.isOrdinary) return { isOrdinary: true };
  if (kind !== 'service') return isExport ? { isExport, ...(clearedOn && { clearedOn }) } : undefined;
  if (isReconciled)
    return trade === ''
      ? undefined
      : { trade, ...(reconciledOn && { reconciledOn }), ...(agreedUntil && { agreedUntil }) };
  if (!completedOn && !paidOn) return undefined;
  return { ...(completedOn && { completedOn }), ...(paidOn && { paidOn }) };
}
