import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApi, type TestApi } from '../testing/api.ts';

let api: TestApi;
const names = {
  P1: 'Công ty Điện Quang – Hoà Bình',
  P2: 'Hợp tác xã Đồng Tháp',
  P3: 'Giảm 100% giá_bán \\ khuyến mại',
  P4: 'Giảm 1000 giá bán',
};
beforeAll(async () => {
  api = await startTestApi({}, { worker: false });
  for (const [code, name] of Object.entries(names)) {
    const created = await api.call('POST', '/amis/profiles', { code, name, taxCode: '' });
    expect(created.status).toBe(201);
  }
});
afterAll(() => api.close());

async function find(q: string): Promise<string[]> {
  const { status, body } = await api.call<{ items: { code: string }[] }>(
    'GET',
    `/amis/profiles?sort=code&q=${encodeURIComponent(q)}`,
  );
  expect(status).toBe(200);
  return body.items.map((item) => item.code);
}

it.each([
  ['without marks', 'dien quang', ['P1']],
  ['with marks', 'Điện Quang', ['P1']],
  ['in capitals', 'ĐIỆN QUANG', ['P1']],
  ['in decomposed letters', 'Điện Quang'.normalize('NFD'), ['P1']],
  ['with the tone mark on the other vowel', 'hòa bình', ['P1']],
  ['in any order', 'quang điện', ['P1']],
  ['with spaces of any kind', '  quang\u00a0\u3000điện ', ['P1']],
  ['by half a word', 'iện qu', ['P1']],
  ['đ as d', 'dong thap', ['P2']],
  ['đ as itself', 'Đồng', ['P2']],
  // Signs are left out of what is searched and of what is searched for, so none of them can be a pattern.
  ['past signs of LIKE', '100% giá_bán', ['P3', 'P4']],
  ['past a backslash', 'bán \\ khuyến', ['P3']],
  ['by signs alone what an empty search finds', '%_\\', ['P1', 'P2', 'P3', 'P4']],
  ['an apostrophe', "' or 1=1 --", []],
  ['nothing but blanks', '   ', ['P1', 'P2', 'P3', 'P4']],
])('finds %s', async (_what, q, codes) => {
  expect(await find(q)).toEqual(codes);
});

it('refuses a search longer than people type', async () => {
  expect((await api.call('GET', `/amis/profiles?q=${'x'.repeat(201)}`)).status).toBe(400);
});
