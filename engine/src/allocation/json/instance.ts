import { type Day, isDay } from '../../day.ts';
import { Problem } from '../../problem.ts';
import { parseFactor, parseQuantity, type Quantity } from '../../quantity.ts';
import { toMicro } from '../micro.ts';
import type { AllocationInstance } from '../types.ts';

type Row = Readonly<Record<string, unknown>>;

/** The lists of an instance as they come out of JSON: nothing is known of their rows but that they are objects. */
export type UncheckedInstance = { readonly [list in keyof AllocationInstance]: readonly object[] };

/**
 * Reads an instance from its JSON form. Lists of profiles are kept as they are, not copied. Throws a Problem whose message
 * begins with the path of the first wrong value: BAD_INSTANCE, or the code of the reader that refuses the text (BAD_QUANTITY,
 * QUANTITY_TOO_LARGE, BAD_FACTOR).
 */
export function readInstance(lists: UncheckedInstance): AllocationInstance {
  const exact: Record<string, readonly Row[]> = {};
  for (const [list, shape] of Object.entries(shapes())) {
    const rows = lists[list as keyof AllocationInstance] as readonly Row[] | undefined;
    if (rows) exact[list] = rows.map((row, at) => readNamed(row, shape, () => `${list}[${at}]`));
  }
  // Every field of a row has been read by the shape of its list.
  return exact as AllocationInstance;
}

function readNamed(row: Row, shape: Shape, name: () => string): Row {
  try {
    return readRow(row, shape);
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    const path = name() + error.path;
    throw new Problem(error.code, `${path}: ${error.message}`, { path });
  }
}

/** The fault of a value, with the path from the row to it. */
class Fault extends Error {
  readonly code: string;
  readonly path: string;

  constructor(code: string, message: string, path = '') {
    super(message);
    this.code = code;
    this.path = path;
  }
}

/** Reads one value; throws a Fault or a Problem. */
type Read = (value: unknown) => unknown;
type Shape = readonly (readonly [field: string, read: Read, isOptional?: true])[];

function readRow(row: Row, shape: Shape): Row {
  const exact: Record<string, unknown> = { ...row };
  for (const [field, read, isOptional] of shape) {
    const value = row[field];
    if (value === undefined && isOptional) continue;
    try {
      exact[field] = read(value);
    } catch (error) {
      throw within(`.${field}`, error);
    }
  }
  return exact;
}

/** The same fault one level further out; any other error as it is. */
function within(step: string, error: unknown): unknown {
  if (error instanceof Fault) return new Fault(error.code, error.message, step + error.path);
  return error instanceof Problem ? new Fault(error.code, error.message, step) : error;
}

const MOST_SHOWN = 40;
function expected(value: unknown, what: string): Fault {
  const text = value === undefined ? 'không có' : (JSON.stringify(value) ?? String(value));
  const shown = text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text;
  return new Fault('BAD_INSTANCE', `cần ${what}, nhận được ${shown}.`);
}

const only =
  <T>(is: (value: unknown) => value is T, what: string) =>
  (value: unknown): T => {
    if (!is(value)) throw expected(value, what);
    return value;
  };
const isText = (value: unknown): value is string => typeof value === 'string';
const isWhole = (value: unknown): value is number => Number.isSafeInteger(value);

const text = only(isText, 'một chuỗi');
const whole = only(isWhole, 'một số nguyên');
const money = only((value): value is number => isWhole(value) && value >= 0, 'số đồng nguyên, không âm');
const oneOrTwo = only((value) => value === 1 || value === 2, '1 hoặc 2');
const list = only((value) => Array.isArray(value), 'một mảng');
const object = only(
  (value): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value),
  'một đối tượng',
);
const day = only((value): value is Day => isText(value) && isDay(value), 'ngày dạng "YYYY-MM-DD"');

const quantityText = only(isText, 'một chuỗi như "12.5"');
const quantity = (value: unknown): Quantity => {
  const exact = parseQuantity(quantityText(value));
  toMicro(exact);
  return exact;
};
const notNegative: Read = (value) => {
  const exact = quantity(value);
  if (exact < 0n) throw expected(value, 'số không âm: hàng trả lại phải được bù trừ trước khi phân bổ');
  return exact;
};
const step: Read = (value) => {
  const exact = quantity(value);
  if (exact <= 0n) throw expected(value, 'bước lớn hơn 0');
  return exact;
};
const factorText = only(isText, 'một chuỗi như "12", "0.5" hoặc "1/24"');
const factor: Read = (value) => parseFactor(factorText(value));

const every =
  (read: Read): Read =>
  (values) =>
    list(values).map((value, at) => {
      try {
        return read(value);
      } catch (error) {
        throw within(`[${at}]`, error);
      }
    });

/** The same reading, done once for each value: days and lists of profiles repeat from row to row. */
function once(read: Read): Read {
  const good = new Set<unknown>();
  return (value) => {
    if (!good.has(value)) {
      read(value);
      good.add(value);
    }
    return value;
  };
}

const PINNED: Shape = [
  ['lot', text],
  ['lineQuantity', quantity],
];

/** The fields of each list, in the order in which they are read. */
function shapes(): { readonly [list in keyof Required<AllocationInstance>]: Shape } {
  const date = once(day);
  return {
    lots: [
      ['id', text],
      ['profile', text],
      ['warehouse', text, true],
      ['product', text],
      ['availableFrom', date],
      ['quantity', quantity],
      ['step', step, true],
    ],
    lines: [
      ['id', text],
      ['document', text],
      ['together', text, true],
      ['date', date],
      ['priority', oneOrTwo],
      ['item', text],
      ['quantity', notNegative],
      ['amount', money],
      ['profiles', once(every(text)), true],
      ['pinned', every((pin) => readRow(object(pin), PINNED)), true],
      ['step', step, true],
    ],
    links: [
      ['item', text],
      ['profile', text],
      ['product', text],
      ['factor', factor],
      ['priority', whole, true],
    ],
    previous: [
      ['line', text],
      ['lot', text],
      ['lineQuantity', quantity],
      ['invoice', text, true],
    ],
  };
}
