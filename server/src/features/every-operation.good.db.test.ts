import type { Endpoint } from '@khop/contract/endpoint.ts';
import { ERRORS } from '@khop/contract/errors.ts';
import { contract, type OperationId } from '@khop/contract/index.ts';
import { afterAll, describe, expect, inject, it } from 'vitest';
import { z } from 'zod';
import type { Answer } from '../testing/api.ts';
import { ADMIN, goodCalls, type Options, playCall, sendGood, UNKNOWN } from '../testing/good-calls/play.ts';
import { latestBefore } from '../testing/good-calls/played.ts';
import { type GoodCall, openStage, type Sent, type Stage } from '../testing/good-calls/stage.ts';
import { agreedText, type Tables } from '../testing/judges/agreed.ts';
import { judges } from '../testing/judges/all.ts';
import { changedTables, everything as everythingOf } from '../testing/judges/everything.ts';
import { type Given, isJudged, judgeCall, type Row, readerOf } from '../testing/judges/judge.ts';
import { expectListed } from '../testing/judges/lists.ts';
import { endOfLog, expectLogged, SINCE } from '../testing/judges/log.ts';
import { expectSameRecords } from '../testing/judges/same-records.ts';
import { answeredOtherwise } from '../testing/otherwise/answered.ts';
import { untilQuiet } from '../testing/until-quiet.ts';

const STALE = 987_654;

let stage: Stage;
afterAll(() => stage?.api.close());

const send = (endpoint: Endpoint, good: GoodCall, sent: Sent, options?: Options): Promise<Answer> =>
  sendGood(stage, endpoint, good, sent, options);
const quiet = (): Promise<void> => untilQuiet(stage.api.context.pool);

const everything = (): Promise<Record<string, string>> => everythingOf(rows);

/** All rows of these tables. */
async function tablesOf(names: readonly string[]): Promise<Tables> {
  const all: Record<string, Row[]> = {};
  for (const name of names)
    all[name] = (await rows(`select to_jsonb(t) as row from ${name} t`)).map(({ row }) => row as Row);
  return all;
}

/** Tables that any call may write to: long work, the log, keys, the revision of the data. */
const BESIDE = ['runs', 'audit_events', 'idempotency_keys', 'import_changes', 'import_differences', 'data_changes'];

const rows: Given['rows'] = async (sql, values = []) =>
  (await stage.api.context.pool.query<Row>(sql, values as unknown[])).rows;

const fromAnswer = ({ raw, headers }: Answer) => ({ raw, headers });
const itemsOf = (body: Row): Row[] => (Array.isArray(body.items) ? (body.items as Row[]) : []);

/** The record that a PATCH or PUT changes, where it can be read. */
async function recordBefore(endpoint: Endpoint, { params, query }: Sent): Promise<Row | undefined> {
  const reader = readerOf(endpoint);
  if (!reader) return undefined;
  const place = reader.path.replace('{id}', encodeURIComponent(params?.id ?? ''));
  return stage.read<Row>(`${place}?${new URLSearchParams(query)}`);
}

/** The JSON of the answer; for long work the run as it ended, which must have succeeded. */
async function bodyOf(answer: Answer): Promise<Row> {
  const { body } = answer;
  if (body === undefined || body === null || !('runId' in body)) return body ?? {};
  const run = await stage.api.runEnd(String(body.runId));
  expect(run.status, run.message ?? '').toBe('succeeded');
  return run as unknown as Row;
}

/** The stages that a run which has ended came to, each with the progress that it then told. */
const stagesOf = async ({ id, finishedAt }: Row): Promise<Row[]> =>
  finishedAt ? rows('select stage, done, total from noted.stages where run_id = $1 order by n', [id]) : [];

/** The content is of a kind that the description of the interface names. */
function expectContent(endpoint: Endpoint, { headers }: Answer): void {
  const type = String(headers['content-type'] ?? '').split(';')[0];
  const described = {
    json: ['application/json'],
    file: endpoint.mediaTypes,
    events: ['text/event-stream'],
    empty: [''],
  };
  expect(described[endpoint.kind]).toContain(type);
}

