import type { OutputOf } from '../../../api/operations.ts';
import type { Tone } from '../../../ui/chip.tsx';

export type DayCell = OutputOf<'getPeriodPreflight'>['days'][number];
type State = DayCell['state'];

export const DAY_STATE: Readonly<Record<State, { readonly label: string; readonly tone: Tone }>> = {
  open: { label: 'Chưa khóa ngày', tone: 'grey' },
  ready: { label: 'Đủ số liệu', tone: 'amber' },
  planned: { label: 'Đã lập nháp', tone: 'amber' },
  handed_over: { label: 'Đã giao AMIS', tone: 'amber' },
  issued: { label: 'Đã phát hành', tone: 'green' },
};

/** A day of the board with the cells of its entities. */
export type DayRow = { readonly day: string; readonly cells: ReadonlyMap<string | null, DayCell> };

/** Every day once, oldest first, as the service has them. */
export const rowsOf = (days: readonly DayCell[]): DayRow[] =>
  [...Map.groupBy(days, ({ day }) => day)].map(([day, cells]) => ({
    day,
    cells: new Map(cells.map((cell) => [cell.profileId, cell])),
  }));

/** True while something of the day can still be planned or leave for AMIS. */
const isToDo = ({ state, drafts, unplanned, profileId }: DayCell): boolean =>
  profileId !== null && (drafts.count > 0 || unplanned.documents > 0 || state === 'ready');

/** Days that can be handed over: they have come, and something of them has not left yet. */
export const daysToDo = (days: readonly DayCell[], today: string): string[] => [
  ...new Set(days.filter((cell) => cell.day <= today && isToDo(cell)).map(({ day }) => day)),
];

/**
 * The day that a hand-over should reach: the last one whose sales are complete, else today. Handing over fewer days
 * gives nothing, and can cost the others their date (`losing`).
 */
export function dayToReach(days: readonly DayCell[], today: string, complete: string | null): string | undefined {
  const todo = daysToDo(days, today);
  return todo.filter((day) => complete !== null && day <= complete).at(-1) ?? todo.at(-1);
}

/**
 * Days that would lose the date of their sale to a hand-over through `through`: what is late by then takes the date of
 * today in the symbol, and no earlier date may follow it. Handed over together they keep their dates.
 */
export function losing(days: readonly DayCell[], through: string, today: string): string[] {
  const late = new Set(
    days
      .filter((cell) => cell.day <= through && isToDo(cell) && cell.signBy !== null && cell.signBy < today)
      .map(({ profileId }) => profileId),
  );
  const kept = days.filter(
    (cell) =>
      late.has(cell.profileId) &&
      cell.day > through &&
      cell.day < today &&
      isToDo(cell) &&
      (cell.signBy === null || cell.signBy >= today),
  );
  return [...new Set(kept.map(({ day }) => day))];
}
