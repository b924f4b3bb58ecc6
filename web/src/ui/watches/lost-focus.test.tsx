// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Button } from '../button.tsx';
import { show } from '../testing/show.tsx';
import { watchLostFocus } from './lost-focus.ts';

let stop: () => void;
beforeEach(() => {
  stop = watchLostFocus();
});
afterEach(() => stop());

/** A page whose button leaves with its step, and one that is busy for a while. */
function Steps() {
  const [sent, setSent] = useState(false);
  const [busy, setBusy] = useState(false);
  return (
    <main id="content" tabIndex={-1}>
      {sent ? 'Đã nối.' : <Button onClick={() => setSent(true)}>Nối</Button>}
      <Button
        busy={busy}
        onClick={({ currentTarget }) => {
          // A browser takes the focus from what is disabled; this page does so only when asked.
          currentTarget.blur();
          setBusy(true);
          setTimeout(() => setBusy(false), 250);
        }}
      >
        Sinh lại
      </Button>
      <p>Chữ</p>
    </main>
  );
}

const focused = () => document.activeElement?.id || document.activeElement?.textContent;

it('leaves the focus on the page when its button goes away', async () => {
  const user = show(<Steps />);
  (await screen.findByRole('button', { name: 'Nối' })).focus();
  await user.keyboard('{Enter}');
  await screen.findByText(/Đã nối/);
  await waitFor(() => expect(focused()).toBe('content'));
});

it('gives the focus back to a button that was busy', async () => {
  const user = show(<Steps />);
  const again = await screen.findByRole('button', { name: 'Sinh lại' });
  again.focus();
  await user.keyboard('{Enter}');
  expect(document.activeElement).toBe(document.body);
  await waitFor(() => expect(focused()).toBe('Sinh lại'));
});

it('leaves the focus to another page that opens, and to this one when it is opened again', async () => {
  const here = location.pathname;
  const user = show(<Steps />);
  (await screen.findByRole('button', { name: 'Nối' })).focus();
  history.pushState(null, '', '/trang-khac');
  await user.keyboard('{Enter}');
  await screen.findByText(/Đã nối/);
  history.pushState(null, '', here);
  document.body.append(document.createElement('p'));
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(document.activeElement).toBe(document.body);
});

it('takes nothing from a person who pressed beside everything', async () => {
  const user = show(<Steps />);
  const button = await screen.findByRole('button', { name: 'Nối' });
  button.focus();
  await user.pointer({ target: document.body, keys: '[MouseLeft]' });
  button.blur();
  button.remove();
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(document.activeElement).toBe(document.body);
});
