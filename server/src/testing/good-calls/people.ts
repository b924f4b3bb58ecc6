import type { ImportReport } from '@khop/contract/runs.ts';
import { unsignedToken } from '../api.ts';
import { workbookFile } from '../workbook-file.ts';
import { type GoodCalls, onFirst, type Stage } from './stage.ts';

const token = () => ({ body: { token: unsignedToken('ketoan@khop.local') } });

/** A check of a file that says something else of a customer, names a new one, and leaves the others out. */
async function checkedFile({ api, profileId }: Stage) {
  const { rows } = await api.context.pool.query<{ code: string; name: string }>(
    "select code, name from amis_partners where profile_id = $1 and type = 'customer' order by code limit 1",
    [profileId],
  );
  const known = { ...rows[0]!, address: 'Số 1 đường Mới, Huế' };
  const file = await workbookFile('amis-customers', [known, { code: 'KH-XEM', name: 'Khách xem trước' }]);
  const fields = { profileId, type: 'customer' };
  const sent = await api.upload<{ runId: string }>('/amis/partners/bulk?dryRun=true', file, fields);
  await api.runEnd(sent.body.runId);
  return { params: { id: sent.body.runId } };
}

export const peopleCalls = {
  getLive: {},
  getReady: {},
  getOpenApi: {},
  getAppConfig: {},
  validateToken: { input: token },
  setCookie: { input: token },
  clearCookie: {},
  listMySessions: {},
  revokeMySession: {
    input: async ({ api }) => {
      const yesterday = Math.floor(Date.now() / 1000) - 86_400;
      const token = unsignedToken('ketoan@khop.local', false, { auth_time: yesterday });
      await api.call('POST', '/auth/set-cookie', { token });
      const { rows } = await api.context.pool.query<{ id: string }>(
        'select id from user_sessions order by started_at limit 1',
      );
      return { params: { id: rows[0]!.id } };
    },
  },
  getMe: {},
  updateMe: {
    input: async ({ read }) => ({
      body: {
        version: (await read<{ version: number }>('/auth/me')).version,
        displayName: 'Chị Trưởng',
        avatarUrl: 'https://khop.local/chi-truong.png',
      },
    }),
    asAdmin: true,
  },
  getPreferences: {},
  savePreference: {
    input: () => ({ params: { id: 'grid.thu' }, body: { value: { width: 120 } } }),
    anyId: 'a preference is made by saving it',
  },
  listUsers: {},
  updateUser: {
    input: async (stage) => {
      await stage.api.call('GET', '/auth/me', undefined, { as: 'phokt@khop.local' });
      return onFirst('/admin/users?q=phokt', ({ version }) => ({ version, isAdmin: true }))(stage);
    },
  },
  revokeUserSessions: {
    input: async ({ api, first }) => {
      await api.call('GET', '/auth/me', undefined, { as: 'nghiviec@khop.local' });
      return { params: { id: (await first('/admin/users?q=nghiviec')).id } };
    },
    notKept: 'the identity provider is asked again, which changes nothing',
  },
  listAuditEvents: {},
  getAuditChain: {},
  listRecordHistory: {
    input: ({ profileId }) => ({ params: { entity: 'profile', entityId: profileId } }),
    anyId: 'a record without history has an empty one',
  },
  listRuns: {
    input: async ({ api }) => {
      // A run of another user.
      await api.context.pool.query(
        `insert into runs (id, kind, scope, status, created_by, finished_at)
         values (gen_random_uuid(), 'import', 'thử', 'cancelled', 'phokt@khop.local', now())`,
      );
      return {};
    },
  },
  getRun: { input: onFirst('/runs?status=succeeded') },
  streamRun: { input: onFirst('/runs?status=succeeded') },
  cancelRun: {
    input: async ({ api }) => {
      // On its way to a worker, but not before an hour: none begins it meanwhile, and none takes it for forgotten.
      const { rows } = await api.context.pool.query<{ id: string }>(
        `with run as (
           insert into runs (id, kind, scope, status, created_by)
           values (gen_random_uuid(), 'import', 'thử', 'queued', 'ketoan@khop.local') returning id
         ), job as (
           insert into pgboss.job (name, data, start_after)
           select 'runs', jsonb_build_object('runId', id), now() + interval '1 hour' from run
         )
         select id from run`,
      );
      return { params: { id: rows[0]!.id } };
    },
  },
  listImports: {},
  recogniseFile: {
    input: async ({ api, profileId }) => ({
      body: { path: `${(await api.call<{ code: string }>('GET', `/amis/profiles/${profileId}`)).body.code}/Hang.xlsx` },
      file: await workbookFile('amis-products', [{ code: 'MOI-02', name: 'Ấm mới', unit: 'Cái', isActive: true }]),
    }),
    notKept: 'a file that is looked at is looked at again',
  },
  undoImport: {
    input: async ({ api, profileId }) => {
      const rows = ['NCCNHAM', 'nccnham'].map((code) => ({ code, name: 'Nhà cung cấp tải nhầm' }));
      const file = await workbookFile('amis-suppliers', rows);
      const sent = await api.upload<{ runId: string }>('/amis/partners/bulk', file, { profileId, type: 'supplier' });
      const { result } = await api.runEnd(sent.body.runId);
      return { params: { id: (result as ImportReport).importId! } };
    },
  },
  listRunDifferences: { input: checkedFile },
  getRunDifferencesWorkbook: { input: checkedFile },
  getImport: { input: onFirst('/imports') },
  getImportErrors: { input: onFirst('/imports') },
} as const satisfies GoodCalls;
