// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '../../../api/errors.ts';
import { upload } from '../../../api/files.ts';
import { service } from '../../../testing/service.ts';
import { show } from '../../../ui/testing/show.tsx';
import { clearParcels } from './sending.ts';
import { TaxUploadDialog } from './tax-upload-dialog.tsx';

vi.mock('../../../api/files.ts', () => ({ upload: vi.fn(), download: vi.fn() }));

const REPORT = {
  ...{ fileName: 'thang9.zip', files: 4, created: 2, known: 1, versions: 0, refused: 1, purchases: 2, sales: 0 },
  refusedFiles: [{ name: 'thang9.zip/gi\u202Exml.a', code: 'SIGNATURE_BROKEN', message: 'Chữ ký đã bị phá vỡ.' }],
  ignored: { html: 3 },
};
const run = (id: string, changes: object) => ({
  ...{ id, kind: 'tax-invoices', status: 'succeeded', stage: '', result: REPORT, message: null, createdBy: 'a' },
  ...changes,
});

beforeEach(() => {
  vi.mocked(upload).mockReset();
  clearParcels();
});

const file = (name: string, content = 'PK') => new File([content], name);

/** Chooses files in the dialog and sends them. */
async function sending(...files: File[]) {
  const close = vi.fn();
  const hands = show(<TaxUploadDialog onClose={close} />);
  await hands.upload(await screen.findByLabelText('Các tệp'), files);
  await screen.findByRole('region', { name: 'Tệp đã chọn' });
  await hands.click(screen.getByRole('button', { name: 'Nạp hóa đơn' }));
  return { hands, close };
}

test('a zip is sent and its report read: what came in, what was refused and why, what was ignored', async () => {
  service({ 'GET /runs/r1': () => run('r1', {}), 'GET /tax-invoices': () => ({ items: [] }) });
  vi.mocked(upload).mockResolvedValue({ runId: 'r1' });
  const { hands, close } = await sending(file('thang9.zip'));
  const refused = await screen.findByRole('region', { name: 'Tệp bị từ chối' });
  within(refused).getByText('thang9.zip/gi\ufffdxml.a');
  within(refused).getByText('Chữ ký đã bị phá vỡ.');
  screen.getByText('Trong số vừa nhận: 2 hóa đơn mua vào, 0 hóa đơn bán ra.');
  screen.getByText('Bỏ qua 3 tệp không phải hóa đơn: 3 .html.');
  expect(vi.mocked(upload).mock.calls.map(([operation, { name }]) => [operation, name])).toEqual([
    ['uploadTaxInvoices', 'thang9.zip'],
  ]);
  await hands.click(screen.getAllByRole('button', { name: 'Đóng' }).at(-1)!);
  expect(close).toHaveBeenCalledOnce();
});

test('what fails stops nothing: the other run is sent, and both ends are read', async () => {
  service({ 'GET /runs/r2': () => run('r2', {}) });
  vi.mocked(upload)
    .mockRejectedValueOnce(new ApiError(413, 'FILE_TOO_LARGE', 'Tệp quá lớn.'))
    .mockResolvedValue({ runId: 'r2' });
  await sending(file('mot.zip'), file('hai.zip'));
  await screen.findByText('Hóa đơn mới');
  expect((await screen.findByRole('alert')).textContent).toBe('«mot.zip»: Tệp quá lớn.');
});

test('a run that ends badly says why in place of a report', async () => {
  const message = 'Gói nén có quá nhiều tệp.';
  service({ 'GET /runs/r3': () => run('r3', { status: 'failed', result: null, message }) });
  vi.mocked(upload).mockResolvedValue({ runId: 'r3' });
  await sending(file('lon.zip'));
  await screen.findByText(message);
  expect(screen.queryByText('Hóa đơn mới')).toBeNull();
  screen.getByRole('button', { name: 'Nạp tệp khác' });
});

test('only files with invoices are chosen, each once, and the rest is counted', async () => {
  const hands = show(<TaxUploadDialog onClose={vi.fn()} />);
  const input = await screen.findByLabelText('Các tệp');
  const invoice = file('a.xml', '<HDon><DLHDon>');
  await hands.upload(input, [invoice, file('b.xml', '<Workbook>')]);
  await screen.findByText(/^1 tệp đã chọn/);
  await hands.upload(input, [invoice]);
  screen.getByText(/^1 tệp đã chọn/);
  screen.getByText(/^Bỏ qua 1 tệp không phải hóa đơn điện tử/);
  await hands.click(screen.getByRole('button', { name: 'Bỏ hết' }));
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Nạp hóa đơn' }).disabled).toBe(true);
});

test('a list is sent with what a person says of it, and its report names each row that was refused', async () => {
  const list = {
    ...{
      listId: 'l1',
      fileName: 'ban.xlsx',
      profileCode: 'AP',
      side: 'sale',
      fromDate: '2026-09-01',
      toDate: '2026-09-30',
    },
    ...{ channels: ['coded'], isKnown: false, rows: 2, created: 2, changed: 0, unchanged: 0, older: 0, rejected: 1 },
    rejectedRows: [{ row: 9, message: 'Dòng 9: tiền không khớp.' }],
  };
  const nothing = { ...REPORT, files: 0, created: 0, known: 0, refused: 0, refusedFiles: [], ignored: {} };
  service({
    'GET /amis/profiles': () => ({ items: [{ id: 'p1', code: 'AP' }] }),
    'GET /runs/r4': () => run('r4', { result: { ...nothing, lists: [list] } }),
    'GET /runs/r5': () => run('r5', { result: REPORT }),
  });
  vi.mocked(upload).mockResolvedValueOnce({ runId: 'r5' }).mockResolvedValue({ runId: 'r4' });
  const hands = show(<TaxUploadDialog onClose={vi.fn()} />);
  await hands.upload(await screen.findByLabelText('Các tệp'), [file('ban.xlsx'), file('1.zip')]);
  await hands.click(await screen.findByRole('combobox', { name: 'Hồ sơ' }));
  await hands.click(await screen.findByRole('option', { name: 'AP' }));
  await hands.click(screen.getByRole('checkbox', { name: 'Có mã' }));
  await hands.click(screen.getByRole('button', { name: 'Nạp hóa đơn' }));
  await screen.findByText('Danh sách bán ra của AP, 01/09/2026 – 30/09/2026');
  expect(vi.mocked(upload).mock.calls.map(([, { name }, sent]) => [name, sent])).toEqual([
    ['1.zip', { body: {} }],
    ['ban.xlsx', { body: { profileId: 'p1', channels: 'coded' } }],
  ]);
  within(screen.getByRole('list', { name: 'Dòng bị từ chối' })).getByText('Dòng 9: tiền không khớp.');
  screen.getByText('Tệp XML đã xem');
});

test('what was dropped elsewhere is there already, with a way to the workbooks beside it', async () => {
  const basket = { files: [{ file: file('t9.zip'), path: 't9.zip' }], ignored: 2, workbooks: 1 };
  show(<TaxUploadDialog basket={basket} onClose={vi.fn()} />);
  await screen.findByText('t9.zip');
  screen.getByText(/^Bỏ qua 2 tệp/);
  expect(screen.getByRole('link', { name: 'Nạp nhiều tệp' }).getAttribute('href')).toBe('/uploads');
});
