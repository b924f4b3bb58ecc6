import { createHash } from 'node:crypto';
import type { Row } from './judge.ts';

/*
 * What a good call answers, notes in the log and stores is what it did when somebody last agreed to it: a change that no
 * judge looks at shows here. Ids, moments and hashes differ from run to run and are left out, and so is the order of
 * records, which the judges of lists look at.
 */

/** Lines of one kind that are written out, and characters of each; of more there is a digest. */
const WRITTEN_OUT = 3;
const LONGEST = 1500;
/** What a later run may still move, or what says when, with which key and by which code something was done. */
const LEFT_OUT =
  /^(unlock_?value|undo_schema|timestamp|signature|secure_url|url|request_id|auth_time|counters|madeBy|sha256|changeMark)$|(hash|fingerprint)$/i;

/** How far a run says that it is: told now and then, so a busy machine tells other figures. */
const PROGRESS = ['done', 'total', 'percent', 'etaSeconds'];

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const MOMENT = /\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d(:?\d\d)?)?/g;
const HASH = /\b[0-9a-f]{32,}\b|(?<=@)[\w-]{16}$/g;

/** An id that is made of others comes as one word. */
const opened = (text: string): string => {
  const inside = /^[\w-]{40,}$/.test(text) ? Buffer.from(text, 'base64url').toString() : '';
  return /^[0-9a-f-]{36}\|/.test(inside) ? inside : text;
};
const withoutMarks = (text: string): string =>
  text.startsWith('\\x')
    ? '<bytes>'
    : opened(text).replaceAll(UUID, '<id>').replaceAll(MOMENT, '<moment>').replaceAll(HASH, '<hash>');

/** A value as it is in every run. */
function lasting(value: unknown): unknown {
  if (typeof value === 'string') return withoutMarks(value);
  if (Array.isArray(value)) {
    const all = value.map(lasting);
    return all.every((one) => typeof one === 'object') ? all.map(textOf).sort().map(parsed) : all;
  }
  if (typeof value !== 'object' || value === null) return value;
  const isRun = 'etaSeconds' in value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !LEFT_OUT.test(name) && !(isRun && PROGRESS.includes(name)))
      .map(([name, one]) => [withoutMarks(name), lasting(one)]),
  );
}
const textOf = (value: unknown): string => JSON.stringify(value);
const parsed = (text: string): unknown => JSON.parse(text);

const digest = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 12);
const shortened = (line: string): string =>
  line.length > LONGEST ? `${line.slice(0, LONGEST)} … ${line.length} in all, ${digest(line)}` : line;

const linesOf = (kind: string, values: readonly unknown[]): string[] => {
  const lines = values.map((value) => `${kind} ${textOf(lasting(value))}`).sort();
  const written = lines.slice(0, WRITTEN_OUT).map(shortened);
  return lines.length > WRITTEN_OUT
    ? [...written, `${kind} … ${lines.length} in all, ${digest(lines.join('\n'))}`]
    : written;
};

/** What is in `some` and not in `others`, each as often as it is there more. */
function beyond(some: readonly string[], others: readonly string[]): string[] {
  const left = new Map<string, number>();
  for (const one of others) left.set(one, (left.get(one) ?? 0) + 1);
  return some.filter((one) => {
    const n = left.get(one) ?? 0;
    left.set(one, n - 1);
    return n <= 0;
  });
}

export type Tables = Readonly<Record<string, readonly Row[]>>;

/** The text to agree to: of an answer with its status, of the log's new entries, and of the rows that came and went. */
export function agreedText(
  answer: { readonly status: number; readonly body: Row },
  events: readonly Row[],
  before: Tables,
  after: Tables,
): string {
  const { items, ...rest } = answer.body;
  const rowsOf = (tables: Tables, name: string) => (tables[name] ?? []).map((row) => textOf(lasting(row)));
  const moved = Object.keys(after).flatMap((name) => {
    const [was, is] = [rowsOf(before, name), rowsOf(after, name)];
    return [
      ...linesOf(`gone ${name}`, beyond(was, is).map(parsed)),
      ...linesOf(`came ${name}`, beyond(is, was).map(parsed)),
    ];
  });
  return [
    shortened(`answer ${answer.status} ${textOf(lasting(rest))}`),
    ...(Array.isArray(items) ? linesOf('item', items) : []),
    ...linesOf('logged', events),
    ...moved,
    '',
  ].join('\n');
}
