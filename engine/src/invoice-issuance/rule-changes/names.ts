/** The closed list of effects that a turning rule may have. */
export const EFFECTS = [
  'VAT_RATE',
  'VAT_SOLD_AFTER',
  'VAT_ISSUED_AFTER',
  'RATE_NOT_PERMITTED',
  'SIGNING_MOVES',
  'HOLIDAYS_NOT_ANNOUNCED',
  'FINE_LADDER',
  'SYMBOL_YEAR',
  'NUMBERS_RESTART',
  'YEAR_OPEN',
  'SYMBOL_FORM',
  'CONSUMER_TEXT',
  'CANCELLATION',
  'CONSOLIDATION',
  'BRANCH_CODES',
] as const;
export type EffectCode = (typeof EFFECTS)[number];

/** `begins` and `ends`: it holds from this day on, or no more. `last_day`: this is the last day on which it holds. */
export const TURNS = ['begins', 'ends', 'last_day'] as const;

export type Turn = (typeof TURNS)[number];

export const TURN_NAMES: Readonly<Record<Turn, string>> = {
  begins: 'Bắt đầu',
  ends: 'Hết',
  last_day: 'Ngày cuối',
};
