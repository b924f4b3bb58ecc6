import { createHash } from 'node:crypto';
import { by } from '@khop/engine/order.ts';
import { unzip } from '../unzip.ts';
import type { Row } from './judge.ts';

/*
 * The answer of a good call, its notes in the log and its rows are those that were last agreed to: a change that no
 * judge looks at shows here, also another order of what is answered. Ids, moments and hashes differ from run to run and
 * are left out, and so is the order of stored rows.
 */

/** Lines of one kind that are written out, and characters of each; of more there is a digest. */
const WRITTEN_OUT = 3;
const LONGEST = 1500;
/**
 * Fields that a later run may still change, or that say when, with which key and by which code, or build of the web,
 * something was done.
 */
const LEFT_OUT =
  /^(unlock_?value|undo_schema|timestamp|signature|secure_url|url|request_id|auth_time|counters|madeBy|sha256|changeMark|data_revision|buildId)$|(hash|fingerprint)$/i;

/** Columns that work in the background fills a moment later. */
const MOVES_BY_ITSELF = ['unlock_value', 'last_seen_at'];

/** The progress of a run: reported now and then, so a busy machine reports other figures. */
const PROGRESS = ['done', 'total', 'percent', 'etaSeconds'];

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const MOMENT =
  /\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d(:?\d\d)?)?|(?<=lúc )\d\d\/\d\d\/\d{4} \d\d:\d\d/g;
const HASH = /\b[0-9a-f]{32,}\b|(?<=@)[\w-]{16}$/g;
/** Nothing that these find is shorter; most texts of the rows are. */
const SHORTEST = '2026-09-30 10:00'.length;

/** An id that is made of others comes as one word. */
const opened = (text: string): string => {
  const inside = /^[\w-]{40,}$/.test(text) ? Buffer.from(text, 'base64url').toString() : '';
  return /^[0-9a-f-]{36}\|/.test(inside) ? inside : text;
};
function withoutMarks(text: string): string {
  if (text.startsWith('\\x')) return '<bytes>';
  if (text.length < SHORTEST) return text;
  return opened(text).replaceAll(UUID, '<id>').replaceAll(MOMENT, '<moment>').replaceAll(HASH, '<hash>');
}

const leftOut = new Map<string, boolean>();
/** True for fields of `LEFT_OUT`; each name is looked at once. */
function isLeftOut(name: string): boolean {
  const known = leftOut.get(name);
  if (known !== undefined) return known;
  const is = LEFT_OUT.test(name);
  leftOut.set(name, is);
  return is;
}

/** A value as it is in every run. */
function lasting(value: unknown): unknown {
  if (typeof value === 'string') return withoutMarks(value);
  if (Array.isArray(value)) return value.map(lasting);
  if (typeof value !== 'object' || value === null) return value;
  const isRun = 'etaSeconds' in value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !isLeftOut(name) && !(isRun && PROGRESS.includes(name)))
      .map(([name, one]) => [withoutMarks(name), lasting(one)]),
  );
}
const textOf = (value: unknown): string => JSON.stringify(value);
/** A value as it is in every run, as one line. */
export const lastingText = (value: unknown): string => textOf(lasting(value));
const parsed = (text: string): unknown => JSON.parse(text);

const digest = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 12);
const shortened = (line: string): string =>
  line.length > LONGEST ? `${line.slice(0, LONGEST)} … ${line.length} in all, ${digest(line)}` : line;

const linesOf = (kind: string, values: readonly unknown[]): string[] =>
  told(kind, values.map((value) => `${kind} ${textOf(lasting(value))}`).sort());

const told = (kind: string, lines: readonly string[]): string[] => {
  const written = lines.slice(0, WRITTEN_OUT).map(shortened);
  return lines.length > WRITTEN_OUT
    ? [...written, `${kind} … ${lines.length} in all, ${digest(lines.join('\n'))}`]
    : written;
};

function itemLines(items: unknown, anyOrder: boolean): string[] {
  if (!Array.isArray(items)) return [];
  return anyOrder
    ? linesOf('item', items)
    : told(
        'item',
        items.map((item) => `item ${textOf(lasting(item))}`),
      );
}

