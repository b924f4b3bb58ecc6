import type { Endpoint } from '@khop/contract/endpoint.ts';
import { contract, type OperationId } from '@khop/contract/index.ts';
import type pg from 'pg';
import { inTransaction, type Tx } from '../../db/transaction.ts';
import { handlers } from '../../handlers.ts';
import type { Call, SignedIn } from '../../http/call.ts';
import { asRefusal } from '../../refusal.ts';
import { agreedText, type Tables } from '../judges/agreed.ts';
import type { Given, Row } from '../judges/judge.ts';
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
    commit: 'release savepoint trial',
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

/** The answer, or the refusal. */
async function outcome(act: () => Promise<unknown>): Promise<{ status: number; body: Row }> {
  try {
    const answer = await act();
    return { status: 200, body: (Buffer.isBuffer(answer) ? {} : (answer ?? {})) as Row };
  } catch (error) {
    const refusal = asRefusal(error);
    if (!refusal) throw error;
    const { code, message, details } = refusal;
    return { status: refusal.status, body: { code, message, details } };
  }
}

/** Tells what such a call logs from all else. */
const REQUEST = 'thu-nghiem';

/** The outcome of a call in such a state, to be agreed to, with what it logs and stores. */
export function tried(judged: OperationId, { stage }: Pick<Given, 'stage'>, trial: Trial): Promise<string> {
  const { context } = stage.api;
  const id = trial.of ?? judged;
  const endpoint: Endpoint = contract[id];
  return takenBack(context.pool, async (tx) => {
    for (const text of trial.where ?? []) await tx.client.query(text);
    const user = await userOf(tx, trial.asAdmin ?? endpoint.access === 'admin');
    const read = async (): Promise<Tables> => {
      const tables: Record<string, readonly Row[]> = {};
      const rowsOf = async (what: string) =>
        (await tx.client.query<{ row: Row }>(`select to_jsonb(t) as row from ${what}`)).rows.map(({ row }) => row);
      tables.audit_events = await rowsOf(`audit_events t where request_id = '${REQUEST}'`);
      for (const name of trial.tables ?? []) tables[name] = await rowsOf(`${name} t`);
      return tables;
    };
    const before = await read();
    const pool = poolWithin(tx.client);
    const call = {
      context: { ...context, db: tx.db, pool, writes: pool },
      params: trial.sent.params,
      query: endpoint.query?.parse(trial.sent.query ?? {}),
      body: endpoint.body?.parse(trial.sent.body ?? {}),
      user,
      requestId: REQUEST,
      headers: {},
      commit: (work: (tx: Tx) => Promise<unknown>) => work(tx),
    } as unknown as Call;
    await tx.client.query('savepoint called');
    const { status, body } = await outcome(() => (handlers[id] as (given: Call) => Promise<unknown>)(call));
    if (status !== 200) await tx.client.query('rollback to savepoint called');
    return agreedText({ status, body, raw: Buffer.alloc(0), told: [], anyOrder: true }, [], before, await read());
  });
}
