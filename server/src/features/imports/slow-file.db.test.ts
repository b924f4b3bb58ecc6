import { afterAll, beforeAll, expect, it } from 'vitest';
import { workbooks } from '../../adapters/workbook/workbooks.ts';
import { startTestApi, type TestApi } from '../../testing/api.ts';
import { workbookFile } from '../../testing/workbook-file.ts';

let api: TestApi;
let reading: () => void = () => {};
beforeAll(async () => {
  api = await startTestApi({
    workbooks: {
      ...workbooks,
      // A file that gives no row for as long as it is read.
      read: (_path, { signal } = {}) =>
        new Promise((_resolve, reject) => {
          signal?.addEventListener('abort', () => reject(signal.reason));
          reading();
        }),
    },
  });
});
afterAll(() => api.close());

it('can be cancelled while its file gives no row', async () => {
  const { body: profile } = await api.call<{ id: string }>('POST', '/amis/profiles', {
    code: 'A',
    name: 'A',
    taxCode: '',
  });
  const begun = new Promise<void>((resolve) => {
    reading = resolve;
  });
  const file = await workbookFile('amis-products', [{ code: 'A1', name: 'Nồi', unit: 'Cái', isActive: true }]);
  const { body } = await api.upload<{ runId: string }>('/amis/products/bulk', file, { profileId: profile.id });
  await begun;
  expect((await api.call('POST', `/runs/${body.runId}/cancel`)).status).toBe(200);
  const run = await api.runEnd(body.runId);
  expect(run).toMatchObject({ status: 'cancelled', errorCode: null });
  const { attempts } = await api.context.db.selectFrom('runs').select('attempts').executeTakeFirstOrThrow();
  expect(attempts).toBe(1);
});
