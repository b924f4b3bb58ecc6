import { afterEach, expect, test } from 'vitest';
import { connectTabs } from './tabs.ts';
import { tokenOf } from './testing/machine-stage.ts';

const channels: BroadcastChannel[] = [];
const channel = () => {
  const made = new BroadcastChannel('khop-session-test');
  channels.push(made);
  return made;
};
afterEach(() => {
  for (const open of channels.splice(0)) open.close();
});

/** A tab that renews only when no other tab has told it a newer token, as the state machine does. */
function tab() {
  const tabs = connectTabs(navigator.locks, channel());
  const heard: string[] = [];
  tabs.onNews((_, token) => heard.push(token.token));
  let renewals = 0;
  const refresh = (fails = false) =>
    tabs.exclusive(async () => {
      if (heard.length > 0) return heard.at(-1)!;
      renewals += 1;
      const token = tokenOf();
      await new Promise((resolve) => setTimeout(resolve, 20));
      if (fails) throw new Error('refused');
      tabs.announce('u1', token);
      return token.token;
    });
  return { refresh, renewals: () => renewals };
}

test('three tabs that refresh at once: one does, the others take its token', async () => {
  const tabs = [tab(), tab(), tab()];
  const tokens = await Promise.all(tabs.map(({ refresh }) => refresh()));
  expect(tabs.reduce((sum, { renewals }) => sum + renewals(), 0)).toBe(1);
  expect(new Set(tokens).size).toBe(1);
});

test('a tab whose predecessor failed refreshes by itself', async () => {
  const [first, second] = [tab(), tab()];
  const outcomes = await Promise.allSettled([first.refresh(true), second.refresh()]);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
  expect(second.renewals()).toBe(1);
});

test('without locks, as on a page that is not served securely, each tab refreshes for itself', async () => {
  const { exclusive } = connectTabs(null, channel());
  expect(await Promise.all([exclusive(async () => 1), exclusive(async () => 2)])).toEqual([1, 2]);
});

test('without a channel, tabs take turns', async () => {
  const order: string[] = [];
  const turn = (name: string) =>
    connectTabs(navigator.locks, null).exclusive(async () => {
      order.push(`${name} begins`);
      await new Promise((resolve) => setTimeout(resolve, 10));
      order.push(`${name} ends`);
    });
  await Promise.all([turn('a'), turn('b')]);
  expect(order).toEqual(['a begins', 'a ends', 'b begins', 'b ends']);
});
