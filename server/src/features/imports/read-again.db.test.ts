import type { ImportReport } from '@khop/contract/runs.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApi, type TestApi } from '../../testing/api.ts';
import { workbookFile } from '../../testing/workbook-file.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api?.close());

it('reads the very same file once more when a person wants it: an earlier version may have read it otherwise', async () => {
  const created = await api.call<{ id: string }>('POST', '/amis/profiles', { code: 'AP', name: 'An Phú', taxCode: '' });
  const profileId = created.body.id;
  const file = await workbookFile('amis-products', [
    { code: 'A1', name: 'Nồi cơm điện', unit: 'Cái', isActive: true },
    { code: 'A2', name: 'Ấm đun nước', unit: 'Cái', isActive: true },
  ]);
  const upload = async (query = '') => {
    const sent = await api.upload<{ runId: string }>(`/amis/products/bulk${query}`, file, { profileId });
    return (await api.runEnd(sent.body.runId)).result as ImportReport;
  };
  const names = async () =>
    (await api.context.db.selectFrom('amisProducts').select('name').orderBy('code').execute()).map(({ name }) => name);
  await upload();
  // As an earlier version would have read it: other values, and their fingerprint.
  const wrong = { name: 'Đọc sai', fingerprint: 'khác' };
  await api.context.db.updateTable('amisProducts').set(wrong).where('code', '=', 'A2').execute();
  expect(await upload()).toMatchObject({ sameFile: true, changed: 0 });
  expect(await names()).toEqual(['Nồi cơm điện', 'Đọc sai']);
  expect(await upload('?again=true')).toMatchObject({ sameFile: false, created: 0, changed: 1, unchanged: 1 });
  expect(await names()).toEqual(['Nồi cơm điện', 'Ấm đun nước']);
});
