import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApi, type TestApi, unsignedToken } from '../../testing/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({}, { worker: false });
});
afterAll(() => api.close());

const authorization = () => `Bearer ${unsignedToken('ketoan@khop.local')}`;

type Sent = {
  method?: 'GET' | 'POST' | 'DELETE' | 'OPTIONS';
  url: string;
  type?: string;
  packing?: string;
  payload?: string | Buffer;
};

async function answerTo({ method = 'GET', url, type, packing, payload }: Sent) {
  const response = await api.app.inject({
    method,
    url,
    headers: {
      authorization: authorization(),
      ...(type && { 'content-type': type }),
      ...(packing && { 'content-encoding': packing }),
    },
    ...(payload !== undefined && { payload }),
  });
  return { status: response.statusCode, body: response.json() as { error_code: string; message: string } };
}

/** Words of the libraries underneath; codes, field names and JSON stay. */
const ENGLISH =
  /\b(invalid|expected|received|body|request|unsupported|too (small|big)|limit reached|multipart|valid)\b/i;

const profiles = '/v1/amis/profiles';
const json = 'application/json';
const upload = { method: 'POST', url: '/v1/amis/products/bulk' } as const;

describe('whatever is sent, the answer is an error of the contract in Vietnamese', () => {
  it.each<[what: string, sent: Sent, status: number, code: string, says: string]>([
    ['an address that cannot be decoded', { url: '/v1/%E0%A4%A' }, 400, 'VALIDATION', 'Địa chỉ'],
    ['an unknown address', { method: 'DELETE', url: '/v1/khong-co' }, 404, 'NOT_FOUND', 'DELETE /v1/khong-co'],
    ['a preflight of another site', { method: 'OPTIONS', url: profiles }, 404, 'NOT_FOUND', 'OPTIONS'],
    [
      'a key in an address that is longer than any',
      { url: `/v1/bravo/items/${'A'.repeat(501)}` },
      400,
      'VALIDATION',
      'địa chỉ dài quá 500 ký tự',
    ],
    ['no id', { url: `${profiles}/abc` }, 400, 'VALIDATION', 'id – cần là mã UUID'],
    [
      'a body of another type',
      { method: 'POST', url: profiles, type: 'text/xml', payload: '<a/>' },
      400,
      'VALIDATION',
      'application/json',
    ],
    ['broken JSON', { method: 'POST', url: profiles, type: json, payload: '{"a":' }, 400, 'VALIDATION', 'JSON'],
    [
      'packed JSON',
      { method: 'POST', url: profiles, type: json, packing: 'gzip', payload: gzipSync('{"code":"A"}') },
      400,
      'VALIDATION',
      'được nén (Content-Encoding: gzip)',
    ],
    [
      'a packed form',
      { ...upload, type: 'multipart/form-data; boundary=xx', packing: 'br', payload: 'abc' },
      400,
      'VALIDATION',
      'được nén (Content-Encoding: br)',
    ],
    ['no JSON', { method: 'POST', url: profiles, type: json, payload: '' }, 400, 'VALIDATION', 'đang trống'],
    [
      'a poisoned prototype',
      { method: 'POST', url: profiles, type: json, payload: '{"__proto__":{"a":1}}' },
      400,
      'VALIDATION',
      'JSON',
    ],
    [
      'a wrong type',
      { method: 'POST', url: profiles, type: json, payload: '{"code":5}' },
      400,
      'VALIDATION',
      'code – cần là chuỗi chữ',
    ],
    [
      'a script for a picture',
      {
        method: 'POST',
        url: profiles,
        type: json,
        payload: '{"code":"A","name":"A","taxCode":"","logoUrl":"javascript:alert(1)"}',
      },
      400,
      'VALIDATION',
      'logoUrl – cần là địa chỉ bắt đầu bằng http',
    ],
    [
      'an empty code',
      { method: 'POST', url: profiles, type: json, payload: '{"code":"","name":"A"}' },
      400,
      'VALIDATION',
      'code – đang trống',
    ],
    [
      'too much JSON for a form',
      { method: 'POST', url: profiles, type: json, payload: `{"code":"${'x'.repeat(2 * 1024 * 1024)}"}` },
      413,
      'FILE_TOO_LARGE',
      '2 MB',
    ],
    [
      'too much JSON for a long list',
      {
        method: 'POST',
        url: '/v1/bravo-sales-ledgers',
        type: json,
        payload: `{"rows":["${'x'.repeat(10 * 1024 * 1024)}"]}`,
      },
      413,
      'FILE_TOO_LARGE',
      '10 MB',
    ],
    [
      'too much JSON to a public operation',
      { method: 'POST', url: '/v1/auth/validate-token', type: json, payload: `{"token":"${'x'.repeat(16 * 1024)}"}` },
      413,
      'FILE_TOO_LARGE',
      '16 kB',
    ],
    [
      'too many values to a public operation',
      { method: 'POST', url: '/v1/auth/validate-token', type: json, payload: `[${'0,'.repeat(200)}0]` },
      400,
      'VALIDATION',
      '100 giá trị',
    ],
    ['no page', { url: '/v1/amis/products?limit=0' }, 400, 'VALIDATION', 'limit – cần ít nhất 1'],
    ['a page too long', { url: '/v1/amis/products?limit=501' }, 400, 'VALIDATION', 'limit – cần nhiều nhất 500'],
    ['two limits', { url: '/v1/amis/products?limit=5&limit=6' }, 400, 'VALIDATION', 'limit – cần là số'],
    [
      'an offset beyond counting',
      { url: '/v1/amis/products?offset=99999999999999999999' },
      400,
      'VALIDATION',
      'offset – cần nhiều nhất',
    ],
    [
      'SQL for a sort',
      { url: '/v1/amis/products?sort=name;drop%20table%20users' },
      400,
      'VALIDATION',
      'sort – cần là một trong: code, name',
    ],
    [
      'a form without a boundary',
      { ...upload, type: 'multipart/form-data', payload: 'abc' },
      400,
      'VALIDATION',
      'Hãy tải lại tệp',
    ],
    [
      'a form that is none',
      { ...upload, type: 'multipart/form-data; boundary=xx', payload: 'abc' },
      400,
      'VALIDATION',
      'Hãy tải lại tệp',
    ],
    [
      'a form cut off in the file',
      {
        ...upload,
        type: 'multipart/form-data; boundary=xx',
        payload: '--xx\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\nMã,Tên\r\nA1,Nồi',
      },
      400,
      'VALIDATION',
      'Hãy tải lại tệp',
    ],
    [
      'two files',
      {
        ...upload,
        type: 'multipart/form-data; boundary=xx',
        payload: `${['a', 'b'].map((name) => `--xx\r\nContent-Disposition: form-data; name="file"; filename="${name}.csv"\r\n\r\nMã,Tên\r\n`).join('')}--xx--\r\n`,
      },
      400,
      'VALIDATION',
      'một tệp',
    ],
  ])('%s', async (_what, sent, status, code, says) => {
    const { status: answered, body } = await answerTo(sent);
    expect({ status: answered, code: body.error_code }).toEqual({ status, code });
    expect(body.message).toContain(says);
    expect(body.message).not.toMatch(ENGLISH);
  });

  it('leaves no file behind of a form that was refused', async () => {
    const file = { name: 'a.csv', content: Buffer.from('Mã,Tên\n') };
    const refused = await api.upload(upload.url.slice(3), file, { profileId: 'abc' });
    expect(refused.status).toBe(400);
    expect((await api.context.pool.query('select id from uploads')).rowCount).toBe(0);
  });

  it('reads far beyond the end of a list as an empty page', async () => {
    const { body } = await api.call<{ items: unknown[] }>('GET', `/amis/products?offset=${Number.MAX_SAFE_INTEGER}`);
    expect(body.items).toEqual([]);
  });
});

