import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApi, type TestApi, unsignedToken } from '../../testing/api.ts';
import { workbookFile } from '../../testing/workbook-file.ts';

let api: TestApi;
let port: number;
beforeAll(async () => {
  api = await startTestApi();
  await api.app.listen({ port: 0, host: '127.0.0.1' });
  ({ port } = api.app.server.address() as { port: number });
});
afterAll(() => api?.close());

/** Sends bytes as they are: no library in between makes them right. */
function send(method: string, address: string, contentType = '', body: Uint8Array = new Uint8Array()) {
  const head = [
    ...[' HTTP/1.1', 'Host: localhost', 'Connection: close', `Content-Length: ${body.length}`],
    `Authorization: Bearer ${unsignedToken('an@khop.local')}`,
    ...(contentType ? [`Content-Type: ${contentType}`] : []),
  ].join('\r\n');
  return new Promise<{ status: number; body: Record<string, unknown> }>((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect(port, '127.0.0.1', () =>
      socket.write(
        Buffer.concat([Buffer.from(`${method} /v1`), Buffer.from(address), Buffer.from(`${head}\r\n\r\n`), body]),
      ),
    );
    socket.on('data', (chunk) => chunks.push(Buffer.from(chunk)));
    socket.on('error', reject).on('end', () => {
      const text = Buffer.concat(chunks).toString();
      const json = text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1);
      resolve({ status: Number(text.split(' ')[1]), body: JSON.parse(json) });
    });
  });
}

const latin = (text: string) => Buffer.from(text, 'latin1');
const FORM = 'multipart/form-data; boundary=ranh';
const form = (...parts: readonly string[]) =>
  latin(`${parts.map((part) => `--ranh\r\nContent-Disposition: form-data; ${part}\r\n`).join('')}--ranh--\r\n`);
const file = (name: string): string => `name="file"; filename="${name}"\r\nContent-Type: text/csv\r\n\r\na,b`;

describe('bytes that are no UTF-8', () => {
  it.each<[string, Parameters<typeof send>]>([
    [
      'in a JSON body',
      ['POST', '/amis/profiles', 'application/json', latin('{"code":"A","name":"Ph\xfa","taxCode":""}')],
    ],
    ['cut off in a JSON body', ['POST', '/amis/profiles', 'application/json', latin('{"code":"A","name":"\xe1\xbb')]],
    ['in the path', ['GET', '/bravo/items/A%ff']],
    ['in a parameter', ['GET', '/bravo/items?q=%ff']],
    ['longer than need be, in a parameter', ['GET', '/bravo/items?q=%c0%af']],
    ['half a surrogate pair, in a parameter', ['GET', '/bravo/items?q=%ed%a0%80']],
    ['a lone percent sign', ['GET', '/bravo/items?q=%']],
    [
      'in a field of a form',
      ['POST', '/amis/products/bulk', FORM, form('name="profileId"\r\n\r\n\xff', file('a.csv'))],
    ],
    ['in the name of a field', ['POST', '/amis/products/bulk', FORM, form('name="a\xff"\r\n\r\n1', file('a.csv'))]],
    ['in the name of a file', ['POST', '/amis/products/bulk', FORM, form(file('H\xe0ng.csv'))]],
  ])('are refused %s, with a sentence', async (_where, request) => {
    const { status, body } = await send(...request);
    expect({ status, code: body.error_code }).toEqual({ status: 400, code: 'VALIDATION' });
    expect(body.message).toMatch(/UTF-8/);
    expect((await api.context.pool.query('select from uploads')).rowCount).toBe(0);
  });

  it('are no bytes of honest text', async () => {
    const name = 'Công ty «Ánh Dương» 100% – 👩‍💻';
    const json = Buffer.from(JSON.stringify({ code: 'AD', name, taxCode: '' }));
    expect(await send('POST', '/amis/profiles', 'application/json', json)).toMatchObject({
      status: 201,
      body: { name },
    });
    const found = await send('GET', `/amis/profiles?q=${encodeURIComponent('ánh 100%')}`);
    expect(found.status).toBe(200);
  });
});

describe('signs that turn text around', () => {
  it('leave what people name, written as they are or escaped, and nothing else goes with them', async () => {
    const turned = 'An \u202eúhP\u202c \u2066Khang\u2069';
    for (const [code, json] of [
      ['T1', JSON.stringify({ code: 'T1\u200e', name: turned, taxCode: '' })],
      ['T2', String.raw`{"code":"T2","name":"An \u202eúhP\u202C \u2066Khang\u2069","taxCode":""}`],
    ] as const) {
      const { body } = await send('POST', '/amis/profiles', 'application/json', Buffer.from(json));
      expect(body).toMatchObject({ code, name: 'An úhP Khang' });
    }
  });

  it('leave the names in files, and the name that comes with a sign-in', async () => {
    const { body: profile } = await api.call<{ id: string }>('POST', '/amis/profiles', {
      ...{ code: 'F1', name: 'Tệp', taxCode: '' },
    });
    const rows = [
      {
        code: 'SP\u200e1',
        name: 'Nồi \u202exslx.mơc\u202c điện',
        unit: 'Cái',
        kind: 'Hàng hóa',
        vatRate: '10',
        isActive: true,
      },
    ];
    const upload = await api.upload<{ runId: string }>(
      '/amis/products/bulk',
      await workbookFile('amis-products', rows),
      { profileId: profile.id },
    );
    expect((await api.runEnd(upload.body.runId)).status).toBe('succeeded');
    const { body } = await api.call<{ items: object[] }>('GET', '/amis/products');
    expect(body.items).toMatchObject([{ code: 'SP1', name: 'Nồi xslx.mơc điện' }]);

    const token = unsignedToken('ten@khop.local', false, { name: 'Lan \u202enimdA' });
    const me = await api.app.inject({ url: '/v1/auth/me', headers: { authorization: `Bearer ${token}` } });
    expect(me.json().displayName).toBe('Lan nimdA');
  });
});
