import { Problem } from '../../problem.ts';
import { type Cell, isBlank } from '../cell.ts';
import { convertCell } from '../conversions/convert.ts';
import { type Converted, isFault } from '../conversions/fault.ts';
import { foldHeader } from '../fold-header.ts';
import type { Row } from '../layouts/layout.ts';
import type { StatedPeriod } from '../period-line.ts';
import type { Issue } from '../read-result.ts';
import { NUMBERS } from './decimal-signs.ts';
import type { ForeignMoney } from './foreign-money.ts';
import type { Notations } from './notations.ts';
import type { Section } from './page-rows.ts';
import type { Plan } from './plan.ts';
import type { Remarks } from './remarks.ts';
import { swappedDays } from './swapped-days.ts';
import type { ShiftedRows } from './watches/shifted-rows.ts';

/** Turns rows of cells into rows of values. */
export type RowReader = {
  /** The row, or undefined when it is rejected. Throws TOO_MANY_ERRORS, and MISSING_COLUMN when nothing tells its place. */
  read(cells: readonly Cell[], rowNumber: number): Row | undefined;
  /** Puts the rows from here on in this section. */
  open(section: Section): void;
  /** A row that was read was rejected after all. */
  countRejected(): void;
  counts(): { readonly dataRows: number; readonly rejectedRows: number };
};

/**
 * Cells that may be rejected before the whole file is: no person goes through more, and each is held with its sentence.
 */
const MOST_REJECTIONS = 200_000;

type Surroundings = {
  readonly notations: Notations;
  readonly above: readonly (readonly Cell[])[];
  readonly period: StatedPeriod;
  readonly foreign: ForeignMoney | undefined;
  /** Of a file of separated values only. */
  readonly shifted?: ShiftedRows | undefined;
};

/** A reader of the rows of one sheet. */
export function rowReader(
  plan: Plan,
  remarks: Remarks,
  { notations, above, period, foreign, shifted }: Surroundings,
): RowReader {
  const { layout, plain } = plan;
  // Of one shape, unlike fields: they are asked for every cell of a file.
  const readers = plan.columns.map((column) => ({
    column,
    index: column.index,
    name: column.field.field,
    blank: column.field.blank ?? null,
    isRequired: column.field.required === 'value',
    isDay: column.field.type === 'day',
    isNumber: NUMBERS.has(column.field.type),
  }));
  const swapped = swappedDays(plan, period);
  const fieldOfCaption = new Map(
    Object.entries(layout.sections ?? {}).map(([caption, field]) => [foldHeader(caption), field]),
  );
  let place: Row = layout.placedBy ? placeAbove(above) : {};
  let [isOpening, dataRows, rejectedRows] = [false, 0, 0];

  /** Puts the row in the place of its section, unless it names its own. */
  const putInPlace = (row: Row, rowNumber: number): boolean => {
    const fields = layout.placedBy!;
    if (fields.some((field) => row[field] !== null)) return true;
    Object.assign(row, place);
    if (fields.some((field) => row[field] !== null)) return true;
    const column = plan.placeColumns[0];
    if (!column) throw noPlace(plan);
    if (layout.placeMayBeBlank) return true;
    remarks.reject(rowNumber, column, null, 'REQUIRED', 'đang trống. Hãy điền rồi tải lại.');
    return false;
  };

  const isSwapped = (row: Row, cells: readonly Cell[], rowNumber: number): boolean => {
    const cell = swapped && cells[swapped.column.index];
    // The order in a text has been decided already, by the file or by a person; a layout that has its own looks at no text for it.
    if (!swapped || (typeof cell === 'string' && layout.dateOrder === undefined)) return false;
    const fault = swapped.faultOf(row[swapped.column.field.field] ?? null);
    if (fault === undefined) return false;
    remarks.reject(rowNumber, swapped.column, cell, 'DAY_SWAPPED', fault);
    return true;
  };

  const convert = (cells: readonly Cell[], rowNumber: number): Row | undefined => {
    const whyShifted = shifted?.(cells);
    if (whyShifted !== undefined) {
      remarks.reject(rowNumber, plan.columns.at(-1)!, null, 'ROW_SHIFTED', whyShifted);
      return undefined;
    }
    const row: Row = { ...plan.blankRow };
    let isRejected = false;
    for (const { column, index, name, blank, isRequired, isDay, isNumber } of readers) {
      const cell = cells[index];
      if (cell === null || cell === undefined || isBlank(cell)) {
        if (!isRequired) continue;
        isRejected = true;
        remarks.reject(rowNumber, column, null, 'REQUIRED', 'đang trống. Hãy điền rồi tải lại.');
        continue;
      }
      const isText = typeof cell === 'string';
      const order = isText && isDay ? notations.daysOf(index) : undefined;
      const sign = isText && isNumber ? notations.decimalOf(index) : undefined;
      const value: Converted = convertCell(column.field, cell, plain, order, sign);
      if (!isFault(value)) row[name] = value ?? blank;
      else if (value.value === undefined) {
        isRejected = true;
        remarks.reject(rowNumber, column, cell, value.code, value.sentence);
      } else {
        row[name] = value.value;
        remarks.warn(rowNumber, column, cell, value.code, value.sentence);
      }
    }
    if (isRejected || isSwapped(row, cells, rowNumber)) return undefined;
    return foreign?.(row, cells, rowNumber) === false ? undefined : row;
  };

  return {
    read(cells, rowNumber) {
      dataRows++;
      isOpening = false;
      const row = convert(cells, rowNumber);
      if (row && (!layout.placedBy || putInPlace(row, rowNumber))) return row;
      rejectedRows++;
      if (remarks.rejected.length > MOST_REJECTIONS) throw tooManyRejections(remarks.rejected[0]!);
      return undefined;
    },
    open({ caption, name }) {
      const field = fieldOfCaption.get(caption);
      if (field === undefined) return;
      // The code and the name of one warehouse may be in two rows, one below the other.
      place = { ...(isOpening ? place : {}), [field]: name };
      isOpening = true;
    },
    countRejected: () => void rejectedRows++,
    counts: () => ({ dataRows, rejectedRows }),
  };
}

