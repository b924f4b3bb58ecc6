import { afterEach, expect, test, vi } from 'vitest';
import { syncToken } from './token-sync.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

const answering = (status: number) => {
  const fetched = vi.fn(async (_url: string, _init: RequestInit) => new Response(null, { status }));
  vi.stubGlobal('fetch', fetched);
  return fetched;
};

test.each([
  ['POST', 'abc', { authorization: 'Bearer abc' }],
  ['DELETE', 'abc', { authorization: 'Bearer abc' }],
  ['DELETE', null, {}],
] as const)('%s with the token %s', async (method, token, headers) => {
  const fetched = answering(204);
  await syncToken('https://site.vn/session', method, token);
  expect(fetched.mock.calls).toEqual([['https://site.vn/session', { method, headers, credentials: 'include' }]]);
});

test('a refusal of the other site is an error, for the log', async () => {
  answering(500);
  await expect(syncToken('https://site.vn/session', 'POST', 'abc')).rejects.toThrow('500');
});
