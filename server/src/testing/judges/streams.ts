import { EventEmitter } from 'node:events';
import { expect, vi } from 'vitest';
import type { Context } from '../../context.ts';
import { streamRunEvents } from '../../features/runs/events.ts';
import type { Call } from '../../http/call.ts';
import { newId } from '../../id.ts';
import { Refusal } from '../../refusal.ts';
import { unsignedToken } from '../api.ts';
import type { Given } from './judge.ts';

type Asked = {
  readonly lastEventId?: string;
  readonly method?: string;
  /** Of the clock, one after the other; the last one stays. */
  readonly moments?: readonly number[];
  readonly token?: string;
  readonly context?: Partial<Context>;
  readonly userId?: string;
};

/** A browser that listens to a run. */
class Listener extends EventEmitter {
  readonly heard: string[] = [];
  head: unknown;
  hasEnded = false;
  writeHead(status: number, head: object): void {
    this.head = { status, ...head };
  }
  flushHeaders(): void {}
  write(text: string): void {
    this.heard.push(text);
  }
  end(): void {
    this.hasEnded = true;
  }
  /** The revisions that it has heard of. */
  readonly revisions = (): number[] =>
    this.heard.flatMap((text) =>
      text.startsWith('id: ') ? Number(/^id: (\d+)\nevent: run\ndata: \{.*\}\n\n$/.exec(text)?.[1]) : [],
    );
  readonly beats = (): number => this.heard.filter((text) => text === ': còn đây\n\n').length;
}

function listen({ stage }: Pick<Given, 'stage'>, runId: string, asked: Asked = {}) {
  const raw = new Listener();
  const closing = new AbortController();
  let asks = 0;
  const start = Date.now();
  const now = () => {
    const { moments } = asked;
    return moments ? new Date(start + moments[Math.min(asks++, moments.length - 1)]!) : new Date();
  };
  const headers = {
    ...(asked.lastEventId !== undefined && { 'last-event-id': asked.lastEventId }),
    ...(asked.token !== undefined && { authorization: `Bearer ${asked.token}` }),
  };
  const call = {
    context: { ...stage.api.context, now, ...asked.context },
    params: { id: runId },
    headers,
    user: { id: asked.userId ?? newId() },
    reply: {
      hijack: () => ({ raw }),
      request: { method: asked.method ?? 'GET', headers, cookies: {} },
      server: { closing: closing.signal },
    },
  } as unknown as Call<'streamRun'>;
  return { raw, closing, over: streamRunEvents(call) };
}

/** A run without a worker, until it is taken away again. */
async function withRun({ rows }: Pick<Given, 'rows'>, act: (id: string) => Promise<void>): Promise<void> {
  const id = newId();
  // On its way to a worker, but not before an hour: none begins it meanwhile, and none takes it for forgotten.
  await rows(
    `with job as (
       insert into pgboss.job (name, data, start_after) values ('runs', jsonb_build_object('runId', $1::text), now() + interval '1 hour')
     )
     insert into runs (id, kind, scope, status, revision, created_by) values ($1::uuid, 'import', 'nghe', 'queued', 3, 'ai đó')`,
    [id],
  );
  try {
    await act(id);
  } finally {
    await rows('delete from runs where id = $1', [id]);
    await rows("delete from pgboss.job where data ->> 'runId' = $1", [id]);
  }
}

/** Each listener hears of every change that it has not seen, of the end in any case, and now and then that the service is there. */
export async function tellsListeners(given: Given): Promise<void> {
  const set = (id: string, text: string) => given.rows(`update runs set ${text} where id = $1`, [id]);
  const token = unsignedToken('ketoan@khop.local');
  const unavailable = { verify: () => Promise.reject(new Refusal('IDENTITY_UNAVAILABLE')) };
  await withRun(given, async (id) => {
    const anew = listen(given, id);
    const known = listen(given, id, { lastEventId: '3' });
    const wordless = listen(given, id, { lastEventId: 'x' });
    const headOnly = listen(given, id, { method: 'HEAD' });
    const early = listen(given, id, { lastEventId: '9', moments: [0, 14_999], token });
    const late = listen(given, id, { lastEventId: '9', moments: [0, 15_000], token });
    const stranger = listen(given, id, { lastEventId: '9', moments: [0, 15_000] });
    const trusting = listen(given, id, {
      ...{ lastEventId: '9', moments: [0, 15_000], token },
      context: { identity: unavailable as unknown as Context['identity'] },
    });
    const gone = listen(given, id);
    const stopped = listen(given, id);
    await Promise.all([headOnly.over, stranger.over]);
    expect([headOnly.raw.heard, headOnly.raw.hasEnded, stranger.raw.heard]).toEqual([[], true, []]);
    const hearing = [anew, wordless, gone, stopped];
    await vi.waitFor(() => {
      expect(hearing.map(({ raw }) => raw.revisions())).toEqual(hearing.map(() => [3]));
      expect([late, trusting].map(({ raw }) => raw.beats())).toEqual([1, 1]);
    }, 10_000);
    gone.raw.emit('close');
    stopped.closing.abort();
    await Promise.all([gone.over, stopped.over]);
    await set(id, 'revision = 4');
    await vi.waitFor(
      () => expect([anew, known, wordless].map(({ raw }) => raw.revisions().at(-1))).toEqual([4, 4, 4]),
      10_000,
    );
    await set(id, "revision = 5, status = 'succeeded', finished_at = now()");
    await Promise.all([anew.over, known.over, wordless.over, early.over, late.over, trusting.over]);
    const told = [anew, known, wordless, early, gone, stopped].map(({ raw }) => raw.revisions());
    expect(told).toEqual([[3, 4, 5], [4, 5], [3, 4, 5], [5], [3], [3]]);
    expect([early, late, trusting].map(({ raw }) => raw.beats())).toEqual([0, 1, 1]);
    expect([anew, early, gone].map(({ raw }) => raw.hasEnded)).toEqual([true, true, true]);
    const after = listen(given, id, { lastEventId: '5' });
    await after.over;
    expect(after.raw.revisions()).toEqual([5]);
    expect(after.raw.head).toEqual({
      status: 200,
      ...{ 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-store', 'x-accel-buffering': 'no' },
    });
  });
  await countsListeners(given);
}

/** Twenty streams of one person at once, and of a run that goes away none stays. */
const countsListeners = (given: Given): Promise<void> =>
  withRun(given, async (id) => {
    const userId = newId();
    const twenty = Array.from({ length: 20 }, () => listen(given, id, { userId }));
    await vi.waitFor(() => expect(twenty.every(({ raw }) => raw.heard.length > 0)).toBe(true), 10_000);
    await expect(listen(given, id, { userId }).over).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    twenty[0]!.closing.abort();
    await twenty[0]!.over;
    const next = listen(given, id, { userId });
    await vi.waitFor(() => expect(next.raw.heard).toHaveLength(1), 10_000);
    await expect(listen(given, id, { userId }).over).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    await given.rows('delete from runs where id = $1', [id]);
    await Promise.all([...twenty, next].map(({ over }) => over));
    expect(next.raw.hasEnded).toBe(true);
    await expect(listen(given, id, { userId }).over).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
