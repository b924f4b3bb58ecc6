import { readFile, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { freshFolder } from './stage/folders.ts';
import { type Product, type ProductOptions, startProduct } from './stage/product.ts';

type AppConfig = { identity: { apiKey: string; emulatorUrl: string } };

let dataDir: string;
const started: Product[] = [];

beforeAll(async () => {
  dataDir = await freshFolder('khop số liệu Á-');
});
afterEach(async () => {
  for (const product of started.splice(0)) await product.stop();
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

async function start(options: ProductOptions = {}): Promise<Product> {
  const product = await startProduct({ sample: 'none', dataDir, ...options });
  started.push(product);
  return product;
}

async function answer<T>(url: string, init?: RequestInit): Promise<T> {
  const response = await fetch(url, init);
  if (!response.ok) throw new Error(`${response.status} ${url}: ${await response.text()}`);
  return (await response.json()) as T;
}

/** Signs in at the emulator the way the browser does. */
async function signIn(url: string, email: string): Promise<string> {
  const { identity } = await answer<AppConfig>(`${url}/v1/app-config`);
  const path = '/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword';
  const { idToken } = await answer<{ idToken: string }>(`${identity.emulatorUrl}${path}?key=${identity.apiKey}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: 'khop-demo-2026', returnSecureToken: true }),
  });
  return idToken;
}

type Person = { uid: string; email: string; isAdmin: boolean; displayName: string; version: number };

const me = (url: string, token: string) =>
  answer<Person>(`${url}/v1/auth/me`, { headers: { authorization: `Bearer ${token}` } });

/** Ports on which anything still listens. */
async function listening(ports: readonly number[]): Promise<number[]> {
  const tried = await Promise.all(
    ports.map(
      (port) =>
        new Promise<boolean>((resolve) => {
          const socket = connect(port, '127.0.0.1');
          socket.once('connect', () => {
            socket.destroy();
            resolve(true);
          });
          socket.once('error', () => resolve(false));
        }),
    ),
  );
  return ports.filter((_, index) => tried[index]);
}

async function portsOf(url: string): Promise<number[]> {
  const { identity } = await answer<AppConfig>(`${url}/v1/app-config`);
  const database = await readFile(path.join(dataDir, 'database', 'postgres', 'postmaster.pid'), 'utf8');
  return [new URL(url).port, new URL(identity.emulatorUrl).port, database.split('\n')[3]].map(Number);
}

describe('npm start', () => {
  it('answers with both demo accounts, leaves nothing behind, and keeps its data', async () => {
    const first = await start();
    const ports = await portsOf(first.url);
    expect(first.output()).toContain(first.url);
    expect(first.output()).toContain('ketoan@khop.local');

    const admin = await me(first.url, await signIn(first.url, 'admin@khop.local'));
    expect(admin).toMatchObject({ email: 'admin@khop.local', isAdmin: true });
    const token = await signIn(first.url, 'ketoan@khop.local');
    const accountant = await me(first.url, token);
    expect(accountant).toMatchObject({ uid: 'demo-ketoan', isAdmin: false });
    await answer(`${first.url}/v1/auth/me`, {
      method: 'PATCH',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ version: accountant.version, displayName: 'Phạm Thị Sổ Cái' }),
    });
    expect(await listening(ports)).toEqual(ports);
    expect(await first.stop()).toBe(0);
    expect(await listening(ports)).toEqual([]);

    const second = await start();
    const again = await me(second.url, await signIn(second.url, 'ketoan@khop.local'));
    expect(again.displayName).toBe('Phạm Thị Sổ Cái');
  });

  it('recovers from a supervisor that was killed, and refuses a second one on the same data', async () => {
    const killed = await start();
    const ports = await portsOf(killed.url);
    await expect(start()).rejects.toThrow(/Khớp đang chạy với dữ liệu trong/);

    const gone = new Promise((resolve) => killed.supervisor.once('exit', resolve));
    killed.supervisor.kill('SIGKILL');
    await gone;
    const next = await start();
    expect(await listening(ports)).toEqual([]);
    expect(await me(next.url, await signIn(next.url, 'ketoan@khop.local'))).toMatchObject({ uid: 'demo-ketoan' });
  });

  it('names the port that is taken', async () => {
    const running = await start();
    const port = new URL(running.url).port;
    await expect(start({ dataDir: undefined, env: { PORT: port } })).rejects.toThrow(`Cổng ${port} đang bận`);
  });
});
