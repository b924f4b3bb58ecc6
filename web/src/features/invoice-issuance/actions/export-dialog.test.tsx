// @vitest-environment happy-dom
import { onlineManager } from '@tanstack/react-query';
import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { service } from '../../../testing/service.ts';
import { show } from '../../../ui/testing/show.tsx';
import { ExportDialog } from './export-dialog.tsx';

const PERIOD = { id: 'p1', status: 'generated' } as const;
const STATS = { byStatus: { draft: 2 } };
const CHECK = 'GET /invoice-issuance/periods/p1/preflight';

function Page() {
  const [open, setOpen] = useState(true);
  return open ? <ExportDialog period={PERIOD} stats={STATS} onClose={() => setOpen(false)} /> : <p>Đã đóng</p>;
}

/** The dialog, whose button asks once more what stops the files; the answer to that comes when it is let through. */
async function pressed() {
  let letThrough = () => {};
  const asked: Promise<void>[] = [];
  const sent = service({
    [CHECK]: async () => {
      asked.push(asked.length === 0 ? Promise.resolve() : new Promise((resolve) => (letThrough = resolve)));
      await asked.at(-1);
      return { problems: [] };
    },
  });
  const hands = show(<Page />);
  const button = await screen.findByRole('button', { name: 'Xuất và tải bộ tệp' });
  await waitFor(() => expect(button.hasAttribute('disabled')).toBe(false));
  await hands.click(button);
  await waitFor(() => expect(asked).toHaveLength(2));
  return { sent, hands, letThrough: () => letThrough() };
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 50));

test('invoices leave once what stops them was asked again', async () => {
  const { sent, letThrough } = await pressed();
  expect(sent).toEqual([]);
  letThrough();
  await waitFor(() => expect(sent).toMatchObject([{ line: 'POST /invoice-issuance/periods/p1/download-excel' }]));
});

test('what stops the files since the dialog was opened is said in it, once it was asked again', async () => {
  let problems: object[] = [];
  const sent = service({ [CHECK]: () => ({ problems }) });
  const hands = show(<Page />);
  const button = await screen.findByRole('button', { name: 'Xuất và tải bộ tệp' });
  await waitFor(() => expect(button.hasAttribute('disabled')).toBe(false));
  const message = 'Dữ liệu của kỳ đã đổi.';
  problems = [
    {
      key: 'a',
      code: 'PLAN_OUTDATED',
      message,
      remedy: 'Sinh lại.',
      stops: 'export',
      profileId: null,
      canOverride: false,
    },
  ];
  await hands.click(button);
  await screen.findByText(message, { exact: false });
  expect(sent).toEqual([]);
});

test('drafts alone are asked for: those which a colleague exports meanwhile are not handed over again', async () => {
  const { sent, letThrough } = await pressed();
  letThrough();
  await waitFor(() => expect(sent).toMatchObject([{ body: { only: 'new' } }]));
});

test('no invoice leaves when the dialog was given up meanwhile', async () => {
  const { sent, hands, letThrough } = await pressed();
  await hands.click(screen.getByRole('button', { name: 'Hủy' }));
  await screen.findByText('Đã đóng');
  letThrough();
  await settled();
  expect(sent).toEqual([]);
});

test('a press while the network is away is refused: no invoice leaves by itself when it is back', async () => {
  let isAway = false;
  const sent = service({
    [CHECK]: () => (isAway ? { refused: 422, code: 'AWAY', message: 'Không kết nối được.' } : { problems: [] }),
  });
  const hands = show(<Page />);
  const button = await screen.findByRole('button', { name: 'Xuất và tải bộ tệp' });
  await waitFor(() => expect(button.hasAttribute('disabled')).toBe(false));
  isAway = true;
  onlineManager.setOnline(false);
  await hands.click(button);
  await screen.findByText('Không kết nối được.');
  isAway = false;
  onlineManager.setOnline(true);
  await settled();
  expect(sent).toEqual([]);
  expect(button.hasAttribute('disabled')).toBe(false);
});
