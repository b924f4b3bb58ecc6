import type { Cell } from '@khop/engine/sheets/cell.ts';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type GivenCompany, startGivenCompany } from '../../../testing/given-company.ts';
import { bravoSale } from '../../../testing/memory-bravo.ts';
import { sheetFile } from '../../../testing/workbook-file.ts';

const DECEMBER = { fromDate: '2026-12-01', toDate: '2026-12-31' };
const HEADER = [
  ...['Ngày hạch toán', 'Ngày chứng từ', 'Số chứng từ', 'Ngày hóa đơn', 'Số hóa đơn', 'Ký hiệu HĐ', 'Diễn giải chung'],
  ...['Mã khách hàng', 'Mã hàng', 'Tên hàng', 'ĐVT', 'Tổng số lượng bán', 'Doanh số bán', 'Thuế GTGT', 'Mã kho'],
];

let company: GivenCompany;
/** Our voucher, which left on the last day of the year in the year's symbol. */
let ours: string;

type Entry = { voucher: string; number: string; symbol: string; date?: string; says?: string; product?: string };
/** December's ledger of AMIS, with or without a column of symbols. */
async function load(entries: readonly Entry[], symbols = true): Promise<void> {
  const rows = entries.map(({ voucher, number, symbol, date = '2026-12-31', says = '', product = 'SP1' }): Cell[] => [
    ...[{ day: '2026-12-31' }, { day: '2026-12-31' }, voucher, { day: date }, number, symbol, says],
    ...['KL', product, 'Bia lon', 'Lon', 2, 100_000, 8_000, 'K1'],
  ]);
  const column = HEADER.indexOf('Ký hiệu HĐ');
  const cells = [HEADER, ...rows].map((row) => (symbols ? row : row.toSpliced(column, 1)));
  const head = [['SỔ CHI TIẾT BÁN HÀNG'], ['Từ ngày 01/12/2026 đến ngày 31/12/2026'], []];
  await company.upload(
    `/invoice-issuance/periods/${company.periodId}/load-amis-sales-ledger`,
    await sheetFile([...head, ...cells]),
    { profileId: company.profileId },
  );
}
const stored = () => company.rows('select status, invoice_number, invoice_symbol from invoices');
const get = async <T>(path: string): Promise<T> => (await company.api.call<T>('GET', path)).body;

beforeAll(async () => {
  vi.stubEnv('PGOPTIONS', '-c khop.today=2027-01-02');
  company = await startGivenCompany(DECEMBER);
  const { rows, bravo, profileId } = company;
  bravo.salesLines = [bravoSale('B1', { unit: 'Lon', docDate: '2026-12-31' })];
  await company.work('load-bravo-sales');
  await company.work('generate-invoices', {});
  const place = `/invoice-issuance/periods/${company.periodId}/download-excel`;
  expect((await company.api.call('POST', place, {})).status).toBe(200);
  [{ ours }] = (await rows<{ ours: string }>('select voucher_number as ours from invoices')) as [{ ours: string }];
  // The next year's symbol is in use before December's numbers have come back.
  const { version } = await get<{ version: number }>(`/amis/profiles/${profileId}`);
  const changed = { version, invoiceSymbol: 'C27TAP' };
  expect((await company.api.call('PATCH', `/amis/profiles/${profileId}`, changed)).status).toBe(200);
});
afterAll(() => company?.api.close());

it('an invoice of the old year does not get the symbol of the new one with its number', async () => {
  await load([{ voucher: ours, number: '00000012', symbol: '' }], false);
  expect(await stored()).toEqual([{ status: 'issued', invoice_number: '00000012', invoice_symbol: null }]);
});

it('the invoice gets the symbol that the ledger has, and its page shows it', async () => {
  await load([{ voucher: ours, number: '00000012', symbol: '1C26TAP' }]);
  expect(await stored()).toEqual([{ status: 'issued', invoice_number: '00000012', invoice_symbol: 'C26TAP' }]);
  const [{ id }] = (await company.rows<{ id: string }>('select id from invoices')) as [{ id: string }];
  const { seller } = await get<{ seller: { invoiceSymbol: string } }>(`/invoice-issuance/amis-invoices/${id}`);
  expect(seller.invoiceSymbol).toBe('C26TAP');
});

it('numbers of two symbols of one ledger are no fault, nor do the dates of one bind the other', async () => {
  await company.rows("update profiles set invoice_symbol = 'C26TAP'");
  await company.rows("update invoices set invoice_date = '2026-12-30'");
  const ownDate = { voucher: ours, number: '00000012', symbol: 'C26TAP', date: '2026-12-30' };
  const till = { voucher: 'MTT12', number: '00000012', symbol: 'C26MAP', date: '2026-12-31', product: 'SP9' };
  await load([ownDate, till]);
  const { problems } = await get<{ problems: { code: string }[] }>(
    `/invoice-issuance/periods/${company.periodId}/preflight`,
  );
  expect(problems.map(({ code }) => code).filter((code) => code.startsWith('NUMBER_'))).toEqual([]);
  const known = await get<{ learntLastIssuedDate: string }>(`/amis/profiles/${company.profileId}/stats`);
  expect(known.learntLastIssuedDate).toBe('2026-12-30');
  await company.rows("update profiles set invoice_symbol = 'C27TAP'");
});

it('what replaces an invoice of the old year by its symbol is read in the new year', async () => {
  await load([
    { voucher: ours, number: '00000012', symbol: 'C26TAP' },
    { voucher: 'TAY1', number: '00000013', symbol: 'C26TAP', says: 'Thay thế cho hóa đơn ký hiệu C26TAP số 12' },
  ]);
  await company.work('regenerate-invoices', {});
  expect(await stored()).toEqual([{ status: 'replaced', invoice_number: '00000012', invoice_symbol: 'C26TAP' }]);
});
