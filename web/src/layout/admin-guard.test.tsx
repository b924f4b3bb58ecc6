// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { show } from '../ui/testing/show.tsx';
import { AdminGuard } from './admin-guard.tsx';

test('a page for admins has a heading and a title of its own for all others', async () => {
  show(<AdminGuard />);
  await screen.findByText('Bạn không có quyền xem trang này.');
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Trang dành cho quản trị viên');
  expect(document.title).toMatch(/^Trang dành cho quản trị viên · /);
});
