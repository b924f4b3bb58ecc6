// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Period } from '../../../shared/period.tsx';
import { show } from '../../../ui/testing/show.tsx';
import { DayTable } from './day-table.tsx';
import type { DayCell } from './days.ts';

const none = { count: 0, amount: 0 };
const cell: DayCell = {
  ...{ day: '2026-09-04', profileId: 'a', state: 'ready', late: 0, expired: 0, notRequired: 0, isOverdue: true },
  ...{ signBy: '2026-09-07', drafts: none, handedOver: none, issued: none },
  waiting: { documents: 1, amount: 577_037 },
  unplanned: { documents: 15, amount: 102_237_644 },
};
// The table reads nothing else of a period.
const period = { id: 'p', profiles: [{ id: 'a', code: 'AP', name: 'An Phú' }] } as unknown as Period;

const linksOf = async (own: DayCell) => {
  const rows = [{ day: own.day, cells: new Map([['a', own]]) }];
  show(<DayTable rows={rows} period={period} today="2026-11-27" toDo={new Set()} onHandOver={() => {}} />);
  return (await screen.findAllByRole('link')).map(({ textContent }) => textContent);
};

test('documents of later days are not told to wait: one waits, fifteen are not made yet', async () => {
  expect(await linksOf(cell)).toEqual(['1 chứng từ chờ · 577.037', '15 chứng từ chưa lập · 102.237.644']);
});

test('a day in which nothing waits does not say so', async () => {
  expect(await linksOf({ ...cell, waiting: { documents: 0, amount: 0 } })).toEqual([
    '15 chứng từ chưa lập · 102.237.644',
  ]);
});
