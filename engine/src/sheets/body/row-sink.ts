import { formatQuantity, parseQuantity } from '../../quantity.ts';
import { checkRow } from '../checks.ts';
import { exactSum } from '../control-totals.ts';
import type { Row, Value } from '../layouts/layout.ts';
import { derivationsOf } from './derived.ts';
import { movementWatch } from './movements.ts';
import type { Column, Plan } from './plan.ts';
import type { Remarks } from './remarks.ts';
import { refuseTwice, repeatWatch } from './report-twice.ts';

/** The destination of accepted rows: added up, checked, and handed on in the file's order. */
export type RowSink = {
  /** False when the row contradicts another one and was rejected. */
  take(row: Row, rowNumber: number): boolean;
  /** Hands over the held rows, and gives the sums of all rows read. */
  finish(): Record<string, number | string>;
};

/** `written`: the row before anything was added to it; `copies`: rows below it that say the very same. */
type Held = { readonly row: Row; readonly rowNumber: number; readonly written: string; copies: number };

/** A sink that hands rows to `emit`. */
export function rowSink(plan: Plan, remarks: Remarks, emit: (row: Row, rowNumber: number) => void): RowSink {
  const { layout, columns } = plan;
  const sums = columns
    .filter((column) => column.field.total)
    .map((column) => ({ field: column.field, sum: exactSum(column.field.type !== 'vnd') }));
  const derivations = derivationsOf(plan);
  const movements = movementWatch(plan);
  const sumsSoFar = () => sums.map(({ sum }) => sum.total());
  const repeats = layout.dataWhen && !layout.addsUp ? repeatWatch(plan, sumsSoFar) : undefined;
  const columnOf = new Map(columns.map((column) => [column.field.field, column]));
  const lastKey = columnOf.get(layout.key?.at(-1) ?? '');
  const firstRowOf = new Map<string, number>();
  const parts = layout.addsUp ? new Map<string, Held>() : undefined;
  let [accepted, added] = [0, 0];

  const warn = (row: Row, rowNumber: number, field: string, code: string, sentence: string) => {
    const column = columnOf.get(field);
    if (column) remarks.warn(rowNumber, column, row[field], code, sentence);
  };
  const handOn = (row: Row, rowNumber: number): void => {
    for (const { field, code, sentence } of checkRow(layout, row)) warn(row, rowNumber, field, code, sentence);
    emit(row, rowNumber);
  };
  const warnAboutRepeatedKey = (row: Row, rowNumber: number, column: Column): void => {
    const key = keyOf(plan, row);
    const first = firstRowOf.get(key);
    if (first === undefined) firstRowOf.set(key, rowNumber);
    else remarks.warn(rowNumber, column, row[column.field.field], 'DUPLICATE_KEY', `trùng với dòng ${first}.`);
  };
  const addTo = (first: Held, row: Row, rowNumber: number): boolean => {
    const column = columnOf.get('unit');
    if (column && row.unit !== null && first.row.unit !== null && folded(row.unit) !== folded(first.row.unit)) {
      const sentence = `khác đơn vị «${first.row.unit}» của dòng ${first.rowNumber} cùng kho, cùng mã hàng nên không cộng được.`;
      remarks.reject(rowNumber, column, String(row.unit), 'UNIT_CONFLICT', sentence);
      return false;
    }
    for (const { field } of sums) first.row[field.field] = sumOf(first.row[field.field], row[field.field]);
    added++;
    return true;
  };

  return {
    take(row, rowNumber) {
      const first = parts?.get(keyOf(plan, row));
      if (first && JSON.stringify(row) === first.written) first.copies++;
      if (first && !addTo(first, { ...row }, rowNumber)) return false;
      movements?.take(row, rowNumber);
      repeats?.take(row, rowNumber);
      for (const { field, sum } of sums) sum.add(row[field.field] ?? null);
      accepted++;
      if (first) return true;
      const written = parts ? JSON.stringify(row) : '';
      for (const derive of derivations) {
        const warning = derive(row);
        if (warning) warn(row, rowNumber, warning.field, warning.code, warning.sentence);
      }
      if (parts) parts.set(keyOf(plan, row), { row, rowNumber, written, copies: 0 });
      else {
        if (lastKey) warnAboutRepeatedKey(row, rowNumber, lastKey);
        handOn(row, rowNumber);
      }
      return true;
    },
    finish() {
      if (parts) refuseTwice([...parts.values()], added);
      repeats?.finish(sumsSoFar());
      for (const { row, rowNumber } of parts?.values() ?? []) handOn(row, rowNumber);
      if (added > 0)
        remarks.tell(
          'PARTS_ADDED_UP',
          `${added} dòng cùng kho, cùng mã hàng với dòng trước (theo lô, hạn dùng, quy cách) đã được cộng vào dòng đó.`,
          added,
        );
      movements?.finish(remarks);
      const read: Record<string, number | string> = { rowCount: accepted };
      for (const { field, sum } of sums)
        read[field.field] = field.type === 'vnd' ? Number(sum.total()) : formatQuantity(sum.total());
      return read;
    },
  };
}

const folded = (value: Value | undefined): string => String(value ?? '').toLowerCase();

/** The key that must not repeat, in small letters. The place of a row is its code or, without one, its name. */
function keyOf({ layout }: Plan, row: Row): string {
  const { placedBy = [], key = [] } = layout;
  const place = placedBy.find((field) => row[field] !== null);
  const own = key.filter((field) => !placedBy.includes(field));
  return JSON.stringify([...(place ? [place, folded(row[place])] : []), ...own.map((field) => folded(row[field]))]);
}

/** The sum of two values of a field; of one that is blank, the other. */
function sumOf(a: Value | undefined, b: Value | undefined): Value {
  if (a === null || a === undefined) return b ?? null;
  if (b === null || b === undefined) return a;
  if (typeof a === 'number' && typeof b === 'number') return a + b;
  return formatQuantity(parseQuantity(String(a)) + parseQuantity(String(b)));
}
