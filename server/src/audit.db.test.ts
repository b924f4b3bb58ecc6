import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApi, type TestApi } from './testing/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({}, { worker: false });
  await api.call('POST', '/amis/profiles', { code: 'MOT', name: 'Một', taxCode: '' });
});
afterAll(() => api.close());

const events = async () =>
  (await api.context.pool.query("select to_jsonb(e) as event from audit_events e where action = 'profile.create'"))
    .rows;

it.each([
  "update audit_events set summary = 'không có gì'",
  "delete from audit_events where action = 'profile.create'",
  'truncate audit_events',
])('refuses «%s» to the database login of the service', async (statement) => {
  const before = await events();
  expect(before).toHaveLength(1);
  await expect(api.context.pool.query(statement)).rejects.toThrow('audit_events is append-only');
  expect(await events()).toEqual(before);
});
