// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Button } from '../button.tsx';
import { show } from '../testing/show.tsx';
import { watchMovedPress } from './moved-press.ts';

let stop: () => void;
beforeEach(() => {
  stop = watchMovedPress();
});
afterEach(() => stop());

const AT = { clientX: 20, clientY: 710, pointerType: 'mouse', pointerId: 1, button: 0 };

/** Presses «Đóng», lets the page do something, and releases. @returns how often it was clicked. */
async function pressed(meanwhile: (button: HTMLElement, lies: (y: number) => void) => void, released = AT, begun = AT) {
  const onClick = vi.fn();
  show(<Button onClick={onClick}>Đóng</Button>);
  const button = await screen.findByRole('button', { name: 'Đóng' });
  const lies = (y: number) => vi.spyOn(button, 'getBoundingClientRect').mockReturnValue(new DOMRect(10, y, 60, 32));
  lies(696);
  fireEvent.pointerDown(button, begun);
  meanwhile(button, lies);
  fireEvent.pointerUp(document.body, released);
  await new Promise((resolve) => setTimeout(resolve, 20));
  return onClick.mock.calls.length;
}

it('a press counts when the page moves its button away before the release', async () => {
  expect(await pressed((_, lies) => lies(744))).toBe(1);
});

it('a press is given up by drawing the mouse away', async () => {
  expect(await pressed((_, lies) => lies(744), { ...AT, clientY: 650 })).toBe(0);
});

it.each([
  ['of a finger', { ...AT, pointerType: 'touch' }],
  ['of the right button', { ...AT, button: 2 }],
  ['beside the button that it is sent to', { ...AT, clientY: 600 }],
])('a press %s is left to the browser', async (_, press) => {
  expect(await pressed((_button, lies) => lies(744), press, press)).toBe(0);
});

it('a button that its own list covers is not clicked a second time', async () => {
  expect(await pressed(() => {})).toBe(0);
});

it('a button that is disabled by the release is not clicked', async () => {
  const refuses = (button: HTMLElement, lies: (y: number) => void) => {
    lies(744);
    (button as HTMLButtonElement).disabled = true;
  };
  expect(await pressed(refuses)).toBe(0);
});
