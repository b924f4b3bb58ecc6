import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApi, type TestApi } from '../../testing/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({}, { worker: false });
});
afterAll(() => api.close());

type Event = { entity: string; entityId: string; names: Record<string, string> };
const ADMIN = { as: 'admin@khop.local', admin: true };

it('names every id of an audit event whose record is still there', async () => {
  const create = async (code: string) =>
    (await api.call<{ id: string }>('POST', '/amis/profiles', { code, name: `Công ty ${code}`, taxCode: '' })).body.id;
  const [stays, goes] = [await create('AP'), await create('BD')];
  const days = { fromDate: '2026-09-01', toDate: '2026-09-30' };
  const period = { name: 'Tháng 9', ...days, profileIds: [stays, goes], issuers: { CN01: [stays] } };
  const { body } = await api.call<{ id: string }>('POST', '/invoice-issuance/periods', period);
  const { items } = (await api.call<{ items: Event[] }>('GET', `/history/period/${body.id}`)).body;
  expect(items).toHaveLength(1);
  expect(items[0]!.names).toMatchObject({
    [body.id]: 'Tháng 9',
    [stays]: 'AP — Công ty AP',
    [goes]: 'BD — Công ty BD',
  });
  await api.call('DELETE', `/invoice-issuance/periods/${body.id}`);
  await api.call('DELETE', `/amis/profiles/${goes}`);
  const log = (await api.call<{ items: Event[] }>('GET', '/admin/audit-events', undefined, ADMIN)).body.items ?? [];
  const made = log.find(
    ({ entity, entityId, names }) => entity === 'period' && entityId === body.id && stays in names,
  )!;
  expect(made.names).toEqual({ [stays]: 'AP — Công ty AP' });
});
