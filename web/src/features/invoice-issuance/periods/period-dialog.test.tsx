// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { keepDraft } from '../../../shared/drafts/store.ts';
import type { Period } from '../../../shared/period.tsx';
import { strings } from '../../../strings.ts';
import { type Answers, listed, service } from '../../../testing/service.ts';
import { said, show } from '../../../ui/testing/show.tsx';
import { PeriodDialog } from './period-dialog.tsx';

const PROFILES = [
  { id: 'a', code: 'AAA', name: 'Công ty A' },
  { id: 'b', code: 'BBB', name: 'Công ty B' },
];
const PERIOD: Period = {
  id: 'p1',
  name: 'Tháng 9/2026',
  fromDate: '2026-09-01',
  toDate: '2026-09-30',
  profileIds: ['b', 'a'],
  profiles: PROFILES,
  bases: null,
  issuers: { HN: ['a', 'gone'] },
  rules: {
    aggregateConsumersPerDay: false,
    cancelledDocStatuses: ['9'],
    internalPartnerCodes: [],
    divisibleUnits: ['kg'],
  },
  throughDate: null,
  branches: [{ code: 'SG', lines: 3, amount: 1_234_567 }],
  status: 'open',
  generatedAt: null,
  exportedAt: null,
  closedAt: null,
  closedBy: null,
  closeAcknowledgement: null,
  version: 7,
  createdAt: '2026-10-01T00:00:00Z',
};

