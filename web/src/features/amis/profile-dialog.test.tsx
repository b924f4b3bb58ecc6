// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import type { ItemOf } from '../../api/operations.ts';
import { type Answers, listed, service } from '../../testing/service.ts';
import { said, show } from '../../ui/testing/show.tsx';
import { ProfileDialog } from './profile-dialog.tsx';
import { ProfilesPage } from './profiles-page.tsx';

const PROFILE: ItemOf<'listProfiles'> = {
  id: 'a',
  version: 2,
  code: 'AAA',
  name: 'Công ty A',
  taxCode: '0100000001',
  address: '',
  invoiceForm: '1',
  invoiceSymbol: 'C26TAA',
  voucherPrefix: 'BH',
  defaultWarehouseCode: 'K1',
  excludedWarehouseCodes: ['K8', 'K9'],
  accounts: { receivable: '131', revenue: '5111', vat: '33311', cogs: '632', inventory: '1561' },
  chart: [],
  maxLinesPerInvoice: 200,
  lockedThrough: null,
  lastIssuedDate: null,
  saturdayIsWorking: false,
  followsSwaps: 'unknown',
  suspensions: [],
  logoUrl: null,
  exportLayout: 'amis-sales-voucher',
  isActive: true,
  createdAt: '2026-10-01T00:00:00Z',
  updatedAt: '2026-10-01T00:00:00Z',
};

function Page({ profile }: { profile?: typeof PROFILE }) {
  const [open, setOpen] = useState(true);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Lại
      </button>
      {open ? <ProfileDialog profile={profile} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

const form = () => document.querySelector<HTMLElement>('#profile-form');
const field = (label: string) => within(form()!).getByLabelText<HTMLInputElement>(new RegExp(`^${label}`));

async function stage(profile?: typeof PROFILE, answers: Answers = {}) {
  const sent = service({
    'GET /invoice-issuance/export-layouts': () => listed([]),
    'GET /audit/history': () => listed([]),
    ...answers,
  });
  const hands = show(<Page {...(profile && { profile })} />);
  await waitFor(() => expect(form()).not.toBeNull());
  const press = (name: string) => hands.click(screen.getByRole('button', { name }));
  const fill = async (label: string, text: string) => {
    await hands.clear(field(label));
    if (text) await hands.type(field(label), text);
  };
  return { sent, hands, press, fill };
}

test('asks for what a profile must have before anything is sent', async () => {
  const { sent, press } = await stage();
  await press('Tạo hồ sơ');
  await waitFor(() => expect(within(form()!).getAllByText('Đang trống')).toHaveLength(3));
  expect(['Mã hồ sơ', 'Mã số thuế', 'Tên công ty'].map((label) => field(label).getAttribute('aria-invalid'))).toEqual(
    Array(3).fill('true'),
  );
  expect(document.activeElement).toBe(field('Mã hồ sơ'));
  expect(sent).toEqual([]);
});

test('sends a new profile with what it begins with, and a code that is taken is said at the code', async () => {
  const { sent, press, fill } = await stage(undefined, {
    'POST /amis/profiles': () => ({ refused: 409, code: 'CODE_TAKEN', message: 'Mã AAA đã có.' }),
  });
  await fill('Mã hồ sơ', 'AAA');
  await fill('Mã số thuế', '0100000001');
  await fill('Tên công ty', 'Công ty A');
  await fill('Kho không xuất hóa đơn', 'K8; K9');
  await press('Tạo hồ sơ');
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]!.body).toMatchObject({
    code: 'AAA',
    taxCode: '0100000001',
    name: 'Công ty A',
    excludedWarehouseCodes: ['K8', 'K9'],
    accounts: { ...PROFILE.accounts, revenue: '511', inventory: '156' },
    chart: [],
    maxLinesPerInvoice: 200,
    exportLayout: 'amis-sales-voucher',
    isActive: true,
  });
  expect(await within(form()!).findByText('Mã AAA đã có.')).toBeDefined();
  expect(field('Mã hồ sơ').getAttribute('aria-invalid')).toBe('true');
});

test('sends of a changed profile what was changed alone, upon the version seen', async () => {
  const { sent, press, fill } = await stage(PROFILE, {
    'PATCH /amis/profiles/a': ({ body }) => ({ ...PROFILE, ...(body as object) }),
  });
  await fill('Kho không xuất hóa đơn', 'K8');
  await fill('TK doanh thu', '5112');
  await press('Lưu');
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]!.body).toEqual({
    excludedWarehouseCodes: ['K8'],
    accounts: { ...PROFILE.accounts, revenue: '5112' },
    version: 2,
  });
  await said('Đã lưu hồ sơ «Công ty A».');
});

test('the chart of accounts is pasted as AMIS lists it, each account once', async () => {
  const { sent, press, fill } = await stage(
    { ...PROFILE, chart: ['131', '511'] },
    {
      'PATCH /amis/profiles/a': ({ body }) => ({ ...PROFILE, ...(body as object) }),
    },
  );
  await fill('Hệ thống tài khoản', '131 511; 5111, 5111');
  await press('Lưu');
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]!.body).toEqual({ chart: ['131', '511', '5111'], version: 2 });
});

