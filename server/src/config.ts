import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { ConfigError, type Environment, optional, present, required, setting } from './settings.ts';

/**
 * The settings of one process, read from the environment in this file and nowhere else.
 * docs/operations.md lists every variable for the person who runs the service.
 */
export type Config = {
  /** The port a person opens. */
  readonly port: number;
  /**
   * The host on which `serve` listens. Loopback in emulator mode: emulator tokens are unsigned, so no other machine may
   * reach it.
   */
  readonly host: string;
  /** The folder where the embedded services and local uploads keep their files; absolute. */
  readonly dataDir: string;
  /** The built web application; absolute. */
  readonly webDir: string;
  readonly databaseUrl: string | null;
  /** Connections one process opens at most. */
  readonly databasePool: number;
  /** The time that a request waits for its turn before it is refused. */
  readonly longestTurnSeconds: number;
  /** Requests a minute that one process answers to one person. */
  readonly requestsPerMinute: number;
  /** Suggestions are made anew when no record has changed for so long. */
  readonly refreshPauseSeconds: number;
  /** With fewer bytes free on the disk of the data folder no upload and no export is begun. */
  readonly diskReserveBytes: number;
  /** Bytes of uploads that wait for their run or are being read: of one person, and of everybody. */
  readonly uploadQuota: { readonly ofPerson: number; readonly ofAll: number };
  /** Root certificates, as PEM, from which signers of tax invoices must come to be shown as anchored; none: nothing is. */
  readonly taxRoots: readonly string[];
  /** The contents of a first start: the small sample, nothing, or a sample of about so many ledger lines. */
  readonly sample: 'small' | 'none' | number;
  /** The address people use, without a slash at the end. */
  readonly publicUrl: string;
  /** Proxies in front whose X-Forwarded-For is believed. */
  readonly trustedProxies: number;
  /** The address of a web application that keeps its own session and wants the token (spec §7), or null. */
  readonly tokenSyncUrl: string | null;
  /** Null only for roles that run without identity (`migrate`, the file commands, and `up` before it starts the emulator). */
  readonly identity: IdentityConfig | null;
  readonly bravo: BravoConfig;
  readonly media: MediaConfig;
  /** Loopback port of GET /metrics; 0 lets the system choose. */
  readonly metricsPort: number;
  readonly logLevel: LogLevel;
};

export type IdentityConfig =
  | {
      readonly mode: 'emulator';
      readonly projectId: string;
      readonly apiKey: string;
      readonly authDomain: string;
      /** The emulator on loopback, for the server and for the browser, without a slash at the end. */
      readonly emulatorUrl: string;
      readonly providers: readonly SignInProvider[];
    }
  | {
      readonly mode: 'firebase';
      readonly projectId: string;
      readonly apiKey: string;
      readonly authDomain: string;
      /** Absent: Google's application default credentials. */
      readonly serviceAccount: ServiceAccount | null;
      readonly providers: readonly SignInProvider[];
    };

/** Ways to sign in that the sign-in page offers, by Firebase's names. */
export type SignInProvider = (typeof signInProviders)[number];
const signInProviders = [
  'password',
  'email-link',
  'google.com',
  'microsoft.com',
  'apple.com',
  'facebook.com',
  'github.com',
] as const;

export type ServiceAccount = { readonly projectId: string; readonly clientEmail: string; readonly privateKey: string };

export type BravoConfig =
  | { readonly mode: 'simulated' }
  /** An installation without a live Bravo: its sales and lists come by file. */
  | { readonly mode: 'files' }
  | { readonly mode: 'mssql'; readonly connection: string; readonly queryFile: string };

export type MediaConfig =
  | { readonly mode: 'local' }
  | { readonly mode: 'cloudinary'; readonly cloudName: string; readonly apiKey: string; readonly apiSecret: string };

export type LogLevel = (typeof logLevels)[number];
const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

const MEGABYTE = 1024 * 1024;

