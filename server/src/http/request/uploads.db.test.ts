import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { Endpoint } from '@khop/contract/endpoint.ts';
import { contract } from '@khop/contract/index.ts';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { handlers } from '../../handlers.ts';
import { sweepUploads } from '../../jobs/leftovers.ts';
import { startTestApi, type TestApi, unsignedToken } from '../../testing/api.ts';
import { createApp } from '../app.ts';
import { MAX_UPLOAD_BYTES, storeUpload, sweepUploadFolders, withUploadedFile } from './uploads.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({}, { worker: false });
});
afterAll(() => api.close());
beforeEach(() => api.context.pool.query('delete from uploads'));

const stored = async () =>
  (
    await api.context.pool.query(
      'select u.id, count(c.*)::int as pieces from uploads u left join upload_chunks c on c.upload_id = u.id group by 1',
    )
  ).rows;

/** A stream that gives its next piece only when told to. */
function slowFile() {
  const stream = new Readable({ read() {} });
  return { stream, send: (text: string) => stream.push(text), end: () => stream.push(null) };
}

it('lets people send slowly without holding a connection to the database', async () => {
  const files = Array.from({ length: api.context.config.databasePool + 2 }, slowFile);
  const uploads = files.map(({ stream }, index) => storeUpload(api.context, `f${index}.csv`, stream, 'a@khop.local'));
  for (const file of files) file.send(`Mã,Tên\n${'x'.repeat(1024 * 1024)}`);
  // With a connection per upload this would wait until one of them ends.
  expect((await api.call('GET', '/amis/profiles')).status).toBe(200);
  for (const file of files) file.end();
  expect((await Promise.all(uploads)).map((upload) => upload.size)).toEqual(files.map(() => 1024 * 1024 + 9));
});

it('stores what was sent, in pieces, and gives it back as it was', async () => {
  const content = Buffer.from('Mã,Tên\nA1,Nồi\n'.repeat(200_000));
  const parts = Array.from({ length: 40 }, (_, at) => content.subarray(at * 91_111, (at + 1) * 91_111));
  const { uploadId, size } = await storeUpload(api.context, 'so.csv', Readable.from(parts), 'a@khop.local');
  const whole = Buffer.concat(parts);
  expect(size).toBe(whole.length);
  expect((await stored())[0]).toMatchObject({ id: uploadId, pieces: 4 });
  await withUploadedFile(api.context, uploadId, 'so.csv', async (path) => {
    expect(path.endsWith('.csv')).toBe(true);
    expect((await readFile(path)).equals(whole)).toBe(true);
  });
});

it('keeps nothing of a file that is too large, broken off, or no file of rows', async () => {
  const tooLarge = Readable.from(
    (function* () {
      const piece = Buffer.alloc(8 * 1024 * 1024, 'x');
      for (let sent = 0; sent <= MAX_UPLOAD_BYTES; sent += piece.length) yield piece;
    })(),
  );
  const broken = new Readable({
    read() {
      this.push('a,b\n');
      this.destroy(new Error('the sender went away'));
    },
  });
  await expect(storeUpload(api.context, 'a.csv', tooLarge, 'a')).rejects.toMatchObject({ code: 'FILE_TOO_LARGE' });
  await expect(storeUpload(api.context, 'a.csv', broken, 'a')).rejects.toThrow('went away');
  await expect(storeUpload(api.context, 'a.pdf', Readable.from([Buffer.from('a,b')]), 'a')).rejects.toMatchObject({
    code: 'FILE_TYPE_NOT_SUPPORTED',
  });
  expect(await stored()).toEqual([]);
});

