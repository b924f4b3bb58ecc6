import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyRequest } from 'fastify';
import type { Context } from '../../context.ts';
import type { Handler } from '../../http/call.ts';
import { authenticate } from '../../http/guards/authenticate.ts';
import { presentRun } from '../../jobs/runs.ts';
import { found, Refusal } from '../../refusal.ts';

const LOOK_EVERY_MS = 400;
/**
 * The interval at which a stream says that it is there, which keeps proxies from closing it, and asks whether its
 * reader still may read.
 */
const HEARTBEAT_MS = 15_000;
/** Streams of one person at once. Each asks the database time and again, so they must not grow with what a loop opens. */
const STREAMS_PER_PERSON = 20;
const streamsOf = new Map<string, number>();

/**
 * Streams a run's state as server-sent events until it ends: one `run` event per visible change, its id the run's
 * revision, so a reconnecting client with Last-Event-ID gets only what it has not seen. A server that stops ends its
 * streams; the client comes back to another one. So does a session that was revoked or has expired: at the next heartbeat.
 */
export const streamRunEvents: Handler<'streamRun'> = async ({ context, params, headers, reply, user }) => {
  const read = () => context.db.selectFrom('runs').selectAll().where('id', '=', params.id).executeTakeFirst();
  found(await read(), 'Không tìm thấy lượt chạy này.');
  const others = streamsOf.get(user.id) ?? 0;
  if (others >= STREAMS_PER_PERSON)
    throw new Refusal('RATE_LIMITED', 'Đang theo dõi quá nhiều lượt chạy cùng lúc. Hãy đóng bớt thẻ trình duyệt.');
  let seen = Number(headers['last-event-id'] ?? 0) || 0;
  let beatAt = context.now().getTime();
  const { raw } = reply.hijack();
  const closed = new AbortController();
  raw.on('close', () => closed.abort());
  const over = AbortSignal.any([closed.signal, reply.server.closing]);
  raw.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  });
  raw.flushHeaders();
  // HEAD asks for the head only; nothing would end a stream without a reader.
  if (reply.request.method === 'HEAD') {
    raw.end();
    return undefined;
  }
  streamsOf.set(user.id, others + 1);
  try {
    while (!over.aborted) {
      const now = context.now().getTime();
      if (now - beatAt >= HEARTBEAT_MS) {
        beatAt = now;
        if (!(await isStillSignedIn(context, reply.request))) break;
        raw.write(': còn đây\n\n');
      }
      const row = await read();
      if (!row) break;
      // The end is always told: a stream that ends without a word is asked for again and again.
      if (row.revision > seen || row.finishedAt !== null) {
        seen = row.revision;
        raw.write(`id: ${row.revision}\nevent: run\ndata: ${JSON.stringify(presentRun(row, context.now()))}\n\n`);
      }
      if (row.finishedAt !== null) break;
      await sleep(LOOK_EVERY_MS, undefined, { signal: over });
    }
  } catch (error) {
    if (!over.aborted) context.log.warn({ err: error }, 'run event stream ended');
  } finally {
    const left = (streamsOf.get(user.id) ?? 1) - 1;
    if (left > 0) streamsOf.set(user.id, left);
    else streamsOf.delete(user.id);
    raw.end();
  }
  return undefined;
};

/** False once the token of the request no longer admits its person; keys that cannot be had right now end nothing. */
async function isStillSignedIn(context: Context, request: FastifyRequest): Promise<boolean> {
  try {
    await authenticate(context, request);
    return true;
  } catch (error) {
    if (error instanceof Refusal) return error.code === 'IDENTITY_UNAVAILABLE';
    throw error;
  }
}