/** The checkout this code runs from. */
export const repositoryRoot = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');

/** The environment of this process. @throws ConfigError with the variable's name and what was expected. */
export function loadConfig(env: Environment = process.env): Config {
  const port = optional(env, 'PORT', setting.wholeNumber(1, 65535)) ?? 8080;
  const databaseUrl = optional(env, 'DATABASE_URL', setting.postgresUrl) ?? null;
  const identity = readIdentity(env);
  return {
    port,
    host: readHost(env, identity),
    dataDir: path.resolve(repositoryRoot, present(env, 'KHOP_DATA_DIR') ?? '.khop'),
    webDir: path.join(repositoryRoot, 'web', 'dist'),
    databaseUrl,
    databasePool: optional(env, 'KHOP_DATABASE_POOL', setting.wholeNumber(2, 200)) ?? 10,
    longestTurnSeconds: optional(env, 'KHOP_LONGEST_TURN_SECONDS', setting.wholeNumber(1, 600)) ?? 10,
    requestsPerMinute: optional(env, 'KHOP_REQUESTS_PER_MINUTE', setting.wholeNumber(60, 1_000_000)) ?? 1200,
    refreshPauseSeconds: optional(env, 'KHOP_REFRESH_PAUSE_SECONDS', setting.wholeNumber(0, 3600)) ?? 5,
    diskReserveBytes: (optional(env, 'KHOP_DISK_RESERVE_MB', setting.wholeNumber(0, 100_000_000)) ?? 1024) * MEGABYTE,
    uploadQuota: {
      ofPerson: (optional(env, 'KHOP_UPLOADS_PER_PERSON_MB', setting.wholeNumber(150, 1_000_000)) ?? 1024) * MEGABYTE,
      ofAll: (optional(env, 'KHOP_UPLOADS_MB', setting.wholeNumber(150, 1_000_000)) ?? 4096) * MEGABYTE,
    },
    taxRoots: readRoots(env),
    sample: readSample(env) ?? (databaseUrl === null ? 'small' : 'none'),
    publicUrl: withoutSlash(optional(env, 'KHOP_PUBLIC_URL', setting.httpUrl) ?? `http://localhost:${port}`),
    trustedProxies: optional(env, 'KHOP_TRUSTED_PROXIES', setting.wholeNumber(0, 10)) ?? 0,
    tokenSyncUrl: optional(env, 'KHOP_SITE_TOKEN_SYNC_URL', setting.httpUrl) ?? null,
    identity,
    bravo: readBravo(env),
    media: readMedia(env),
    metricsPort: optional(env, 'KHOP_METRICS_PORT', setting.wholeNumber(0, 65535)) ?? 0,
    logLevel: optional(env, 'KHOP_LOG_LEVEL', setting.oneOf(logLevels)) ?? 'info',
  };
}

/** The database a role works against. @throws ConfigError when DATABASE_URL is absent. */
export function databaseUrlOf(config: Config): string {
  if (config.databaseUrl === null) {
    throw new ConfigError('DATABASE_URL', `${setting.postgresUrl.expected} (npm start tự mở cơ sở dữ liệu kèm theo)`);
  }
  return config.databaseUrl;
}

/** The provider that vouches for users. @throws ConfigError when no identity setting is given. */
export function identityOf(config: Config): IdentityConfig {
  if (config.identity === null) {
    throw new ConfigError('KHOP_IDENTITY_PROJECT_ID', `${projectIdSetting.expected} (npm start tự mở trình giả lập)`);
  }
  return config.identity;
}

/** The environment of a process that this one starts: its own, with what it decided itself, and with `otherwise` where nothing is said. */
export function childEnvironment(
  decided: Readonly<Record<string, string>>,
  otherwise: Readonly<Record<string, string>> = {},
): NodeJS.ProcessEnv {
  return { ...otherwise, ...process.env, ...decided };
}

