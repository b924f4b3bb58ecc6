import type { Endpoint } from '@khop/contract/endpoint.ts';
import { contract, type OperationId } from '@khop/contract/index.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Answer } from '../testing/api.ts';
import { catalogueCalls } from '../testing/good-calls/catalogues.ts';
import { connectionCalls } from '../testing/good-calls/connections.ts';
import { inventoryCalls } from '../testing/good-calls/inventory.ts';
import { invoiceCalls } from '../testing/good-calls/invoices.ts';
import { layoutCalls } from '../testing/good-calls/layouts.ts';
import { mediaCalls } from '../testing/good-calls/media.ts';
import { peopleCalls } from '../testing/good-calls/people.ts';
import { ruleCalls } from '../testing/good-calls/rules.ts';
import { type GoodCall, openStage, type Sent, type Stage } from '../testing/good-calls/stage.ts';

/** Every operation, in an order in which each can succeed. */
const calls: Readonly<Partial<Record<OperationId, GoodCall>>> = {
  ...peopleCalls,
  ...catalogueCalls,
  ...connectionCalls,
  ...inventoryCalls,
  ...invoiceCalls,
  ...layoutCalls,
  ...ruleCalls,
  ...mediaCalls,
};

const UNKNOWN = '01900000-0000-7000-8000-000000000000';
const STALE = 987_654;

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage?.api.close());

type Options = { key?: string; suffix?: string };

async function send(
  endpoint: Endpoint,
  good: GoodCall,
  sent: Sent,
  { key, suffix = '' }: Options = {},
): Promise<Answer> {
  const { params = {}, query = {}, body, file } = sent;
  const place = endpoint.path.replace(/\{([^}]+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? UNKNOWN));
  const url = `${place}?${new URLSearchParams(query)}${suffix}`;
  const asAdmin = endpoint.access === 'admin' || good.asAdmin;
  const options = {
    ...(asAdmin ? { as: 'admin@khop.local', admin: true } : {}),
    ...(key !== undefined && { idempotencyKey: key }),
  };
  return endpoint.multipart
    ? stage.api.upload(url, file, body as Record<string, string>, options)
    : stage.api.call(endpoint.method, url, body, options);
}

/** Until no run is left that could still write. */
async function quiet(): Promise<void> {
  for (;;) {
    const { rows } = await stage.api.context.pool.query<{ busy: boolean }>(
      "select exists (select from runs where status in ('queued', 'running')) as busy",
    );
    if (!rows[0]!.busy) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/**
 * A hash of everything stored but "last seen" of users and files that were sent: a refused upload's file is swept later,
 * and nothing ever reads it. What suggestions are worth is brought up to date after a run has ended, so it may still move.
 */
async function everything(): Promise<string> {
  const { pool } = stage.api.context;
  const { rows: tables } = await pool.query<{ name: string }>(
    `select table_name as name from information_schema.tables
     where table_schema = 'public' and table_name not in ('users', 'uploads', 'upload_chunks') order by 1`,
  );
  const hashes = tables.map(
    ({ name }) =>
      `(select md5(string_agg(t::text, ',' order by t::text)) from (select to_jsonb(r) - 'unlock_value' from ${name} r) t)`,
  );
  const { rows } = await pool.query<{ hash: string }>(`select concat_ws('|', ${hashes.join(', ')}) as hash`);
  return rows[0]!.hash;
}

async function expectRefused(answer: Answer, status: number, code: string): Promise<void> {
  expect([answer.status, answer.body.error_code], JSON.stringify(answer.body)).toEqual([status, code]);
}

const triedStale: OperationId[] = [];
const takesVersion = (body: unknown): body is { version: number } =>
  typeof body === 'object' && body !== null && 'version' in body;

describe.each(Object.entries(calls) as [OperationId, GoodCall][])('%s', (id, good) => {
  const endpoint: Endpoint = contract[id];
  let sent: Sent;

  it('refuses an unknown record and a stale version, and changes nothing by that', async () => {
    await quiet();
    sent = (await good.input?.(stage)) ?? {};
    const before = await everything();
    if (endpoint.params && good.anyId === undefined) {
      const unknown = await send(endpoint, good, { ...sent, params: { id: UNKNOWN } });
      await expectRefused(unknown, 404, 'NOT_FOUND');
      if (endpoint.method === 'POST') {
        const keyed = await send(endpoint, good, { ...sent, params: { id: UNKNOWN } }, { key: `${id} unknown` });
        await expectRefused(keyed, 404, 'NOT_FOUND');
      }
    }
    if (takesVersion(sent.body)) {
      triedStale.push(id);
      const stale = await send(endpoint, good, { ...sent, body: { ...sent.body, version: STALE } });
      await expectRefused(stale, 412, 'STALE_VERSION');
    }
    const profiles = { ...sent.query, ...(sent.body as object | undefined) };
    if ('profileId' in profiles && endpoint.errors.includes('NOT_FOUND')) {
      const of = (given: unknown) =>
        given && typeof given === 'object' && 'profileId' in given ? { ...given, profileId: UNKNOWN } : given;
      const elsewhere = { ...sent, query: of(sent.query) as Sent['query'] & object, body: of(sent.body) };
      await expectRefused(await send(endpoint, good, elsewhere), 404, 'NOT_FOUND');
    }
    expect(await everything()).toBe(before);
  });

  it('does what it is for, once for a key', async () => {
    const key = endpoint.method === 'POST' ? { key: `${id} once` } : {};
    const answer = await send(endpoint, good, sent, key);
    expect(answer.status, answer.raw.toString().slice(0, 500)).toBe(good.status ?? endpoint.status);
    if (answer.body !== undefined && 'runId' in answer.body) {
      const run = await stage.api.runEnd(String(answer.body.runId));
      expect(run.status, run.message ?? '').toBe('succeeded');
    }
    await good.after?.(answer.body, stage);
    if (endpoint.method !== 'POST' || endpoint.access === 'public' || good.notKept !== undefined) return;

    await quiet();
    const before = await everything();
    const again = await send(endpoint, good, sent, key);
    expect(again.status).toBe(answer.status);
    expect(again.raw.equals(answer.raw)).toBe(true);
    const other = good.otherBody ? { ...sent, body: good.otherBody(stage) } : sent;
    const misused = await send(endpoint, good, other, { ...key, ...(other === sent && { suffix: '&khac=1' }) });
    await expectRefused(misused, 422, 'IDEMPOTENCY_MISMATCH');
    expect(await everything()).toBe(before);
  });
});

it('has called every operation of the contract', () => {
  expect(Object.keys(contract).filter((id) => !(id in calls))).toEqual([]);
});

/** Versions that are not answered by 412. */
const VERSION_PER_ROW = ['acceptProductSuggestions', 'acceptPartnerSuggestions'];

it('has sent a stale version to every operation that takes one', () => {
  const taking = (Object.entries(contract) as [OperationId, Endpoint][]).filter(([, { body }]) =>
    body ? JSON.stringify(z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' })).includes('"version"') : false,
  );
  expect(taking.map(([id]) => id).sort()).toEqual([...triedStale, ...VERSION_PER_ROW].sort());
});
