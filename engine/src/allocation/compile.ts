import { isDay } from '../day.ts';
import { vnd } from '../money.ts';
import { ensure, Problem } from '../problem.ts';
import { type Factor, formatQuantity, type Quantity } from '../quantity.ts';
import { type Micro, toMicro } from './micro.ts';
import type { AllocationInstance } from './types.ts';

/** A connection as indices: one base unit of the item is `factor` units of the cell's product. */
export type CompiledConnection = { readonly cell: number; readonly factor: Factor; readonly priority: number };

/**
 * The instance as columns of numbers. A *cell* is a (profile, product); a *set* is a list of profiles that may issue,
 * set 0 being "all of them". `lineLeft` and `lotLeft` are what pins leave to allocate, in millionths.
 */
export type Compiled = {
  readonly source: AllocationInstance;
  /** Profile codes in the order of their first lot: the index is used everywhere. */
  readonly profiles: readonly string[];
  readonly cellProfile: readonly number[];
  readonly days: readonly string[];
  readonly lotCell: Int32Array;
  readonly lotDay: Int32Array;
  readonly lotQuantity: Float64Array;
  readonly lotLeft: Float64Array;
  readonly lotStep: Float64Array;
  readonly itemConnections: readonly (readonly CompiledConnection[])[];
  readonly sets: readonly (ReadonlySet<number> | undefined)[];
  readonly lineItem: Int32Array;
  readonly lineSet: Int32Array;
  readonly lineDay: Int32Array;
  readonly lineDocument: Int32Array;
  readonly lineAmount: Float64Array;
  readonly linePriority: Uint8Array;
  readonly lineQuantity: Float64Array;
  readonly lineLeft: Float64Array;
  readonly lineStep: Float64Array;
  readonly documents: number;
};

/** Numbers for texts, in the order in which they are first seen. */
export function interner(): { readonly index: Map<string, number>; of: (text: string) => number } {
  const index = new Map<string, number>();
  return {
    index,
    of: (text) => {
      let id = index.get(text);
      if (id === undefined) {
        id = index.size;
        index.set(text, id);
      }
      return id;
    },
  };
}

function checkUnique(rows: readonly { readonly id: string }[], kind: string): void {
  // Ids that grow in length, then in order, cannot repeat: no set of a million texts is needed.
  const grows = (a: string, b: string): boolean => a.length < b.length || (a.length === b.length && a < b);
  if (rows.every(({ id }, at) => at === 0 || grows(rows[at - 1]!.id, id))) return;
  const seen = new Set<string>();
  for (const { id } of rows) seen.add(id);
  if (seen.size === rows.length) return;
  const twice = rows.find(({ id }) => !seen.delete(id))!.id;
  throw new Problem('DUPLICATE_ID', `Mã ${kind} «${twice}» bị lặp trong dữ liệu phân bổ.`, { id: twice });
}

/** Numbers for lists of texts: equal lists get one number. Lists repeat from line to line, so the last one is tried first. */
export function listInterner(): (list: readonly string[]) => number {
  const buckets = new Map<string, { readonly list: readonly string[]; readonly id: number }[]>();
  let last: { readonly list: readonly string[]; readonly id: number } | undefined;
  let count = 1;
  const same = (a: readonly string[], b: readonly string[]): boolean => {
    if (a === b) return true;
    if (a.length !== b.length) return false;
    for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
    return true;
  };
  return (list) => {
    if (last && same(last.list, list)) return last.id;
    const key = `${list.length}/${list[0] ?? ''}/${list[list.length - 1] ?? ''}`;
    const bucket = buckets.get(key) ?? [];
    if (bucket.length === 0) buckets.set(key, bucket);
    last = bucket.find((known) => same(known.list, list));
    if (!last) {
      last = { list, id: count++ };
      bucket.push(last);
    }
    return last.id;
  };
}

/**
 * Reads and checks an instance. Throws QUANTITY_TOO_LARGE, BAD_DAY, NOT_WHOLE_DONG, BAD_STEP, BAD_PRIORITY, NEGATIVE_LINE or
 * DUPLICATE_ID, each naming the row or the value; AMOUNT_TOO_LARGE for all rows together.
 */
export function compile(source: AllocationInstance): Compiled {
  checkUnique(source.lots, 'lô');
  checkUnique(source.lines, 'dòng bán');
  const names = new Names();
  const days = daysOf(source);
  const lots = readLots(source.lots, names, days);
  const itemConnections = readConnections(source.links, names);
  const lines = readLines(source.lines, names, days);
  for (let item = 0; item < names.items.index.size; item++) itemConnections[item] ??= [];
  return {
    source,
    profiles: [...names.profiles.index.keys()],
    cellProfile: names.cellProfile,
    days: [...days.keys()],
    ...lots,
    lotLeft: lots.lotQuantity.slice(),
    itemConnections,
    ...lines,
    lineLeft: lines.lineQuantity.slice(),
    documents: names.documents.index.size,
  };
}

/** Numbers for the codes of an instance, in the order in which they are first seen. */
class Names {
  readonly profiles = interner();
  readonly items = interner();
  readonly documents = interner();
  readonly cellProfile: number[] = [];
  readonly #cells = interner();

  cellOf(profile: string, product: string): number {
    const cell = this.#cells.of(JSON.stringify([profile, product]));
    if (cell === this.cellProfile.length) this.cellProfile.push(this.profiles.of(profile));
    return cell;
  }
}