export type TestConfig = {
  /** A running PostgreSQL for the database tests, with the right to create databases. */
  readonly databaseUrl: string | null;
  /** Folder of another PostgreSQL's programs to run them on instead of the embedded one. */
  readonly postgresPrograms: string | null;
};

/** The database that the database tests run on. @throws ConfigError */
export function loadTestConfig(env: Environment = process.env): TestConfig {
  return {
    databaseUrl: optional(env, 'KHOP_TEST_DATABASE_URL', setting.postgresUrl) ?? null,
    postgresPrograms: present(env, 'KHOP_TEST_POSTGRES_PROGRAMS') ?? null,
  };
}

const projectIdSetting = setting.text('mã dự án Firebase');

function readIdentity(env: Environment): IdentityConfig | null {
  const emulatorUrl = optional(env, 'KHOP_IDENTITY_EMULATOR_URL', setting.httpUrl);
  if (emulatorUrl !== undefined) {
    if (!isLoopback(new URL(emulatorUrl).hostname)) {
      throw new ConfigError('KHOP_IDENTITY_EMULATOR_URL', 'một địa chỉ trên chính máy này', emulatorUrl);
    }
    const projectId = present(env, 'KHOP_IDENTITY_PROJECT_ID') ?? 'demo-khop';
    if (!projectId.startsWith('demo-')) {
      throw new ConfigError('KHOP_IDENTITY_PROJECT_ID', 'mã bắt đầu bằng demo- khi dùng trình giả lập', projectId);
    }
    const real = ['API_KEY', 'AUTH_DOMAIN', 'SERVICE_ACCOUNT'].map((name) => `KHOP_IDENTITY_${name}`);
    const found = real.find((name) => present(env, name) !== undefined);
    if (found) throw new ConfigError('KHOP_IDENTITY_EMULATOR_URL', `để trống khi có ${found} của dự án thật`);
    return {
      mode: 'emulator',
      projectId,
      apiKey: 'demo-api-key',
      authDomain: 'localhost',
      emulatorUrl: withoutSlash(emulatorUrl),
      providers: readProviders(env) ?? ['password', 'email-link', 'google.com', 'microsoft.com'],
    };
  }
  const names = ['PROJECT_ID', 'API_KEY', 'AUTH_DOMAIN', 'SERVICE_ACCOUNT'].map((name) => `KHOP_IDENTITY_${name}`);
  if (names.every((name) => present(env, name) === undefined)) return null;
  if (present(env, 'FIREBASE_AUTH_EMULATOR_HOST') !== undefined) {
    // firebase-admin would silently send its administrative calls there.
    throw new ConfigError('FIREBASE_AUTH_EMULATOR_HOST', 'để trống khi dùng dự án đăng nhập thật');
  }
  const because = 'vì đã có thiết lập KHOP_IDENTITY_ khác';
  const projectId = required(env, 'KHOP_IDENTITY_PROJECT_ID', projectIdSetting, because);
  return {
    mode: 'firebase',
    projectId,
    apiKey: required(env, 'KHOP_IDENTITY_API_KEY', setting.secret('khóa API web của dự án Firebase'), because),
    authDomain:
      optional(env, 'KHOP_IDENTITY_AUTH_DOMAIN', setting.text('tên miền đăng nhập')) ?? `${projectId}.firebaseapp.com`,
    serviceAccount: readServiceAccount(env),
    providers: readProviders(env) ?? ['password'],
  };
}

function readProviders(env: Environment): SignInProvider[] | undefined {
  const name = 'KHOP_IDENTITY_PROVIDERS';
  const raw = present(env, name);
  if (raw === undefined) return undefined;
  const parsed = z.array(z.enum(signInProviders)).safeParse(raw.split(',').map((part) => part.trim()));
  if (!parsed.success)
    throw new ConfigError(name, `danh sách cách nhau bằng dấu phẩy từ ${signInProviders.join(', ')}`, raw);
  return parsed.data;
}

