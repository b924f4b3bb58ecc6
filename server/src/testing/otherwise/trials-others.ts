import type { OperationId } from '@khop/contract/index.ts';
import type { Context } from '../../context.ts';
import { Refusal } from '../../refusal.ts';
import type { Asked, Trial, Trials } from './trial.ts';

/** Templates of exports: codes that are taken, documents that cannot be, and ones that are in use. */
const layouts: Trials = async ({ stage, rows, sent }) => {
  const id = sent.params!.id!;
  const [own] = await rows('select code, version, document from export_layouts where id = $1', [id]);
  const { code, version, document } = own!;
  const tables = ['export_layouts'];
  const wrong = {
    sheetName: 'Phiếu',
    columns: [
      { header: 'A', field: 'khong' },
      { header: 'A', field: 'amount' },
    ],
  };
  const stored = (document as { columns: object[] }).columns;
  const beside = (...more: object[]) => ({ ...(document as object), columns: [...stored, ...more] });
  const edit = (body: object): Trial => ({ tables, sent: { params: { id }, body: { version, ...body } } });
  const make = (body: object): Trial => ({ tables, of: 'createExportLayout', sent: { body } });
  const used = [`update profiles set export_layout = '${code}' where id = '${stage.profileId}'`];
  return {
    'a name': edit({ name: 'Mẫu khác' }),
    'a document': edit({ document: { ...(document as object), sheetName: 'Khác' } }),
    'a document that cannot be': edit({ document: wrong }),
    'a document with one fault': edit({ document: beside({ header: 'Thừa', field: 'khong' }) }),
    'a document with words of its own': edit({
      document: beside(
        { header: 'Luôn', constant: 'Luôn là thế' },
        { header: 'Trống', field: 'address', whenEmpty: '(trống)' },
      ),
    }),
    'shown, though it cannot be': { of: 'previewExportLayout', sent: { body: { document: wrong } } },
    'a code that is taken': make({ code, name: 'Mẫu', document }),
    'a code that ships': make({ code: 'amis-sales-voucher', name: 'Mẫu', document }),
    'another one': make({ code: 'mau-hai', name: 'Mẫu hai', document }),
    'another one that cannot be': make({ code: 'mau-hai', name: 'Mẫu hai', document: wrong }),
    'deleted in use': { tables, of: 'deleteExportLayout', where: used, sent: { params: { id } } },
    'deleted, an old one': {
      ...{
        tables,
        of: 'deleteExportLayout',
        sent: { params: { id }, query: { version: String(Number(version) + 1) } },
      },
    },
    'listed in use': { of: 'listExportLayouts', where: used, sent: {} },
  };
};

type Rules = Record<string, Record<string, unknown>[]>;

/** A sample of a template that is larger than one can be: what is in it is not looked at. */
const samples: Trials = async () => {
  const rows = Buffer.from('Số chứng từ,Mã hàng,Ca bán\nBH1,A,sáng\n'.padEnd(5_000_100, 'BH2,B,chiều\n'));
  const sized = (bytes: number): Trial => ({
    ...{ of: 'sampleExportLayout', tables: ['export_layouts'] },
    sent: { body: {}, file: { name: 'tep.csv', content: rows.subarray(0, bytes) } },
  });
  return { 'of the most bytes': sized(5_000_000), 'of too many bytes': sized(5_000_001) };
};

/** Rules that are the same, wrong, confirmed, or those that ship. */
const rules: Trials = async ({ stage }) => {
  const { version, rules: now } = await stage.read<{ version: number; rules: Rules }>('/invoice-issuance/rules');
  const tables = ['invoice_rule_sets', 'invoice_periods'];
  const reason = 'thông báo mới';
  const edit = (given: object): Trial => ({ tables, sent: { body: { version, rules: given, reason } } });
  const holiday = { fromDate: '2027-04-30', toDate: '2027-04-29', name: 'Sai', source: 'x', reference: '' };
  const [first] = now.holidays!;
  return {
    'the same': edit(now),
    'wrong days': edit({ ...now, holidays: [...now.holidays!, holiday] }),
    'one less': edit({ ...now, holidays: now.holidays!.slice(1) }),
    'no holidays': edit({ ...now, holidays: [] }),
    'no rates': edit({ ...now, vatRates: [] }),
    confirmed: {
      ...{ tables, of: 'confirmInvoiceRules' },
      sent: {
        body: {
          version,
          rules: [{ kind: 'holidays', fromDate: first!.fromDate }],
          confirmed: { by: 'Ai đó', on: '2026-09-01' },
        },
      },
    },
    'taken back': {
      ...{ tables, of: 'confirmInvoiceRules' },
      sent: { body: { version, rules: [{ kind: 'holidays', fromDate: first!.fromDate }], confirmed: null } },
    },
    'confirmed though it is not there': {
      ...{ tables, of: 'confirmInvoiceRules' },
      sent: {
        body: {
          version,
          rules: [{ kind: 'holidays', fromDate: '1999-01-01' }],
          confirmed: { by: 'Ai đó', on: '2026-09-01' },
        },
      },
    },
    'those that ship': { tables, of: 'resetInvoiceRules', sent: { body: { version, reason } } },
  };
};

