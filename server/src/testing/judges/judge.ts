import type { Endpoint } from '@khop/contract/endpoint.ts';
import type { ErrorCode } from '@khop/contract/errors.ts';
import { contract, type OperationId } from '@khop/contract/index.ts';
import { expect } from 'vitest';
import type { z } from 'zod';
import type { Sent, Stage } from '../good-calls/stage.ts';

/** The accountant of the sample company, who makes the calls. */
export const KETOAN = 'ketoan@khop.local';

type Json = Readonly<Record<string, unknown>>;
export type Row = Record<string, unknown>;

/** The things that a judge looks at after a good call. */
export type Given = {
  readonly stage: Stage;
  readonly sent: Sent;
  /** The JSON that was answered; for long work the run as it ended. Judges name the fields that they expect. */
  readonly body: Row;
  readonly items: readonly Row[];
  readonly raw: Buffer;
  readonly headers: Readonly<Record<string, unknown>>;
  /** The record's own GET before the call, for a PATCH or PUT that has one. */
  readonly before: Row | undefined;
  readonly rows: (sql: string, values?: readonly unknown[]) => Promise<Row[]>;
};

/** The conditions that hold after one good call: of its answer, and of what is stored, recomputed from the tables. */
export type Judge = {
  /** Tables whose rows the call changes, beside runs, audit events and keys. Absent: it changes none. */
  readonly writes?: readonly string[];
  /** The reason why a call that writes leaves no audit event. */
  readonly unaudited?: string;
  /** The table that the answered record, or each item of the list, is a row of; names that mean something else there. */
  readonly of?: { readonly table: string; readonly key?: string; readonly except?: readonly string[] };
  /** The number of items in the list, from the tables. */
  readonly total?: (given: Given) => Promise<number>;
  /** Fields of a list that it does not sort or filter by as it shows them, and why. */
  readonly notAsShown?: Readonly<Record<string, string>>;
  /** Filters of a list for which all records of the stage are alike, and why. */
  readonly alike?: Readonly<Record<string, string>>;
  /** Fields that a PATCH moves because they follow from what is sent. */
  readonly derived?: readonly string[];
  /** Fields of a PATCH that the good call does not send, and why. */
  readonly leavesOut?: Readonly<Record<string, string>>;
  /** The refusal of the very same call under another key. */
  readonly twice?: ErrorCode;
  readonly holds?: (given: Given) => Promise<void> | void;
};
export type Judges = Partial<Record<OperationId, Judge>>;

/** The number that a `select count(*)` of `what` gives. */
export const counted =
  (what: string, values: (given: Given) => readonly unknown[] = () => []) =>
  async (given: Given): Promise<number> =>
    Number((await given.rows(`select count(*)::int as n from ${what}`, values(given)))[0]!.n);

export const ofProfile = ({ stage }: Given): readonly unknown[] => [stage.profileId];
export const ofPeriod = ({ stage }: Given): readonly unknown[] => [stage.periodId];

/** A judge of a run that is started: it ended well, is stored as such, of this kind, and by the person who called. */
export const run =
  (kind: string, holds: Judge['holds'] = () => {}): Judge['holds'] =>
  async (given) => {
    const [stored] = await given.rows('select kind, status, created_by as by, result from runs where id = $1', [
      given.body.id,
    ]);
    expect(stored).toMatchObject({ kind, status: 'succeeded' });
    expect(given.body).toMatchObject({ kind, status: 'succeeded', createdBy: stored!.by });
    expect(given.body.result).toEqual(stored!.result);
    await holds(given);
  };

/** A judge of a status call: it answers the latest run of its kind and scope, whole. */
export const status =
  (kind: string, scope: (given: Given) => string = ({ stage }) => stage.periodId): Judge['holds'] =>
  async (given) => {
    const [stored] = await given.rows(
      `select id, status, done, result from runs where kind = $1 and scope like $2 || '%' order by created_at desc limit 1`,
      [kind, scope(given)],
    );
    expect(stored, 'the stage has run it').toBeDefined();
    expect(given.body).toMatchObject({ kind, id: stored!.id, status: stored!.status, done: Number(stored!.done) });
    expect(given.body.result).toEqual(stored!.result);
  };

