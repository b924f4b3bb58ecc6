import type { Period } from '@khop/contract/invoice-issuance/resources.ts';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type GivenCompany, startGivenCompany } from '../../../testing/given-company.ts';

let company: GivenCompany;
beforeAll(async () => {
  vi.stubEnv('PGOPTIONS', '-c khop.today=2026-09-30');
  company = await startGivenCompany();
  await company.work('load-bravo-sales');
});
afterAll(() => company?.api.close());

const PDF = Buffer.from('%PDF-1.7 hợp đồng ủy nhiệm');
type File = { id: string; fileName: string; sha256: string; error_code?: string; message?: string };
const send = (name: string, content: Buffer) =>
  company.api.upload<File>('/invoice-issuance/contract-files', { name, content });
const address = (): string => `/invoice-issuance/periods/${company.periodId}`;
const period = async (): Promise<Period> => (await company.api.call<Period>('GET', address())).body;
const state = async (basis: object) => {
  const body = {
    version: (await period()).version,
    bases: [{ branch: 'CN01', profileId: company.profileId, ...basis }],
  };
  return company.api.call<Period & { error_code?: string; message?: string }>('PATCH', address(), body);
};
const MAKER = { name: 'Công ty Lập Hộ', taxCode: '0314409058', address: '5 Hùng Vương, Huế' };
const delegation = {
  ...{ sellerSentOn: '2026-01-02', sellerAcceptedOn: '2026-01-05', makerSentOn: '2026-01-02' },
  ...{ makerAcceptedOn: '2026-01-06', publishedAt: 'www.an-phu.vn', invoiceForm: 1, symbols: ['C26TAP'] },
  ...{ purpose: 'Bán tại siêu thị', paidTo: 'maker', sellerCertificate: '5404AA', makerCertificate: '5404BB' },
};
const delegated = (contractFile: object | undefined, details: object = delegation) => ({
  ...{ kind: 'delegation', fromDate: '2026-01-01', toDate: '2027-06-30', contractNumber: '12/UN' },
  ...{ contractDate: '2025-12-20', counterparty: MAKER, delegation: details, ...(contractFile && { contractFile }) },
});

it('takes a scan by what it is, not by its name, up to its limit', async () => {
  const word = await send('hop-dong.pdf', Buffer.from('PK\x03\x04 một tệp khác'));
  expect([word.status, word.body.error_code]).toEqual([422, 'FILE_TYPE_NOT_SUPPORTED']);
  const full = Buffer.concat([PDF, Buffer.alloc(10 * 1024 * 1024 - PDF.length)]);
  expect((await send('day.pdf', full)).status).toBe(201);
  const over = await send('qua.pdf', Buffer.concat([full, Buffer.from('x')]));
  expect([over.status, over.body.error_code]).toEqual([413, 'FILE_TOO_LARGE']);
  expect(over.body.message).toContain('10 MB');
  expect((await send('trong.pdf', Buffer.alloc(0))).body.error_code).toBe('FILE_REQUIRED');
  expect(await company.rows('select file_name from contract_files')).toEqual([{ file_name: 'day.pdf' }]);
  const strange = { name: 'x.pdf', content: PDF };
  const anonymous = await company.api.upload('/invoice-issuance/contract-files', strange, {}, { anonymous: true });
  expect(anonymous.status).toBe(401);
});

it('keeps a contract with the basis that names it, gives it back to signed-in people, and says so in the log', async () => {
  const sent = await send('hợp đồng 12.pdf', PDF);
  expect(sent.status).toBe(201);
  const { id, sha256 } = sent.body;
  for (const wrong of [{ fileName: 'khác.pdf' }, { sha256: 'f'.repeat(64) }])
    expect((await state(delegated({ ...sent.body, ...wrong }))).body.error_code).toBe('VALIDATION');
  const unknown = '019a0000-0000-7000-8000-000000000000';
  expect((await state(delegated({ ...sent.body, id: unknown }))).body.error_code).toBe('NOT_FOUND');
  const kept = () => company.rows('select is_kept from contract_files where id = $1', [id]);
  expect(await kept()).toEqual([{ is_kept: false }]);
  const stated = await state(delegated(sent.body));
  expect(stated.status, stated.body.message).toBe(200);
  expect(stated.body.bases).toMatchObject([{ contractFile: sent.body, delegation }]);
  expect(await kept()).toEqual([{ is_kept: true }]);

  const path = `/invoice-issuance/contract-files/${id}`;
  const had = await company.api.call('GET', path);
  expect([had.status, had.raw.equals(PDF)]).toEqual([200, true]);
  expect(had.headers).toMatchObject({ 'content-type': 'application/pdf', 'x-content-type-options': 'nosniff' });
  expect(had.headers['content-disposition']).toContain(`attachment;`);
  expect(decodeURIComponent(String(had.headers['content-disposition']))).toContain('hợp đồng 12.pdf');
  expect((await company.api.call('GET', path, undefined, { anonymous: true })).status).toBe(401);
  expect((await company.api.call('GET', `/invoice-issuance/contract-files/${unknown}`)).status).toBe(404);

  const logged = await company.rows<{ action: string; after: { sha256: string } }>(
    `select action, after from audit_events where entity = 'contract-file' and entity_id = $1`,
    [id],
  );
  expect(logged).toMatchObject([{ action: 'contract-file.upload', after: { fileName: 'hợp đồng 12.pdf', sha256 } }]);
});

