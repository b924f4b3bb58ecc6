// @vitest-environment happy-dom
import { amisPartner } from '@khop/engine/records/amis-partner.ts';
import { onlineManager } from '@tanstack/react-query';
import { screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import type { OutputOf } from '../../api/operations.ts';
import { emptyValues } from '../../shared/records/testing/empty-values.ts';
import { strings } from '../../strings.ts';
import { type Answers, listed, service } from '../../testing/service.ts';
import { said, show } from '../../ui/testing/show.tsx';
import { PartnerDrawer } from './partner-drawer.tsx';

const PARTNER: OutputOf<'getAmisPartner'> = {
  id: 'k1',
  profileId: 'a',
  type: 'supplier',
  ...emptyValues(amisPartner),
  code: 'NCC1',
  name: 'Giấy Bãi Bằng',
  address: 'Phú Thọ',
  taxCode: '0100000001',
  taxCodeCheck: 'valid',
  connectionCount: 0,
  version: 4,
  updatedAt: '2026-10-01T00:00:00Z',
};
const SAVE = 'PATCH /amis/partners/k1';

function Page() {
  const [open, setOpen] = useState(true);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Lại
      </button>
      {open ? <PartnerDrawer partnerId="k1" onClose={() => setOpen(false)} /> : null}
    </>
  );
}

const form = () => document.querySelector<HTMLFormElement>('form');
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(new RegExp(`^${label}`));

async function stage(answers: Answers = {}) {
  const sent = service({
    'GET /amis/partners/k1': () => PARTNER,
    'GET /audit/history': () => listed([]),
    [SAVE]: ({ body }) => ({ ...PARTNER, ...(body as object), version: 5 }),
    ...answers,
  });
  const hands = show(<Page />);
  const press = async (name: string) => hands.click(await screen.findByRole('button', { name }));
  const edit = async () => {
    await press('Sửa');
    await waitFor(() => expect(form()).not.toBeNull());
  };
  const fill = async (label: string, text: string) => {
    await hands.clear(field(label));
    if (text) await hands.type(field(label), text);
  };
  await edit();
  return { sent, hands, press, edit, fill };
}

test('sends what was changed alone, and the version it was changed upon', async () => {
  const { sent, hands, press, fill } = await stage();
  await fill('Điện thoại', '0901');
  await hands.click(screen.getByRole('checkbox', { name: 'Đối tượng nội bộ' }));
  await press('Lưu');
  await waitFor(() =>
    expect(sent.map(({ line, body }) => [line, body])).toEqual([
      [SAVE, { phone: '0901', isInternal: true, version: 4 }],
    ]),
  );
  await said('Đã lưu NCC1.');
  await waitFor(() => expect(form()).toBeNull());
});

test('what is typed outlives Esc and is offered again; it can be given up for the record as it is', async () => {
  const { sent, hands, press, edit, fill } = await stage();
  await fill('Tên', 'Giấy Việt Trì');
  await hands.keyboard('{Escape}');
  await waitFor(() => expect(form()).toBeNull());
  await press('Lại');
  await edit();
  expect(field('Tên').value).toBe('Giấy Việt Trì');
  await hands.click(within(form()!).getByRole('button', { name: strings.drafts.discard }));
  expect(field('Tên').value).toBe('Giấy Bãi Bằng');
  expect(sent).toEqual([]);
});

const THEIRS = { ...PARTNER, name: 'Giấy Tân Mai', phone: '0999', version: 9 };
const stale = { refused: 412, code: 'STALE_VERSION', message: 'Cũ.', details: THEIRS };

test('saved by a colleague meanwhile: both are shown where they clash, and mine goes upon theirs', async () => {
  let refusals = 1;
  const { sent, press, fill } = await stage({
    [SAVE]: ({ body }) => (refusals-- > 0 ? stale : { ...THEIRS, ...(body as object) }),
  });
  await fill('Tên', 'Giấy Việt Trì');
  await press('Lưu');
  expect(await screen.findByText('hiện là «Giấy Tân Mai», bạn nhập «Giấy Việt Trì»')).toBeDefined();
  expect(field('Tên').value).toBe('Giấy Việt Trì');
  await press('Áp dụng lại thay đổi của tôi');
  expect([field('Tên').value, field('Điện thoại').value]).toEqual(['Giấy Việt Trì', '0999']);
  await press('Lưu');
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(sent[1]!.body).toEqual({ name: 'Giấy Việt Trì', version: 9 });
});

test('saved by a colleague meanwhile: theirs can be taken, and nothing is left to send of mine', async () => {
  const { sent, press, fill } = await stage({ [SAVE]: () => stale });
  await fill('Tên', 'Giấy Việt Trì');
  await press('Lưu');
  await press('Dùng dữ liệu mới');
  expect([field('Tên').value, field('Điện thoại').value]).toEqual(['Giấy Tân Mai', '0999']);
  await press('Lưu');
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(sent[1]!.body).toEqual({ version: 9 });
});

test('saved by a colleague meanwhile: nothing of what was given up for theirs is offered again', async () => {
  const { hands, press, edit, fill } = await stage({ [SAVE]: () => stale });
  await fill('Tên', 'Giấy Việt Trì');
  await hands.keyboard('{Escape}');
  await waitFor(() => expect(form()).toBeNull());
  await press('Lại');
  await edit();
  await press('Lưu');
  await press('Dùng dữ liệu mới');
  expect(screen.queryByText(strings.drafts.restored)).toBeNull();
  await hands.keyboard('{Escape}');
  await waitFor(() => expect(form()).toBeNull());
  await press('Lại');
  await edit();
  expect(screen.queryByText(strings.drafts.restored)).toBeNull();
  expect(field('Tên').value).toBe('Giấy Bãi Bằng');
});

test('saved by a colleague meanwhile: what was put upon theirs is offered again upon theirs', async () => {
  const { sent, hands, press, edit, fill } = await stage({ [SAVE]: () => stale });
  await fill('Tên', 'Giấy Việt Trì');
  await press('Lưu');
  await press('Áp dụng lại thay đổi của tôi');
  await hands.keyboard('{Escape}');
  await waitFor(() => expect(form()).toBeNull());
  await press('Lại');
  await edit();
  expect([field('Tên').value, field('Điện thoại').value]).toEqual(['Giấy Việt Trì', '0999']);
  await press('Lưu');
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(sent[1]!.body).toEqual({ name: 'Giấy Việt Trì', version: 9 });
});

test('a save while the network is away is refused at once, and not made when it is back', async () => {
  const { sent, press, fill } = await stage({
    [SAVE]: () => {
      throw new TypeError('Failed to fetch');
    },
  });
  await fill('Tên', 'Giấy Việt Trì');
  onlineManager.setOnline(false);
  try {
    await press('Lưu');
    await said(strings.errors.network);
    expect(field('Tên').value).toBe('Giấy Việt Trì');
  } finally {
    onlineManager.setOnline(true);
  }
  expect(sent).toHaveLength(1);
});

test('a field that the service refuses says why beside it', async () => {
  const { press, fill } = await stage({
    [SAVE]: () => ({
      refused: 422,
      code: 'VALIDATION',
      message: 'Sai.',
      details: [{ path: ['body', 'taxCode'], message: 'mã số thuế dài quá 20 ký tự' }],
    }),
  });
  await fill('Mã số thuế', '0'.repeat(21));
  await press('Lưu');
  await waitFor(() => expect(field('Mã số thuế').getAttribute('aria-invalid')).toBe('true'));
  expect(screen.getByText('Mã số thuế dài quá 20 ký tự')).toBeDefined();
});
