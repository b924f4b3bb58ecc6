import type { ThreeSidedRow } from '@khop/contract/invoice-issuance/three-sides.ts';
import type { TaxCover, TaxInvoiceRow, TaxListRecord } from '@khop/contract/tax-invoices/resources.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type GivenCompany, startGivenCompany } from '../../testing/given-company.ts';
import { CUSTOMER, purchase, sale, takeInvoices, xmlOf } from '../../testing/good-calls/tax-company.ts';
import { listFile, listRowOf, takeTaxFile } from '../../testing/good-calls/tax-list.ts';

let company: GivenCompany;
beforeAll(async () => {
  company = await startGivenCompany();
  await company.api.call('POST', '/amis/profiles', { code: 'KH', ...CUSTOMER });
});
afterAll(() => company?.api.close());

const SEPTEMBER = { period: 'Từ ngày 01/09/2026 đến ngày 30/09/2026' };
const own = async () =>
  (await company.api.call<{ taxCode: string; name: string }>('GET', `/amis/profiles/${company.profileId}`)).body;
const bought = async (name: string, numbers: Readonly<Record<number, string>>, facts: object = SEPTEMBER) =>
  listFile(
    name,
    Object.entries(numbers).map(([number, state]) =>
      listRowOf(purchase(Number(number), { date: '2026-09-05' }), { state }),
    ),
    { side: 'purchase', own: await own(), ...facts },
  );
const lists = async (): Promise<TaxListRecord[]> =>
  (await company.api.call<{ items: TaxListRecord[] }>('GET', '/tax-lists?sort=createdAt&limit=100')).body.items;
const called = async (name: string) => (await lists()).findLast(({ fileName }) => fileName === name)!;
const undo = (list: TaxListRecord, version = list.version) =>
  company.api.call<TaxListRecord & { message?: string }>('POST', `/tax-lists/${list.id}/undo`, { version });
const said = () =>
  company.rows(
    `select profile_id, side, invoice_key, list_id, row_number, state, said_at, speaks, total from tax_list_rows order by 1, 2, 3`,
  );
const room = async () =>
  (await company.api.call<{ items: TaxInvoiceRow[] }>('GET', '/tax-invoices?limit=500&sort=number')).body.items.map(
    ({ number, evidence, state }) => [number, evidence, state],
  );
const cover = async () =>
  (await company.api.call<{ items: TaxCover[] }>('GET', '/tax-lists/cover?month=2026-09&side=purchase')).body.items;

/** The kinds of difference of a purchase in the three sides, compared anew. */
async function kindsOf(number: string): Promise<string[]> {
  await company.work('three-sides');
  const { body } = await company.api.call<{ items: ThreeSidedRow[] }>(
    'GET',
    `/invoice-issuance/periods/${company.periodId}/three-sides/rows?trade=purchase`,
  );
  return body.items.find((row) => row.number === number)!.differences.map(({ kind }) => kind);
}

it('takes back all that a list said, as it was before it, and its days; its file may come again', async () => {
  await takeInvoices(company.api, '1.xml', xmlOf(purchase(1, { date: '2026-09-05', buyer: await own() })));
  await takeInvoices(company.api, '4.xml', xmlOf(purchase(4, { date: '2026-09-25', buyer: await own() })));
  await takeTaxFile(
    company.api,
    await bought(
      'dau.xlsx',
      { 1: 'Hóa đơn mới', 2: 'Hóa đơn mới' },
      { period: 'Từ ngày 01/09/2026 đến ngày 20/09/2026' },
    ),
  );
  const [before, days] = [await said(), await cover()];
  const wrong = await bought('nham.xlsx', { 1: 'Hóa đơn đã bị hủy', 3: 'Hóa đơn mới' });
  await takeTaxFile(company.api, wrong);
  expect(await room()).toEqual([
    ['1', 'both', 'cancelled'],
    ['2', 'list', 'new'],
    ['3', 'list', 'new'],
    ['4', 'xml', null],
  ]);
  // The list vouches for days of which the one before says nothing.
  expect(await kindsOf('4')).toContain('XML_ONLY');
  const list = await called('nham.xlsx');
  expect(list).toMatchObject({ version: 1, undoneAt: null, undoneBy: null, isUndoable: true });
  expect(await undo(list, 7)).toMatchObject({ status: 412 });
  const undone = await undo(list);
  expect(undone).toMatchObject({ status: 200, body: { id: list.id, isUndoable: false, version: 2 } });
  expect(undone.body.undoneAt).not.toBeNull();
  expect(await said()).toEqual(before);
  expect(await cover()).toEqual(days);
  expect(await room()).toEqual([
    ['1', 'both', 'new'],
    ['2', 'list', 'new'],
    ['4', 'xml', null],
  ]);
  expect(await company.rows('select 1 from import_changes where import_id = $1', [list.id])).toEqual([]);
  expect(await kindsOf('4')).not.toContain('XML_ONLY');
  const [event] = await company.rows<{ summary: string }>(
    "select summary from audit_events where action = 'tax-list.undo'",
  );
  expect(event!.summary).toContain('nham.xlsx: 2 hóa đơn');
  // Asked again it answers the same, whatever version is named.
  expect(await undo(list)).toMatchObject({ status: 200, body: { undoneAt: undone.body.undoneAt, version: 2 } });
  expect((await takeTaxFile(company.api, wrong)).lists).toMatchObject([{ isKnown: false, created: 1, changed: 1 }]);
  expect((await lists()).filter(({ fileName }) => fileName === 'nham.xlsx')).toHaveLength(2);
  await undo(await called('nham.xlsx'));
  expect(await said()).toEqual(before);
});

