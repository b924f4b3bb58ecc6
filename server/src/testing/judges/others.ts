import { expect, vi } from 'vitest';
import { imageSizeOf } from '../../features/media/image-size.ts';
import { unsignedToken } from '../api.ts';
import { sheetsOf } from './agreed.ts';
import { forgetsWhatIsOld } from './edges.ts';
import { storesNothing } from './everything.ts';
import { partsOfImportsWork } from './import-parts.ts';
import { counted, type Given, type Judges, type Row, run } from './judge.ts';
import { comparesSignatures, readsPictures } from './pictures.ts';
import { tellsListeners } from './streams.ts';

const KETOAN = 'ketoan@khop.local';
const userRow = { table: 'users' };

const monthId = async ({ rows, stage }: Given): Promise<unknown> =>
  (
    await rows("select id from shared_inventory_periods where profile_id = $1 and month::text like '2026-09%'", [
      stage.profileId,
    ])
  )[0]!.id;
const rowsOfMonth =
  (table: string) =>
  async (given: Given): Promise<number> => {
    const [row] = await given.rows(`select count(*)::int as n from ${table} where period_id = $1`, [
      await monthId(given),
    ]);
    return Number(row!.n);
  };
const monthIs = (status: string, table: string) => async (given: Given) => {
  expect(await rowsOfMonth(table)(given)).toBeGreaterThan(0);
  expect(await given.rows('select status from shared_inventory_periods where id = $1', [await monthId(given)])).toEqual(
    [{ status }],
  );
};

export const inventoryJudges = {
  saveSharedInventoryPeriod: { of: { table: 'shared_inventory_periods', except: ['month'] } },
  getSharedInventoryPeriod: { of: { table: 'shared_inventory_periods', except: ['month'] } },
  loadSharedAmisInventory: {
    writes: ['import_batches', 'shared_inventory_amis_rows', 'shared_inventory_periods'],
    holds: run('shared-inventory-amis', async (given) =>
      expect((given.body.result as Row).created).toBe(await rowsOfMonth('shared_inventory_amis_rows')(given)),
    ),
  },
  loadSharedBravoInventory: {
    writes: ['shared_inventory_bravo_rows', 'shared_inventory_periods'],
    holds: run('shared-inventory-bravo', monthIs('loaded', 'shared_inventory_bravo_rows')),
  },
  generateSharedInventory: {
    writes: ['shared_inventory_periods', 'shared_inventory_rows'],
    holds: run('shared-inventory-generate', monthIs('generated', 'shared_inventory_rows')),
  },
  listSharedInventory: {
    of: { table: 'shared_inventory_rows', except: ['amisProducts', 'bravoItems'] },
    total: rowsOfMonth('shared_inventory_rows'),
    holds: ({ items }) => {
      for (const { amisQuantity, bravoQuantity, sharedQuantity, state } of items) {
        const smaller = Math.max(0, Math.min(Number(amisQuantity), Number(bravoQuantity ?? 0)));
        if (state === 'matched' || state === 'differs') expect(Number(sharedQuantity)).toBeCloseTo(smaller, 6);
      }
    },
  },
  getSharedInventoryStats: {
    holds: async (given) => {
      const states = await given.rows(
        'select state, count(*)::int as n from shared_inventory_rows where period_id = $1 group by 1',
        [await monthId(given)],
      );
      expect(given.body.byState).toMatchObject(Object.fromEntries(states.map(({ state, n }) => [state, n])));
      expect(given.body.rows).toBe(states.reduce((sum, { n }) => sum + Number(n), 0));
    },
  },
  updateSharedInventoryStatus: {
    writes: ['shared_inventory_periods'],

    holds: monthIs('locked', 'shared_inventory_rows'),
  },
} as const satisfies Judges;

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

const layout = { table: 'export_layouts', except: ['document'] };