/** The one warehouse that the line above the header filters by: "Kho: HH, Tháng 9 năm 2026", "Kho: HH; Nhóm VTHH: Sơn". */
function placeAbove(above: readonly (readonly Cell[])[]): Row {
  for (const cell of above.flat()) {
    const line = typeof cell === 'string' && cell.length <= LONGEST_LINE ? cell : '';
    const said = /^\s*kho\s*:\s*(.*?)\s*$/isu.exec(line)?.[1];
    // The period may follow without a separator.
    const named = said?.replace(PERIOD_BEHIND, '') ?? '';
    const name = /^([^,;:]+?)\s*(?:[,;]\s*(?:năm|[^:,;]+:).*)?$/isu.exec(named)?.[1] ?? '';
    if (/[\p{L}\d]/u.test(name) && !/[<>]|tất cả/iu.test(name)) return { warehouseName: name };
  }
  return {};
}

/** A longer text in a heading is a note, and may be made to cost time. */
const LONGEST_LINE = 500;

/** «Kho HN Tháng 9 năm 2026», «K1, Từ ngày 01/09/2026 đến ngày 30/09/2026». */
const PERIOD_BEHIND =
  /[\s,;.\-\u2013]*(?:\((?=t))?(?<![\p{L}\d])(?:t\u1eeb(?: ng\u00e0y)?:? *\d|\u0111\u1ebfn(?: ng\u00e0y| h\u1ebft)?:? *\d|th\u00e1ng:? *\d|qu\u00fd:? *[\dIVX]).*$/isu;

/** No row says in which single warehouse its goods are. */
export const noPlace = ({ layout }: Plan): Problem => {
  const missing = layout.fields.filter((field) => layout.placedBy!.includes(field.field)).map((field) => field.header);
  const names = missing.map((header) => `«${header}»`).join(' hoặc ');
  return new Problem(
    'MISSING_COLUMN',
    `Tệp «${layout.title}» không cho biết hàng ở kho nào: thiếu cột ${names}. Hãy bật cột đó trong AMIS, hoặc chọn một kho hay nhóm theo kho, rồi xuất lại.`,
    { layout: layout.name, missing },
  );
};

const tooManyRejections = ({ message }: Issue): Problem =>
  new Problem(
    'TOO_MANY_ERRORS',
    `Tệp có hơn ${MOST_REJECTIONS / 1000} nghìn ô sai nên không được đọc tiếp. Ô đầu tiên: ${message}`,
  );
