import { whereText } from '@khop/contract/clauses.ts';
import type { Endpoint } from '@khop/contract/endpoint.ts';
import { compare } from '@khop/engine/order.ts';
import { expect } from 'vitest';
import { z } from 'zod';
import type { Row } from './judge.ts';

type List = { readonly items: readonly Row[]; readonly total: number };
/** Reads the list with this query beside what it needs. */
type Read = (query: Readonly<Record<string, string>>) => Promise<List>;

const MOST = 500;
export const optionsOf = (endpoint: Endpoint): Readonly<Record<string, z.ZodType>> =>
  endpoint.query instanceof z.ZodObject ? (endpoint.query.shape as Record<string, z.ZodType>) : {};

/** Names that the list may be sorted by, ascending. */
export const sortsOf = ({ sort }: Readonly<Record<string, z.ZodType>>): string[] => {
  const names = sort instanceof z.ZodOptional ? (sort.unwrap() as unknown as { options: string[] }).options : [];
  return names.filter((name) => !name.startsWith('-'));
};

/** Names of columns that the list says it may be filtered by, shown or not. */
export const columnsOf = ({ where }: Readonly<Record<string, z.ZodType>>): string[] => {
  const told = where instanceof z.ZodOptional ? (where.unwrap() as z.ZodType).description : where?.description;
  return told?.split('Cột: ')[1]?.split(', ') ?? [];
};

export const isBlank = (value: unknown) => value === null || value === undefined || value === '';
const isNumber = (value: unknown) => typeof value === 'number' || /^-?(0|[1-9]\d*)(\.\d+)?$/.test(String(value));
const isMoment = (value: unknown) => /^\d{4}-\d\d-\d\d/.test(String(value));

/** Numbers and days rise; of texts, whose order is that of a language, equal ones lie together. */
function expectOrdered(name: string, values: readonly unknown[]): void {
  const known = values.filter((value) => !isBlank(value));
  if (known.every(isNumber) || known.every(isMoment)) {
    const keys = known.map((value) => (isNumber(value) ? Number(value) : String(value)));
    expect([name, keys]).toEqual([name, keys.toSorted(compare)]);
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

/** Each record either has something in a column or nothing, and the list knows which. */
async function expectSplit(read: Read, names: readonly string[], { total }: List): Promise<void> {
  for (const field of names) {
    const totals: number[] = [];
    for (const op of ['filled', 'blank'] as const)
      totals.push((await read({ limit: '1', where: whereText([{ field, op, values: [] }]) })).total);
    expect([field, totals[0]! + totals[1]!]).toEqual([field, total]);
  }
}

/** The value that the fewest records have: where there are several, a filter that keeps all is noticed. */
export function rarestOf(values: readonly unknown[]): unknown {
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

/** Values of a filter that can be tried without knowing the records. */
export function triesOf(name: string, option: z.ZodType): readonly string[] {
  const schema = z.toJSONSchema(option, { io: 'output', unrepresentable: 'any' });
  const items = schema.items as { enum?: readonly string[] } | undefined;
  const named = schema.enum ?? items?.enum;
  if (named) return named.map(String);
  if (schema.type === 'boolean') return ['true', 'false'];
  if (schema.type === 'number') return ['0', '1'];
  if (schema.format === 'date') return [name.startsWith('from') ? '2100-01-01' : '2000-01-01'];
  return schema.type === 'string' && schema.format === undefined && schema.pattern === undefined ? ['không có'] : [];
}

/** Every filter, also one that is no field of the records, changes for some value what is listed. */
async function expectNarrowing(
  read: Read,
  options: Readonly<Record<string, z.ZodType>>,
  { total }: List,
): Promise<void> {
  for (const [name, option] of Object.entries(options)) {
    const totals: number[] = [];
    for (const value of triesOf(name, option)) totals.push((await read({ limit: '1', [name]: value })).total);
    if (totals.length > 0) expect([name, totals.some((one) => one !== total)]).toEqual([name, true]);
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

/**
 * Expects of a list what its contract promises: its order, its conditions and filters, its pages and its search. Left
 * out are fields that mean something else there and filters that leave out nothing here.
 */
export async function expectListed(
  endpoint: Endpoint,
  { notAsShown = {}, alike = {} }: { readonly notAsShown?: object; readonly alike?: object },
  read: Read,
): Promise<void> {
  const options = optionsOf(endpoint);
  const paged: Read = (query) => read({ ...('limit' in options && { limit: String(MOST) }), ...query });
  const whole = await paged({});
  const asShown = (name: string) => !(name in notAsShown);
  const columns = columnsOf(options);
  await expectSplit(paged, columns, whole);
  const filters = Object.entries(options).filter(([name]) => !NO_FILTER.includes(name));
  await expectNarrowing(paged, Object.fromEntries(filters.filter(([name]) => !(name in alike))), whole);
  await expectSorts(paged, sortsOf(options).filter(asShown), whole);
  if (whole.items.length < whole.total) return;
  await expectConditions(paged, columns.filter(asShown), whole);
  await expectFilters(paged, filters.map(([name]) => name).filter(asShown), whole);
  await expectPages(paged, options, whole);
}