export const layoutJudges = {
  listExportLayouts: {
    holds: async ({ items, rows }) => {
      const own = await rows('select code from export_layouts');
      expect(items.filter(({ id }) => id !== null).map(({ code }) => code)).toEqual(own.map(({ code }) => code));
      expect(items.length).toBeGreaterThan(own.length);
    },
  },
  previewExportLayout: {
    holds: async ({ body, rows, sent, stage }) => {
      const { columns } = (sent.body as { document: { columns: { header: string }[] } }).document;
      for (const { header } of columns) expect(JSON.stringify(body)).toContain(header);
      // Of a period that has invoices it shows these.
      const path = '/invoice-issuance/export-layouts/preview';
      const shown = await stage.api.call<{ rows: string[][] }>(
        'POST',
        path,
        { ...(sent.body as object), periodId: stage.periodId },
        { as: 'admin@khop.local', admin: true },
      );
      const numbers = await rows('select voucher_number as number from invoices where period_id = $1', [
        stage.periodId,
      ]);
      expect(shown.body.rows.length).toBeGreaterThan(0);
      for (const [number] of shown.body.rows) expect(numbers).toContainEqual({ number });
    },
  },
  sampleExportLayout: {
    holds: ({ body }) => {
      expect(body).toMatchObject({ unmatched: ['Ca bán'] });
      expect((body.document as { columns: object[] }).columns).toEqual([
        { header: 'Số chứng từ', field: 'voucherNumber' },
        { header: 'Mã hàng', field: 'productCode' },
        { header: 'Ca bán' },
      ]);
    },
  },
  createExportLayout: {
    writes: ['export_layouts'],
    of: layout,
    holds: ({ body, sent }) => expect(body).toMatchObject({ code: 'mau-rieng', name: (sent.body as Row).name }),
  },
  updateExportLayout: {
    writes: ['export_layouts'],
    of: layout,
    holds: async ({ rows, sent }) =>
      expect(await rows('select name from export_layouts where id = $1', [sent.params!.id])).toEqual([
        { name: 'Mẫu mới' },
      ]),
  },
  deleteExportLayout: {
    writes: ['export_layouts'],
    holds: async ({ rows, sent }) =>
      expect(await rows('select from export_layouts where id = $1', [sent.params!.id])).toEqual([]),
  },
} as const satisfies Judges;

const latestRules = async ({ rows }: Given): Promise<Row> =>
  (await rows('select version, action, reason, rules from invoice_rule_sets order by version desc limit 1'))[0]!;
const holidaysOf = (rules: unknown): Row[] => (rules as { holidays: Row[] }).holidays;

export const ruleJudges = {
  getInvoiceRules: { holds: ({ body }) => expect(holidaysOf(body.rules).length).toBeGreaterThan(3) },
  updateInvoiceRules: {
    writes: ['invoice_rule_sets'],
    holds: async (given) => {
      const stored = await latestRules(given);
      const sent = given.sent.body as { reason: string; rules: { holidays: object[] } };
      expect(stored).toMatchObject({ reason: sent.reason, version: given.body.version });
      expect(holidaysOf(stored.rules)).toHaveLength(sent.rules.holidays.length);
      expect(holidaysOf(given.body.rules)).toContainEqual(
        expect.objectContaining({ fromDate: '2027-12-31', name: 'Tết' }),
      );
    },
  },
  confirmInvoiceRules: {
    writes: ['invoice_rule_sets'],
    holds: async (given) => {
      const told = holidaysOf((await latestRules(given)).rules).find(({ fromDate }) => fromDate === '2027-12-31');
      expect(told).toMatchObject({ confirmed: { by: 'Đại lý thuế', on: '2026-09-01' } });
    },
  },
  resetInvoiceRules: {
    writes: ['invoice_rule_sets'],
    holds: async (given) => {
      expect((await latestRules(given)).rules).toBeNull();
      expect(holidaysOf(given.body.rules)).not.toContainEqual(expect.objectContaining({ fromDate: '2027-12-31' }));
    },
  },
  listInvoiceRuleChanges: { total: counted('invoice_rule_sets') },
} as const satisfies Judges;

/** A picture of 50 million pixels is taken and one with a row more is not. */
async function takesUpToTheLimit(given: Given): Promise<void> {
  const { sent, stage } = given;
  const send = async (width: number, height: number) => {
    const { api_key, timestamp, signature } = await stage.read<Record<string, string>>('/cloudinary/signature');
    const content = Buffer.from(sent.file!.content);
    content.writeUInt32BE(width, 16);
    content.writeUInt32BE(height, 20);
    const fields = { api_key: api_key!, timestamp: String(timestamp), signature: signature! };
    return stage.api.upload('/media/upload', { name: 'to.png', content }, fields);
  };
  await storesNothing(given, async () => {
    expect((await send(10_000, 5001)).body).toMatchObject({ error_code: 'FILE_TOO_LARGE' });
  });
  // A signature is good for one picture, and one second has one.
  await vi.waitFor(async () => expect((await send(10_000, 5000)).status).toBeLessThan(300), 10_000);
}

