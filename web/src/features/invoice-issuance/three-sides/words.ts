import { KINDS, TELLS_ITSELF } from '@khop/engine/three-sides/kinds.ts';
import { EXPLANATION_NAMES, STATE_NAMES, TRADE_NAMES } from '@khop/engine/three-sides/words.ts';
import type { InputOf, ItemOf, OutputOf } from '../../../api/operations.ts';
import type { Tone } from '../../../ui/chip.tsx';

export type Row = ItemOf<'listThreeSides'>;
export type Sums = OutputOf<'getThreeSides'>;
export type State = Row['state'];
export type Reason = InputOf<'explainThreeSides'>['body']['reason'];

const optionsOf = <K extends string>(names: Readonly<Record<K, string>>) =>
  (Object.keys(names) as K[]).map((value) => ({ value, label: names[value] }));

const STATE_TONE: Readonly<Record<State, Tone>> = { equal: 'green', different: 'red', uncovered: 'amber' };

export const STATE_OPTIONS = optionsOf(STATE_NAMES);
export const TRADE_OPTIONS = optionsOf(TRADE_NAMES);
export const REASON_OPTIONS = optionsOf(EXPLANATION_NAMES);
export const KIND_OPTIONS = (Object.keys(KINDS) as (keyof typeof KINDS)[]).map((value) => ({
  value,
  label: KINDS[value][0],
}));

export const AGE_NAMES: Readonly<Record<Row['age'], string>> = {
  '0-7': 'Đến 7 ngày',
  '8-30': '8–30 ngày',
  '31-90': '31–90 ngày',
  '90+': 'Trên 90 ngày',
};
export const AGE_OPTIONS = optionsOf(AGE_NAMES);

export const EXPLAINED_OPTIONS = [
  { value: 'false', label: 'Chưa giải thích' },
  { value: 'true', label: 'Đã giải thích' },
];

/** The name by which a person knows a row: its invoice, else its voucher, else its document. */
export function nameOfRow({ symbol, number, vouchers, documents }: Row): string {
  if (number !== '') return `${symbol} ${number}`.trim();
  return vouchers[0] ?? documents[0]?.document ?? '';
}

/** The primary difference in words; for a row that is not judged, why. */
export const whatOfRow = ({ kind, missing }: Row): string => (kind === null ? missing : KINDS[kind][0]);

/** By how much tax and books differ. */
export const gapOf = ({ tax, books }: Row): number => (tax?.total ?? 0) - (books?.total ?? 0);

/** Open: it differs, and no explanation of it holds. */
export const isOpen = ({ state, kind, explanation }: Row): boolean =>
  state === 'different' && kind !== TELLS_ITSELF && !explanation?.holds;

/** The state in words and its colour. */
export function stateOf({ state, kind, explanation }: Row): { readonly name: string; readonly tone: Tone } {
  if (kind === TELLS_ITSELF) return { name: 'Ở kỳ khác', tone: 'grey' };
  return explanation?.holds
    ? { name: 'Đã giải thích', tone: 'grey' }
    : { name: STATE_NAMES[state], tone: STATE_TONE[state] };
}
