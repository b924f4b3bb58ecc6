import { formatQuantity, parseQuantity, type Quantity } from '../../quantity.ts';
import type { Row, Value } from '../layouts/layout.ts';
import type { Plan } from './plan.ts';
import type { Remarks } from './remarks.ts';

/** The four quantities of a stock report: opening, in, out, closing. */
const FIELDS = ['openingQuantity', 'inQuantity', 'outQuantity', 'closingQuantity'] as const;

/** Row numbers that are told; of the others only their number is. */
const MOST_TOLD = 5;

/** Watches the rows of a stock report for those whose opening + in − out is not the closing. */
export type MovementWatch = {
  /** A row as the file has it, before parts of a product are added up. */
  take(row: Row, rowNumber: number): void;
  /** Tells of them once, with the figures of the first. */
  finish(remarks: Remarks): void;
};

/** A watch over rows whose file has all four columns, in one unit; undefined for any other. */
export function movementWatch({ columns }: Plan): MovementWatch | undefined {
  const found = FIELDS.map((name) => columns.find(({ field }) => field.field === name));
  // A column in the main unit that serves the field as well is there for both.
  const inMain = found.map((column) => columns.filter(({ index }) => index === column?.index).length > 1);
  if (found.includes(undefined) || new Set(inMain).size > 1) return undefined;
  const numbers: number[] = [];
  let [count, first] = [0, ''];
  return {
    take(row, rowNumber) {
      const [opening, came, went, closing] = FIELDS.map((name) => row[name] ?? null);
      // Nothing but the closing is no movement; one blank among figures is a zero, as reports print it.
      if ([opening, came, went].every((value) => value === null)) return;
      const due = quantityOf(opening) + quantityOf(came) - quantityOf(went);
      if (due === quantityOf(closing)) return;
      if (count++ === 0) {
        const sum = `${shown(quantityOf(opening))} + ${shown(quantityOf(came))} − ${shown(quantityOf(went))}`;
        first = `Dòng ${rowNumber}: ${sum} là ${shown(due)}, tệp ghi ${shown(quantityOf(closing))}`;
      }
      if (numbers.length < MOST_TOLD) numbers.push(rowNumber);
    },
    finish(remarks) {
      if (count === 0) return;
      const more = count > numbers.length ? ', …' : '';
      const message =
        `${count} dòng có số lượng đầu kỳ + nhập − xuất khác cuối kỳ (dòng ${numbers.join(', ')}${more}). ${first}. ` +
        'Số liệu được đọc đúng như trong tệp; hãy kiểm tra báo cáo và xuất lại nếu sai.';
      remarks.tell('STOCK_MISMATCH', message, count);
    },
  };
}

const quantityOf = (value: Value | undefined): Quantity => parseQuantity(typeof value === 'string' ? value : '0');

const shown = (quantity: Quantity): string => formatQuantity(quantity).replace('.', ',');
