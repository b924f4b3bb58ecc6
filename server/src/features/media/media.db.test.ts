import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { handlers } from '../../handlers.ts';
import { createApp } from '../../http/app.ts';
import { startTestApi, type TestApi, unsignedToken } from '../../testing/api.ts';
import { signatureOf } from './signature.ts';

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
type Signature = { cloud_name: string; api_key: string; timestamp: number; signature: string };

let api: TestApi;
let now = new Date();
beforeAll(async () => {
  api = await startTestApi({ now: () => now }, { worker: false });
});
afterAll(() => api?.close());

async function signed(): Promise<Record<string, string>> {
  const { status, body } = await api.call<Signature>('GET', '/cloudinary/signature');
  expect(status).toBe(200);
  expect(Object.keys(body).sort()).toEqual(['api_key', 'cloud_name', 'signature', 'timestamp']);
  return { api_key: body.api_key, timestamp: String(body.timestamp), signature: body.signature };
}
const send = (fields: Record<string, string>, content = PNG) =>
  api.upload<{ secure_url: string; error_code?: string }>('/media/upload', { name: 'anh.png', content }, fields, {
    anonymous: true,
  });

describe('the local media store', () => {
  it('takes a signed picture without a token, and serves it to every caller for long', async () => {
    const first = await send(await signed());
    expect(first.status, JSON.stringify(first.body)).toBe(200);
    expect(first.body.secure_url).toMatch(/^http:\/\/localhost:8080\/v1\/media\/[0-9a-f-]{36}$/);
    const again = await send(await signed());
    expect(again.body).toEqual(first.body);

    const path = new URL(first.body.secure_url).pathname.slice('/v1'.length);
    const image = await api.call('GET', path, undefined, { anonymous: true });
    expect(image.status).toBe(200);
    expect(image.raw.equals(PNG)).toBe(true);
    expect(image.headers).toMatchObject({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      'cache-control': 'public, max-age=31536000, immutable',
    });

    const me = await api.call<{ version: number }>('GET', '/auth/me');
    const saved = await api.call('PATCH', '/auth/me', { version: me.body.version, avatarUrl: first.body.secure_url });
    expect(saved.body).toMatchObject({ avatarUrl: first.body.secure_url });
  });

  it('gives a signature to signed-in people only, and never the secret', async () => {
    expect((await api.call('GET', '/cloudinary/signature', undefined, { anonymous: true })).status).toBe(401);
    const { secret } = await api.context.db.selectFrom('mediaSecret').select('secret').executeTakeFirstOrThrow();
    const { raw } = await api.call<Signature>('GET', '/cloudinary/signature');
    expect(raw.toString()).not.toContain(secret);
  });

  it('takes one picture for a signature, and the same one again for its idempotency key', async () => {
    const fields = await signed();
    expect((await send({ ...fields }, Buffer.from('no picture'))).status).toBe(422);
    const sendUnder = (key: string) =>
      api.upload('/media/upload', { name: 'anh.png', content: PNG }, fields, { anonymous: true, idempotencyKey: key });
    const first = await sendUnder('một');
    expect(first.status).toBe(200);
    for (const answer of [await send(fields), await send(fields, Buffer.concat([PNG, PNG])), await sendUnder('hai')])
      expect(answer).toMatchObject({ status: 403, body: { error_code: 'SIGNATURE_INVALID' } });
    expect(await sendUnder('một')).toMatchObject({ status: 200, body: first.body });
    const together = await signed();
    const answers = await Promise.all([1, 2, 3].map(() => send(together)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403, 403]);
  });

  it('names the one picture that a signature for Cloudinary is good for', async () => {
    const media = { mode: 'cloudinary', cloudName: 'cong-ty', apiKey: 'khoa', apiSecret: 'bi-mat' } as const;
    const app = await createApp({ ...api.context, config: { ...api.context.config, media } }, handlers);
    const headers = { authorization: `Bearer ${unsignedToken('an@khop.local')}` };
    const ask = async () => (await app.inject({ url: '/v1/cloudinary/signature', headers })).json();
    const { signature, cloud_name, api_key, ...signedFields } = await ask();
    expect({ cloud_name, api_key }).toEqual({ cloud_name: 'cong-ty', api_key: 'khoa' });
    expect(Object.keys(signedFields).sort()).toEqual(['overwrite', 'public_id', 'timestamp']);
    expect(signedFields.overwrite).toBe('false');
    expect(signature).toBe(signatureOf(signedFields, 'bi-mat'));
    expect((await ask()).public_id).not.toBe(signedFields.public_id);
    await app.close();
  });

  it('refuses what is not signed, signed long ago, too large or no picture, and keeps nothing of it', async () => {
    const count = async () => (await api.context.db.selectFrom('mediaImages').select('id').execute()).length;
    const before = await count();
    const fields = await signed();
    const other = Buffer.concat([PNG, Buffer.from([1])]);
    const forged = await send({ ...fields, signature: '0'.repeat(64) }, other);
    expect(forged).toMatchObject({ status: 403, body: { error_code: 'SIGNATURE_INVALID' } });
    const moved = await send({ ...fields, timestamp: String(Number(fields.timestamp) + 1) }, other);
    expect(moved).toMatchObject({ status: 403, body: { error_code: 'SIGNATURE_INVALID' } });
    expect(await send({}, other)).toMatchObject({ status: 400, body: { error_code: 'VALIDATION' } });
    expect(await send(fields, Buffer.from('<svg onload="alert(1)">'))).toMatchObject({
      status: 422,
      body: { error_code: 'FILE_TYPE_NOT_SUPPORTED' },
    });
    const vast = Buffer.from(PNG);
    vast.writeUInt32BE(60_000, 16);
    vast.writeUInt32BE(60_000, 20);
    expect(await send(fields, vast)).toMatchObject({
      status: 413,
      body: { message: expect.stringContaining('60000') },
    });
    expect(await send(fields, Buffer.from('\xff\xd8\xff/*<script>', 'latin1'))).toMatchObject({
      status: 422,
      body: { error_code: 'FILE_TYPE_NOT_SUPPORTED' },
    });
    expect(await send(fields, Buffer.alloc(5 * 1024 * 1024 + 1, PNG))).toMatchObject({
      status: 413,
      body: { error_code: 'FILE_TOO_LARGE' },
    });
    expect(await send(fields, Buffer.alloc(0))).toMatchObject({ status: 400, body: { error_code: 'FILE_REQUIRED' } });
    now = new Date(now.getTime() + 3_601_000);
    expect(await send(fields, other)).toMatchObject({ status: 403, body: { error_code: 'SIGNATURE_INVALID' } });
    expect(await count()).toBe(before);
  });
});
