import { createHash } from 'node:crypto';
import { whereText } from '@khop/contract/clauses.ts';
import type { Endpoint } from '@khop/contract/endpoint.ts';
import { contract, type OperationId } from '@khop/contract/index.ts';
import { goodCalls, sendGood } from '../good-calls/play.ts';
import { lastingText } from '../judges/agreed.ts';
import type { Given, Row } from '../judges/judge.ts';
import { columnsOf, isBlank, optionsOf, rarestOf, sortsOf, triesOf } from '../judges/lists.ts';

type Query = Readonly<Record<string, string>>;

/** A value to ask for that is the same in every run. */
const isStated = (value: unknown): boolean =>
  !isBlank(value) && typeof value !== 'object' && !/^\d{4}-\d\d-\d\d[T ]/.test(String(value));

/** Values of a filter that leave out something or everything: words that it takes, and what the fewest records have. */
function valuesOf(name: string, option: Parameters<typeof triesOf>[1], items: readonly Row[]): string[] {
  const rarest = rarestOf(items.map((item) => item[name]));
  const known = isStated(rarest) ? [String(rarest)] : [];
  return [...new Set([...triesOf(name, option), ...known])];
}

const PAGING = ['limit', 'offset', 'sort', 'where', 'q', 'totals'];

/** Every way that a list may be read in beside its plain one: one filter, condition or order each, and its sums. */
function waysOf(endpoint: Endpoint, items: readonly Row[], profiles: readonly string[]): Query[] {
  const options = optionsOf(endpoint);
  const ways: Query[] = [];
  for (const [name, option] of Object.entries(options)) {
    if (PAGING.includes(name)) continue;
    const values = name === 'profileId' ? profiles : valuesOf(name, option, items);
    for (const value of values) ways.push({ [name]: value });
  }
  for (const field of columnsOf(options)) {
    for (const op of ['filled', 'blank'] as const) ways.push({ where: whereText([{ field, op, values: [] }]) });
    const value = rarestOf(items.map((item) => item[field]));
    if (isStated(value) && field !== 'unlockValue')
      for (const op of ['in', 'min', 'max', 'has'] as const)
        ways.push({ where: whereText([{ field, op, values: [String(value)] }]) });
  }
  if ('totals' in options) ways.push({ totals: 'true' });
  if ('q' in options)
    for (const item of items.slice(0, 2))
      for (const value of Object.values(item))
        if (typeof value === 'string' && /^[^\d-]{4}/.test(value) && !DRAWN.test(value))
          ways.push({ q: value.slice(0, 4) });
  return ways;
}

/** Keys and seeds, of which one in fifty begins with four letters. */
const DRAWN = /^[0-9a-f-]{12,}$/;

const nameOf = (way: Query): string =>
  Object.entries(way)
    .map((pair) => pair.join('='))
    .join('&');

const digest = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 8);

/** The answers of a list in every way that it may be read in, a line each; the items as a digest, in no order. */
export async function listReadings(id: OperationId, { stage, sent }: Pick<Given, 'stage' | 'sent'>): Promise<string[]> {
  const endpoint: Endpoint = contract[id];
  if (endpoint.method !== 'GET' || endpoint.kind !== 'json') return [];
  const good = new Map(goodCalls).get(id)!;
  const read = async (way: Query, limit = '1') => {
    const query = { ...('limit' in optionsOf(endpoint) && { limit }), ...sent.query, ...way };
    return sendGood(stage, endpoint, good, { ...sent, query });
  };
  const { items = [] } = ((await read({}, '500')).body ?? {}) as { items?: Row[] };
  const lines: string[] = [];
  for (const way of waysOf(endpoint, Array.isArray(items) ? items : [], [...stage.profiles.values()])) {
    const { status, body } = await read(way);
    const { items: found = [], ...rest } = (body ?? {}) as { items?: Row[] };
    // Of a page only how many there are: which is the first of equal ones is another one in every run.
    const told = 'limit' in optionsOf(endpoint) ? [] : found.map(lastingText).sort();
    const text = lastingText(rest);
    lines.push(
      `${lastingText(nameOf(way))}: ${status} ${text.length > 300 ? digest(text) : text} ${digest(told.join('\n'))}`,
    );
  }
  for (const name of sortsOf(optionsOf(endpoint)).filter((one) => one !== 'unlockValue'))
    for (const sort of [name, `-${name}`]) {
      const { items: sorted = [] } = (await read({ sort }, '3')).body as { items?: Row[] };
      lines.push(`${sort}: ${lastingText(sorted.map((item) => item[name] ?? null))}`);
    }
  return lines;
}
