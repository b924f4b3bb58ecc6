import { contract, type OperationId } from '@khop/contract/index.ts';
import { loadConfig } from '@khop/server/config.ts';
import { handlers } from '@khop/server/handlers.ts';
import { createApp } from '@khop/server/http/app.ts';
import type { Handler, Handlers } from '@khop/server/http/call.ts';
import { makeContext } from '@khop/server/make-context.ts';
import { unsignedToken } from '@khop/server/testing/api.ts';
import pg from 'pg';
import { generated, type MainRead, mainReads, recordReads } from './lists.ts';
import { type BenchService, startBenchService } from './service.ts';

const TIMES = 60;

/** Moments of one request, in milliseconds. */
type Moments = {
  begun: number;
  counted: number;
  admitted: number;
  handed: number;
  handled: number;
  parsed: number;
  written: number;
  sent: number;
  /** Beginning and end of each statement. */
  statements: Statement[];
};

export type Statement = { from: number; to: number; text: string; values: unknown[] };

const STEPS = {
  'nhận, đếm lượt, chữ ký': ({ begun, counted }: Moments) => counted - begun,
  'người gọi: SQL': (one: Moments) => inSql(one, one.counted, one.admitted),
  'người gọi: còn lại': (one: Moments) => one.admitted - one.counted - inSql(one, one.counted, one.admitted),
  'đọc tham số': ({ admitted, handed }: Moments) => handed - admitted,
  'SQL của danh sách': (one: Moments) => inSql(one, one.handed, one.handled),
  'trình bày': (one: Moments) => one.handled - one.handed - inSql(one, one.handed, one.handled),
  // A remembered answer is neither checked nor written again.
  'soát câu trả lời': ({ handled, parsed }: Moments) => (parsed ? parsed - handled : 0),
  'thành chữ': ({ handled, parsed, written }: Moments) => written - (parsed || handled),
  'gửi, nhật ký': ({ written, sent }: Moments) => sent - written,
} as const;

/** Milliseconds between two moments in which at least one statement was under way. */
function inSql({ statements }: Moments, from: number, to: number): number {
  let sum = 0;
  let until = from;
  for (const one of statements.toSorted((a, b) => a.from - b.from)) {
    const [begin, end] = [Math.max(one.from, until), Math.min(one.to, to)];
    if (end > begin) sum += end - begin;
    until = Math.max(until, end);
  }
  return sum;
}

/** The service in this process, on the same database as the other one: its requests are watched. */
export async function watchedApp(service: BenchService): Promise<WatchedApp> {
  const watch = watchStatements();
  const { context, close } = await makeContext(
    loadConfig({
      DATABASE_URL: service.databaseUrl,
      KHOP_DATA_DIR: service.dataDir,
      KHOP_IDENTITY_EMULATOR_URL: 'http://127.0.0.1:1',
      KHOP_LOG_LEVEL: 'warn',
    }),
    'server',
  );
  const app = await createApp(context, handed(watch), (made) => observe(made, watch));
  const origin = `${await app.listen({ port: 0, host: '127.0.0.1' })}/v1`;
  const stop = async () => {
    await app.close();
    await close();
  };
  return { origin, watch, stop };
}

export type WatchedApp = { readonly origin: string; readonly watch: Watch; readonly stop: () => Promise<void> };

/**
 * Prints for each main read, one user alone, the time of each step of a request, and the same statements without the
 * service.
 */
export async function printSteps(address: string | undefined, lines: number): Promise<number> {
  const service = await startBenchService(address, lines);
  try {
    const periodId = await generated(service);
    const reads = await mainReads(service, periodId);
    const app = await watchedApp(service);
    console.log(`${lines} dòng sổ, một người, p50 của ${TIMES} lần, ms:`);
    // Works in a thread, whose statements are not seen from here; its time is that of `bench -- abuse load`.
    for (const read of reads.filter(({ name }) => name !== 'kiểm tra kỳ')) await printRead(read, app, service.database);
    const times: string[] = [];
    for (const { name, place } of await recordReads(service, periodId)) {
      const from = performance.now();
      await answered(`${app.origin}${place}`, `${name}@khop.local`);
      times.push(`${name} ${(performance.now() - from).toFixed(0)}`);
    }
    console.log(times.join(' · '));
    await app.stop();
    return 0;
  } finally {
    await service.stop();
  }
}

