// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { listed, service } from '../../testing/service.ts';
import { show } from '../../ui/testing/show.tsx';
import { UserDrawer } from './user-drawer.tsx';

const person = (email: string, more: object = {}) => ({
  ...{ id: `id-${email.split('@')[0]}`, uid: `uid-${email}`, email, displayName: `Tên của ${email}`, avatarUrl: null },
  ...{ isAdmin: false, lastSeenAt: null, createdAt: '2026-10-01T00:00:00.000Z', version: 3 },
  ...more,
});
const history = { 'GET /audit-events': () => listed([]) };

it('opens the account that the address names, not an earlier one with the same email', async () => {
  const asked: string[] = [];
  service({
    ...history,
    'GET /admin/users': ({ query }) => {
      asked.push(query.get('where') ?? '');
      return listed([person('an@khop.vn', { uid: 'moi' })]);
    },
  });
  show(<UserDrawer uid="moi" onClose={vi.fn()} />);
  expect(await screen.findByRole('heading', { name: 'Tên của an@khop.vn' })).toBeTruthy();
  expect(new Set(asked)).toEqual(new Set(['uid.in:moi']));
});

it('shows a change at once and sends the next one with its version', async () => {
  const sent = service({
    ...history,
    'GET /admin/users': () => listed([person('an@khop.vn')]),
    'PATCH /admin/users/id-an': ({ body }) => person('an@khop.vn', { ...(body as object), version: 4 }),
  });
  const user = show(<UserDrawer uid="uid-an@khop.vn" onClose={vi.fn()} />);
  await user.click(await screen.findByRole('switch', { name: /^Quản trị viên/ }));
  await waitFor(() => expect(screen.getByRole('switch').getAttribute('aria-checked')).toBe('true'));
  await user.click(screen.getByRole('switch', { name: /^Quản trị viên/ }));
  await waitFor(() =>
    expect(sent.map(({ body }) => body)).toEqual([
      { isAdmin: true, version: 3 },
      { isAdmin: false, version: 4 },
    ]),
  );
});

it('says so when the account is unknown', async () => {
  service({ 'GET /admin/users': () => listed([]) });
  show(<UserDrawer uid="khong-co" onClose={vi.fn()} />);
  expect(await screen.findByText('Không tìm thấy người dùng này.')).toBeTruthy();
});
