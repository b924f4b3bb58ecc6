import { Problem } from '../../problem.ts';
import { type Cell, columnLetters } from '../cell.ts';
import type { FieldType } from '../layouts/layout.ts';
import { type DecimalSign, decimalSignIn } from '../number-text.ts';
import type { Column, Plan } from './plan.ts';

/** The decimal sign in the texts of each column of numbers, see `notationsOf`. */
export type DecimalSigns = {
  /** Throws DECIMAL_SIGNS_MIXED. */
  settle(cells: readonly Cell[]): boolean;
  /** Throws DECIMAL_SIGN_UNKNOWN. */
  decide(): void;
  of(column: number): DecimalSign | undefined;
};

type Evidence = {
  readonly column: Column;
  sign: DecimalSign | undefined;
  waiting: string | undefined;
  /** The first text that showed the sign, and one that shows the other. */
  shown: string | undefined;
  against: string | undefined;
  /** The first text of each separator that may be read either way. */
  readonly open: Partial<Record<DecimalSign, string>>;
  /** True once a text that shows the sign has three digits behind it, as a column of so many places has in all of them. */
  hasThree: boolean;
};

/** Amounts group their thousands, so `1.234` needs no question there; but their texts may show what those of quantities mean. */
export const NUMBERS: ReadonlySet<FieldType> = new Set(['quantity', 'vnd', 'price']);

/** A number without a digit but 0, which shows no more of its column than a blank does. */
const ZERO = /^[\s0.,]*$/;

const THREE_PLACES = /([.,])\d{3}\D*$/;

/**
 * A text such as `12,5` or `1.234.567` decides its column; else the file's other columns do, where all say the same. A column
 * that writes both ways says nothing of its `1.234`, and `12.5` below amounts such as `1.234.500` is what a spreadsheet has made of 12.500.
 */
export function decimalSigns({ columns, plain }: Plan, given: DecimalSign | undefined): DecimalSigns {
  const byIndex = new Map<number, Evidence>();
  for (const column of columns) {
    if (plain || !NUMBERS.has(column.field.type)) continue;
    const sign = column.notation?.decimal ?? given;
    byIndex.set(column.index, {
      ...{ column, sign, waiting: undefined, shown: undefined, against: undefined },
      ...{ open: {}, hasThree: false },
    });
  }
  const all = [...byIndex.values()];
  const open = new Set(all.filter(({ sign }) => sign === undefined));

  const look = (one: Evidence, text: string): void => {
    const sign = decimalSignIn(text);
    if (sign === undefined || ZERO.test(text)) return;
    if (sign === 'open') {
      one.open[text.includes('.') ? '.' : ','] ??= text;
      if (one.column.field.type === 'quantity') one.waiting ??= text;
    } else if (one.sign === undefined || one.sign === sign) {
      one.sign = sign;
      one.shown ??= text;
      one.hasThree ||= THREE_PLACES.exec(text)?.[1] === sign;
      open.delete(one);
    } else one.against ??= text;
    if (isMixed(one)) throw mixedSigns(one);
  };

  return {
    settle(cells) {
      for (const one of all) {
        const cell = cells[one.column.index];
        if (typeof cell === 'string' && (cell.includes('.') || cell.includes(','))) look(one, cell);
      }
      for (const { waiting, sign } of open) if (waiting !== undefined && sign === undefined) return false;
      return true;
    },
    decide() {
      const signs = new Set(all.flatMap(({ sign }) => sign ?? []));
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

/**
 * True when no sign is right for all texts of a column: they show both, or an amount would have three places behind its đồng that
 * the others have not ("10.000" below "2,500.00").
 */
function isMixed({ column, sign, shown, against, open, hasThree }: Evidence): boolean {
  const isMoney = column.field.type === 'vnd';
  if (against !== undefined) return isMoney || open['.'] !== undefined || open[','] !== undefined;
  return isMoney && sign !== undefined && shown !== undefined && open[sign] !== undefined && !hasThree;
}

/** No answer about such a column is right for all of its texts. */
function mixedSigns({ column: { index, header }, shown, open, against }: Evidence): Problem {
  const texts = [shown, against, open['.'], open[',']].flatMap((text) =>
    text === undefined ? [] : `«${text.trim()}»`,
  );
  return new Problem(
    'DECIMAL_SIGNS_MIXED',
    `Cột ${columnLetters(index)} «${header}» ghi số bằng chữ theo hai cách (${texts.join(', ')}): dấu chấm, dấu phẩy khi là hàng nghìn, khi là phần lẻ, nên không đọc được chắc chắn. Hãy xuất lại tệp từ phần mềm (đừng mở rồi lưu tệp CSV bằng Excel), hoặc đổi cả cột sang dạng số trong Excel.`,
    { column: columnLetters(index), header },
  );
}