/** A refusal says in a sentence what is wrong. */
async function expectRefused(answer: Answer, status: number, code: string): Promise<void> {
  expect([answer.status, answer.body.error_code], JSON.stringify(answer.body)).toEqual([status, code]);
  expect(answer.body.message).toMatch(/^\S.{8,}[.?!]$/s);
}

/** Operations that have been called for good. */
const acted = new Set<OperationId>();

/** Calls what the others before `wanted` have to leave behind, unjudged, where a filter of tests has left those out. */
async function catchUpTo(wanted: OperationId): Promise<void> {
  if (!stage || inject('eachFromItsStage')) {
    await stage?.api.close();
    acted.clear();
    const played = latestBefore(wanted);
    stage = await openStage(played);
    for (const id of played?.calls ?? []) acted.add(id);
  }
  for (const [id] of goodCalls) {
    if (id === wanted) return;
    if (acted.has(id)) continue;
    acted.add(id);
    await playCall(stage, id);
  }
}

/** Operations whose answer is another one in every run. */
const NOT_AGREED: Partial<Record<OperationId, string>> = {
  getReady: 'it names the latest migration',
  getOpenApi: 'it is the description of everything, and kept beside it',
  listMySessions: 'whether its own session is listed depends on the second in which it was opened',
  listRuns: 'what refreshes suggestions starts when it is due',
  getAuditChain: 'how many events are sealed yet depends on the moment',
  splitCertification: 'which pair is judged first is drawn',
  listAuditEvents: 'it lists what every call before it has done',
};

/** Lists whose order is not the same in every run: equal scores come in the order of their ids. */
const BY_ID: readonly OperationId[] = ['listProductSuggestions', 'listPartnerSuggestions'];

const triedStale: OperationId[] = [];
const takesVersion = (body: unknown): body is { version: number } =>
  typeof body === 'object' && body !== null && 'version' in body;

