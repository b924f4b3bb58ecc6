import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDatabase, createPool } from '../../db/database.ts';
import { PATIENCE } from '../../db/patience.ts';
import { handlers } from '../../handlers.ts';
import { createApp } from '../../http/app.ts';
import { startTestApi, type TestApi, unsignedToken } from '../../testing/api.ts';
import { workbookFile } from '../../testing/workbook-file.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api?.close());

type ProfileBody = { id: string; version: number; [field: string]: unknown };
const fields = { code: 'AP', name: 'Công ty TNHH An Phú', taxCode: '0316520076', invoiceSymbol: 'C26TAP' };

describe('profiles', () => {
  it('of codes that differ in case alone are one, however many are made at the same instant', async () => {
    const codes = ['gap', 'Gap', 'gAp', 'gaP', 'GAp', 'GaP', 'gAP', 'GAP'];
    const made = await Promise.all(
      codes.map((code) => api.call<ProfileBody>('POST', '/amis/profiles', { ...fields, code })),
    );
    expect(made.map((one) => one.status).toSorted()).toEqual([201, ...codes.slice(1).map(() => 422)]);
    const first = made.find((one) => one.status === 201)!;
    expect((await api.call('DELETE', `/amis/profiles/${first.body.id}`)).status).toBe(204);
  });

  it('are created once per key, listed, edited without touching the rest, and deleted while empty', async () => {
    const create = () => api.call<ProfileBody>('POST', '/amis/profiles', fields, { idempotencyKey: 'make-ap' });
    const created = await create();
    expect(created).toMatchObject({ status: 201, body: { code: 'AP', maxLinesPerInvoice: 200, version: 1 } });
    expect((await create()).body).toEqual(created.body);
    const mismatch = await api.call(
      'POST',
      '/amis/profiles',
      { ...fields, name: 'Khác' },
      { idempotencyKey: 'make-ap' },
    );
    expect(mismatch).toMatchObject({ status: 422, body: { error_code: 'IDEMPOTENCY_MISMATCH' } });
    const taken = await api.call('POST', '/amis/profiles', fields);
    expect(taken).toMatchObject({
      status: 422,
      body: { error_code: 'CODE_TAKEN', message: expect.stringContaining('AP') },
    });

    // Another case of the same letters would be the same folder on Windows.
    const otherCase = await api.call('POST', '/amis/profiles', { ...fields, code: 'Ap' });
    expect(otherCase).toMatchObject({
      status: 422,
      body: { error_code: 'CODE_TAKEN', message: expect.stringContaining('chữ hoa, chữ thường') },
    });
    const device = await api.call('POST', '/amis/profiles', { ...fields, code: 'CON' });
    expect(device).toMatchObject({ status: 400, body: { error_code: 'VALIDATION' } });

    const { id } = created.body;
    const small = await api.call<ProfileBody>('POST', '/amis/profiles', { ...fields, code: 'NHO' });
    const renamed = await api.call('PATCH', `/amis/profiles/${small.body.id}`, { version: 1, code: 'ap' });
    expect(renamed).toMatchObject({ status: 422, body: { error_code: 'CODE_TAKEN' } });
    const recased = await api.call('PATCH', `/amis/profiles/${small.body.id}`, { version: 1, code: 'Nho' });
    expect(recased).toMatchObject({ status: 200, body: { code: 'Nho' } });
    expect((await api.call('DELETE', `/amis/profiles/${small.body.id}`)).status).toBe(204);
    const first = await api.call<ProfileBody>('PATCH', `/amis/profiles/${id}`, { version: 1, maxLinesPerInvoice: 10 });
    expect(first.body).toMatchObject({ maxLinesPerInvoice: 10, version: 2 });
    const second = await api.call<ProfileBody>('PATCH', `/amis/profiles/${id}`, {
      version: 2,
      accounts: { revenue: '5112' },
    });
    expect(second.body).toMatchObject({
      maxLinesPerInvoice: 10,
      invoiceSymbol: 'C26TAP',
      accounts: { revenue: '5112', vat: '33311' },
    });
    const stale = await api.call('PATCH', `/amis/profiles/${id}`, { version: 2, name: 'Chậm' });
    expect(stale).toMatchObject({ status: 412, body: { error_code: 'STALE_VERSION', details: { version: 3 } } });
    expect((await api.call('GET', '/amis/profiles?q=an%20phu')).body).toMatchObject({ total: 1 });

    expect((await api.call('DELETE', `/amis/profiles/${id}`)).status).toBe(204);
    const gone = await api.call('GET', `/amis/profiles/${id}`);
    expect(gone).toMatchObject({ status: 404, body: { error_code: 'NOT_FOUND' } });
    const events = await api.context.db
      .selectFrom('auditEvents')
      .select('action')
      .where('entityId', '=', id)
      .orderBy('id')
      .execute();
    expect(events.map((event) => event.action)).toEqual([
      'profile.create',
      'profile.update',
      'profile.update',
      'profile.delete',
    ]);
  });

  it('name a template that there is; one that was stored before stays until it is changed', async () => {
    const { pool } = api.context;
    await pool.query(
      "insert into export_layouts (id, code, name, document, created_by) values (gen_random_uuid(), 'rieng', 'Mẫu riêng', '{}', 'a')",
    );
    const { body } = await api.call<ProfileBody>('POST', '/amis/profiles', {
      ...fields,
      code: 'MAU',
      exportLayout: 'rieng',
    });
    const edit = async (change: object) => {
      const { body: now } = await api.call<ProfileBody>('GET', `/amis/profiles/${body.id}`);
      return api.call<ProfileBody>('PATCH', `/amis/profiles/${body.id}`, { version: now.version, ...change });
    };
    const refused = {
      status: 400,
      body: {
        error_code: 'VALIDATION',
        message:
          'Không có mẫu xuất «amis-sale». Các mẫu đang có: «amis-sales-voucher», «amis-sales-voucher-short», «rieng».',
      },
    };
    expect(await edit({ exportLayout: 'amis-sale' })).toMatchObject(refused);
    expect(await edit({ exportLayout: 'amis-new-customers' })).toMatchObject({ status: 400 });
    const made = await api.call('POST', '/amis/profiles', { ...fields, code: 'MAU2', exportLayout: 'amis-sale' });
    expect(made).toMatchObject(refused);
    await pool.query("update profiles set export_layout = 'cũ' where id = $1", [body.id]);
    expect(await edit({ exportLayout: 'cũ', name: 'Tên mới' })).toMatchObject({
      status: 200,
      body: { exportLayout: 'cũ' },
    });
    expect(await edit({ exportLayout: 'amis-sales-voucher-short' })).toMatchObject({ status: 200 });
    await pool.query('delete from export_layouts');
    expect((await api.call('DELETE', `/amis/profiles/${body.id}`)).status).toBe(204);
  });

  it('are not deleted while anything hangs on them, and count what does', async () => {
    const { body } = await api.call<ProfileBody>('POST', '/amis/profiles', { ...fields, code: 'BM' });
    const file = await workbookFile('amis-products', [
      { code: 'A1', name: 'Nồi', unit: 'Cái', quantityOnHand: '-1', stockValue: 5000, isActive: true },
    ]);
    const upload = await api.upload<{ runId: string }>('/amis/products/bulk', file, { profileId: body.id });
    await api.runEnd(upload.body.runId);
    const refused = await api.call('DELETE', `/amis/profiles/${body.id}`);
    expect(refused).toMatchObject({
      status: 422,
      body: {
        error_code: 'PROFILE_IN_USE',
        details: { products: 1, imports: 1 },
        message: expect.stringContaining('1 mã hàng'),
      },
    });
    expect((await api.call('GET', `/amis/profiles/${body.id}/stats`)).body).toMatchObject({
      products: 1,
      negativeStockProducts: 1,
      stockValue: 5000,
      latestImports: [{ layout: 'amis-products', fileName: 'amis-products.xlsx' }],
    });
  });

  it('are refused without a token', async () => {
    const refused = await api.call('GET', '/amis/profiles', undefined, { anonymous: true });
    expect(refused).toMatchObject({ status: 401, body: { error_code: 'TOKEN_INVALID' } });
  });
});

describe('a database that is down', () => {
  it('is told as such', async () => {
    const pool = createPool('postgres://nobody@127.0.0.1:1/none', 1, PATIENCE.commands);
    const app = await createApp({ ...api.context, pool, db: createDatabase(pool) }, handlers);
    const answer = await app.inject({
      method: 'GET',
      url: '/v1/amis/profiles',
      headers: { authorization: `Bearer ${unsignedToken('ketoan@khop.local')}` },
    });
    expect(answer.statusCode).toBe(503);
    expect(answer.json()).toMatchObject({
      error_code: 'DATABASE_UNAVAILABLE',
      message: expect.stringContaining('Cơ sở dữ liệu'),
    });
    await app.close();
    await pool.end();
  });
});