const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** One value as the API and the tables both have it: numbers by value, instants by moment, absent and blank as one. */
function plain(value: unknown): unknown {
  if (value === null || value === undefined || value === '') return null;
  if (value instanceof Date) return value.getTime();
  if (typeof value === 'object') return JSON.stringify(value);
  const text = String(value);
  if (/^\d{4}-\d\d-\d\d[ T]/.test(text)) return Date.parse(text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00'));
  return /^-?\d+(\.\d+)?$/.test(text) ? text.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, '') : text;
}

async function expectStored(item: Json, { table, key = 'id', except = [] }: NonNullable<Judge['of']>, given: Given) {
  const [stored] = await given.rows(`select * from ${table} where ${snake(key)}::text = $1`, [String(item[key])]);
  expect(stored, `${table} has ${String(item[key])}`).toBeDefined();
  const shared = Object.keys(item).filter((name) => snake(name) in stored! && !except.includes(name));
  expect(shared.length, `${table} shares fields with the answer`).toBeGreaterThan(1);
  expect(Object.fromEntries(shared.map((name) => [name, plain(item[name])]))).toEqual(
    Object.fromEntries(shared.map((name) => [name, plain(stored![snake(name)])])),
  );
}

/** The GET on the same address, which reads what a PATCH or PUT changes. */
export function readerOf(endpoint: Endpoint): Endpoint | undefined {
  if (endpoint.method !== 'PATCH' && endpoint.method !== 'PUT') return undefined;
  return (Object.values(contract) as Endpoint[]).find(
    ({ method, path, kind }) => method === 'GET' && path === endpoint.path && kind === 'json',
  );
}

const NOT_OF_THE_RECORD = ['version', 'acknowledgement', 'reason'];

/** A change shows in the answer and in the record read again, each field as sent, and nothing else has moved. */
function expectChange(endpoint: Endpoint, judge: Judge, given: Given, after: Row): void {
  const sent = given.sent.body as Json;
  const known = Object.keys((endpoint.body as z.ZodObject).shape).filter((name) => !NOT_OF_THE_RECORD.includes(name));
  expect(Object.keys(sent).filter((name) => known.includes(name))).toEqual(
    expect.arrayContaining(known.filter((name) => !(name in (judge.leavesOut ?? {})))),
  );
  const fields = Object.fromEntries(Object.entries(sent).filter(([name]) => !NOT_OF_THE_RECORD.includes(name)));
  expect(given.body).toMatchObject(fields);
  expect(after).toMatchObject(fields);
  const untouched = (record: Json) =>
    Object.fromEntries(
      Object.entries(record).filter(
        ([name]) => !(name in sent) && !['version', 'updatedAt', ...(judge.derived ?? [])].includes(name),
      ),
    );
  if (!judge.holds) expect(untouched(after)).toEqual(untouched(given.before!));
  expect(after.version).toBe((given.before!.version as number) + 1);
  for (const [name, value] of Object.entries(fields)) {
    expect(plain(given.before![name]), `the good call changes ${name}`).not.toEqual(plain(value));
  }
}

/** Judges one call; throws what an assertion throws. */
export async function judgeCall(endpoint: Endpoint, judge: Judge, given: Given): Promise<void> {
  const { body, items } = given;
  const id = given.sent.params?.id;
  if (judge.total) {
    const total = await judge.total(given);
    expect(total, 'the stage has something to list').toBeGreaterThan(0);
    expect(body.total ?? items.length).toBe(total);
    expect(items).toHaveLength(Math.min(total, (body.limit as number | undefined) ?? total));
    expect(new Set(items.map((item) => JSON.stringify(item))).size).toBe(items.length);
  }
  if (judge.of) {
    if (endpoint.method === 'GET' && id !== undefined && !judge.total) expect(body[judge.of.key ?? 'id']).toBe(id);
    const records = judge.total ? items.slice(0, 5) : [body];
    for (const record of records) await expectStored(record, judge.of, given);
  }
  const reader = readerOf(endpoint);
  if (reader && given.before) {
    const address = reader.path.replace('{id}', encodeURIComponent(id ?? ''));
    const query = new URLSearchParams(given.sent.query).toString();
    expectChange(endpoint, judge, given, await given.stage.read<Row>(`${address}?${query}`));
  }
  await judge.holds?.(given);
}

/** True when breaking the handler would be noticed: something beside the status is looked at. */
export const isJudged = (endpoint: Endpoint, judge: Judge | undefined): boolean =>
  judge !== undefined && (judge.holds ?? judge.total ?? judge.of ?? readerOf(endpoint)) !== undefined;