/** A page with the dialog open; what is typed is left and taken up again by its button. */
function Page({ period }: { period?: Period }) {
  const [open, setOpen] = useState(true);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Lại
      </button>
      {open ? <PeriodDialog period={period} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

async function stage(period?: Period, answers: Answers = {}) {
  const sent = service({
    'GET /invoice-issuance/periods': () => listed([]),
    'GET /amis/profiles': () => listed(PROFILES),
    ...answers,
  });
  const hands = show(<Page {...(period && { period })} />);
  await screen.findByRole('checkbox', { name: 'AAA · Công ty A' });
  const field = (label: string) => screen.getByLabelText<HTMLInputElement>(new RegExp(`^${label}`));
  const fill = async (label: string, text: string) => {
    await hands.clear(field(label));
    if (text) await hands.type(field(label), text);
  };
  const press = (name: string) => hands.click(screen.getByRole('button', { name }));
  return { sent, hands, field, fill, press };
}

/** Toasts are dialogs too. */
const form = () => document.querySelector<HTMLElement>('#period-form');
const alerts = () =>
  within(form()!)
    .queryAllByRole('alert')
    .map(({ textContent }) => textContent);

test('a branch that was typed is added by Enter, and is not lost where the form is saved at once', async () => {
  const { sent, hands, field, fill, press } = await stage(PERIOD, {
    'PATCH /invoice-issuance/periods/p1': ({ body }) => ({ ...PERIOD, ...(body as object) }),
  });
  await fill('Thêm chi nhánh', 'ĐN');
  await press('Lưu');
  await waitFor(() => expect(alerts()).toEqual([expect.stringContaining('«ĐN»')]));
  await hands.type(field('Thêm chi nhánh'), '{Enter}');
  await screen.findByRole('group', { name: 'Chi nhánh ĐN' });
  expect([alerts(), sent]).toEqual([[], []]);
  await press('Lưu');
  await waitFor(() => expect(sent).toHaveLength(1));
});

test('says at each field what is missing, once it was to be saved, and takes it back as it is mended', async () => {
  const { sent, hands, fill, press } = await stage();
  await fill('Tên kỳ', ' ');
  expect(alerts()).toEqual([]);
  await press('Mở kỳ');
  await waitFor(() => expect(alerts()).toEqual(['Đặt tên cho kỳ.', 'Chọn ít nhất một hồ sơ AMIS.']));
  await fill('Tên kỳ', 'Tháng 9');
  await hands.click(screen.getByRole('checkbox', { name: 'BBB · Công ty B' }));
  await waitFor(() => expect(alerts()).toEqual([]));
  expect(sent).toEqual([]);
});

test('the only profile there is takes part in the first period from the start, and is no draft', async () => {
  const { press } = await stage(undefined, { 'GET /amis/profiles': () => listed(PROFILES.slice(0, 1)) });
  expect(screen.getByRole('checkbox', { name: 'AAA · Công ty A' }).getAttribute('aria-checked')).toBe('true');
  await press('Hủy');
  await waitFor(() => expect(form()).toBeNull());
  await press('Lại');
  await waitFor(() => expect(form()).not.toBeNull());
  expect(within(form()!).queryAllByRole('status')).toEqual([]);
});

test('a first day moved behind the last one is said at the last one, and no more once it is moved back', async () => {
  const { sent, hands, fill, press } = await stage(PERIOD);
  await fill('Từ ngày', '05/10/2026');
  await press('Lưu');
  const wrong = 'Ngày cuối không được trước ngày đầu.';
  await waitFor(() => expect(alerts()).toEqual([wrong]));
  await fill('Từ ngày', '05/09/2026');
  await hands.tab();
  await waitFor(() => expect(alerts()).toEqual([]));
  expect(sent).toEqual([]);
});

test('sends the terms of a changed period: profiles in their order, who issues of them, lists of codes, the version seen', async () => {
  const { sent, hands, fill, press } = await stage(PERIOD, {
    'PATCH /invoice-issuance/periods/p1': ({ body }) => ({ ...PERIOD, ...(body as object) }),
  });
  await fill('Tên kỳ', '  Tháng chín ');
  await press('Đưa AAA · Công ty A lên trước');
  await fill('Đối tượng nội bộ', 'NB1, NB2; NB1');
  await hands.click(within(screen.getByRole('group', { name: 'Chi nhánh SG' })).getByRole('checkbox', { name: 'BBB' }));
  await fill('Thêm chi nhánh', 'ĐN');
  await press('Thêm');
  await press('Lưu');
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toMatchObject({ line: 'PATCH /invoice-issuance/periods/p1' });
  expect(sent[0]!.body).toEqual({
    name: 'Tháng chín',
    fromDate: '2026-09-01',
    toDate: '2026-09-30',
    profileIds: ['a', 'b'],
    issuers: { HN: ['a'], SG: ['b'], ĐN: [] },
    bases: null,
    rules: {
      aggregateConsumersPerDay: false,
      cancelledDocStatuses: ['9'],
      internalPartnerCodes: ['NB1', 'NB2'],
      divisibleUnits: ['kg'],
    },
    version: 7,
  });
  await said('Đã lưu kỳ «Tháng chín».');
  await waitFor(() => expect(form()).toBeNull());
});

test.each([
  [undefined, true],
  [true, undefined],
])('discounts of their own go on the next purchase where the period says so: %s → %s', async (was, is) => {
  const { sent, hands, press } = await stage(
    { ...PERIOD, rules: { ...PERIOD.rules, discountsOnNextPurchase: was } },
    { 'PATCH /invoice-issuance/periods/p1': ({ body }) => ({ ...PERIOD, ...(body as object) }) },
  );
  await hands.click(screen.getByRole('checkbox', { name: /Ghi chiết khấu riêng vào lần mua sau/ }));
  await press('Lưu');
  await waitFor(() => expect(sent).toHaveLength(1));
  expect((sent[0]!.body as { rules: object }).rules).toEqual({
    ...PERIOD.rules,
    ...(is && { discountsOnNextPurchase: is }),
  });
});

test('gifts of a profile are put on one invoice of the month or quarter, and back on those of their sales', async () => {
  const rules = { ...PERIOD.rules, consolidatedMonthly: ['AAA'] };
  const { sent, hands, press } = await stage(
    { ...PERIOD, rules },
    { 'PATCH /invoice-issuance/periods/p1': ({ body }) => ({ ...PERIOD, ...(body as object) }) },
  );
  const ofProfile = (code: string) => screen.getByRole('combobox', { name: `Hàng tặng của ${code}` });
  expect(ofProfile('AAA').textContent).toContain('Một hóa đơn mỗi tháng');
  const choose = async (code: string, option: string) => {
    await hands.click(ofProfile(code));
    await hands.click(await screen.findByRole('option', { name: option }));
  };
  await choose('AAA', 'Theo từng lần bán');
  await choose('BBB', 'Một hóa đơn mỗi quý');
  await press('Lưu');
  await waitFor(() => expect(sent).toHaveLength(1));
  expect((sent[0]!.body as { rules: object }).rules).toEqual({ ...PERIOD.rules, consolidatedQuarterly: ['BBB'] });
});

test('an incident is recorded with its days and evidence, asked for what it lacks, and taken back', async () => {
  const { sent, hands, press } = await stage(PERIOD, {
    'PATCH /invoice-issuance/periods/p1': ({ body }) => ({ ...PERIOD, ...(body as object) }),
  });
  await press('Thêm sự cố');
  await press('Thêm sự cố');
  const first = within(screen.getByRole('group', { name: 'Sự cố 1' }));
  await press('Lưu');
  expect(sent).toHaveLength(0);
  expect(first.getAllByRole('alert').map(({ textContent }) => textContent)).toEqual([
    ...['Nhập ngày.', 'Nhập ngày.', 'Ghi bằng chứng đang giữ.'],
  ]);
  await press('Bỏ sự cố 2');
  await hands.type(first.getByLabelText(/^Xảy ra từ ngày/), '05/09/2026');
  await hands.type(first.getByLabelText(/^Khắc phục xong ngày/), '04/09/2026');
  await hands.type(first.getByLabelText(/^Bằng chứng/), 'Biên bản 12/BB');
  expect(first.getByRole('alert').textContent).toBe('Ngày khắc phục không được trước ngày xảy ra.');
  await hands.clear(first.getByLabelText(/^Khắc phục xong ngày/));
  await hands.type(first.getByLabelText(/^Khắc phục xong ngày/), '07/09/2026');
  await press('Lưu');
  await waitFor(() => expect(sent).toHaveLength(1));
  const incident = { profile: 'BBB', kind: 'seller', fromDate: '2026-09-05', endedOn: '2026-09-07' };
  expect((sent[0]!.body as { rules: object }).rules).toEqual({
    ...PERIOD.rules,
    incidents: [{ ...incident, evidence: 'Biên bản 12/BB' }],
  });
});

test('days of a period that has invoices cannot be moved', async () => {
  const { field } = await stage({ ...PERIOD, status: 'generated' });
  expect(field('Từ ngày').disabled).toBe(true);
  expect(field('Đến ngày').disabled).toBe(true);
});

test('a draft of an older build, without a field that the form has now, is taken up again', async () => {
  keepDraft('period p1', { name: 'Tháng dở' });
  const { field, press } = await stage(PERIOD);
  expect(field('Tên kỳ').value).toBe('Tháng dở');
  expect(screen.getByRole('combobox', { name: 'Hàng tặng của AAA' }).textContent).toContain('Theo từng lần bán');
  await press('Hủy');
});

test('what is typed outlives Esc, and Hủy gives it up', async () => {
  const { hands, field, fill, press } = await stage(PERIOD);
  await fill('Tên kỳ', 'Tháng chín');
  await hands.keyboard('{Escape}');
  await waitFor(() => expect(form()).toBeNull());
  await press('Lại');
  await waitFor(() => expect(form()).not.toBeNull());
  expect(field('Tên kỳ').value).toBe('Tháng chín');
  await press('Hủy');
  await waitFor(() => expect(form()).toBeNull());
  await press('Lại');
  await waitFor(() => expect(form()).not.toBeNull());
  expect(field('Tên kỳ').value).toBe('Tháng 9/2026');
});

test('changed by a colleague meanwhile: said so, and closed with what was typed kept', async () => {
  const { field, fill, press } = await stage(PERIOD, {
    'PATCH /invoice-issuance/periods/p1': () => ({ refused: 412, code: 'STALE_VERSION', message: 'Cũ.' }),
  });
  await fill('Tên kỳ', 'Tháng chín');
  await press('Lưu');
  await said(/Kỳ vừa được người khác sửa/);
  await waitFor(() => expect(form()).toBeNull());
  await press('Lại');
  await waitFor(() => expect(form()).not.toBeNull());
  expect(field('Tên kỳ').value).toBe('Tháng chín');
});

test('what a colleague saved meanwhile is not taken back with what was typed before', async () => {
  const first = await stage(PERIOD);
  await first.fill('Tên kỳ', 'Tháng chín');
  await first.hands.keyboard('{Escape}');
  await waitFor(() => expect(form()).toBeNull());
  cleanup();
  const theirs = { ...PERIOD, issuers: { ...PERIOD.issuers, SG: ['b'] }, toDate: '2026-09-29', version: 8 };
  const { sent, press } = await stage(theirs, {
    'PATCH /invoice-issuance/periods/p1': ({ body }) => ({ ...theirs, ...(body as object) }),
  });
  expect(screen.queryByText(strings.drafts.overTheirs, { exact: false })).toBeNull();
  await press('Lưu');
  await waitFor(() => expect(sent).toHaveLength(1));
  const issuers = { HN: ['a'], SG: ['b'] };
  expect(sent[0]!.body).toMatchObject({ name: 'Tháng chín', toDate: '2026-09-29', issuers, version: 8 });
});

test('says when what was typed before is over what a colleague saved meanwhile', async () => {
  const first = await stage(PERIOD);
  await first.fill('Tên kỳ', 'Tháng chín');
  await first.hands.keyboard('{Escape}');
  await waitFor(() => expect(form()).toBeNull());
  cleanup();
  const { field } = await stage({ ...PERIOD, name: 'Kỳ 9', version: 8 });
  expect(field('Tên kỳ').value).toBe('Tháng chín');
  expect(screen.getByText(strings.drafts.overTheirs, { exact: false })).toBeDefined();
});

test('a basis that is half written holds the period back, outlives Esc, and is sent once it is kept', async () => {
  const bases = [{ branch: 'HN', profileId: 'a', kind: 'own' as const, fromDate: '2026-01-01' }];
  const { sent, hands, press } = await stage(
    { ...PERIOD, bases },
    { 'PATCH /invoice-issuance/periods/p1': ({ body }) => ({ ...PERIOD, ...(body as object) }) },
  );
  const issuer = () => within(screen.getByRole('group', { name: 'Căn cứ của AAA cho chi nhánh HN' }));
  await hands.click(issuer().getByRole('button', { name: 'Sửa' }));
  await hands.type(issuer().getByLabelText(/^Đến ngày/), '31/12/2026');
  await press('Lưu');
  await waitFor(() => expect(alerts()).toEqual(['Căn cứ này chưa ghi: bấm «Ghi căn cứ» hoặc «Thôi», rồi lưu kỳ.']));
  await hands.keyboard('{Escape}');
  await waitFor(() => expect(form()).toBeNull());
  await press('Lại');
  await waitFor(() => expect(form()).not.toBeNull());
  await waitFor(() => expect(issuer().getByLabelText<HTMLInputElement>(/^Đến ngày/).value).toBe('31/12/2026'));
  expect(sent).toEqual([]);
  await press('Ghi căn cứ');
  await waitFor(() => expect(alerts()).toEqual([]));
  await press('Lưu');
  await waitFor(() => expect(sent).toHaveLength(1));
  expect((sent[0]!.body as { bases: unknown }).bases).toEqual([{ ...bases[0], toDate: '2026-12-31' }]);
});

test('without a profile in use the first period leads to the form of a profile', async () => {
  service({ 'GET /invoice-issuance/periods': () => listed([]), 'GET /amis/profiles': () => listed([]) });
  show(<Page />);
  const way = await screen.findByRole('link', { name: 'tạo hồ sơ' });
  expect(way.getAttribute('href')).toBe('/amis/profiles?edit=new');
});

test('a period that a colleague has deleted is said to be gone, with nothing kept of it', async () => {
  const { fill, press } = await stage(PERIOD, {
    'PATCH /invoice-issuance/periods/p1': () => ({ refused: 404, code: 'NOT_FOUND', message: 'Không tìm thấy kỳ.' }),
  });
  await fill('Tên kỳ', 'Tháng chín');
  await press('Lưu');
  await said('Không tìm thấy kỳ.');
  await waitFor(() => expect(form()).toBeNull());
  expect(screen.queryByText(strings.drafts.kept)).toBeNull();
  expect(sessionStorage.getItem('khop.drafts')).toBeNull();
});