export const mediaJudges = {
  getUploadSignature: {
    holds: ({ body }) => {
      expect(body.signature).toMatch(/^[0-9a-f]{64}$/);
      expect(Math.abs(Number(body.timestamp) - Date.now() / 1000)).toBeLessThan(60);
    },
  },
  uploadMedia: {
    writes: ['media_images', 'media_signatures_used'],
    unaudited: 'it belongs to no record yet',
    holds: async (given) => {
      const { rows, sent } = given;
      const { content } = sent.file!;
      expect(await rows('select content from media_images where content = $1', [content])).toHaveLength(1);
      expect(imageSizeOf(content)).toEqual({ width: 1, height: 1 });
      for (const at of [16, 20]) {
        const flat = Buffer.from(content);
        flat.writeUInt32BE(0, at);
        expect(imageSizeOf(flat)).toBeUndefined();
      }
      readsPictures(content);
      comparesSignatures();
      await takesUpToTheLimit(given);
    },
  },
  getMedia: {
    holds: async ({ raw, rows, sent }) =>
      expect((await rows('select content from media_images where id = $1', [sent.params!.id]))[0]!.content).toEqual(
        raw,
      ),
  },
  revokeMySessions: {
    holds: async ({ rows }) => {
      const [row] = await rows(
        "select valid_since > now() - interval '1 minute' as recent from users where email = $1",
        [KETOAN],
      );
      expect(row!.recent).toBe(true);
    },
  },
} as const satisfies Judges;

const LEFT_TO_BRAVO = [expect.objectContaining({ code: 'RECORD_IN_BRAVO' })];

export const bravoSalesJudges = {
  storeSalesLedgers: {
    writes: ['sales_ledger_lines'],
    holds: run('bravo-sales-store', async ({ body, rows, stage }) => {
      expect(body.result).toMatchObject({ changed: 1, created: 1, removed: 1 });
      const stored = (key: string) =>
        rows('select id, source_key as key, amount from sales_ledger_lines where source_key = $1', [key]);
      const changed = JSON.parse(stage.notes.get('changed line')!) as { key: string };
      // Others point at the line by its id, so it is still the same one.
      expect(await stored(changed.key)).toEqual([changed]);
      expect(await stored(stage.notes.get('added line')!)).toHaveLength(1);
      expect(await stored('không còn ở Bravo')).toEqual([]);
    }),
  },
  uploadBravoItems: {
    writes: ['import_batches', 'bravo_items'],
    holds: run('import', async ({ body, rows }) => {
      expect(body.result).toMatchObject({ created: 1, changed: 0, unchanged: 1, rejected: 0, warnings: LEFT_TO_BRAVO });
      expect(await rows("select from bravo_items where name = 'Tên khác'")).toEqual([]);
      expect(await rows("select name, unit, units, source, given_by from bravo_items where code = 'TAY-VT'")).toEqual([
        {
          ...{ name: 'Vật tư ngoài Bravo', unit: 'Cái', source: 'given', given_by: KETOAN },
          units: [
            { unit: 'Cái', rate: '1' },
            { unit: 'Thùng', rate: '24' },
          ],
        },
      ]);
    }),
  },
  uploadBravoPartners: {
    writes: ['import_batches', 'bravo_partners'],
    holds: run('import', async ({ body, rows }) => {
      expect(body.result).toMatchObject({ created: 1, changed: 0, unchanged: 1, rejected: 0, warnings: LEFT_TO_BRAVO });
      expect(await rows("select from bravo_partners where name = 'Tên khác'")).toEqual([]);
      expect(await rows("select name, address, source, given_by from bravo_partners where code = 'TAY-DT'")).toEqual([
        { name: 'Khách ngoài Bravo', address: 'Huế', source: 'given', given_by: KETOAN },
      ]);
    }),
  },
  uploadGivenSales: {
    writes: ['import_batches', 'sales_ledger_lines'],
    holds: run('import', async ({ body, rows }) => {
      // One sale is never two invoices.
      const { created, rejected, rejectedRows } = body.result as {
        created: number;
        rejected: number;
        rejectedRows: Row[];
      };
      expect([created, rejected, ...rejectedRows.map(({ code }) => code)]).toEqual([
        1,
        2,
        'SALE_AMBIGUOUS',
        'SALE_IN_BRAVO',
      ]);
      const stored = await rows(
        "select amount, base_quantity, source_key from sales_ledger_lines where source = 'given'",
      );
      expect(stored).toMatchObject([{ source_key: expect.stringMatching(/^given\//) }]);
      expect([Number(stored[0]!.amount), Number(stored[0]!.base_quantity)]).toEqual([1000, 1]);
    }),
  },
  removeGivenSales: {
    writes: ['sales_ledger_lines'],
    holds: async ({ body, rows, sent }) => {
      expect(body).toEqual({ removed: 1, notFound: [] });
      expect(await rows('select id from sales_ledger_lines where id::text = $1', (sent.body as Row).ids as [])).toEqual(
        [],
      );
    },
  },
  retrieveSalesLedgers: {
    total: counted('sales_ledger_lines where doc_date between $1 and $2', ({ sent }) => [
      sent.query!.fromDate,
      sent.query!.toDate,
    ]),
  },
  listSalesLedgers: {
    of: { table: 'sales_ledger_lines', key: 'sourceKey' },
    total: counted('sales_ledger_lines where doc_date between $1 and $2', ({ sent }) => [
      sent.query!.fromDate,
      sent.query!.toDate,
    ]),
  },
} as const satisfies Judges;
