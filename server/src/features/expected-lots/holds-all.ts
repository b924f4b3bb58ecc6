import type { Clause } from '@khop/contract/clauses.ts';
import { minus, toUnits } from '@khop/engine/tax-invoices/values/decimal.ts';
import { foldText } from '@khop/engine/text/fold.ts';

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const NUMBER = /^-?\d+(\.\d+)?$/;

const isLeast = (number: string, least: string): boolean =>
  NUMBER.test(number) && minus(toUnits(number), toUnits(least)).units >= 0n;

/** The conditions of `whereSql` on rows that are computed: every one of them holds. */
export const holdsAll = <Row extends object>(row: Row, where: readonly Clause[] | undefined): boolean =>
  // Callers let only names of columns through (`whereOf`).
  (where ?? []).every((clause) => holds(clause, String(row[clause.field as keyof Row] ?? '')));

function holds({ op, values }: Clause, text: string): boolean {
  const value = values[0] ?? '';
  switch (op) {
    case 'in':
      return values.includes(text);
    case 'has':
      return hasWords(text, value);
    case 'min':
      return isLeast(text, value);
    case 'max':
      return NUMBER.test(text) && isLeast(value, text);
    case 'from':
      return DAY.test(text) && text >= value;
    case 'to':
      return DAY.test(text) && text <= value;
    case 'blank':
      return text === '';
    case 'filled':
      return text !== '';
  }
}

/** Every word occurs, without regard to marks; a text of signs alone is looked for as it is. */
function hasWords(text: string, value: string): boolean {
  const words = foldText(value).split(' ').filter(Boolean);
  const folded = foldText(text);
  return words.length === 0
    ? text.toLowerCase().includes(value.trim().toLowerCase())
    : words.every((word) => folded.includes(word));
}