describe('another site’s page', () => {
  it('may have a cookie sent along for reading only', async () => {
    const cookie = `khop_token=${unsignedToken('ketoan@khop.local')}`;
    const send = async (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', url: string) =>
      (await api.app.inject({ method, url, headers: { cookie }, ...(method !== 'GET' && { payload: {} }) })).statusCode;
    expect(await send('GET', '/v1/auth/me')).toBe(200);
    expect(await send('POST', profiles)).toBe(401);
    expect(await send('PATCH', `${profiles}/01980000-0000-7000-8000-000000000000`)).toBe(401);
    expect(await send('DELETE', `${profiles}/01980000-0000-7000-8000-000000000000`)).toBe(401);
  });

  it('is told that it may not read answers, embed the page, or guess types', async () => {
    const { headers } = await api.app.inject({
      url: '/v1/app-config',
      headers: { origin: 'https://evil.example' },
    });
    expect(headers['access-control-allow-origin']).toBeUndefined();
    expect(headers['cross-origin-resource-policy']).toBe('same-origin');
    expect(headers['x-frame-options']).toBe('SAMEORIGIN');
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['content-security-policy']).toContain("default-src 'self'");
  });
});

it('shows the contract to people, without a sign-in', async () => {
  const page = await api.app.inject({ url: '/v1/docs' });
  expect([page.statusCode, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  expect(page.body).toContain('/v1/invoice-issuance/periods');
});
