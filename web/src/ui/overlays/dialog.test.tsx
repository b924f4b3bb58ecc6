// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { show } from '../testing/show.tsx';
import { watchLostFocus } from '../watches/lost-focus.ts';
import { Dialog } from './dialog.tsx';

let stop: () => void;
beforeEach(() => {
  stop = watchLostFocus();
});
afterEach(() => stop());

function Steps() {
  const [name, setName] = useState('');
  const [sent, setSent] = useState(false);
  return (
    <Dialog
      open
      onOpenChange={() => undefined}
      title="Tải lên"
      footer={
        sent ? null : (
          <button type="button" onClick={() => setSent(true)}>
            Gửi
          </button>
        )
      }
    >
      {sent ? 'Đã gửi.' : <input aria-label="Tên" value={name} onChange={(event) => setName(event.target.value)} />}
    </Dialog>
  );
}

it('keeps the focus when the button that was pressed goes away with its step', async () => {
  const user = show(<Steps />);
  await user.type(await screen.findByLabelText('Tên'), 'a');
  await user.tab();
  expect(document.activeElement?.textContent).toBe('Gửi');
  await user.keyboard('{Enter}');
  await screen.findByText('Đã gửi.');
  await waitFor(() => expect(document.activeElement?.getAttribute('role')).toBe('dialog'));
});

/** A page with keys of its own, one of which opens a dialog. */
function Keys() {
  const [open, setOpen] = useState(false);
  return (
    <main id="content" tabIndex={-1} onKeyDown={({ key }) => key === '?' && setOpen(true)}>
      <a href="/elsewhere">Hàng hóa</a>
      <Dialog open={open} onOpenChange={setOpen} title="Phím tắt">
        Enter: chấp nhận
      </Dialog>
    </main>
  );
}

it('gives the focus back to the page that had it, and not to the first link of the page', async () => {
  const user = show(<Keys />);
  (await screen.findByRole('main')).focus();
  await user.keyboard('?');
  await screen.findByText('Enter: chấp nhận');
  await waitFor(() => expect(document.activeElement?.closest('[role="dialog"]')).not.toBeNull());
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByText('Enter: chấp nhận')).toBeNull());
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(document.activeElement?.id).toBe('content');
});
