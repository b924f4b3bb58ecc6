import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { startTestApi, type TestApi } from '../../testing/api.ts';
import { workbookFile } from '../../testing/workbook-file.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({}, { worker: false });
});
afterAll(() => api.close());

const line = {
  ...{ branchCode: 'CN01', docCode: 'HD', docNo: 'HD1', docDate: '2026-09-01', partnerCode: 'KH1', itemCode: 'VT1' },
  ...{
    sourceKey: 'CN01-1-1',
    itemName: 'Nồi',
    unit: 'Cái',
    quantity: '1',
    baseQuantity: '1',
    amount: 1000,
    vatRate: '8',
  },
};

type Profile = { id: string; code: string };
const create = (code: string, idempotencyKey: string, as = 'ketoan@khop.local') =>
  api.call<Profile>('POST', '/amis/profiles', { code, name: code, taxCode: '' }, { idempotencyKey, as });
const count = async (table: string, where: string) =>
  (await api.context.pool.query<{ n: number }>(`select count(*)::int as n from ${table} where ${where}`)).rows[0]!.n;

it('does once what is asked twenty times at once, and gives all the same answer', async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, () => create('MOT', 'k1')));
  expect(new Set(answers.map((answer) => `${answer.status} ${answer.body.id}`)).size).toBe(1);
  expect(answers[0]!.status).toBe(201);
  expect(await count('profiles', "code = 'MOT'")).toBe(1);
  expect(await count('audit_events', "action = 'profile.create' and summary like '%MOT%'")).toBe(1);
});

it('refuses the key for anything else: another body, another address', async () => {
  await create('HAI', 'k2');
  const mismatch = { status: 422, body: { error_code: 'IDEMPOTENCY_MISMATCH' } };
  expect(await create('BA', 'k2')).toMatchObject(mismatch);
  expect(await api.call('POST', '/bravo-sales-ledgers', { rows: [line] }, { idempotencyKey: 'k2' })).toMatchObject(
    mismatch,
  );
  expect(await count('profiles', "code = 'BA'")).toBe(0);
});

it('lets two people use the same key, each for their own', async () => {
  const [one, two] = await Promise.all([create('TU', 'k3', 'mot@khop.local'), create('NAM', 'k3', 'hai@khop.local')]);
  expect([one.body.code, two.body.code]).toEqual(['TU', 'NAM']);
});

it('keeps the key free when the request was refused', async () => {
  await create('SAU', 'k4');
  expect(await create('SAU', 'k5')).toMatchObject({ status: 422, body: { error_code: 'CODE_TAKEN' } });
  await api.context.pool.query("delete from profiles where code = 'SAU'");
  expect(await create('SAU', 'k5')).toMatchObject({ status: 201 });
});

it('takes one of two different requests that race for a key', async () => {
  const answers = await Promise.all([create('BAY', 'k6'), create('TAM', 'k6')]);
  expect(answers.map((answer) => answer.status).sort()).toEqual([201, 422]);
  expect(await count('profiles', "code in ('BAY', 'TAM')")).toBe(1);
});

it('starts one run for a file that is sent five times at once, and keeps one copy of it', async () => {
  const { body: profile } = await create('TEP', 'k7');
  const file = await workbookFile('amis-products', [{ code: 'A1', name: 'Nồi', unit: 'Cái', isActive: true }]);
  const send = (idempotencyKey?: string) =>
    api.upload<{ runId: string }>(
      '/amis/products/bulk',
      file,
      { profileId: profile.id },
      idempotencyKey ? { idempotencyKey } : {},
    );
  const answers = await Promise.all(Array.from({ length: 5 }, () => send('k8')));
  expect(new Set(answers.map((answer) => answer.body.runId)).size).toBe(1);
  expect(await count('runs', 'true')).toBe(1);
  expect(await count('uploads', 'true')).toBe(1);
  // Without a key a second one is refused while the first waits, and leaves no file behind.
  expect(await send()).toMatchObject({ status: 422, body: { error_code: 'RUN_IN_PROGRESS' } });
  expect(await count('uploads', 'true')).toBe(1);
});

it('answers a change that was made as made, also where every connection for changes is taken right after', async () => {
  const { body: profile } = await create('BAN', 'k9');
  const { writes } = api.context;
  const held = await Promise.all(Array.from({ length: writes.options.max }, () => writes.connect()));
  const file = await workbookFile('amis-products', [{ code: 'A1', name: 'Nồi', unit: 'Cái', isActive: true }]);
  const sent = api.upload('/amis/products/bulk', file, { profileId: profile.id }, { idempotencyKey: 'k10' });
  await vi.waitUntil(() => writes.waitingCount === 1, { timeout: 2000, interval: 5 });
  // The next in the queue has the connection when the change is written, and keeps it.
  const next = writes.connect();
  held.pop()!.release();
  try {
    expect(await sent).toMatchObject({ status: 202 });
    expect(await count('uploads', "id in (select (payload ->> 'uploadId')::uuid from runs)")).toBe(
      await count('runs', 'true'),
    );
    // A call that stores nothing needs none of them.
    const body = { document: {} };
    const asked = api.call('POST', '/invoice-issuance/export-layouts/preview', body, { idempotencyKey: 'k11' });
    expect((await asked).status).toBe(200);
  } finally {
    for (const client of [...held, await next]) client.release();
  }
});

it('refuses a key that is empty or endless', async () => {
  for (const key of ['', 'x'.repeat(201)]) {
    const answer = await api.app.inject({
      method: 'POST',
      url: '/v1/auth/clear-cookie',
      headers: { 'idempotency-key': key },
    });
    expect([key.length, answer.statusCode]).toEqual([key.length, 400]);
  }
});
