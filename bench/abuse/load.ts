import http from 'node:http';
import { unsignedToken } from '@khop/server/testing/api.ts';
import pg from 'pg';
import { generated, type MainRead, mainReads } from '../api/lists.ts';
import { type BenchService, startBenchService } from '../api/service.ts';
import { type Statement, statementsOf, watchedApp } from '../api/steps.ts';
import type { Promised } from './promised.ts';

const LINES = 30_000;
const CONNECTIONS = 50;
const LIST_MS = 150;
const QUIET_MS = 100;
const READY_MS = 200;
const SECONDS = 3;
/** The service takes so many requests a minute of one person. */
const OF_A_PERSON = 1000;

/** Reads of a large period: each alone, then fifty connections on every main list beside the same SQL without the service. */
export async function run(): Promise<Promised[]> {
  const service = await startBenchService(undefined, LINES);
  const pool = new pg.Pool({ connectionString: service.databaseUrl, max: 10 });
  const app = await watchedApp(service);
  try {
    const reads = await mainReads(service, await generated(service));
    const kept: Promised[] = [];
    for (const read of reads) kept.push(await aloneAndQuiet(service, read));
    await warmUp(service, reads);
    for (const read of reads.filter(({ pages }) => pages))
      kept.push(await besideBare(service, read, pool, await statementsOf(read, app)));
    kept.push(await atThreeTimes(service, reads));
    return kept;
  } finally {
    await app.stop();
    await pool.end();
    await service.stop();
  }
}

/** One person who asks again and again while nothing changes. */
async function aloneAndQuiet(service: BenchService, { name, place }: MainRead): Promise<Promised> {
  const times: number[] = [];
  for (let time = 0; time < 40; time++) times.push(await timed(() => service.call('GET', place)));
  const p95 = share(times, 0.95);
  const figure = `p95 ${p95.toFixed(0)} ms, lần đầu ${times[0]!.toFixed(0)} ms`;
  return { name: `${name}, một người`, promised: `p95 ≤ ${QUIET_MS} ms`, figure, holds: p95 <= QUIET_MS };
}

/** Fifty connections for the first time: the list that is measured first must not bear the cost of a fresh process. */
async function warmUp(service: BenchService, reads: readonly MainRead[]): Promise<void> {
  const many = people(service);
  const lists = reads.filter(({ pages }) => pages);
  await inParallel(CONNECTIONS, (turn) => many.read(lists[turn % lists.length]!, turn, turn % CONNECTIONS));
  many.leave();
}

async function besideBare(
  service: BenchService,
  read: MainRead,
  pool: pg.Pool,
  statements: readonly Statement[],
): Promise<Promised> {
  const bare = await inParallel(CONNECTIONS, async () => {
    for (const { text, values } of statements) await pool.query(text, values);
  });
  const many = people(service);
  // The cost of a page's first read is measured with one person alone.
  for (let seat = 0; seat < CONNECTIONS; seat++) await many.read(read, seat, seat);
  const times = await inParallel(CONNECTIONS, (turn) => many.read(read, turn, turn % CONNECTIONS));
  many.leave();
  const [served, alone] = [share(times, 0.95), share(bare, 0.95)];
  return {
    name: `${read.name}, ${CONNECTIONS} kết nối`,
    promised: `p95 ≤ ${LIST_MS} ms, không quá 2 lần SQL trần`,
    figure: `p95 ${served.toFixed(0)} ms (${rate(times)}/s), SQL trần ${alone.toFixed(0)} ms (${rate(bare)}/s), bị từ chối ${many.refused()}`,
    holds: served <= LIST_MS && served <= 2 * alone && many.refused() === 0,
  };
}

/** Three times as many: some are turned away, and the health check is answered all the same. */
async function atThreeTimes(service: BenchService, reads: readonly MainRead[]): Promise<Promised> {
  const many = people(service);
  const lists = reads.filter(({ pages }) => pages);
  const watcher = people(service);
  const ready: number[] = [];
  const until = performance.now() + SECONDS * 1000;
  const watching = (async () => {
    while (performance.now() < until) {
      ready.push(await timed(() => watcher.ask('/health/ready')));
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  })();
  const times = await inParallel(3 * CONNECTIONS, (turn) =>
    many.read(lists[turn % lists.length]!, turn, turn % (3 * CONNECTIONS)),
  );
  await watching;
  many.leave();
  watcher.leave();
  const p95 = share(ready, 0.95);
  return {
    name: `mọi danh sách, ${3 * CONNECTIONS} kết nối`,
    promised: `ready p95 ≤ ${READY_MS} ms`,
    figure: `ready p95 ${p95.toFixed(0)} ms; danh sách p95 ${share(times, 0.95).toFixed(0)} ms (${rate(times)}/s), bị từ chối ${many.refused()}`,
    holds: p95 <= READY_MS,
  };
}

/** So many loops of `work` side by side. @returns the milliseconds of each turn. */
async function inParallel(loops: number, work: (turn: number) => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  const until = performance.now() + SECONDS * 1000;
  const loop = async (first: number): Promise<void> => {
    for (let turn = first; performance.now() < until; turn += loops) times.push(await timed(() => work(turn)));
  };
  await Promise.all(Array.from({ length: loops }, (_, at) => loop(at)));
  return times;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now();
  await work();
  return performance.now() - from;
}

const share = (times: readonly number[], part: number): number =>
  times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * part))]!;
const rate = (times: readonly number[]): number => Math.round(times.length / SECONDS);

/** People with a connection each, that stays open; one goes on under another name before the limit on requests is reached. */
function people({ origin }: BenchService) {
  const agent = new http.Agent({ keepAlive: true });
  const seats = new Map<number, { token: string; left: number }>();
  let refused = 0;
  const tokenOf = (seat: number): string => {
    const own = seats.get(seat);
    if (own && own.left-- > 0) return own.token;
    const token = unsignedToken(`tai${crypto.randomUUID()}@khop.local`, true);
    seats.set(seat, { token, left: OF_A_PERSON });
    return token;
  };
  const ask = (place: string, seat = 0): Promise<void> =>
    new Promise((resolve, reject) => {
      const headers = { authorization: `Bearer ${tokenOf(seat)}` };
      http
        .get(`${origin}${place}`, { agent, headers }, (response) => {
          if (response.statusCode !== 200) refused++;
          response.resume().on('end', resolve);
        })
        .on('error', reject);
    });
  return {
    ask,
    /** The first ten pages of a list, by turns. */
    read: ({ place }: MainRead, turn: number, seat: number) => ask(`${place}&offset=${(turn % 10) * 50}`, seat),
    /** Requests that got no right answer. */
    refused: () => refused,
    leave: () => agent.destroy(),
  };
}
