import { whereText } from '@khop/contract/clauses.ts';
import type { Endpoint } from '@khop/contract/endpoint.ts';
import { expect } from 'vitest';
import { z } from 'zod';
import type { Row } from './judge.ts';

type List = { readonly items: readonly Row[]; readonly total: number };
/** Reads the list with this query beside what it needs. */
type Read = (query: Readonly<Record<string, string>>) => Promise<List>;

const MOST = 500;
const optionsOf = (endpoint: Endpoint): Readonly<Record<string, z.ZodType>> =>
  endpoint.query instanceof z.ZodObject ? (endpoint.query.shape as Record<string, z.ZodType>) : {};

/** Names that the list may be sorted by, ascending. */
const sortsOf = ({ sort }: Readonly<Record<string, z.ZodType>>): string[] => {
  const names = sort instanceof z.ZodOptional ? (sort.unwrap() as unknown as { options: string[] }).options : [];
  return names.filter((name) => !name.startsWith('-'));
};

/** Names of columns that the list may be filtered by: what it is sorted by and others. */
const columnsOf = ({ where }: Readonly<Record<string, z.ZodType>>, { items }: List): string[] =>
  [...new Set(items.flatMap((item) => Object.keys(item)))].filter(
    (field) => where?.safeParse(whereText([{ field, op: 'filled', values: [] }])).success,
  );

const isBlank = (value: unknown) => value === null || value === undefined || value === '';
const isNumber = (value: unknown) => typeof value === 'number' || /^-?(0|[1-9]\d*)(\.\d+)?$/.test(String(value));
const isMoment = (value: unknown) => /^\d{4}-\d\d-\d\d/.test(String(value));

/** Numbers and days rise; of texts, whose order is that of a language, equal ones lie together. */
function expectOrdered(name: string, values: readonly unknown[]): void {
  const known = values.filter((value) => !isBlank(value));
  if (known.every(isNumber) || known.every(isMoment)) {
    const keys = known.map((value) => (isNumber(value) ? Number(value) : String(value)));
    expect([name, keys]).toEqual([name, keys.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0))]);
    return;
  }
  const starts = known.filter((value, n) => n === 0 || value !== known[n - 1]);
  expect([name, starts]).toEqual([name, [...new Set(starts)]]);
}

async function expectSorts(read: Read, names: readonly string[], whole: List): Promise<void> {
  for (const name of names) {
    const rising = await read({ sort: name });
    const falling = await read({ sort: `-${name}` });
    expect([name, rising.total, falling.total]).toEqual([name, whole.total, whole.total]);
    const values = rising.items.map((item) => item[name]);
    if (values.every((value) => value === undefined || typeof value === 'object')) continue;
    expectOrdered(name, values);
    if (whole.total <= MOST && !values.some(isBlank))
      expect([name, falling.items.map((item) => item[name])]).toEqual([name, values.toReversed()]);
  }
}

/** A condition on a column keeps those that meet it and no others. */
async function expectConditions(read: Read, names: readonly string[], { items }: List): Promise<void> {
  for (const name of names) {
    const value = rarestOf(items.map((item) => item[name]));
    if (value === undefined || typeof value === 'object' || (isMoment(value) && String(value).length > 10)) continue;
    const isFigure = items.every((item) => isBlank(item[name]) || isNumber(item[name]));
    const exactly = isFigure ? (['min', 'max'] as const) : (['in'] as const);
    const clauses = exactly.map((op) => ({ field: name, op, values: [String(value)] }));
    const kept = await read({ where: whereText(clauses) });
    const wanted = items.filter((item) => item[name] === value).length;
    for (const item of kept.items) expect([name, item[name]]).toEqual([name, value]);
    expect([name, kept.items.length]).toEqual([name, wanted]);
  }
}

/** The value that the fewest records have: where there are several, a filter that keeps all is noticed. */
function rarestOf(values: readonly unknown[]): unknown {
  const counts = new Map<unknown, number>();
  for (const value of values) if (!isBlank(value)) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => a - b)[0]?.[0];
}

/** Filters named as a field of the records keep those that have the value. */
async function expectFilters(read: Read, options: readonly string[], { items }: List): Promise<void> {
  for (const name of options) {
    const value = rarestOf(items.map((item) => item[name]));
    if (isBlank(value) || typeof value === 'object') continue;
    const kept = await read({ [name]: String(value) });
    expect([name, kept.items.length]).toEqual([name, items.filter((item) => item[name] === value).length]);
    for (const item of kept.items) expect([name, item[name]]).toEqual([name, value]);
  }
}

/** Pages lie one behind the other, and a search finds what is called so. */
async function expectPages(read: Read, options: Readonly<Record<string, z.ZodType>>, { items }: List): Promise<void> {
  if ('offset' in options && items.length > 1)
    expect((await read({ limit: '1', offset: '1' })).items).toEqual([items[1]]);
  const code = items[0]?.code;
  if ('q' in options && typeof code === 'string')
    expect((await read({ q: code })).items.map((item) => item.code)).toContain(code);
}

const NO_FILTER = ['limit', 'offset', 'sort', 'where', 'q', 'totals'];

/** What a list says of itself: its order, its conditions and filters, its pages and its search. */
export async function expectListed(endpoint: Endpoint, notAsShown: object, read: Read): Promise<void> {
  const options = optionsOf(endpoint);
  const paged: Read = (query) => read({ ...('limit' in options && { limit: String(MOST) }), ...query });
  const whole = await paged({});
  const asShown = (name: string) => !(name in notAsShown);
  const sorts = sortsOf(options).filter(asShown);
  await expectSorts(paged, sorts, whole);
  if (whole.items.length < whole.total) return;
  await expectConditions(paged, columnsOf(options, whole).filter(asShown), whole);
  await expectFilters(
    paged,
    Object.keys(options).filter((name) => !NO_FILTER.includes(name) && asShown(name)),
    whole,
  );
  await expectPages(paged, options, whole);
}