/** The days of an instance in order, with their numbers. */
function daysOf({ lots, lines }: AllocationInstance): ReadonlyMap<string, number> {
  const seen = new Set<string>();
  const see = (day: string, where: string): void => {
    if (seen.has(day)) return;
    ensure(isDay(day), 'BAD_DAY', `Ngày «${day}» của ${where} không hợp lệ: cần dạng YYYY-MM-DD.`, { day, where });
    seen.add(day);
  };
  for (const lot of lots) see(lot.availableFrom, lot.id);
  lines.forEach((line, i) => {
    if (i === 0 || line.date !== lines[i - 1]!.date) see(line.date, line.id);
  });
  return new Map([...seen].sort().map((day, index) => [day, index]));
}

function stepOf(step: Quantity | undefined, where: string): Micro {
  if (step === undefined) return 0;
  if (step > 0n) return toMicro(step);
  const text = formatQuantity(step);
  throw new Problem('BAD_STEP', `Bước «${text}» của ${where} phải lớn hơn 0.`, { step: text });
}

function readLots(lots: AllocationInstance['lots'], names: Names, days: ReadonlyMap<string, number>) {
  const lotCell = new Int32Array(lots.length);
  const lotDay = new Int32Array(lots.length);
  const lotQuantity = new Float64Array(lots.length);
  const lotStep = new Float64Array(lots.length);
  lots.forEach((lot, l) => {
    lotCell[l] = names.cellOf(lot.profile, lot.product);
    lotDay[l] = days.get(lot.availableFrom)!;
    lotQuantity[l] = Math.max(0, toMicro(lot.quantity));
    lotStep[l] = stepOf(lot.step, lot.id);
  });
  return { lotCell, lotDay, lotQuantity, lotStep };
}

function readConnections(links: AllocationInstance['links'], names: Names): CompiledConnection[][] {
  const itemConnections: CompiledConnection[][] = [];
  for (const { item, profile, product, priority = 0, factor } of links) {
    ensure(
      Number.isSafeInteger(priority),
      'BAD_PRIORITY',
      `Ưu tiên của nối mã «${item}» – «${product}» phải là số nguyên, nhận được ${String(priority)}.`,
    );
    const number = names.items.of(item);
    itemConnections[number] ??= [];
    addConnection(itemConnections[number], {
      cell: names.cellOf(profile, product),
      factor,
      priority,
    });
  }
  return itemConnections;
}

function readLines(lines: AllocationInstance['lines'], names: Names, days: ReadonlyMap<string, number>) {
  const n = lines.length;
  const lineItem = new Int32Array(n);
  const lineSet = new Int32Array(n);
  const lineDay = new Int32Array(n);
  const lineDocument = new Int32Array(n);
  const lineAmount = new Float64Array(n);
  const linePriority = new Uint8Array(n);
  const lineQuantity = new Float64Array(n);
  const lineStep = new Float64Array(n);
  const sets: (ReadonlySet<number> | undefined)[] = [undefined];
  const setOf = listInterner();
  let total = 0;
  lines.forEach((line, i) => {
    const before = i > 0 ? lines[i - 1]! : undefined;
    lineQuantity[i] = toMicro(line.quantity);
    checkLine(line, lineQuantity[i]!);
    lineItem[i] = names.items.of(line.item);
    lineDay[i] = line.date === before?.date ? lineDay[i - 1]! : days.get(line.date)!;
    // The lines of a document mostly follow one another.
    lineDocument[i] = line.document === before?.document ? lineDocument[i - 1]! : names.documents.of(line.document);
    lineAmount[i] = line.amount;
    total += line.amount;
    // Worth nothing in either aim: it comes after every line with an amount, whatever its buyer asked for.
    linePriority[i] = line.amount > 0 ? line.priority : 2;
    lineStep[i] = stepOf(line.step, line.id);
    if (!line.profiles) return;
    const set = setOf(line.profiles);
    lineSet[i] = set;
    sets[set] ??= new Set(line.profiles.map((code) => names.profiles.of(code)));
  });
  ensure(
    total <= Number.MAX_SAFE_INTEGER,
    'AMOUNT_TOO_LARGE',
    'Tổng tiền của các dòng vượt quá 9.007.199.254.740.991 đồng: hãy chia dữ liệu phân bổ thành nhiều phần.',
  );
  return { sets, lineItem, lineSet, lineDay, lineDocument, lineAmount, linePriority, lineQuantity, lineStep };
}

function checkLine({ id, amount, priority }: AllocationInstance['lines'][number], quantity: Micro): void {
  ensure(
    quantity >= 0 && vnd(amount) >= 0,
    'NEGATIVE_LINE',
    `Dòng ${id} có số lượng hoặc tiền âm: hàng trả lại phải được bù trừ trước khi phân bổ.`,
    { line: id },
  );
  ensure(
    priority === 1 || priority === 2,
    'BAD_PRIORITY',
    `Ưu tiên của dòng ${id} phải là 1 hoặc 2, nhận được ${String(priority)}.`,
  );
}

/** A pair connected twice keeps its smallest factor: the one that draws the least stock for the same sale. */
function addConnection(connections: CompiledConnection[], connection: CompiledConnection): void {
  const at = connections.findIndex((known) => known.cell === connection.cell);
  if (at < 0) connections.push(connection);
  else {
    const { factor } = connections[at]!;
    const smaller = connection.factor.numerator * factor.denominator < factor.numerator * connection.factor.denominator;
    if (smaller) connections[at] = connection;
  }
}
