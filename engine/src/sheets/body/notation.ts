import type { DateOrder } from '../../text/day-text.ts';
import type { DecimalSign } from '../number-text.ts';

/** The way in which the texts of a column write days and numbers. */
export type Notation = { readonly days?: DateOrder | undefined; readonly decimal?: DecimalSign | undefined };

/** Notations by the letters of their columns. */
export type ColumnNotations = Readonly<Record<string, Notation>>;

/** The notation that each answer about a column says, by the words in which it travels. */
const ANSWERS: Readonly<Record<string, Notation>> = {
  dmy: { days: 'dmy' },
  mdy: { days: 'mdy' },
  ymd: { days: 'ymd' },
  comma: { decimal: ',' },
  point: { decimal: '.' },
};

/** The answers that `readNotations` takes: "A:ymd,D:comma". */
export const NOTATIONS_TEXT = /^[A-Z]{1,3}:(dmy|mdy|ymd|comma|point)(,[A-Z]{1,3}:(dmy|mdy|ymd|comma|point)){0,99}$/;

/** The answers of a person about columns: `A:ymd,D:comma`. Undefined for another text. */
export function readNotations(text: string): ColumnNotations | undefined {
  if (!NOTATIONS_TEXT.test(text)) return undefined;
  const said: Record<string, Notation> = {};
  for (const answer of text.split(',')) {
    const [column, words] = answer.split(':') as [string, string];
    said[column] = { ...said[column], ...ANSWERS[words] };
  }
  return said;
}
