// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { service } from '../../../testing/service.ts';
import { show } from '../../../ui/testing/show.tsx';
import { RulesPage } from './rules-page.tsx';

test('rules that cannot be read are not said to be the built-in ones', async () => {
  service({});
  show(<RulesPage />);
  await screen.findByText(/^Không có GET/);
  expect(screen.queryByText(/chưa ai sửa/)).toBeNull();
});
