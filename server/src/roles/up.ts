import fs from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Child, endOfLog, startChild } from '../adapters/embedded/child.ts';
import { type IdentityEmulator, startIdentityEmulator } from '../adapters/embedded/identity-emulator.ts';
import { claimInstance } from '../adapters/embedded/instance.ts';
import { whyPortIsTaken } from '../adapters/embedded/ports.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../adapters/embedded/postgres.ts';
import { keepLogsSmall } from '../adapters/embedded/rotate-logs.ts';
import { createSupervisor, type Supervisor } from '../adapters/embedded/supervisor.ts';
import { buildWebWhenChanged } from '../adapters/embedded/web-build.ts';
import { createFirebaseIdentity } from '../adapters/identity/firebase.ts';
import { type Config, childEnvironment, loadConfig, repositoryRoot } from '../config.ts';
import { createDemoAccounts, demoAccounts } from '../features/auth/demo-accounts.ts';
import { sentenceOf } from '../sentence.ts';
import { isFilled, markFilled } from './filled.ts';

/** Services of the higher tier depend on those of the lower one. */
const foundation = 0;
const product = 1;
const readyWithinMs = 120_000;
const endWithinMs = 4000;

/**
 * `npm start`: the whole product on one machine. Starts what the settings do not bring (database, identity), migrates,
 * fills the sample company once, runs one server and one worker, and prints the address when it truly answers.
 *
 * @returns the exit code, after everything it started has ended.
 */
export async function up(config: Config): Promise<number> {
  const asked = whenAskedToStop();
  const say = (line: string) => console.log(line);
  let supervisor: Supervisor | undefined;
  let release = async () => {};
  let leaveLogs = () => {};
  let starting: Promise<unknown> = Promise.resolve();
  try {
    const instance = await claimInstance(config.dataDir, config.port);
    release = instance.release;
    await refuseTakenPort(config);
    const logs = path.join(config.dataDir, 'logs');
    await fs.mkdir(logs, { recursive: true, mode: 0o700 });
    leaveLogs = await keepLogsSmall(logs);
    supervisor = createSupervisor({ report: say, onProcesses: instance.remember });
    starting = start(config, supervisor, say);
    starting.catch(() => {});
    await Promise.race([starting, supervisor.failed, asked]);
    await Promise.race([starting.then(() => asked), asked]);
    say('Đang dừng Khớp…');
    return 0;
  } catch (error) {
    console.error(sentenceOf(error) ?? (error as Error).message ?? String(error));
    return 1;
  } finally {
    await supervisor?.stop();
    await starting.catch(() => {});
    leaveLogs();
    await release();
  }
}

/** Resolves on Ctrl+C, on a polite kill, when the terminal closes, and when the process that started us is gone. */
function whenAskedToStop(): Promise<void> {
  return new Promise((resolve) => {
    // A closed terminal or pipe takes no more lines; what was started must still be stopped in order.
    for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
    process.on('uncaughtException', (error) => {
      console.error(error);
      resolve();
    });
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect'] as const) process.on(signal, () => resolve());
  });
}

async function refuseTakenPort({ host, port }: Config): Promise<void> {
  const reason = await whyPortIsTaken(port, host === 'localhost' ? ['127.0.0.1', '::1'] : [host]);
  if (reason === 'EACCES') {
    throw new Error(`Không được phép dùng cổng ${port}; hãy chọn cổng từ 1024 trở lên, ví dụ PORT=8080 npm start.`);
  }
  if (reason !== null) {
    const other = port === 8090 ? 8091 : 8090;
    throw new Error(
      `Cổng ${port} đang bận; hãy dừng chương trình đang dùng nó hoặc chọn cổng khác, ví dụ PORT=${other} npm start.`,
    );
  }
}

async function start(config: Config, supervisor: Supervisor, say: (line: string) => void): Promise<void> {
  const logs = (name: string) => path.join(config.dataDir, 'logs', `${name}.log`);
  say('Khớp đang khởi động…');

  const building = buildWebWhenChanged({
    root: repositoryRoot,
    logFile: logs('web-build'),
    env: childEnvironment({}),
    start: async (options) => followed(supervisor, await startChild(options)),
  });
  building.catch(() => {});
  const [databaseUrl, emulatorUrl] = await Promise.all([
    openDatabase(config, supervisor, logs('postgres'), say),
    openIdentity(config, supervisor, logs('identity')),
  ]);

  const decided = {
    PORT: String(config.port),
    KHOP_DATA_DIR: config.dataDir,
    KHOP_SAMPLE: String(config.sample),
    DATABASE_URL: databaseUrl,
    ...(emulatorUrl ? { KHOP_IDENTITY_EMULATOR_URL: emulatorUrl } : {}),
  };
  // Every reading of a file and every plan is a thread: it begins with what an earlier one has compiled.
  const env = childEnvironment(decided, { NODE_COMPILE_CACHE: path.join(config.dataDir, 'compiled') });
  const role = (name: string, ...args: string[]) =>
    startChild({
      program: path.join(repositoryRoot, 'server/src/main.ts'),
      args: [name, ...args],
      cwd: repositoryRoot,
      env,
      logFile: logs(name),
    });
  const finish = async (name: string, what: string) => {
    const child = followed(supervisor, await role(name));
    if ((await child.exited) !== 0) {
      throw new Error(`Không ${what} được; xem ${child.logFile}.\n${await endOfLog(child.logFile)}`);
    }
  };

  await finish('migrate', 'cập nhật cấu trúc cơ sở dữ liệu');
  await building;
  const [server] = await Promise.all([
    supervisor.keep('Máy chủ', product, async () => stoppable(await role('serve', '--no-worker'))),
    supervisor.keep('Tiến trình xử lý', product, async () => stoppable(await role('worker'))),
    fillSample(config, () => finish('seed', 'nạp công ty mẫu')),
    offerDemoAccounts(config, env),
  ]);
  await untilReady(config, server.logFile, supervisor.signal);
  supervisor.settle();
  announce(config, env, say);
}