/** Profiles and their warehouses. */
const profiles: Trials = async ({ stage, rows }) => {
  const { profileId } = stage;
  const [one] = await rows('select version, warehouses_version as warehouses from profiles where id = $1', [profileId]);
  const [other] = await rows('select code from profiles where id <> $1 order by code limit 1', [profileId]);
  const { version, warehouses } = one!;
  const tables = ['profiles', 'profile_warehouses'];
  const params = { id: profileId };
  const edit = (body: object): Trial => ({ tables, sent: { params, body: { version, ...body } } });
  const named = (items: object[], where: readonly string[] = []): Trial => ({
    ...{ tables, of: 'updateProfileWarehouses', where, sent: { params, body: { version: warehouses, items } } },
  });
  return {
    'a name': edit({ name: 'Công ty khác' }),
    'a code': edit({ code: 'KHAC' }),
    'a code that is taken': edit({ code: other!.code }),
    'a code that is taken, made': {
      of: 'createProfile',
      sent: { body: { code: other!.code, name: 'A', taxCode: '' } },
    },
    'a tax code': edit({ taxCode: '0101243150' }),
    'an account': edit({ accounts: { receivable: '1319' } }),
    'a day of closed books': edit({ lockedThrough: '2026-08-31' }),
    'no day of closed books': edit({ lockedThrough: null }),
    'Saturdays and swapped days': edit({ saturdayIsWorking: true, followsSwaps: 'yes' }),
    deleted: { tables, of: 'deleteProfile', sent: { params } },
    'deleted, an old one': { of: 'deleteProfile', sent: { params, query: { version: String(Number(version) + 1) } } },
    'no warehouse': named([]),
    'two warehouses': named([
      { name: 'Kho A', code: 'A' },
      { name: 'Kho B', code: 'B' },
    ]),
    'a warehouse twice': named([
      { name: 'Kho A', code: 'A' },
      { name: 'kho  a', code: 'B' },
    ]),
    'two names of one warehouse': named([
      { name: 'Kho A', code: 'A' },
      { name: 'Kho B', code: 'A' },
    ]),
    'what books call by two codes': {
      ...{ of: 'getProfileWarehouses', sent: { params } },
      where: [
        `insert into profile_warehouses (profile_id, name_key, name, code, origin) values
          ('${profileId}', 'kho x', 'Kho X', 'X1', 'books'), ('${profileId}', 'kho x', 'Kho x', 'X2', 'books'),
          ('${profileId}', 'kho y', 'Kho Y', 'Y1', 'books'), ('${profileId}', 'kho thu', 'Kho Thử', 'Z', 'books')`,
      ],
    },
  };
};

/** Records of AMIS, one field at a time. */
const record =
  (
    table: 'amis_products' | 'amis_partners',
    fields: Readonly<Record<string, unknown>>,
    others: Readonly<Record<string, readonly string[]>>,
  ): Trials =>
  async ({ rows, sent }) => {
    const id = sent.params!.id!;
    const [row] = await rows(`select version from ${table} where id = $1`, [id]);
    const edit = (name: string, value: unknown): Trial => ({
      ...{ tables: [table, 'runs'], sent: { params: { id }, body: { version: row!.version, [name]: value } } },
    });
    const kind = table === 'amis_products' ? 'product' : 'partner';
    const live = `insert into runs (id, kind, scope, status, created_by) select gen_random_uuid(), '${kind}-suggestions-refresh',
      profile_id, 'running', 'ai đó' from ${table} where id = '${id}'`;
    const beside = `insert into matching_states (kind, profile_id, generated_at, matched_at, minimum_score) select '${kind}', id,
      now(), now(), 0.05 from profiles on conflict do nothing`;
    return Object.fromEntries([
      ...Object.entries(fields).map(([name, value]) => [name, edit(name, value)]),
      ...Object.entries(others).flatMap(([name, values]) =>
        values.map((value) => [`${name} «${value}»`, edit(name, value)]),
      ),
      ['while its suggestions are made', { ...edit('name', 'A'), where: [live] }],
      ['of a profile beside others', { ...edit('name', 'A'), where: [beside] }],
      ...(table === 'amis_partners'
        ? [
            [
              'of a supplier',
              { ...edit('name', 'A'), where: [`update amis_partners set type = 'supplier' where id = '${id}'`] },
            ],
          ]
        : []),
    ]);
  };

/** An identity provider that refuses to do one thing. */
const without = ({ stage }: Pick<Asked, 'stage'>, what: 'setAdmin' | 'revokeSessions'): Partial<Context> => ({
  identity: { ...stage.api.context.identity, [what]: () => Promise.reject(new Refusal('IDENTITY_UNAVAILABLE')) },
});

