import { parseMicro } from '@khop/engine/allocation/micro.ts';
import type { AllocationInstance } from '@khop/engine/allocation/types.ts';
import { isDay } from '@khop/engine/day.ts';
import { Problem } from '@khop/engine/problem.ts';
import { parseFactor } from '@khop/engine/quantity.ts';

type Row = Readonly<Record<string, unknown>>;
/** The fault of a value: undefined when it is as it must be, else a code and a sentence. */
type Check = (value: unknown) => { code: string; message: string } | undefined;

const MOST_SHOWN = 40;
const expected = (value: unknown, what: string): { code: string; message: string } => {
  const text = value === undefined ? 'không có' : (JSON.stringify(value) ?? String(value));
  const shown = text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text;
  return { code: 'BAD_INSTANCE', message: `cần ${what}, nhận được ${shown}.` };
};

const text: Check = (value) => (typeof value === 'string' ? undefined : expected(value, 'một chuỗi'));

/** A text that the engine's own reader takes. */
const readable =
  (read: (value: string) => unknown, example: string): Check =>
  (value) => {
    if (typeof value !== 'string') return expected(value, `một chuỗi như ${example}`);
    try {
      read(value);
      return undefined;
    } catch (error) {
      if (error instanceof Problem) return error;
      throw error;
    }
  };

const decimal = readable(parseMicro, '"12.5"');
const factor = readable(parseFactor, '"12", "0.5" hoặc "1/24"');
const notNegative: Check = (value) =>
  decimal(value) ??
  ((value as string).startsWith('-') && parseMicro(value as string) < 0
    ? expected(value, 'số không âm: hàng trả lại phải được bù trừ trước khi phân bổ')
    : undefined);
const step: Check = (value) =>
  decimal(value) ?? (parseMicro(value as string) > 0 ? undefined : expected(value, 'bước lớn hơn 0'));
const day: Check = (value) =>
  typeof value === 'string' && isDay(value) ? undefined : expected(value, 'ngày dạng "YYYY-MM-DD"');
const money: Check = (value) =>
  Number.isSafeInteger(value) && (value as number) >= 0 ? undefined : expected(value, 'số đồng nguyên, không âm');
const oneOrTwo: Check = (value) => (value === 1 || value === 2 ? undefined : expected(value, '1 hoặc 2'));
const whole: Check = (value) => (Number.isSafeInteger(value) ? undefined : expected(value, 'một số nguyên'));
const list: Check = (value) => (Array.isArray(value) ? undefined : expected(value, 'một mảng'));

type Shape = readonly (readonly [field: string, check: Check, isOptional?: true])[];
const SHAPES: Readonly<Record<string, Shape>> = {
  lots: [
    ['id', text],
    ['profile', text],
    ['warehouse', text, true],
    ['product', text],
    ['availableFrom', day],
    ['quantity', decimal],
    ['step', step, true],
  ],
  lines: [
    ['id', text],
    ['document', text],
    ['together', text, true],
    ['date', day],
    ['priority', oneOrTwo],
    ['item', text],
    ['quantity', notNegative],
    ['amount', money],
    ['profiles', list, true],
    ['pinned', list, true],
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
    ['lineQuantity', decimal],
    ['invoice', text, true],
  ],
};
const PINNED: Shape = [
  ['lot', text],
  ['lineQuantity', decimal],
];

/** Refuses an instance that is not one, with a Problem whose message begins with the path of the first wrong value. */
export function checkInstance(instance: AllocationInstance): void {
  for (const [name, shape] of Object.entries(SHAPES)) {
    const rows = (instance as unknown as Readonly<Record<string, readonly Row[] | undefined>>)[name] ?? [];
    const goodDays = new Set<unknown>();
    const goodLists = new Set<unknown>();
    for (let index = 0; index < rows.length; index++) {
      const row = rows[index]!;
      checkRow(row, shape, goodDays, () => `${name}[${index}]`);
      if (name !== 'lines') continue;
      // Lists of profiles are shared between lines.
      if (row.profiles !== undefined && !goodLists.has(row.profiles)) {
        (row.profiles as unknown[]).forEach((value, at) => {
          refuse(text(value), () => `${name}[${index}].profiles[${at}]`);
        });
        goodLists.add(row.profiles);
      }
      (row.pinned as unknown[] | undefined)?.forEach((pin, at) => {
        const path = (): string => `${name}[${index}].pinned[${at}]`;
        const isObject = typeof pin === 'object' && pin !== null && !Array.isArray(pin);
        refuse(isObject ? undefined : expected(pin, 'một đối tượng'), path);
        checkRow(pin as Row, PINNED, goodDays, path);
      });
    }
  }
}

function checkRow(row: Row, shape: Shape, goodDays: Set<unknown>, path: () => string): void {
  for (const [field, check, isOptional] of shape) {
    const value = row[field];
    if (value === undefined && isOptional) continue;
    // Days repeat: each is looked at once.
    if (check === day) {
      if (goodDays.has(value)) continue;
      goodDays.add(value);
    }
    const fault = check(value);
    if (fault) refuse(fault, () => `${path()}.${field}`);
  }
}

function refuse(fault: ReturnType<Check>, path: () => string): void {
  if (fault) throw new Problem(fault.code, `${path()}: ${fault.message}`, { path: path() });
}