async function openDatabase(
  config: Config,
  supervisor: Supervisor,
  logFile: string,
  say: (line: string) => void,
): Promise<string> {
  if (config.databaseUrl !== null) return config.databaseUrl;
  const directory = path.join(config.dataDir, 'database');
  let port: number | undefined;
  const open = async (signal: AbortSignal): Promise<EmbeddedPostgres> => {
    const opened = await startEmbeddedPostgres({
      directory,
      logFile,
      port,
      signal,
    });
    port = Number(new URL(opened.url).port);
    return opened;
  };
  const opened = await supervisor.keep('Cơ sở dữ liệu', foundation, open);
  if (opened.directory !== directory) {
    say(
      `  Dữ liệu    ${opened.directory} (PostgreSQL không chạy bằng root, người dùng của nó không vào được ${directory})`,
    );
  }
  return opened.url;
}

async function openIdentity(config: Config, supervisor: Supervisor, logFile: string): Promise<string | null> {
  if (config.identity !== null) return null;
  let port: number | undefined;
  const open = async (signal: AbortSignal): Promise<IdentityEmulator> => {
    const stateFile = accountsFile(config);
    const opened = await startIdentityEmulator({
      projectId: 'demo-khop',
      stateFile,
      logFile,
      env: childEnvironment({}),
      port,
      signal,
    });
    port = Number(new URL(opened.url).port);
    return opened;
  };
  return (await supervisor.keep('Trình giả lập đăng nhập', foundation, open)).url;
}

/** The sample goes into an embedded database once; into a brought one whenever it is asked for and the database is empty. */
async function fillSample(config: Config, seed: () => Promise<void>): Promise<void> {
  if (config.sample === 'none') return;
  if (config.databaseUrl === null && (await isFilled(config))) return;
  await seed();
  await markFilled(config);
}

async function offerDemoAccounts(config: Config, env: NodeJS.ProcessEnv): Promise<void> {
  const { identity } = loadConfig(env);
  if (identity?.mode !== 'emulator') return;
  // The saved accounts answer faster than the emulator, whose client takes a second to load.
  const saved = config.identity === null ? await fs.readFile(accountsFile(config), 'utf8').catch(() => '') : '';
  if (demoAccounts.every(({ email }) => saved.includes(`"email":"${email}"`))) return;
  await createDemoAccounts(createFirebaseIdentity(identity));
}

const accountsFile = (config: Config) => path.join(config.dataDir, 'identity', 'accounts.json');

/** Ready means that the service says so and that the application's page is served. */
async function untilReady({ host, port }: Config, logFile: string, signal: AbortSignal): Promise<void> {
  const origin = `http://${host === '0.0.0.0' ? '127.0.0.1' : host}:${port}`;
  const deadline = Date.now() + readyWithinMs;
  while (Date.now() < deadline && !signal.aborted) {
    if ((await answers(`${origin}/v1/health/ready`, 'json')) && (await answers(`${origin}/`, 'html'))) return;
    await sleep(100);
  }
  signal.throwIfAborted();
  throw new Error(`Khớp không trả lời trong ${readyWithinMs / 1000} giây; xem ${logFile}.\n${await endOfLog(logFile)}`);
}

async function answers(url: string, type: string): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(5000) });
    await response.arrayBuffer();
    return response.ok && (response.headers.get('content-type') ?? '').includes(type);
  } catch {
    return false;
  }
}

function announce(config: Config, env: NodeJS.ProcessEnv, say: (line: string) => void): void {
  say(`  Địa chỉ    ${config.publicUrl}`);
  if (loadConfig(env).identity?.mode === 'emulator') {
    for (const account of demoAccounts) {
      say(`  ${'admin' in account ? 'Quản trị ' : 'Tài khoản'}  ${account.email} · mật khẩu ${account.password}`);
    }
  }
  say('Khớp sẵn sàng');
}

const stoppable = (child: Child) => ({
  ...child,
  stop: () => child.stop(endWithinMs),
  explain: () => endOfLog(child.logFile),
});

function followed(supervisor: Supervisor, child: Child): Child {
  supervisor.follow(product, stoppable(child));
  return child;
}
