import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { handlers } from '../../handlers.ts';
import { startTestApi, type TestApi } from '../../testing/api.ts';
import { createApp } from '../app.ts';

const PAGE = '<!doctype html><title>Khớp</title>';
const BUILD = '{"id":"abc"}';

let api: TestApi;
let app: FastifyInstance;
let webDir: string;

beforeAll(async () => {
  webDir = await mkdtemp(path.join(tmpdir(), 'khop-web-'));
  for (const folder of ['assets', 'builds/meta']) await mkdir(path.join(webDir, folder), { recursive: true });
  await writeFile(path.join(webDir, 'index.html'), PAGE);
  await writeFile(path.join(webDir, 'assets/main-4f2a.js'), 'export {};');
  for (const name of ['latest', 'meta/abc']) await writeFile(path.join(webDir, `builds/${name}.json`), BUILD);
  api = await startTestApi({}, { worker: false });
  app = await createApp({ ...api.context, config: { ...api.context.config, webDir } }, handlers);
});
afterAll(async () => {
  await app?.close();
  await api?.close();
  await rm(webDir, { recursive: true, force: true });
});

it.each(['/', '/sign-in?redirect=%2F', '/amis/profiles/p1/products', '/khong-co'])(
  'gives the page itself at %s, asked for anew each time',
  async (url) => {
    const answer = await app.inject({ url });
    expect([answer.statusCode, answer.body]).toEqual([200, PAGE]);
    expect(answer.headers['cache-control']).toBe('no-cache');
  },
);

it('lets built files be kept for good, and asks for the list of builds anew', async () => {
  const asset = await app.inject({ url: '/assets/main-4f2a.js' });
  expect([asset.statusCode, asset.headers['cache-control']]).toEqual([200, 'public, max-age=31536000, immutable']);
  for (const url of ['/builds/latest.json', '/builds/meta/abc.json']) {
    const build = await app.inject({ url });
    expect([build.statusCode, build.json(), build.headers['cache-control']]).toEqual([200, { id: 'abc' }, 'no-cache']);
  }
});

it.each([
  ['GET', '/assets/main-0000.js'],
  ['GET', '/builds/meta/other.json'],
  ['GET', '/v1/khong-co'],
  ['POST', '/sign-in'],
] as const)('never answers %s %s with the page: a missing chunk must be known as missing', async (method, url) => {
  const answer = await app.inject({ method, url });
  expect([answer.statusCode, answer.json().error_code]).toEqual([404, 'NOT_FOUND']);
});