/** The statements that a list is read by when nothing is remembered of it, without those that ask who calls. */
export async function statementsOf({ place }: MainRead, { origin, watch }: WatchedApp): Promise<Statement[]> {
  await answered(`${origin}${place}`, `${place}@khop.local`);
  const { statements, handed } = watch.now;
  return statements.filter(({ from, text }) => from >= handed && !text.includes('data_changes'));
}

async function answered(url: string, email: string): Promise<void> {
  const response = await fetch(url, { headers: { authorization: `Bearer ${unsignedToken(email, true)}` } });
  const text = await response.text();
  if (!response.ok) throw new Error(`${url}: ${response.status} ${text}`);
  await new Promise((resolve) => setTimeout(resolve, 1));
}

type Watch = { now: Moments };

/** Notes every statement of the process with the request that is under way: there is one at a time. */
function watchStatements(): Watch {
  const watch: Watch = { now: noMoments() };
  const query = pg.Client.prototype.query as (...args: unknown[]) => unknown;
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const answer = query.apply(this, args);
    if (answer instanceof Promise) {
      const named = typeof args[0] === 'string' ? { text: args[0] } : (args[0] as { text: string; values?: unknown[] });
      const values = named.values ?? (args[1] as unknown[] | undefined) ?? [];
      const statement = { from: performance.now(), to: 0, text: named.text, values };
      watch.now.statements.push(statement);
      const end = () => {
        statement.to = performance.now();
      };
      answer.then(end, end);
    }
    return answer;
  } as typeof pg.Client.prototype.query;
  return watch;
}

const noMoments = (): Moments => ({
  ...{ begun: 0, counted: 0, admitted: 0, handed: 0, handled: 0, parsed: 0, written: 0, sent: 0 },
  statements: [],
});

/** The handlers, each with the moments of its beginning and its end. */
const handed = (watch: Watch): Handlers =>
  Object.fromEntries(
    (Object.keys(contract) as OperationId[]).map((operation) => [
      operation,
      async (call: Parameters<Handler<OperationId>>[0]) => {
        watch.now.handed = performance.now();
        const answer = await (handlers[operation] as Handler<OperationId>)(call);
        watch.now.handled = performance.now();
        return answer;
      },
    ]),
  );

type App = Awaited<ReturnType<typeof createApp>>;

function observe(app: App, watch: Watch): void {
  app.server.prependListener('request', () => {
    watch.now = { ...noMoments(), begun: performance.now() };
  });
  const mark = (name: Exclude<keyof Moments, 'statements'>) => {
    watch.now[name] = performance.now();
  };
  app.addHook('onRequest', async () => mark('counted'));
  app.addHook('preHandler', async () => mark('admitted'));
  app.addHook('preSerialization', async (_request, _reply, payload) => {
    mark('parsed');
    return payload;
  });
  app.addHook('onSend', async (_request, _reply, payload) => {
    mark('written');
    return payload;
  });
  app.addHook('onResponse', async () => mark('sent'));
}

async function printRead(read: MainRead, app: WatchedApp, database: pg.Client): Promise<void> {
  const bare = await bareMilliseconds(await statementsOf(read, app), database);
  const seen: { moments: Moments; whole: number }[] = [];
  const first = app.watch.now.sent - app.watch.now.begun;
  for (let time = 0; time < TIMES; time++) {
    const from = performance.now();
    await answered(`${app.origin}${read.place}`, `${read.name}@khop.local`);
    seen.push({ moments: app.watch.now, whole: performance.now() - from });
  }
  const middle = (figures: number[]) => figures.toSorted((a, b) => a - b)[figures.length >> 1]!;
  const steps = Object.entries(STEPS).map(
    ([step, of]) => `${step} ${middle(seen.map(({ moments }) => of(moments))).toFixed(2)}`,
  );
  const network = middle(seen.map(({ moments, whole }) => whole - (moments.sent - moments.begun)));
  const whole = middle(seen.map((one) => one.whole));
  console.log(`${read.name}: ${whole.toFixed(1)} (lần đầu ${first.toFixed(0)}); SQL trần ${bare.toFixed(1)}`);
  console.log(
    `  ${steps.join(' · ')} · mạng và bên hỏi ${network.toFixed(2)} · ${seen[9]!.moments.statements.length} câu SQL`,
  );
}

/** Statements alone, one after another on one connection. */
async function bareMilliseconds(statements: readonly Statement[], database: pg.Client): Promise<number> {
  const times: number[] = [];
  for (let time = 0; time < 10; time++) {
    const from = performance.now();
    for (const { text, values } of statements) await database.query(text, values);
    times.push(performance.now() - from);
  }
  return times.toSorted((a, b) => a - b)[5]!;
}
