import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { childEnvironment, databaseUrlOf, identityOf, loadConfig, repositoryRoot } from './config.ts';
import { ConfigError } from './settings.ts';

const wrong = (env: Record<string, string>): string => {
  try {
    loadConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  throw new Error('nothing was refused');
};

describe('loadConfig', () => {
  it('starts from nothing: embedded database, small sample, loopback', () => {
    const config = loadConfig({});
    expect(config).toMatchObject({
      port: 8080,
      host: 'localhost',
      databaseUrl: null,
      sample: 'small',
      publicUrl: 'http://localhost:8080',
      identity: null,
      bravo: { mode: 'simulated' },
      media: { mode: 'local' },
    });
    expect(config.dataDir.endsWith('.khop')).toBe(true);
  });

  it('fills no sample into a database of the installation’s own, unless told', () => {
    const DATABASE_URL = 'postgresql://a:b@db.internal/khop';
    expect(loadConfig({ DATABASE_URL }).sample).toBe('none');
    expect(loadConfig({ DATABASE_URL, KHOP_SAMPLE: '20000' }).sample).toBe(20000);
  });

  it('treats an empty variable as absent', () => {
    expect(loadConfig({ PORT: '', DATABASE_URL: ' ' })).toMatchObject({ port: 8080, databaseUrl: null });
  });

  it.each([
    [{ PORT: '80a' }, 'PORT: cần một số nguyên từ 1 đến 65535, nhận được “80a”.'],
    [{ PORT: '70000' }, 'PORT: cần một số nguyên từ 1 đến 65535, nhận được “70000”.'],
    [{ KHOP_SAMPLE: 'big' }, 'KHOP_SAMPLE: cần small, none hoặc số dòng sổ bán hàng, nhận được “big”.'],
    [{ KHOP_PUBLIC_URL: 'khop.vn' }, 'KHOP_PUBLIC_URL: cần một địa chỉ http:// hoặc https://, nhận được “khop.vn”.'],
    [
      { KHOP_BRAVO_MODE: 'mysql' },
      'KHOP_BRAVO_MODE: cần một trong các giá trị simulated, mssql, files, nhận được “mysql”.',
    ],
    [{ KHOP_BRAVO_MODE: 'mssql' }, 'KHOP_BRAVO_CONNECTION: cần chuỗi kết nối SQL Server (vì KHOP_BRAVO_MODE=mssql).'],
  ])('names the variable and what was expected: %o', (env, message) => {
    expect(wrong(env as Record<string, string>)).toBe(message);
  });

  it('never repeats a secret', () => {
    expect(wrong({ DATABASE_URL: 'mysql://u:hunter2@h/d' })).not.toContain('hunter2');
    const account = { KHOP_IDENTITY_PROJECT_ID: 'p', KHOP_IDENTITY_API_KEY: 'k' };
    expect(wrong({ ...account, KHOP_IDENTITY_SERVICE_ACCOUNT: '{"private_key":"hunter2"}' })).not.toContain('hunter2');
  });
});

describe('identity settings', () => {
  const firebase = { KHOP_IDENTITY_PROJECT_ID: 'cong-ty', KHOP_IDENTITY_API_KEY: 'k' };

  it('takes a real project', () => {
    const config = loadConfig(firebase);
    expect(config.host).toBe('0.0.0.0');
    expect(config.identity).toEqual({
      mode: 'firebase',
      projectId: 'cong-ty',
      apiKey: 'k',
      authDomain: 'cong-ty.firebaseapp.com',
      serviceAccount: null,
      providers: ['password'],
    });
    expect(loadConfig({ ...firebase, KHOP_IDENTITY_PROVIDERS: 'password, google.com' }).identity?.providers).toEqual([
      'password',
      'google.com',
    ]);
    expect(wrong({ ...firebase, KHOP_IDENTITY_PROVIDERS: 'zalo' })).toContain('nhận được “zalo”');
    expect(wrong({ ...firebase, FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9099' })).toContain('để trống');
  });

  it('refuses half a project', () => {
    expect(wrong({ KHOP_IDENTITY_PROJECT_ID: 'cong-ty' })).toContain('KHOP_IDENTITY_API_KEY');
    expect(wrong({ KHOP_IDENTITY_API_KEY: 'k' })).toContain('KHOP_IDENTITY_PROJECT_ID');
  });

  it('trusts unsigned tokens from loopback only', () => {
    for (const name of ['API_KEY', 'AUTH_DOMAIN', 'SERVICE_ACCOUNT'].map((one) => `KHOP_IDENTITY_${one}`))
      expect(wrong({ KHOP_IDENTITY_EMULATOR_URL: 'http://127.0.0.1:9099', [name]: 'x' })).toContain(name);
    expect(wrong({ KHOP_IDENTITY_EMULATOR_URL: 'http://10.0.0.5:9099' })).toContain('KHOP_IDENTITY_EMULATOR_URL');
    expect(wrong({ KHOP_IDENTITY_EMULATOR_URL: 'http://127.evil.example:9099' })).toContain(
      'KHOP_IDENTITY_EMULATOR_URL',
    );
    expect(wrong({ KHOP_IDENTITY_EMULATOR_URL: 'http://127.0.0.1:9099', KHOP_HOST: '0.0.0.0' })).toContain('KHOP_HOST');
    expect(
      wrong({ KHOP_IDENTITY_EMULATOR_URL: 'http://127.0.0.1:9099', KHOP_IDENTITY_PROJECT_ID: 'cong-ty' }),
    ).toContain('KHOP_IDENTITY_PROJECT_ID');
  });

  it('says what a role is missing', () => {
    expect(() => databaseUrlOf(loadConfig({}))).toThrow(/^DATABASE_URL: /);
    expect(() => identityOf(loadConfig({}))).toThrow(/^KHOP_IDENTITY_PROJECT_ID: /);
  });
});

/** Every variable that is asked for, in any of the modes. */
function variablesRead(): string[] {
  const read = new Set<string>();
  const modes: Record<string, string>[] = [
    {},
    { KHOP_IDENTITY_EMULATOR_URL: 'http://127.0.0.1:9099' },
    { KHOP_IDENTITY_PROJECT_ID: 'p', KHOP_IDENTITY_API_KEY: 'k' },
    { KHOP_BRAVO_MODE: 'mssql', KHOP_BRAVO_CONNECTION: 'Server=x', KHOP_BRAVO_QUERY_FILE: 'q.json' },
    {
      KHOP_MEDIA_MODE: 'cloudinary',
      KHOP_MEDIA_CLOUD_NAME: 'c',
      KHOP_MEDIA_API_KEY: 'k',
      KHOP_MEDIA_API_SECRET: 's',
    },
  ];
  for (const mode of modes) {
    const asked = new Proxy(mode, {
      get(target, name) {
        read.add(String(name));
        return target[String(name)];
      },
    });
    loadConfig(asked);
  }
  return [...read].filter((name) => /^(PORT|DATABASE_URL|KHOP_)/.test(name)).sort();
}

describe('docs/operations.md', () => {
  const settings = /^## Settings$(.*?)^#/ms.exec(
    readFileSync(path.join(repositoryRoot, 'docs', 'operations.md'), 'utf8'),
  )![1]!;

  it('describes every setting, and none that is not there', () => {
    const named = new Set(settings.match(/(?<=`)(PORT|DATABASE_URL|KHOP_[A-Z_]+)(?=`)/g));
    expect([...named].sort()).toEqual(variablesRead());
  });

  it('names the default of every setting that has a plain one', () => {
    const config = loadConfig({});
    const rowOf = (name: string) => settings.split('\n').find((line) => line.startsWith(`| \`${name}\``))!;
    const defaults = {
      PORT: config.port,
      KHOP_TRUSTED_PROXIES: config.trustedProxies,
      KHOP_DATA_DIR: path.basename(config.dataDir),
      KHOP_LONGEST_TURN_SECONDS: config.longestTurnSeconds,
      KHOP_REQUESTS_PER_MINUTE: config.requestsPerMinute,
      KHOP_REFRESH_PAUSE_SECONDS: config.refreshPauseSeconds,
      KHOP_DATABASE_POOL: config.databasePool,
      KHOP_DISK_RESERVE_MB: config.diskReserveBytes / 1024 ** 2,
      KHOP_UPLOADS_PER_PERSON_MB: config.uploadQuota.ofPerson / 1024 ** 2,
      KHOP_UPLOADS_MB: config.uploadQuota.ofAll / 1024 ** 2,
      KHOP_BRAVO_MODE: config.bravo.mode,
      KHOP_MEDIA_MODE: config.media.mode,
      KHOP_METRICS_PORT: config.metricsPort,
      KHOP_LOG_LEVEL: config.logLevel,
    };
    for (const [name, value] of Object.entries(defaults))
      expect(rowOf(name).split('|').at(-2)).toContain(String(value));
  });
});

it.each([
  ['PORT', '0'],
  ['PORT', '8080x'],
  ['DATABASE_URL', 'mysql://a'],
  ['KHOP_LONGEST_TURN_SECONDS', '0'],
  ['KHOP_REQUESTS_PER_MINUTE', '0'],
  ['KHOP_REFRESH_PAUSE_SECONDS', '-1'],
  ['KHOP_DATABASE_POOL', '1'],
  ['KHOP_SAMPLE', 'large'],
  ['KHOP_PUBLIC_URL', 'khop.vn'],
  ['KHOP_TRUSTED_PROXIES', '-1'],
  ['KHOP_SITE_TOKEN_SYNC_URL', 'ftp://a'],
  ['KHOP_HOST', '0.0.0.0'],
  ['KHOP_IDENTITY_EMULATOR_URL', 'http://example.com:9099'],
  ['KHOP_IDENTITY_PROVIDERS', 'password,twitter.com'],
  ['KHOP_BRAVO_MODE', 'oracle'],
  ['KHOP_MEDIA_MODE', 's3'],
  ['KHOP_METRICS_PORT', '70000'],
  ['KHOP_TAX_ROOTS', '/khong/co.pem'],
  ['KHOP_TAX_ROOTS', import.meta.filename],
  ['KHOP_LOG_LEVEL', 'loud'],
])('stops at %s=%s and says what it needs', (name, value) => {
  const more = name === 'KHOP_IDENTITY_PROVIDERS' ? { KHOP_IDENTITY_EMULATOR_URL: 'http://127.0.0.1:1' } : undefined;
  expect(wrong({ ...more, [name]: value })).toMatch(new RegExp(`^${name}: cần .+`));
});

it('a child gets what was decided, else what the environment says, else the substitute', () => {
  vi.stubEnv('KHOP_TEST_A', 'environment');
  vi.stubEnv('KHOP_TEST_B', 'environment');
  const environment = childEnvironment(
    { KHOP_TEST_A: 'decided' },
    { KHOP_TEST_A: 'otherwise', KHOP_TEST_B: 'otherwise', KHOP_TEST_C: 'otherwise' },
  );
  expect(environment).toMatchObject({ KHOP_TEST_A: 'decided', KHOP_TEST_B: 'environment', KHOP_TEST_C: 'otherwise' });
  vi.unstubAllEnvs();
});