it('takes no more than so many bytes that wait, of one person and of everybody, until runs have ended or led to imports', async () => {
  const MB = 1024 * 1024;
  const { context } = api;
  const limited = { ...context, config: { ...context.config, uploadQuota: { ofPerson: 4 * MB, ofAll: 6 * MB } } };
  const send = (megabytes: number, person: string) =>
    storeUpload(limited, 'so.csv', Readable.from([Buffer.alloc(megabytes * MB, 'x')]), person);
  const first = await send(3, 'a@khop.local');
  await expect(send(2, 'a@khop.local')).rejects.toMatchObject({ code: 'UPLOADS_OF_PERSON_FULL', status: 413 });
  await send(2, 'b@khop.local');
  await expect(send(2, 'c@khop.local')).rejects.toMatchObject({ code: 'UPLOADS_FULL', status: 507 });
  expect(await stored()).toHaveLength(2);

  const runOf = (status: string) =>
    context.pool.query(
      `insert into runs (id, kind, scope, status, created_by, payload)
       values (gen_random_uuid(), 'import', $1, $1, 'a', jsonb_build_object('uploadId', $2::text))`,
      [status, first.uploadId],
    );
  await runOf('queued');
  expect(await sweepUploads(context.pool, context.now())).toBe(0);
  await context.pool.query("update runs set status = 'failed' where scope = 'queued'");
  expect(await sweepUploads(context.pool, context.now())).toBe(1);
  expect((await send(3, 'a@khop.local')).size).toBe(3 * MB);
});

it('removes folders that killed processes left behind, and no others', async () => {
  // Services of other tests sweep the folder that they share.
  const own = await mkdtemp(join(tmpdir(), 'khop-test-'));
  vi.stubEnv('TMPDIR', own);
  const [old, fresh] = await Promise.all([1, 2].map(() => mkdtemp(join(own, 'khop-upload-'))));
  await writeFile(join(old!, 'upload.xlsx'), 'x');
  const dayBefore = new Date(Date.now() - 25 * 3600 * 1000);
  await utimes(old!, dayBefore, dayBefore);
  expect(await sweepUploadFolders(new Date(), 24 * 3600 * 1000)).toBe(1);
  expect(existsSync(old!)).toBe(false);
  expect(existsSync(fresh!)).toBe(true);
  vi.unstubAllEnvs();
  await rm(own, { recursive: true });
});

it('keeps of a file name what can be seen of it, at most 200 characters with the ending', async () => {
  const send = async (name: string) => {
    const seen: string[] = [];
    const context = {
      ...api.context,
      workbooks: { ...api.context.workbooks, refuseOtherFiles: (one: string) => void seen.push(one) },
    };
    const app = await createApp(context, handlers);
    const form = new FormData();
    form.set('file', new Blob(['Mã,Tên\n']), name);
    const request = new Request('http://localhost/', { method: 'POST', body: form });
    await app.inject({
      method: 'POST',
      url: '/v1/amis/products/bulk',
      headers: {
        authorization: `Bearer ${unsignedToken('ketoan@khop.local')}`,
        'content-type': request.headers.get('content-type')!,
      },
      payload: Buffer.from(await request.arrayBuffer()),
    });
    await app.close();
    return seen[0];
  };
  expect(await send('so\u202excslx.\u0007csv')).toBe('soxcslx.csv');
  expect(await send('../../etc/so.csv')).toBe('so.csv');
  expect(await send('\u202e')).toBe('tep');
  const long = await send(`${'d'.repeat(5000)}.csv`);
  expect(long).toHaveLength(200);
  expect(long).toMatch(/^d+…d+\.csv$/);
});

const UPLOADS = (Object.entries(contract) as [string, Endpoint][]).filter(([, { multipart }]) => multipart);

it.each(UPLOADS)('%s says of a body that breaks off that it is to be sent again', async (_, { path }) => {
  const id = '01900000-0000-7000-8000-000000000000';
  const form = new FormData();
  for (const name of ['profileId', 'layout', 'name', 'code']) form.set(name, id);
  form.set('file', new Blob(['Mã,Tên\n'.repeat(100)]), 'so.csv');
  const request = new Request('http://localhost/', { method: 'POST', body: form });
  const payload = Buffer.from(await request.arrayBuffer());
  const { statusCode, body } = await api.app.inject({
    method: 'POST',
    url: `/v1${path.replace('{id}', id)}?profileId=${id}`,
    headers: {
      authorization: `Bearer ${unsignedToken('admin@khop.local', true)}`,
      'content-type': request.headers.get('content-type')!,
    },
    payload: payload.subarray(0, payload.length - 80),
  });
  expect(statusCode, body).toBe(400);
  expect(JSON.parse(body)).toMatchObject({
    error_code: 'VALIDATION',
    message: 'Nội dung tải lên bị cắt ngang hoặc sai định dạng. Hãy tải lại tệp.',
  });
});
