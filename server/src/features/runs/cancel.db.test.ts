import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApi, type TestApi } from '../../testing/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({}, { worker: false });
});
afterAll(() => api.close());

const runOf = async (createdBy: string): Promise<string> => {
  const { rows } = await api.context.pool.query<{ id: string }>(
    `insert into runs (id, kind, scope, status, created_by) values (gen_random_uuid(), 'import', gen_random_uuid(), 'running', $1)
     returning id`,
    [createdBy],
  );
  return rows[0]!.id;
};
const stored = async (id: string) => (await api.context.pool.query('select * from runs where id = $1', [id])).rows[0];
const cancel = (id: string, as: string, admin = false) =>
  api.call('POST', `/runs/${id}/cancel`, undefined, { as, admin });
const audited = async (id: string) =>
  (await api.context.pool.query('select actor, action, summary from audit_events where entity_id = $1', [id])).rows;

it('is ended by the person who started it, and by an admin, and the log says who', async () => {
  for (const [as, admin] of [
    ['an@khop.local', false],
    ['quantri@khop.local', true],
  ] as const) {
    const id = await runOf('an@khop.local');
    expect(await cancel(id, as, admin)).toMatchObject({ status: 200, body: { id, status: 'running' } });
    expect(await stored(id)).toMatchObject({ cancel_requested: true });
    expect(await audited(id)).toEqual([{ actor: as, action: 'run.cancel', summary: 'Dừng tác vụ của an@khop.local' }]);
  }
});

it('is not ended by another user, nor one of the system by a user who is no admin', async () => {
  for (const starter of ['an@khop.local', 'hệ thống']) {
    const id = await runOf(starter);
    const before = await stored(id);
    const { status, body } = await cancel(id, 'binh@khop.local');
    expect([status, body.error_code]).toEqual([403, 'ADMIN_ONLY']);
    expect(body.message).toContain(starter);
    expect(await stored(id)).toEqual(before);
    expect(await audited(id)).toEqual([]);
    expect((await cancel(id, 'quantri@khop.local', true)).status).toBe(200);
  }
});
