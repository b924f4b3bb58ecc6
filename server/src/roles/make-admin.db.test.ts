import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type IdentityEmulator, startIdentityEmulator } from '../adapters/embedded/identity-emulator.ts';
import { createFirebaseIdentity } from '../adapters/identity/firebase.ts';
import type { IdentityProvider } from '../adapters/identity/identity-provider.ts';
import { type Config, childEnvironment, identityOf, loadConfig } from '../config.ts';
import { startTestApi, type TestApi } from '../testing/api.ts';
import { makeAdmin } from './make-admin.ts';

let folder: string;
let emulator: IdentityEmulator;
let api: TestApi;
let config: Config;
let identity: IdentityProvider;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'khop-make-admin-'));
  emulator = await startIdentityEmulator({
    projectId: 'demo-khop',
    stateFile: path.join(folder, 'identity', 'accounts.json'),
    logFile: path.join(folder, 'identity.log'),
    env: childEnvironment({}),
  });
  api = await startTestApi({}, { worker: false });
  config = loadConfig({ ...api.environment, KHOP_IDENTITY_EMULATOR_URL: emulator.url });
  identity = createFirebaseIdentity(identityOf(config));
  for (const uid of ['an', 'binh'])
    await identity.createUser({ uid, email: `${uid}@cong-ty.vn`, password: 'mat-khau' });
});
afterAll(async () => {
  await api.close();
  await emulator.stop();
  await rm(folder, { recursive: true, force: true });
});

async function users(token: string) {
  const answer = await api.app.inject({ url: '/v1/admin/users', headers: { authorization: `Bearer ${token}` } });
  return [answer.statusCode, answer.json().error_code];
}

async function signIn(email: string): Promise<string> {
  const address = `${emulator.url}/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=x`;
  const answer = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: 'mat-khau', returnSecureToken: true }),
  });
  return ((await answer.json()) as { idToken: string }).idToken;
}

const logged = async () =>
  (await api.context.pool.query("select actor, summary from audit_events where action = 'user.set-admin' order by at"))
    .rows;

it('makes an account an admin that has never signed in, and writes it down once', async () => {
  expect(await makeAdmin(config, 'an@cong-ty.vn')).toBe(0);
  expect(await users(await signIn('an@cong-ty.vn'))).toEqual([200, undefined]);
  expect(await makeAdmin(config, 'an@cong-ty.vn')).toBe(0);
  expect(await logged()).toEqual([{ actor: 'hệ thống', summary: 'Cấp quyền quản trị từ dòng lệnh: an@cong-ty.vn' }]);
});

it('makes an account an admin that works already: from its next token on', async () => {
  const before = await signIn('binh@cong-ty.vn');
  expect(await users(before)).toEqual([403, 'ADMIN_ONLY']);
  expect(await makeAdmin(config, 'binh@cong-ty.vn')).toBe(0);
  expect(await users(before)).toEqual([403, 'ADMIN_ONLY']);
  expect(await users(await signIn('binh@cong-ty.vn'))).toEqual([200, undefined]);
});

it('refuses an unknown account, and changes nothing while the provider is away', async () => {
  const before = await logged();
  expect(await makeAdmin(config, 'khong-co@cong-ty.vn')).toBe(1);
  const away = loadConfig({ ...api.environment, KHOP_IDENTITY_EMULATOR_URL: 'http://127.0.0.1:1' });
  expect(await makeAdmin(away, 'an@cong-ty.vn')).toBe(1);
  expect(await logged()).toEqual(before);
});
