import { Readable } from 'node:stream';
import type { Endpoint } from '@khop/contract/endpoint.ts';
import { contract, type OperationId } from '@khop/contract/index.ts';
import type { RunKind } from '@khop/contract/runs.ts';
import type pg from 'pg';
import type { Context } from '../../context.ts';
import { inTransaction, type Tx } from '../../db/transaction.ts';
import { handlers } from '../../handlers.ts';
import { JsonText } from '../../http/answers/remembered.ts';
import type { Call, SignedIn } from '../../http/call.ts';
import { storeUpload } from '../../http/request/uploads.ts';
import { type RunWork, runWork } from '../../jobs/run-work.ts';
import { asRefusal } from '../../refusal.ts';
import { runners } from '../../runners.ts';
import { agreedText, type Tables } from '../judges/agreed.ts';
import { UNTOUCHED } from '../judges/everything.ts';
import type { Given, Row } from '../judges/judge.ts';
import { endOfLog, SINCE } from '../judges/log.ts';
import { unzip } from '../unzip.ts';
import type { Trial } from './trial.ts';

class TakenBack extends Error {}

/** Does what `act` does in one transaction that is rolled back. */
export async function takenBack<T>(pool: pg.Pool, act: (tx: Tx) => Promise<T>): Promise<T> {
  let answer: T | undefined;
  await inTransaction(pool, async (tx) => {
    answer = await act(tx);
    throw new TakenBack();
  }).catch((error) => {
    if (!(error instanceof TakenBack)) throw error;
  });
  return answer as T;
}

