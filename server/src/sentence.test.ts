import { createServer } from 'node:net';
import { expect, it } from 'vitest';
import { createPool } from './db/database.ts';
import { PATIENCE } from './db/patience.ts';
import { sentenceOf } from './sentence.ts';

it.each([
  ['a certificate that nothing vouches for', 'DEPTH_ZERO_SELF_SIGNED_CERT', /sslrootcert/],
  ['a certificate of another name', 'ERR_TLS_CERT_ALTNAME_INVALID', /đúng tên máy/],
  ['a database that takes no writing', '25006', /chỉ cho đọc/],
  ['a login without the rights', '42501', /không đủ quyền/],
])('says in Vietnamese what to do about %s', (_what, code, says) => {
  expect(sentenceOf(Object.assign(new Error('in English'), { code }))).toMatch(says);
});

it('says so when the server of the database takes no encrypted connections', async () => {
  // The one byte with which PostgreSQL refuses.
  const server = createServer((socket) => socket.once('data', () => socket.end('N')));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  const pool = createPool(`postgresql://a:b@127.0.0.1:${port}/c?sslmode=verify-full`, 1, PATIENCE.commands);
  const error = await pool.query('select 1').catch((reason: unknown) => reason);
  await pool.end();
  server.close();
  expect(sentenceOf(error)).toMatch(/chưa bật mã hóa/);
});
