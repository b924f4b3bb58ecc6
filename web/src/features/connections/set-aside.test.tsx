// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { service } from '../../testing/service.ts';
import { show } from '../../ui/testing/show.tsx';
import { PRODUCT } from './kinds.ts';
import { AcceptAllDialog } from './review/accept-all-dialog.tsx';
import type { ReviewQuery } from './review/filters.ts';

const found = (setAside: number) => ({
  ...{ count: 12, unlockValue: 5_000_000, lowestScore: 0.99, expectedWrong: 0.1, withoutFactor: 0, contradicted: 0 },
  ...{ setAside, isCut: false },
});

const open = (setAside: number) => {
  service({
    'GET /product-connections/suggestions/acceptable': () => found(setAside),
    'GET /product-connections/suggestions/quality': () => ({ thresholds: [], enough: 30 }),
  });
  show(
    <AcceptAllDialog
      kind={PRODUCT}
      query={{ profileId: 'a' } as ReviewQuery}
      onAccept={() => undefined}
      onClose={() => undefined}
    />,
  );
};

test('what a person has judged wrong or disconnected is counted beside what will be connected', async () => {
  open(3);
  await screen.findByText(/^12 cặp/);
  screen.getByText('Đã bị thấy sai hoặc bỏ liên kết');
  screen.getByText('3 cặp, để lại xem tay');
});

test('nothing is said of pairs that are left to a person where there are none', async () => {
  open(0);
  await screen.findByText(/^12 cặp/);
  expect(screen.queryByText('Đã bị thấy sai hoặc bỏ liên kết')).toBeNull();
});