it('does not take files without end that no period names', async () => {
  await company.api.context.pool.query(`
    insert into contract_files (id, file_name, content_type, sha256, content, created_by)
    select gen_random_uuid(), 'x', 'application/pdf', '', 'x', created_by
    from (select created_by from contract_files limit 1) one, generate_series(1, 50)`);
  const refused = await send('nua.pdf', PDF);
  expect([refused.status, refused.body.error_code]).toEqual([413, 'UPLOADS_OF_PERSON_FULL']);
  await company.api.context.pool.query(`delete from contract_files where file_name = 'x'`);
});

type Invoice = { id: string; seller: object; contract?: object };
const contractOfInvoice = async (): Promise<Invoice> => {
  const [{ id }] = (await company.rows<{ id: string }>('select id from invoices')) as [{ id: string }];
  return (await company.api.call<Invoice>('GET', `/invoice-issuance/amis-invoices/${id}`)).body;
};

it('shows both parties, the contract and its file on the invoice that rests on it; nothing of own goods', async () => {
  const [file] = await company.rows<File>(
    `select id, file_name as "fileName", sha256 from contract_files where is_kept limit 1`,
  );
  await company.work('generate-invoices', {});
  const { seller, contract } = await contractOfInvoice();
  expect(seller).toMatchObject({ name: 'Công ty TNHH An Phú', taxCode: '0316520076', address: '1 Lê Lợi, Hà Nội' });
  expect(contract).toEqual({
    ...{ kind: 'delegation', contractNumber: '12/UN', contractDate: '2025-12-20' },
    ...{ fromDate: '2026-01-01', toDate: '2027-06-30', counterparty: MAKER, delegation, contractFile: file },
  });
  const codes = async () =>
    (await company.api.call<{ problems: { code: string }[] }>('GET', `${address()}/preflight`)).body.problems.map(
      ({ code }) => code,
    );
  expect(await codes()).not.toContain('DELEGATION_INCOMPLETE');

  // Papers decide no invoice: without them the plan still holds, and what is missing is told.
  const { makerCertificate: _, paidTo: __, ...less } = delegation;
  expect((await state(delegated(undefined, less))).status).toBe(200);
  expect(await codes()).toContain('DELEGATION_INCOMPLETE');
  expect(await codes()).not.toContain('PLAN_OUTDATED');
  expect((await contractOfInvoice()).contract).not.toHaveProperty('contractFile');

  await state({ kind: 'own', fromDate: '2026-01-01' });
  expect(await contractOfInvoice()).not.toHaveProperty('contract');
});

it('judges an invoice that has left as of its own day, and names no contract of another branch or entity', async () => {
  await state(delegated(undefined));
  await company.work('regenerate-invoices', {});
  await company.rows(`update invoices set status = 'exported', invoice_date_planned = '2026-09-02'`);
  await state({ ...delegated(undefined), toDate: '2026-09-02' });
  expect((await contractOfInvoice()).contract).toMatchObject({ toDate: '2026-09-02' });
  // The profile goes on with the symbol of the next year.
  await company.rows(`update profiles set invoice_symbol = 'C27TAP'`);
  expect((await contractOfInvoice()).contract).toMatchObject({ kind: 'delegation' });
  await company.rows(`update profiles set invoice_symbol = 'C26TAP'`);
  await state({ ...delegated(undefined), toDate: '2026-09-01' });
  expect(await contractOfInvoice()).not.toHaveProperty('contract');
  await state({ ...delegated(undefined), branch: 'CN02' });
  expect(await contractOfInvoice()).not.toHaveProperty('contract');
});
