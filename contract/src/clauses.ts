/**
 * Conditions of a column filter: one of some values, a text within, a number or a day in a range (both ends included),
 * empty, or not empty.
 */
export const CLAUSE_OPS = ['in', 'has', 'min', 'max', 'from', 'to', 'blank', 'filled'] as const;
export type ClauseOp = (typeof CLAUSE_OPS)[number];
/** One condition on one column. All conditions of a list hold at once. */
export type Clause = { readonly field: string; readonly op: ClauseOp; readonly values: readonly string[] };

const MOST_CLAUSES = 40;
const MOST_VALUES = 200;
const DECIMAL = /^-?\d{1,18}(\.\d{1,9})?$/;
const DAY = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;

const quoted = (value: string): string => value.replace(/[%|;:]/g, encodeURIComponent);

/** The text of conditions, as in an address: `amount.min:1000000;buyerName.has:giấy;status.in:draft|exported`. */
export const whereText = (clauses: readonly Clause[]): string =>
  clauses
    .map(({ field, op, values }) => `${field}.${op}${values.length > 0 ? `:${values.map(quoted).join('|')}` : ''}`)
    .join(';');

function clauseOf(text: string): Clause | undefined {
  const [, field = '', op = '', , rest] = /^([A-Za-z]+)\.([a-z]+)(:(.*))?$/s.exec(text) ?? [];
  if (!CLAUSE_OPS.includes(op as ClauseOp)) return undefined;
  try {
    const values = rest === undefined ? [] : rest.split('|').map(decodeURIComponent);
    const clause = { field, op: op as ClauseOp, values };
    return isMeant(clause) ? clause : undefined;
  } catch {
    return undefined;
  }
}

/** The values are of the kind and number that the condition takes. */
function isMeant({ op, values }: Clause): boolean {
  if (op === 'blank' || op === 'filled') return values.length === 0;
  if (op === 'in') return values.length > 0 && values.length <= MOST_VALUES;
  const [value] = values;
  if (values.length !== 1 || value === undefined) return false;
  if (op === 'has') return value.trim() !== '' && value.length <= 200;
  return (op === 'min' || op === 'max' ? DECIMAL : DAY).test(value);
}

/** Reads conditions. @returns undefined when the text is not valid. */
export function parseWhere(text: string): Clause[] | undefined {
  const clauses = text.split(';').filter(Boolean).map(clauseOf);
  return clauses.length > MOST_CLAUSES || clauses.some((clause) => clause === undefined)
    ? undefined
    : (clauses as Clause[]);
}