/** A pool whose only connection is that of the transaction: what begins on it is a part of that. */
function poolWithin(client: pg.PoolClient): pg.Pool {
  const words: Readonly<Record<string, string>> = {
    begin: 'savepoint trial',
    'begin isolation level repeatable read': 'savepoint trial',
    // Temporary tables of the inner transaction go with it, as they do at the end of a real one.
    commit: 'release savepoint trial; discard temporary',
    rollback: 'rollback to savepoint trial',
  };
  const query = (text: unknown, ...rest: unknown[]) =>
    (client.query as (...given: unknown[]) => unknown)(
      typeof text === 'string' ? (words[text] ?? text) : text,
      ...rest,
    );
  const within = new Proxy(client, {
    get: (target, property) => {
      if (property === 'query') return query;
      if (property === 'release') return () => {};
      const value: unknown = Reflect.get(target, property, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  // Only what services ask of a pool.
  return { query, connect: async () => within, end: async () => {} } as unknown as pg.Pool;
}

const USERS: Readonly<Record<'one' | 'admin', string>> = { one: 'ketoan@khop.local', admin: 'admin@khop.local' };

async function userOf(tx: Tx, asAdmin: boolean): Promise<SignedIn> {
  const email = USERS[asAdmin ? 'admin' : 'one'];
  const { rows } = await tx.client.query<{ id: string }>('select id from users where email = $1', [email]);
  return { id: rows[0]?.id ?? email, uid: email, email, isAdmin: asAdmin, authTime: 0 };
}

type Outcome = { readonly status: number; readonly body: Row };

/** The answer, or the refusal. Of a zip the names of its files: the good call tells their content. */
async function outcome(act: () => Promise<unknown>): Promise<Outcome> {
  try {
    const answer = (await act()) ?? {};
    const { content, ...body } = (answer instanceof JsonText ? JSON.parse(answer.text) : answer) as Row;
    if (!Buffer.isBuffer(content)) return { status: 200, body: content === undefined ? body : { ...body, content } };
    return { status: 200, body: { ...body, content: [...(await unzip(content)).keys()].sort() } };
  } catch (error) {
    const refusal = asRefusal(error);
    if (!refusal) throw error;
    const { code, message, details } = refusal;
    return { status: refusal.status, body: { code, message, details } };
  }
}

/** Tells what such a call logs from all else. */
const REQUEST = 'thu-nghiem';

/** A call of a trial, on the one connection that it is taken back on. */
type Made = Pick<Trial, 'sent' | 'asAdmin' | 'idempotencyKey'> & { readonly id: OperationId };

async function callOf(context: Context, tx: Tx, { id, sent, asAdmin, idempotencyKey }: Made): Promise<Call> {
  const endpoint: Endpoint = contract[id];
  const user = await userOf(tx, asAdmin ?? endpoint.access === 'admin');
  const { file } = sent;
  return {
    context,
    params: sent.params,
    query: endpoint.query?.parse(sent.query ?? {}),
    body: endpoint.body?.parse(sent.body ?? {}),
    ...(file && { file: await storeUpload(context, file.name, Readable.from([file.content]), user.email) }),
    user,
    requestId: REQUEST,
    idempotencyKey,
    headers: {},
    commit: (work: (tx: Tx) => Promise<unknown>) => work(tx),
  } as unknown as Call;
}

const make = (call: Call, id: OperationId) => outcome(() => (handlers[id] as (given: Call) => Promise<unknown>)(call));

/** Works a queued run off, as a worker would, and tells its result or what refused it. */
const workOff = (context: Context, tx: Tx, runId: string) =>
  outcome(async () => {
    const { rows } = await tx.client.query(
      `update runs set status = 'running', started_at = now(), attempts = 1 where id = $1
       returning id, kind, scope, created_by as "createdBy", payload, checkpoint, attempts`,
      [runId],
    );
    const { work } = runWork(context, rows[0], new AbortController().signal);
    await runners.work[rows[0].kind as RunKind]!(work as unknown as RunWork<never, never>);
    return (await tx.client.query('select status, result from runs where id = $1', [runId])).rows[0];
  });

/** Makes the calls of a trial one after the other, and tells what came of the last one. */
async function played(context: Context, tx: Tx, id: OperationId, trial: Trial): Promise<Outcome> {
  for (const { of, sent, asAdmin, then = [] } of trial.after ?? []) {
    const { body } = await make(await callOf(context, tx, { id: of, sent, ...(asAdmin && { asAdmin }) }), of);
    if (body.runId !== undefined) await workOff(context, tx, String(body.runId));
    for (const text of then) await tx.client.query(text);
  }
  await tx.client.query('savepoint called');
  const answer = await make(await callOf(context, tx, { id, ...trial }), id);
  if (answer.status !== 200) await tx.client.query('rollback to savepoint called');
  if (!trial.works || answer.body.runId === undefined) return answer;
  for (const text of trial.meanwhile ?? []) await tx.client.query(text);
  const ended = await workOff(context, tx, String(answer.body.runId));
  const importId = (ended.body.result as Row | undefined)?.importId;
  if (!trial.undone || importId === undefined) return ended;
  const undo = await callOf(context, tx, { id: 'undoImport', sent: { params: { id: String(importId) } } });
  return make(undo, 'undoImport');
}

/** The outcome of a call in such a state, to be agreed to, with what it logs and stores. */
export function tried(judged: OperationId, { stage }: Pick<Given, 'stage'>, trial: Trial): Promise<string> {
  return takenBack(stage.api.context.pool, async (tx) => {
    const pool = poolWithin(tx.client);
    const context = { ...stage.api.context, db: tx.db, pool, writes: pool, ...trial.context };
    for (const text of trial.where ?? []) await tx.client.query(text);
    const logged = await endOfLog(async (text) => (await tx.client.query<Row>(text)).rows);
    const rowsOf = async (what: string, values: unknown[] = []) =>
      (await tx.client.query<{ row: Row }>(`select to_jsonb(t) as row from ${what}`, values)).rows.map(
        ({ row }) => row,
      );
    const read = async (names: readonly string[]): Promise<Tables> => {
      const tables: Record<string, readonly Row[]> = {};
      for (const name of names) tables[name] = await rowsOf(`${name} t`);
      return tables;
    };
    const events = () => rowsOf(`audit_events t where ${SINCE}`, logged);
    const loggedBefore = await events();
    await tx.client.query('delete from noted.written');
    await tx.client.query('savepoint untouched');
    const answer = await played(context, tx, trial.of ?? judged, trial);
    // Most trials write to few of the tables that they could write to: only those are read, as they are and as they were.
    const untouched = (await tx.client.query<{ name: string }>(UNTOUCHED)).rows.map(({ name }) => name);
    const names = (trial.tables ?? []).filter((name) => !untouched.includes(name));
    const after = { audit_events: await events(), ...(await read(names)) };
    await tx.client.query('rollback to savepoint untouched');
    const before = { audit_events: loggedBefore, ...(await read(names)) };
    const anyOrder = trial.sent.query?.sort === undefined && !trial.inOrder;
    return agreedText({ ...answer, raw: Buffer.alloc(0), told: [], anyOrder }, [], before, after);
  });
}
