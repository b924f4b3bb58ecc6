import fs from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { childEnvironment, type IdentityConfig, identityOf, loadConfig } from '../../config.ts';
import { type IdentityEmulator, startIdentityEmulator } from '../embedded/identity-emulator.ts';
import { createFirebaseIdentity } from './firebase.ts';
import type { IdentityProvider } from './identity-provider.ts';

let directory: string;
let emulator: IdentityEmulator;
let config: IdentityConfig;
let identity: IdentityProvider;

async function start(): Promise<void> {
  emulator = await startIdentityEmulator({
    projectId: 'demo-khop',
    stateFile: path.join(directory, 'identity', 'accounts.json'),
    logFile: path.join(directory, 'identity.log'),
    env: childEnvironment({}),
  });
  config = identityOf(loadConfig({ KHOP_IDENTITY_EMULATOR_URL: emulator.url }));
  identity = createFirebaseIdentity(config);
}

beforeAll(async () => {
  directory = await fs.mkdtemp(path.join(os.tmpdir(), 'khop-identity-'));
  await start();
});
afterAll(async () => {
  await emulator.stop();
  await fs.rm(directory, { recursive: true, force: true });
});

type SignIn = { idToken: string; refreshToken: string; error?: { message: string } };

async function signIn(email: string, password: string): Promise<SignIn> {
  const response = await fetch(
    `${emulator.url}/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=${config.apiKey}`,
    {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password, returnSecureToken: true }),
    },
  );
  return (await response.json()) as SignIn;
}

describe('Firebase identity against the emulator', () => {
  it('creates a person whose token it then verifies', async () => {
    const created = await identity.createUser({
      uid: 'an',
      email: 'an@cong-ty.vn',
      password: 'mat-khau-an',
      name: 'Lê An',
    });
    expect(created).toMatchObject({ uid: 'an', email: 'an@cong-ty.vn', name: 'Lê An', admin: false, disabled: false });
    const { idToken } = await signIn('an@cong-ty.vn', 'mat-khau-an');
    expect(await identity.verify(idToken)).toMatchObject({
      kind: 'valid',
      claims: { uid: 'an', email: 'an@cong-ty.vn', name: 'Lê An', admin: false, provider: 'password' },
    });
    expect(await identity.verify(`${idToken}x`)).toMatchObject({ kind: 'invalid' });
  });

  it('makes a user an admin from the next token on, and takes it back', async () => {
    await identity.createUser({ uid: 'binh', email: 'binh@cong-ty.vn', password: 'mat-khau-binh' });
    await identity.setAdmin('binh', true);
    const asAdmin = await identity.verify((await signIn('binh@cong-ty.vn', 'mat-khau-binh')).idToken);
    expect(asAdmin).toMatchObject({ kind: 'valid', claims: { admin: true } });
    await identity.setAdmin('binh', false);
    const after = await identity.verify((await signIn('binh@cong-ty.vn', 'mat-khau-binh')).idToken);
    expect(after).toMatchObject({ kind: 'valid', claims: { admin: false } });
  });

  it('finds and lists people', async () => {
    await identity.createUser({ uid: 'chi', email: 'chi@cong-ty.vn', password: 'mat-khau-chi', admin: true });
    expect(await identity.getUser('chi')).toMatchObject({ email: 'chi@cong-ty.vn', admin: true });
    expect(await identity.findUserByEmail('chi@cong-ty.vn')).toMatchObject({ uid: 'chi' });
    expect(await identity.getUser('khong-co')).toBeNull();
    expect(await identity.findUserByEmail('khong-co@cong-ty.vn')).toBeNull();
    const { users, next } = await identity.listUsers();
    expect(users.map(({ uid }) => uid)).toContain('chi');
    expect(next).toBeNull();
  });

  it('moves the start of valid sessions when they are revoked', async () => {
    await identity.createUser({ uid: 'dung', email: 'dung@cong-ty.vn', password: 'mat-khau-dung' });
    const before = Math.floor(Date.now() / 1000);
    await identity.revokeSessions('dung');
    const saved = await fetch(`${emulator.url}/identitytoolkit.googleapis.com/v1/projects/demo-khop/accounts:lookup`, {
      method: 'POST',
      headers: { authorization: 'Bearer owner', 'content-type': 'application/json' },
      body: JSON.stringify({ localId: ['dung'] }),
    });
    const { users } = (await saved.json()) as { users: { validSince: string }[] };
    expect(Number(users[0]?.validSince)).toBeGreaterThanOrEqual(before);
  });

  it('says why it refuses', async () => {
    await identity.createUser({ uid: 'em', email: 'em@cong-ty.vn', password: 'mat-khau-em' });
    await expect(identity.createUser({ email: 'em@cong-ty.vn', password: 'mat-khau-em' })).rejects.toMatchObject({
      kind: 'already-exists',
    });
    await expect(identity.setAdmin('khong-co', true)).rejects.toMatchObject({ kind: 'not-found' });
    await expect(identity.createUser({ email: 'f@cong-ty.vn', password: '1' })).rejects.toMatchObject({
      kind: 'refused',
    });
  });

  it('keeps people, their passwords and their claims over a restart', async () => {
    await identity.createUser({ uid: 'giang', email: 'giang@cong-ty.vn', password: 'mat-khau-giang', admin: true });
    await emulator.stop();
    await start();
    expect(await identity.getUser('giang')).toMatchObject({ email: 'giang@cong-ty.vn', admin: true });
    const { idToken } = await signIn('giang@cong-ty.vn', 'mat-khau-giang');
    expect(await identity.verify(idToken)).toMatchObject({ kind: 'valid', claims: { uid: 'giang', admin: true } });
    const state = await fs.stat(path.join(directory, 'identity', 'accounts.json'));
    expect(state.mode & 0o077).toBe(0);
  });

  it('reports an identity service that is away as unavailable', async () => {
    const gone = createFirebaseIdentity({ ...config, emulatorUrl: 'http://127.0.0.1:1' } as IdentityConfig);
    await expect(gone.getUser('an')).rejects.toMatchObject({ kind: 'unavailable' });
  });

  it('reports one that takes a question and never answers as unavailable', async () => {
    const hole = createServer(() => {});
    await new Promise<void>((resolve) => hole.listen(0, '127.0.0.1', resolve));
    try {
      const emulatorUrl = `http://127.0.0.1:${(hole.address() as AddressInfo).port}`;
      const silent = createFirebaseIdentity({ ...config, emulatorUrl } as IdentityConfig, 300);
      await expect(silent.revokeSessions('an')).rejects.toMatchObject({ kind: 'unavailable' });
    } finally {
      hole.closeAllConnections();
      hole.close();
    }
  }, 10_000);
});
