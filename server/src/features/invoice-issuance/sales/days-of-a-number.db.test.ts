import { afterAll, beforeAll, expect, it } from 'vitest';
import { type GivenCompany, startGivenCompany } from '../../../testing/given-company.ts';
import { bravoPartner, bravoSale } from '../../../testing/memory-bravo.ts';

let company: GivenCompany;
beforeAll(async () => {
  company = await startGivenCompany();
  company.bravo.partnerRecords.push(bravoPartner('KH2'));
  company.bravo.salesLines = [
    bravoSale('B1', { unit: 'Lon', docDate: '2026-09-02', docNo: '1' }),
    bravoSale('B2', { unit: 'Lon', docDate: '2026-09-20', docNo: '1', partnerCode: 'KH2', amount: 70_000 }),
  ];
  await company.work('load-bravo-sales');
  await company.work('generate-invoices', {});
});
afterAll(() => company?.api.close());

type Document = { id: string; docDate: string; partnerCode: string; amount: number; lines: number };
type Shown = Document & { ledgerLines: { sourceKey: string }[] };
const list = async (query = ''): Promise<Document[]> =>
  (
    await company.api.call<{ items: Document[] }>(
      'GET',
      `/invoice-issuance/periods/${company.periodId}/invoice-bravo-sales${query}`,
    )
  ).body.items;
const shown = async (id: string): Promise<Shown> =>
  (await company.api.call<Shown>('GET', `/invoice-issuance/invoice-bravo-sales/${id}`)).body;

it('lists the sales of a number that Bravo gave anew one by one, each with its own day, buyer and worth', async () => {
  expect(await list()).toMatchObject([
    { docDate: '2026-09-02', partnerCode: 'KH1', amount: 100_000, lines: 1 },
    { docDate: '2026-09-20', partnerCode: 'KH2', amount: 70_000, lines: 1 },
  ]);
  const { body } = await company.api.call('GET', `/invoice-issuance/periods/${company.periodId}/stats`);
  expect(body).toMatchObject({ ledgerDocuments: 2 });
  expect(await list('?partnerCode=KH2')).toMatchObject([{ amount: 70_000 }]);
  expect(await list('?reason=INVOICE_REQUIREMENT_UNSET')).toMatchObject([{ partnerCode: 'KH2' }]);
});

it('shows one of them with its own lines alone, so that leaving it out leaves the other in', async () => {
  const [, second] = await list();
  const document = await shown(second!.id);
  expect(document).toMatchObject({ docDate: '2026-09-20', partnerCode: 'KH2', amount: 70_000 });
  expect(document.ledgerLines.map(({ sourceKey }) => sourceKey)).toEqual(['B2']);
});

it('leads from an invoice and from a shortage to the sale itself', async () => {
  const rows = await company.rows<{ id: string }>('select id from invoice_items');
  const { body: parts } = await company.api.call<{ items: { documentId: string }[] }>(
    'GET',
    `/invoice-issuance/invoice-items/${rows[0]!.id}/allocations`,
  );
  expect((await shown(parts.items[0]!.documentId)).ledgerLines.map(({ sourceKey }) => sourceKey)).toEqual(['B1']);
  const { body: shortages } = await company.api.call<{ items: { documentId: string }[] }>(
    'GET',
    `/invoice-issuance/periods/${company.periodId}/shortages`,
  );
  expect((await shown(shortages.items[0]!.documentId)).ledgerLines.map(({ sourceKey }) => sourceKey)).toEqual(['B2']);
});

it('leads from a sale that can no longer be in time to that one alone', async () => {
  const { body } = await company.api.call<{ items: { targetId: string; amount: number }[] }>(
    'GET',
    `/invoice-issuance/periods/${company.periodId}/findings/NOT_ISSUED_IN_TIME/records`,
  );
  expect(body.items).toMatchObject([{ id: 'CN01/HD/1', amount: 70_000, detail: 'Bán ngày 20/09/2026, khách «KH2».' }]);
  expect((await shown(body.items[0]!.targetId)).ledgerLines.map(({ sourceKey }) => sourceKey)).toEqual(['B2']);
});

it('knows no sale of a day that is none', async () => {
  const id = Buffer.from(`${company.periodId}|CN01/HD/1\u00002026-09-99\u0000KH1`).toString('base64url');
  const { status } = await company.api.call('GET', `/invoice-issuance/invoice-bravo-sales/${id}`);
  expect(status).toBe(404);
});

it('shows all that has a number where an address names the number alone', async () => {
  const id = Buffer.from(`${company.periodId}|CN01/HD/1`).toString('base64url');
  expect((await shown(id)).ledgerLines.map(({ sourceKey }) => sourceKey)).toEqual(['B1', 'B2']);
});