/** The changes that users may make to themselves and to others. */
const people: Trials = async ({ stage, rows }) => {
  const users = await rows('select id, email, version from users order by email');
  const of = (email: string) => users.find((one) => one.email === email)!;
  const admin = of('admin@khop.local');
  const tables = ['users'];
  const right = (one: Record<string, unknown>, isAdmin: boolean): Trial => ({
    ...{ tables, of: 'updateUser', asAdmin: true },
    sent: { params: { id: String(one.id) }, body: { version: one.version, isAdmin } },
  });
  const other = of('phokt@khop.local');
  return {
    'an admin who gives up the right': right(admin, false),
    'an admin who keeps the right': right(admin, true),
    'another user without the right': right(other, false),
    ...Object.fromEntries(
      (['setAdmin', 'revokeSessions'] as const).flatMap((what) => {
        const context = without({ stage }, what);
        const params = { id: String(other.id) };
        return [
          [`another user with the right, without ${what}`, { ...right(other, true), context }],
          [`another user without the right, without ${what}`, { ...right(other, false), context }],
          [`out of all sessions, without ${what}`, { tables, context, of: 'revokeUserSessions', sent: { params } }],
          [`out of their own sessions, without ${what}`, { tables, context, of: 'revokeMySessions', sent: {} }],
        ];
      }),
    ),
    'a name only': {
      ...{ tables, of: 'updateMe' },
      sent: { body: { version: of('ketoan@khop.local').version, displayName: 'Chị Hai' } },
    },
    'a picture only': {
      ...{ tables, of: 'updateMe' },
      sent: { body: { version: of('ketoan@khop.local').version, avatarUrl: 'https://khop.local/a.png' } },
    },
  };
};

const preferences: Trials = async ({ rows }: Asked) => {
  const [me] = await rows("select id from users where email = 'ketoan@khop.local'");
  const many = (n: number) => `insert into user_preferences (user_id, name, value)
    select '${me!.id}', 'thu.' || n, '1' from generate_series(1, ${n}) n`;
  const save = (where: readonly string[], value: unknown): Trial => ({
    ...{ tables: ['user_preferences'], where, sent: { params: { id: 'grid.moi' }, body: { value } } },
  });
  return {
    'one more': save([], { width: 1 }),
    'a hundred more': save([many(198)], 1),
    'the last one': save([many(199)], 1),
    'one too many': save([many(500)], 1),
    none: save([], null),
  };
};

/** Runs that cannot be ended any more, or not by this person. */
const runs: Trials = async ({ rows, sent }) => {
  const id = sent.params!.id!;
  const [ended] = await rows("select id from runs where status = 'succeeded' order by created_at limit 1");
  const cancel = (run: unknown, where: readonly string[] = [], more: object = {}): Trial => ({
    ...{ where, tables: ['runs'], sent: { params: { id: String(run) } } },
    ...more,
  });
  const set = (text: string) => `update runs set ${text} where id = '${id}'`;
  return {
    'one that has ended': cancel(ended!.id),
    'one of another user': cancel(ended!.id, [
      `update runs set created_by = 'phokt@khop.local' where id = '${ended!.id}'`,
    ]),
    'one at work': cancel(id, [set("status = 'running', finished_at = null, cancel_requested = false")]),
    'one that waits': cancel(id, [set("status = 'queued', finished_at = null, cancel_requested = false")]),
    'one of another user, by an admin': cancel(
      id,
      [set("status = 'queued', finished_at = null, cancel_requested = false, created_by = 'ai đó'")],
      { asAdmin: true },
    ),
  };
};

export const otherTrials: Partial<Record<OperationId, Trials>> = {
  updateExportLayout: layouts,
  sampleExportLayout: samples,
  updateInvoiceRules: rules,
  listProfiles: profiles,
  updateAmisProduct: record(
    'amis_products',
    {
      ...{ name: 'A', unit: 'B', kind: 'C', group: 'D', vatRate: '10', salePrice: '1', isActive: true, note: 'E' },
      ...{ vatReductionFrom: '2025-07-01', vatReductionTo: null, vatReductionSource: 'F' },
    },
    { salePrice: ['123456789012345678.1234567891', '1234567890123456789'] },
  ),
  updateAmisPartner: record(
    'amis_partners',
    {
      ...{ name: 'A', address: 'B', taxCode: '', phone: '1', email: 'a@b.vn', group: 'C', isActive: true, note: 'E' },
      ...{ isOrganisation: null, idNumber: '079000000002', passport: 'C7654321', nationality: 'Pháp' },
      ...{ budgetCode: '1054321' },
    },
    {
      ...{ idNumber: ['', '001000000009'], budgetCode: ['', '1054322'] },
      taxCode: ['0101243150', '0101243151', '12AB', '079000000001'],
    },
  ),
  revokeUserSessions: people,
  savePreference: preferences,
  cancelRun: runs,
};
