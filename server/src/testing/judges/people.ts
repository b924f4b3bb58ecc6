import { expect } from 'vitest';
import { unsignedToken } from '../api.ts';
import { sheetsOf } from './agreed.ts';
import { forgetsWhatIsOld } from './edges.ts';
import { partsOfImportsWork } from './files/import-parts.ts';
import { counted, type Given, type Judges, KETOAN, type Row } from './judge.ts';
import { tellsListeners } from './streams.ts';

const userRow = { table: 'users' };

export const peopleJudges = {
  getLive: { holds: ({ body }) => expect(body).toMatchObject({ status: 'ok' }) },
  getReady: {
    holds: async ({ body, rows }) => {
      const [latest] = await rows('select name from schema_migrations order by name desc limit 1');
      expect(JSON.stringify(body)).toContain(String(latest!.name));
    },
  },
  getOpenApi: { holds: ({ body }) => expect(Object.keys(body.paths as object).length).toBeGreaterThan(80) },
  getAppConfig: {
    holds: ({ body }) =>
      expect(body).toMatchObject({
        timeZone: 'Asia/Ho_Chi_Minh',
        identity: { mode: 'emulator', projectId: 'demo-khop' },
      }),
  },
  validateToken: { holds: ({ body }) => expect(body).toEqual({ valid: true, revoked: false }) },
  setCookie: {
    writes: ['user_sessions'],
    unaudited: 'signing in is no decision; the session itself is kept',
    holds: async ({ body, headers, rows, sent }) => {
      expect(await rows('select left_at, revoked_at from user_sessions')).toEqual([
        { left_at: null, revoked_at: null },
      ]);
      expect(String(headers['set-cookie'])).toContain(`khop_token=${(sent.body as Row).token}`);
      expect(Date.parse(String(body.expiresAt))).toBeGreaterThan(Date.now());
    },
  },
  clearCookie: {
    holds: async ({ headers, rows, stage }) => {
      expect(String(headers['set-cookie'])).toContain('khop_token=;');
      // With its cookie, the device is noted as signed out.
      const [session] = await rows(
        'select id, auth_time as at, device from user_sessions order by started_at desc limit 1',
      );
      const token = unsignedToken(KETOAN, false, { auth_time: Number(session!.at) });
      const answer = await stage.api.app.inject({
        method: 'POST',
        url: '/v1/auth/clear-cookie',
        headers: { cookie: `khop_token=${token}`, 'user-agent': String(session!.device) },
      });
      const left = await rows('select left_at is not null as left from user_sessions where id = $1', [session!.id]);
      expect([answer.statusCode, left]).toEqual([204, [{ left: true }]]);
      await rows('update user_sessions set left_at = null where id = $1', [session!.id]);
    },
  },
  listMySessions: {
    of: { table: 'user_sessions' },
    total: counted('user_sessions where left_at is null and revoked_at is null'),
  },
  revokeMySession: {
    writes: ['user_sessions'],
    of: { table: 'user_sessions' },
    holds: async ({ rows, sent }) =>
      expect(
        await rows('select revoked_at is not null as over from user_sessions where id = $1', [sent.params!.id]),
      ).toEqual([{ over: true }]),
  },
  getMe: { of: userRow, holds: ({ body }) => expect(body.email).toBe(KETOAN) },
  updateMe: { of: userRow, derived: ['lastSeenAt'] },
  getPreferences: { holds: ({ body }) => expect(body).toBeTypeOf('object') },
  savePreference: {
    writes: ['user_preferences'],
    unaudited: 'a width of a column is no decision',
    holds: async ({ rows, sent }) =>
      expect(await rows('select value from user_preferences where name = $1', [sent.params!.id])).toEqual([
        { value: (sent.body as Row).value },
      ]),
  },
  listUsers: { of: userRow, total: counted('users') },
  updateUser: {
    of: userRow,
    holds: async ({ rows, sent }) =>
      expect(await rows('select is_admin from users where id = $1', [sent.params!.id])).toEqual([{ is_admin: true }]),
  },
  revokeUserSessions: {
    holds: async ({ rows, sent }) => {
      const [row] = await rows("select valid_since > now() - interval '1 minute' as recent from users where id = $1", [
        sent.params!.id,
      ]);
      expect(row!.recent).toBe(true);
    },
  },
  listAuditEvents: { of: { table: 'audit_events', except: ['before', 'after'] }, total: counted('audit_events') },
  getAuditChain: {
    holds: async ({ body, rows }) => {
      const [row] = await rows(
        `select count(*)::int as events, (select hash from audit_seals where position = $1) as head
        from audit_events`,
        [body.sealed],
      );
      expect(row).toEqual({ events: Number(body.sealed) + Number(body.pending), head: body.head });
      expect(body.broken).toBeNull();
    },
  },
  listRecordHistory: {
    total: counted("audit_events where entity = 'profile' and entity_id = $1", ({ stage }) => [stage.profileId]),
  },
  listRuns: {
    of: { table: 'runs', except: ['counters', 'result', 'done', 'total'] },
    total: counted(`runs where created_by = '${KETOAN}'`),
    alike: { mine: 'who is no admin sees no others' },
    holds: async ({ rows, stage }) => {
      const [row] = await rows(
        `select count(*)::int as all, (count(*) filter (where created_by = 'admin@khop.local'))::int as own from runs`,
      );
      const seen = async (query: string) => (await stage.read<{ total: number }>(`/runs?limit=1${query}`)).total;
      expect({ all: await seen(''), own: await seen('&mine=true') }).toEqual(row);
      expect(Number(row!.all)).toBeGreaterThan(await counted(`runs where created_by = '${KETOAN}'`)({ rows } as Given));
    },
  },
  getRun: { of: { table: 'runs', except: ['counters', 'result'] } },
  streamRun: {
    holds: async (given) => {
      expect(given.raw.toString()).toContain(`"id":"${given.sent.params!.id}"`);
      await tellsListeners(given);
    },
  },
  cancelRun: {
    holds: async ({ rows, sent }) =>
      expect(
        await rows(
          'select status, cancel_requested as asked, finished_at is not null as ended from runs where id = $1',
          [sent.params!.id],
        ),
      ).toEqual([{ status: 'cancelled', asked: true, ended: true }]),
  },
  listImports: { total: counted('import_batches') },
  recogniseFile: {
    holds: async ({ body, rows, stage }) => {
      expect(body).toMatchObject({
        layout: 'amis-products',
        title: 'Danh sách hàng hóa, dịch vụ',
        hasRows: true,
        profile: { id: stage.profileId, by: 'path' },
        problem: null,
      });
      expect(await rows('select id from uploads where sha256 = $1', [body.sha256])).toEqual([]);
      expect(await rows("select id from amis_products where code = 'MOI-02'")).toEqual([]);
    },
  },
  listRunDifferences: {
    total: counted('import_differences where run_id = $1', ({ sent }) => [sent.params!.id]),
    holds: async ({ body, rows, sent }) => {
      const stored = await rows(
        'select kind, code, title, cells from import_differences where run_id = $1 order by place',
        [sent.params!.id],
      );
      expect((body.items as Row[]).length).toBeGreaterThan(0);
      expect(body.items).toEqual(stored.slice(0, Number(body.limit)));
    },
  },
  getRunDifferencesWorkbook: {
    holds: async ({ raw, rows, sent }) => {
      const stored = await rows('select code, title, cells from import_differences where run_id = $1', [
        sent.params!.id,
      ]);
      const text = [...(await sheetsOf(raw)).values()].join('\n').replaceAll('&amp;', '&');
      for (const { code, title, cells } of stored)
        for (const one of [
          code,
          title,
          ...(cells as Row[]).flatMap(({ label, before, after }) => [label, before, after]),
        ])
          expect(text).toContain(one);
    },
  },
  getImport: {
    holds: async ({ body, rows }) => {
      const [batch] = await rows('select file_name as "fileName", layout, sha256 from import_batches where id = $1', [
        body.id,
      ]);
      expect({ ...(body.report as Row), ...body }).toMatchObject(batch!);
    },
  },
  undoImport: {
    writes: ['amis_partners', 'import_batches'],
    holds: async ({ body, rows, sent, stage }) => {
      expect(body).toMatchObject({ id: sent.params!.id, undo: null, report: { created: 1 } });
      expect(await rows("select 1 from amis_partners where code = 'NCCNHAM'")).toEqual([]);
      expect(await rows('select 1 from import_changes where import_id = $1', [body.id])).toEqual([]);
      expect(await rows('select undone_by from import_batches where id = $1', [body.id])).toEqual([
        { undone_by: body.undoneBy },
      ]);
      await forgetsWhatIsOld({ stage });
      await partsOfImportsWork();
      // Customers that are connected stay.
      const [used] = await rows(
        "select id from import_batches where layout = 'amis-customers' and profile_id = $1 order by created_at limit 1",
        [stage.profileId],
      );
      expect(await stage.api.call('POST', `/imports/${used!.id}/undo`)).toMatchObject({
        status: 422,
        body: { error_code: 'IMPORT_IN_USE', message: expect.stringContaining('đã được nối với Bravo') },
      });
    },
  },
  getImportErrors: {
    holds: async ({ raw, headers, rows, sent }) => {
      const [batch] = await rows('select rejected, file_name as name from import_batches where id = $1', [
        sent.params!.id,
      ]);
      const rejected = batch!.rejected as Row[];
      expect(rejected.length).toBeGreaterThan(0);
      const text = [...(await sheetsOf(raw)).values()].join('\n');
      for (const { message } of rejected) expect(text).toContain(message);
      expect(decodeURIComponent(String(headers['content-disposition']))).toContain(
        `${String(batch!.name).replace('.xlsx', '')} - loi.xlsx`,
      );
    },
  },
} as const satisfies Judges;
