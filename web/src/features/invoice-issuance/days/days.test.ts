import { expect, test } from 'vitest';
import { type DayCell, daysToDo, dayToReach, losing, rowsOf } from './days.ts';

const cell = (day: string, more: Partial<DayCell> = {}): DayCell => ({
  ...{ day, profileId: 'A', state: 'ready', late: 0, expired: 0, notRequired: 0, isOverdue: false, signBy: null },
  drafts: { count: 0, amount: 0 },
  handedOver: { count: 0, amount: 0 },
  issued: { count: 0, amount: 0 },
  waiting: { documents: 0, amount: 0 },
  unplanned: { documents: 1, amount: 100 },
  ...more,
});
const done = { state: 'issued', unplanned: { documents: 0, amount: 0 } } as const;

test('a row has the cells of its day by entity', () => {
  const rows = rowsOf([cell('2026-11-20'), cell('2026-11-20', { profileId: 'B' }), cell('2026-11-23')]);
  expect(rows.map(({ day, cells }) => [day, [...cells.keys()]])).toEqual([
    ['2026-11-20', ['A', 'B']],
    ['2026-11-23', ['A']],
  ]);
});

test('days to do have come, have an entity, and have something that has not left', () => {
  const days = [
    cell('2026-11-19', done),
    cell('2026-11-20', { ...done, state: 'planned', drafts: { count: 2, amount: 5 } }),
    cell('2026-11-21', { profileId: null }),
    cell('2026-11-23'),
    cell('2026-11-25'),
  ];
  expect(daysToDo(days, '2026-11-23')).toEqual(['2026-11-20', '2026-11-23']);
  expect(dayToReach(days, '2026-11-23', '2026-11-22')).toBe('2026-11-20');
  expect(dayToReach(days, '2026-11-23', null)).toBe('2026-11-23');
  expect(dayToReach([cell('2026-11-19', done)], '2026-11-23', null)).toBeUndefined();
});

test('a late day handed over alone would take the date of its followers', () => {
  const days = [
    cell('2026-11-20', { signBy: '2026-11-23' }),
    cell('2026-11-23', { signBy: '2026-11-25' }),
    cell('2026-11-23', { profileId: 'B', signBy: '2026-11-25' }),
    // An entity of its own symbol that is not late loses nothing.
    cell('2026-11-24', { profileId: 'B', signBy: '2026-11-25' }),
    cell('2026-11-25', { signBy: '2026-11-26' }),
  ];
  expect(losing(days, '2026-11-20', '2026-11-25')).toEqual(['2026-11-23']);
  expect(losing(days, '2026-11-23', '2026-11-25')).toEqual([]);
  // On Monday Friday is not late yet: both keep their days.
  expect(losing(days, '2026-11-20', '2026-11-23')).toEqual([]);
});