it('a list of sales under the wrong profile goes without a trace', async () => {
  const { items } = (
    await company.api.call<{ items: { id: string; code: string }[] }>('GET', '/amis/profiles?limit=50')
  ).body;
  const other = items.find(({ code }) => code === 'KH')!;
  const before = await said();
  const sold = await listFile('ban.xlsx', [listRowOf(sale(50, { date: '2026-09-07' }), { isOf: 'sale' })], {
    side: 'sale',
    ...SEPTEMBER,
  });
  await takeTaxFile(company.api, sold, { profileId: other.id });
  const counts = async () =>
    (
      await company.rows<{ n: number }>('select count(*)::int as n from tax_list_rows where profile_id = $1', [
        other.id,
      ])
    )[0]!.n;
  expect(await counts()).toBe(1);
  expect(await undo(await called('ban.xlsx'))).toMatchObject({ status: 200 });
  expect(await said()).toEqual(before);
  // Now it may be taken in for the right one.
  expect((await takeTaxFile(company.api, sold, { profileId: company.profileId })).lists).toMatchObject([
    { created: 1 },
  ]);
});

it('is refused, named, while a later list of its days, or an explained row, depends on it', async () => {
  const first = await called('dau.xlsx');
  await takeTaxFile(company.api, await bought('sau.xlsx', { 9: 'Hóa đơn mới' }));
  const refused = await undo(first);
  expect(refused).toMatchObject({ status: 422, body: { error_code: 'IMPORT_IN_USE' } });
  expect(refused.body.message).toContain('«sau.xlsx»');
  expect(await undo(await called('sau.xlsx'))).toMatchObject({ status: 200 });

  await company.work('three-sides');
  const rows = `/invoice-issuance/periods/${company.periodId}/three-sides`;
  const { body } = await company.api.call<{ items: ThreeSidedRow[] }>('GET', `${rows}/rows?trade=purchase`);
  const row = body.items.find(({ number }) => number === '2')!;
  const finding = { id: row.finding!.id, version: row.finding!.version };
  expect(
    await company.api.call('PUT', `${rows}/explanations`, {
      findings: [finding],
      reason: 'asked',
      note: 'Đã hỏi nhà cung cấp',
    }),
  ).toMatchObject({ status: 200 });
  const before = await said();
  const kept = await undo(first);
  expect(kept).toMatchObject({ status: 422, body: { error_code: 'IMPORT_IN_USE' } });
  expect(kept.body.message).toContain('1 dòng của Ba bên');
  expect(kept.body.message).toContain('«2»');
  expect(await said()).toEqual(before);
  expect(first).toMatchObject({ undoneAt: null });
});

it('is refused once what it changed is not kept any more', async () => {
  await takeTaxFile(
    company.api,
    await bought('cu.xlsx', { 70: 'Hóa đơn mới' }, { period: 'Từ ngày 01/03/2026 đến ngày 31/03/2026' }),
  );
  const list = await called('cu.xlsx');
  await company.rows("update tax_lists set created_at = now() - interval '31 days' where id = $1", [list.id]);
  await takeTaxFile(
    company.api,
    await bought('moi.xlsx', { 71: 'Hóa đơn mới' }, { period: 'Từ ngày 01/04/2026 đến ngày 30/04/2026' }),
  );
  expect(await called('cu.xlsx')).toMatchObject({ isUndoable: false });
  expect((await undo(await called('cu.xlsx'))).body.message).toContain('không còn được giữ');
  expect(await company.rows('select 1 from import_changes where import_id = $1', [list.id])).toEqual([]);
});