describe.each([...goodCalls])('%s', (id, good) => {
  const endpoint: Endpoint = contract[id];
  let sent: Sent;
  const prepare = async () => {
    if (sent) return;
    await catchUpTo(id);
    await quiet();
    sent = (await good.input?.(stage)) ?? {};
  };

  it('refuses an unknown record and a stale version, and changes nothing by that', async () => {
    await prepare();
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
      // With the record as it is now, so that a person can go on from there.
      expect(JSON.stringify(stale.body.details)).toContain(`"version":${sent.body.version}`);
    }
    const profiles = { ...sent.query, ...(sent.body as object | undefined) };
    if ('profileId' in profiles && endpoint.errors.includes('NOT_FOUND')) {
      const of = (given: unknown) =>
        given && typeof given === 'object' && 'profileId' in given ? { ...given, profileId: UNKNOWN } : given;
      const elsewhere = { ...sent, query: of(sent.query) as Sent['query'] & object, body: of(sent.body) };
      await expectRefused(await send(endpoint, good, elsewhere), 404, 'NOT_FOUND');
    }
    expect(changedTables(before, await everything())).toEqual([]);
  });

  it('does what it is for, leaves everything else alone, and does it once for a key', async () => {
    await prepare();
    acted.add(id);
    const judge = judges[id] ?? {};
    const key = endpoint.method === 'POST' ? { key: `${id} once` } : {};
    const before = await recordBefore(endpoint, sent);
    const logged = await endOfLog(rows);
    const stored = await everything();
    const tables = await tablesOf(judge.writes ?? []);
    const answer = await send(endpoint, good, sent, key);
    expect(answer.status, answer.raw.toString().slice(0, 500)).toBe(good.status ?? endpoint.status);
    expectContent(endpoint, answer);
    const body = await bodyOf(answer);
    await good.after?.(answer.body, stage);
    await quiet();
    const changed = changedTables(stored, await everything());
    expect(changed.filter((name) => !BESIDE.includes(name)).sort()).toEqual([...(judge.writes ?? [])].sort());
    if (judge.writes && !judge.unaudited) expect(changed).toContain('audit_events');
    const events = await rows(`select * from audit_events where ${SINCE}`, logged);
    const tablesAfter = await tablesOf(judge.writes ?? []);
    expectSameRecords(tables, tablesAfter);
    expectLogged(
      events,
      endpoint.access === 'admin' || good.asAdmin ? ADMIN.as : 'ketoan@khop.local',
      body.kind !== undefined && body.finishedAt !== undefined,
    );
    if (!(id in NOT_AGREED)) {
      const { status, raw } = answer;
      const told = (await stagesOf(body)).map((one) => `told ${JSON.stringify(one)}`);
      const text = await agreedText(
        { status, body, raw, told, anyOrder: BY_ID.includes(id) },
        events,
        tables,
        tablesAfter,
      );
      await expect(text).toMatchFileSnapshot(`../../golden/good-calls/${id}.txt`);
    }
    if (judge.total) {
      const { params, query } = sent;
      const reads: Sent = { ...(params && { params }) };
      await expectListed(endpoint, judge, async (more) => {
        const list = await send(endpoint, good, { ...reads, query: { ...query, ...more } });
        expect(list.status, `${JSON.stringify(more)} ${list.raw.toString().slice(0, 300)}`).toBe(200);
        return { items: itemsOf(list.body), total: Number(list.body.total ?? itemsOf(list.body).length) };
      });
    }
    await judgeCall(endpoint, judge, { stage, sent, body, items: itemsOf(body), ...fromAnswer(answer), before, rows });
    const otherwise = await answeredOtherwise(id, { stage, sent, rows });
    if (otherwise !== '') await expect(otherwise).toMatchFileSnapshot(`../../golden/otherwise/${id}.txt`);
    if (endpoint.method !== 'POST') return;

    const other = good.otherBody ? { ...sent, body: good.otherBody(stage) } : sent;
    const kept = await everything();
    if (endpoint.access !== 'public' && good.notKept === undefined) {
      const again = await send(endpoint, good, sent, key);
      expect(again.status).toBe(answer.status);
      expect(again.raw.equals(answer.raw)).toBe(true);
    }
    if (judge.twice) {
      const twice = await send(endpoint, good, sent, { key: `${id} twice` });
      await expectRefused(twice, ERRORS[judge.twice].status, judge.twice);
    }
    if (id === 'revokeMySessions') return;
    const misused = await send(endpoint, good, other, { ...key, ...(other === sent && { suffix: '&khac=1' }) });
    await expectRefused(misused, 422, 'IDEMPOTENCY_MISMATCH');
    expect(changedTables(kept, await everything())).toEqual([]);
  });
});

it('judges every operation by more than its status', () => {
  const unjudged = (Object.entries(contract) as [OperationId, Endpoint][]).filter(
    ([id, endpoint]) => !isJudged(endpoint, judges[id]),
  );
  expect(unjudged.map(([id]) => id)).toEqual([]);
});

it('has called every operation of the contract', () => {
  expect(Object.keys(contract).filter((id) => !goodCalls.some(([called]) => called === id))).toEqual([]);
});

/** Versions of one row among others: a refused row is told, or (items of suppliers, three sides) all are, which their own test tries. */
const VERSION_PER_ROW = [
  ...['reviewInvoices', 'takeBackInvoices', 'acceptProductSuggestions', 'acceptPartnerSuggestions'],
  ...['connectSupplierItems', 'explainThreeSides', 'withdrawThreeSides'],
];

it('has sent a stale version to every operation that takes one', () => {
  const taking = (Object.entries(contract) as [OperationId, Endpoint][]).filter(([, { body }]) =>
    body ? JSON.stringify(z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' })).includes('"version"') : false,
  );
  expect(taking.map(([id]) => id).sort()).toEqual([...triedStale, ...VERSION_PER_ROW].sort());
});
