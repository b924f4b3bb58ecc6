import { Problem } from '../../problem.ts';
import { type Cell, columnLetters } from '../cell.ts';
import type { FieldType } from '../layouts/layout.ts';
import { type DecimalSign, decimalSignIn } from '../number-text.ts';
import type { Column, Plan } from './plan.ts';

/** The decimal sign in the texts of each column of numbers, see `notationsOf`. */
export type DecimalSigns = {
  settle(cells: readonly Cell[]): boolean;
  /** Throws DECIMAL_SIGN_UNKNOWN. */
  decide(): void;
  of(column: number): DecimalSign | undefined;
};

type Evidence = { readonly column: Column; sign: DecimalSign | undefined; waiting: string | undefined };

/** Amounts group their thousands, so `1.234` needs no question there; but their texts may show what those of quantities mean. */
export const NUMBERS: ReadonlySet<FieldType> = new Set(['quantity', 'vnd', 'price']);

/** A text such as `12,5` or `1.234.567` decides its column; else the file's other columns do, where all say the same. */
export function decimalSigns({ columns, plain }: Plan, given: DecimalSign | undefined): DecimalSigns {
  const byIndex = new Map<number, Evidence>();
  for (const column of columns) {
    if (plain || !NUMBERS.has(column.field.type)) continue;
    byIndex.set(column.index, { column, sign: column.notation?.decimal ?? given, waiting: undefined });
  }
  const open = new Set([...byIndex.values()].filter(({ sign }) => sign === undefined));

  const look = (one: Evidence, text: string): void => {
    const sign = decimalSignIn(text);
    if (sign === undefined) return;
    if (sign !== 'open') {
      one.sign = sign;
      open.delete(one);
    } else if (one.column.field.type === 'quantity') one.waiting ??= text;
  };

  return {
    settle(cells) {
      let isSettled = true;
      for (const one of open) {
        const cell = cells[one.column.index];
        if (typeof cell === 'string') look(one, cell);
        if (one.waiting !== undefined && one.sign === undefined) isSettled = false;
      }
      return isSettled;
    },
    decide() {
      const signs = new Set([...byIndex.values()].flatMap(({ sign }) => sign ?? []));
      for (const one of open) {
        if (one.waiting === undefined) continue;
        if (signs.size !== 1) throw unknownSign(one.column, one.waiting);
        [one.sign] = signs;
      }
    },
    of: (column) => byIndex.get(column)?.sign,
  };
}

const unknownSign = ({ index, header }: Column, value: string): Problem =>
  new Problem(
    'DECIMAL_SIGN_UNKNOWN',
    `Cột ${columnLetters(index)} «${header}» ghi số bằng chữ (ví dụ «${value}») mà tệp không cho biết dấu ấy là hàng nghìn hay phần lẻ. Hãy chọn cách đọc số, hoặc đổi cột sang dạng số trong Excel.`,
    { column: columnLetters(index), header, value },
  );