const serviceAccountFile = z.object({
  project_id: z.string().min(1),
  client_email: z.string().min(1),
  private_key: z.string().includes('PRIVATE KEY'),
});

function readServiceAccount(env: Environment): ServiceAccount | null {
  const name = 'KHOP_IDENTITY_SERVICE_ACCOUNT';
  const raw = present(env, name);
  if (raw === undefined) return null;
  const expected = 'đường dẫn tới tệp JSON của tài khoản dịch vụ, hoặc chính nội dung JSON đó';
  try {
    const text = raw.startsWith('{') ? raw : readFileSync(raw, 'utf8');
    const account = serviceAccountFile.parse(JSON.parse(text));
    return { projectId: account.project_id, clientEmail: account.client_email, privateKey: account.private_key };
  } catch {
    throw new ConfigError(name, expected);
  }
}

function readHost(env: Environment, identity: IdentityConfig | null): string {
  const host = present(env, 'KHOP_HOST');
  if (identity?.mode === 'firebase') return host ?? '0.0.0.0';
  if (host !== undefined && !isLoopback(host)) {
    throw new ConfigError('KHOP_HOST', 'localhost, vì chưa có dự án đăng nhập thật (KHOP_IDENTITY_PROJECT_ID)', host);
  }
  return host ?? 'localhost';
}

const PEM = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g;

/** The certificates of a PEM file. Throws ConfigError when it cannot be read or has none. */
function readRoots(env: Environment): string[] {
  const name = 'KHOP_TAX_ROOTS';
  const file = present(env, name);
  if (file === undefined) return [];
  try {
    const roots = readFileSync(file, 'utf8').match(PEM) ?? [];
    for (const root of roots) new X509Certificate(root);
    if (roots.length > 0) return roots;
  } catch {
    // Told below, as a file without certificates is.
  }
  throw new ConfigError(name, 'đường dẫn tới một tệp PEM chứa chứng thư gốc', file);
}

function readSample(env: Environment): Config['sample'] | undefined {
  const raw = present(env, 'KHOP_SAMPLE');
  if (raw === undefined || raw === 'small' || raw === 'none') return raw;
  const lines = z
    .string()
    .regex(/^[1-9]\d{0,7}$/)
    .transform(Number)
    .safeParse(raw);
  if (!lines.success) throw new ConfigError('KHOP_SAMPLE', 'small, none hoặc số dòng sổ bán hàng', raw);
  return lines.data;
}

function readBravo(env: Environment): BravoConfig {
  const mode = optional(env, 'KHOP_BRAVO_MODE', setting.oneOf(['simulated', 'mssql', 'files'])) ?? 'simulated';
  if (mode !== 'mssql') return { mode };
  const because = 'vì KHOP_BRAVO_MODE=mssql';
  return {
    mode,
    connection: required(env, 'KHOP_BRAVO_CONNECTION', setting.secret('chuỗi kết nối SQL Server'), because),
    queryFile: path.resolve(
      repositoryRoot,
      required(env, 'KHOP_BRAVO_QUERY_FILE', setting.text('đường dẫn tới tệp câu truy vấn Bravo'), because),
    ),
  };
}

function readMedia(env: Environment): MediaConfig {
  const mode = optional(env, 'KHOP_MEDIA_MODE', setting.oneOf(['local', 'cloudinary'])) ?? 'local';
  if (mode === 'local') return { mode };
  const because = 'vì KHOP_MEDIA_MODE=cloudinary';
  return {
    mode,
    cloudName: required(env, 'KHOP_MEDIA_CLOUD_NAME', setting.text('tên đám mây Cloudinary'), because),
    apiKey: required(env, 'KHOP_MEDIA_API_KEY', setting.secret('khóa API Cloudinary'), because),
    apiSecret: required(env, 'KHOP_MEDIA_API_SECRET', setting.secret('khóa bí mật Cloudinary'), because),
  };
}

/** True when a host name can only mean this machine. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);
}

const withoutSlash = (url: string) => url.replace(/\/+$/, '');
