import { isDay } from '@khop/engine/day.ts';
import { type Vnd, vnd } from '@khop/engine/money.ts';
import { Problem } from '@khop/engine/problem.ts';
import { formatFactor, parseFactor, parseQuantity, type Quantity } from '@khop/engine/quantity.ts';
import { withoutDirectionMarks } from '@khop/engine/text/direction-marks.ts';

/** A row as text, of a CSV file or of columns cast to varchar. A missing value is ''. */
export type TextRow = Readonly<Record<string, string>>;

/** Says in the words of the source that a field is wrong: `problem` is what its reading says, `expected` names what fits. */
export type Refuse = (row: TextRow, field: string, problem: Problem, expected: string) => never;

/** Of rows that Bravo itself answers with: they name their key. */
export const refuseAnswer: Refuse = (row, field, _problem, expected) => {
  const key = row.rowId ?? row.code ?? row.itemCode ?? '';
  const value = row[field] ?? '';
  throw new Problem(
    'BRAVO_QUERY_INVALID',
    `Dữ liệu Bravo không hợp lệ: dòng «${key}», trường ${field} có giá trị «${value}»; cần ${expected}.`,
    { key, field, value },
  );
};

/** The text of a field with its spaces. */
export const text = (row: TextRow, field: string): string => withoutDirectionMarks(row[field] ?? '');
/** The text of a field without the spaces around it. */
export const trimmed = (row: TextRow, field: string): string => text(row, field).trim();
export const isBlank = (row: TextRow, field: string): boolean => trimmed(row, field) === '';

/** A kind of value that a field may hold: how its text is read, which throws a Problem, and what fits, in words. */
export type Kind<T> = { readonly expected: string; readonly read: (text: string) => T };

/** The value of a field; `refuse` says what is wrong with it. */
export function valueIn<T>(refuse: Refuse, { expected, read }: Kind<T>, row: TextRow, field: string): T {
  try {
    return read(trimmed(row, field));
  } catch (error) {
    if (error instanceof Problem) return refuse(row, field, error, expected);
    throw error;
  }
}

export const FILLED: Kind<string> = {
  expected: 'giá trị không rỗng',
  read: (value) => {
    if (value === '') throw new Problem('REQUIRED', 'đang trống.');
    return value;
  },
};

/** "12.500000" → 12.5; blank is 0. Zeros beyond the sixth place are dropped, other digits there are refused. */
export const QUANTITY: Kind<Quantity> = {
  expected: 'số thập phân, tối đa 6 chữ số lẻ',
  read: (value) => parseQuantity(value || '0'),
};

/** "150000", "150000.0000" → 150000; blank is 0. A fraction of a đồng is refused, and so is any other way to write a number. */
export const DONG: Kind<Vnd> = { expected: 'số đồng nguyên', read: wholeDong };

function wholeDong(value: string): Vnd {
  if (value === '') return 0;
  if (!/^[+-]?\d+(\.0+)?$/.test(value))
    throw new Problem('NOT_WHOLE_DONG', `Số tiền «${value}» phải là số đồng nguyên.`);
  // As a number it would already be another one.
  if (!Number.isSafeInteger(Number(value)))
    throw new Problem('NOT_WHOLE_DONG', `Số tiền «${value}» quá lớn: nhiều nhất ${Number.MAX_SAFE_INTEGER}.`);
  return vnd(Number(value));
}

/** Decimal text without superfluous zeros; blank is 0. */
export const DECIMAL: Kind<string> = {
  expected: 'số thập phân',
  read: (given) => {
    const value = given || '0';
    if (!/^-?\d+(\.\d+)?$/.test(value))
      throw new Problem('BAD_DECIMAL', `«${value}» không hợp lệ: cần số thập phân như 50000 hoặc 0.5.`);
    return value.includes('.') ? value.replace(/0+$/, '').replace(/\.$/, '') : value;
  },
};

export const RATE: Kind<string> = {
  expected: 'hệ số quy đổi dương',
  read: (value) => formatFactor(parseFactor(value)),
};

/** A day, or a moment that begins with one. */
export const DAY: Kind<string> = {
  expected: 'ngày YYYY-MM-DD',
  read: (value) => {
    const day = value.slice(0, 10);
    if (!isDay(day)) throw new Problem('BAD_DAY', `Ngày «${value}» không hợp lệ: cần dạng YYYY-MM-DD.`);
    return day;
  },
};

const FLAGS = new Map([
  ...['1', 'true', 'yes', 'y', 'x', 'có'].map((word) => [word, true] as const),
  ...['', '0', 'false', 'no', 'n', 'không'].map((word) => [word, false] as const),
]);

/** Yes or no, blank is no; any other word is refused, never guessed. */
export const FLAG: Kind<boolean> = {
  expected: '1 hoặc 0 (có hoặc không)',
  read: (value) => {
    const flag = FLAGS.get(value.normalize('NFC').toLowerCase());
    if (flag === undefined) throw new Problem('BAD_FLAG', `«${value}» không hợp lệ: cần 1 hoặc 0 (có hoặc không).`);
    return flag;
  },
};