test('what is typed outlives Esc; a save that comes too late keeps it and names what both changed', async () => {
  const theirs = { ...PROFILE, name: 'Công ty Á', version: 3 };
  const { hands, press, fill } = await stage(PROFILE, {
    'PATCH /amis/profiles/a': () => ({ refused: 412, code: 'STALE_VERSION', message: 'Cũ.', details: theirs }),
  });
  await fill('Tên công ty', 'Công ty A Nam');
  await hands.keyboard('{Escape}');
  await waitFor(() => expect(form()).toBeNull());
  await press('Lại');
  await waitFor(() => expect(form()).not.toBeNull());
  expect(field('Tên công ty').value).toBe('Công ty A Nam');
  await press('Lưu');
  expect(await screen.findByText('hiện là «Công ty Á», bạn nhập «Công ty A Nam»')).toBeDefined();
  expect(field('Tên công ty').value).toBe('Công ty A Nam');
});

test('a save whose answer was lost is not told as another person’s when it is sent again', async () => {
  const mine = { ...PROFILE, name: 'Công ty A Nam', version: 3 };
  const { press, fill } = await stage(PROFILE, {
    'PATCH /amis/profiles/a': () => ({ refused: 412, code: 'STALE_VERSION', message: 'Cũ.', details: mine }),
  });
  await fill('Tên công ty', 'Công ty A Nam');
  await press('Lưu');
  expect(await screen.findByText('Bản ghi đã có đúng những gì bạn nhập.')).toBeDefined();
  expect(screen.queryByText('Người khác vừa sửa bản ghi này.')).toBeNull();
  await press('Dùng dữ liệu mới');
  await waitFor(() => expect(screen.queryByText('Bản ghi đã có đúng những gì bạn nhập.')).toBeNull());
  expect(field('Tên công ty').value).toBe('Công ty A Nam');
});

test('says on which days an entity works, and sends the two answers alone', async () => {
  const { sent, hands, press } = await stage(PROFILE, {
    'PATCH /amis/profiles/a': ({ body }) => ({ ...PROFILE, ...(body as object) }),
  });
  await hands.click(within(form()!).getByRole('checkbox', { name: /^Làm việc cả thứ bảy/ }));
  const swaps = within(form()!).getByRole('combobox', { name: 'Ngày hoán đổi' });
  expect(swaps.textContent).toBe('Chưa rõ');
  await hands.click(swaps);
  await hands.click(await screen.findByRole('option', { name: 'Không theo' }));
  await press('Lưu');
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]!.body).toEqual({ saturdayIsWorking: true, followsSwaps: 'no', version: 2 });
});

test('says on which days an entity may not issue invoices, with the notice, and sends that alone', async () => {
  const { sent, hands, press } = await stage(PROFILE, {
    'PATCH /amis/profiles/a': ({ body }) => ({ ...PROFILE, ...(body as object) }),
  });
  await press('Thêm lần ngừng');
  await press('Lưu');
  await screen.findByText('Ghi ngày đầu và số, ngày của thông báo; hoặc bỏ mục này.');
  expect(sent).toEqual([]);
  await hands.type(field('Ngừng từ ngày'), '05/11/2026');
  await hands.type(field('Đến hết ngày'), '04/11/2026');
  await hands.type(field('Quyết định, thông báo'), 'Thông báo 15/TB-CT');
  await press('Lưu');
  await screen.findByText('Ngày cuối không được trước ngày đầu.');
  await hands.clear(field('Đến hết ngày'));
  await hands.type(field('Đến hết ngày'), '06/11/2026');
  await press('Lưu');
  await waitFor(() => expect(sent).toHaveLength(1));
  const suspension = { fromDate: '2026-11-05', toDate: '2026-11-06', notice: 'Thông báo 15/TB-CT' };
  expect(sent[0]!.body).toEqual({ suspensions: [suspension], version: 2 });
});

test('a suspension is taken out again', async () => {
  const stopped = { ...PROFILE, suspensions: [{ fromDate: '2026-11-05', notice: 'TB 1' }] };
  const { sent, press } = await stage(stopped, {
    'PATCH /amis/profiles/a': ({ body }) => ({ ...stopped, ...(body as object) }),
  });
  await press('Bỏ lần ngừng 1');
  await press('Lưu');
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]!.body).toEqual({ suspensions: [], version: 2 });
});

test('a link to a profile that is no longer in use opens it, though the list has only those in use', async () => {
  service({
    'GET /invoice-issuance/export-layouts': () => listed([]),
    'GET /audit/history': () => listed([]),
    'GET /amis/profiles': () => listed([]),
    'GET /amis/profiles/a': () => ({ ...PROFILE, isActive: false }),
  });
  show(<ProfilesPage />, '/?edit=a');
  await waitFor(() => expect(form()).not.toBeNull());
  expect(field('Tên công ty').value).toBe('Công ty A');
});

test('a profile that a colleague has deleted closes with nothing kept, for it cannot be opened again', async () => {
  const profiles = [PROFILE];
  service({
    'GET /invoice-issuance/export-layouts': () => listed([]),
    'GET /audit/history': () => listed([]),
    'GET /amis/profiles': () => listed(profiles),
    'PATCH /amis/profiles/a': () => {
      profiles.pop();
      return { refused: 404, code: 'NOT_FOUND', message: 'Không tìm thấy hồ sơ.' };
    },
  });
  const hands = show(<ProfilesPage />, '/?edit=a');
  await waitFor(() => expect(form()).not.toBeNull());
  await hands.type(field('Tên công ty'), ' Nam');
  await hands.click(screen.getByRole('button', { name: 'Lưu' }));
  await said('Không tìm thấy hồ sơ.');
  await waitFor(() => expect(form()).toBeNull());
  expect(screen.queryByText(/Đã giữ nội dung/)).toBeNull();
  expect(sessionStorage.getItem('khop.drafts')).toBeNull();
});