/** The texts that `some` has beyond `others`, each as many times as it has more of it. */
function beyond(some: readonly string[], others: readonly string[]): string[] {
  const left = new Map<string, number>();
  for (const one of others) left.set(one, (left.get(one) ?? 0) + 1);
  return some.filter((one) => {
    const n = left.get(one) ?? 0;
    left.set(one, n - 1);
    return n <= 0;
  });
}

/** The sheets of a workbook or of a zip of them, by their place. */
export async function sheetsOf(raw: Buffer, place = ''): Promise<Map<string, string>> {
  const sheets = new Map<string, string>();
  if (raw.subarray(0, 2).toString() !== 'PK') return sheets;
  for (const [name, content] of [...(await unzip(raw))].sort(by(([name]) => name))) {
    for (const [inside, text] of await sheetsOf(content, `${place}${name}/`)) sheets.set(inside, text);
    if (/sheet\d+\.xml$|sharedStrings\.xml$|workbook\.xml$/.test(name)) sheets.set(place + name, content.toString());
  }
  return sheets;
}

/** The beginning of a sheet, as it reads, and a digest of all of it with its marks. */
const sheetLine = ([place, xml]: readonly [string, string]): string => {
  const text = withoutMarks(xml);
  const read = text.replace(/^.*<sheetData>/s, '').replaceAll(/(<[^>]*>)+/g, '|');
  return `sheet ${place} ${read.replaceAll('\n', ' ').slice(0, 200)} … ${digest(text)}`;
};

/**
 * Which columns of stored rows have another value, also moments, ids and counters, and of how many rows; `table` has them by
 * their id or code.
 */
function movedColumns(table: string, before: readonly Row[], after: readonly Row[]): string[] {
  const key = ['id', 'code'].find((name) => name in (before[0] ?? {}));
  if (key === undefined) return [];
  const was = new Map(before.map((row) => [row[key], row]));
  const changes = after.flatMap((row) => {
    const old = was.get(row[key]);
    if (!old || textOf(old) === textOf(row)) return [];
    const names = Object.keys(row).filter((name) => textOf(old[name]) !== textOf(row[name]));
    const kept = names.filter((name) => !MOVES_BY_ITSELF.includes(name));
    return kept.length > 0 ? [kept.sort().join(', ')] : [];
  });
  const counts = [...Map.groupBy(changes, (names) => names)].map(([names, own]) => `${own.length} × ${names}`);
  return counts.sort().map((line) => `moved ${table} ${line}`);
}

export type Tables = Readonly<Record<string, readonly Row[]>>;

type Answered = {
  readonly status: number;
  readonly body: Row;
  readonly raw: Buffer;
  /** The stages that its run reported on its way. */
  readonly told: readonly string[];
  /** The order of its items is not the same in every run. */
  readonly anyOrder: boolean;
};

/** The text to agree to: of the answer and its workbooks, of the log's new entries, and of the rows that came and went. */
export async function agreedText(
  answer: Answered,
  events: readonly Row[],
  before: Tables,
  after: Tables,
): Promise<string> {
  const { items, ...rest } = answer.body;
  const moved = Object.keys(after).flatMap((name) => {
    const [old, now] = [before, after].map((tables) => (tables[name] ?? []).map(textOf)) as [string[], string[]];
    // Most rows are the same to the letter: only the others are compared as they are in every run.
    const [was, is] = [beyond(old, now), beyond(now, old)].map((texts) =>
      texts.map((text) => textOf(lasting(parsed(text)))),
    ) as [string[], string[]];
    return [
      ...linesOf(`gone ${name}`, beyond(was, is).map(parsed)),
      ...linesOf(`came ${name}`, beyond(is, was).map(parsed)),
      ...movedColumns(name, before[name] ?? [], after[name] ?? []),
    ];
  });
  return [
    shortened(`answer ${answer.status} ${textOf(lasting(rest))}`),
    ...itemLines(items, answer.anyOrder),
    ...answer.told,
    ...[...(await sheetsOf(answer.raw))].map(sheetLine),
    ...linesOf('logged', events),
    ...moved,
    '',
  ].join('\n');
}
