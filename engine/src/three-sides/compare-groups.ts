import type { Day } from '../day.ts';
import { by } from '../order.ts';
import { compareSides, presentRows } from './compare-sides.ts';
import { rowOfBooks } from './draft-row.ts';
import { type Alone, aloneOf, dayOf, joinByNumber } from './join.ts';
import type { SidesFrame, SidesInput, ThreeSidedRow } from './types.ts';

/** All that a number, a voucher or a correction ties together: with anything outside it may be joined by its sum alone. */
export type SidesGroup = Pick<SidesInput, 'tax' | 'books' | 'deliveries'>;

/** Days of the groups that have the tax side alone, and of those that have the books alone. */
export type OneSidedDays = { readonly tax: ReadonlySet<Day>; readonly books: ReadonlySet<Day> };

/** The same as `compareSides` of all groups together, with few of them in memory at a time. */
export type ComparisonByGroups = {
  /** The rows of a group, or none while something outside may belong to it. Groups with both tax and books come first. */
  readonly add: (group: SidesGroup) => ThreeSidedRow[];
  /** After the last group: the rows of those that had to wait. */
  readonly rest: () => ThreeSidedRow[];
};

/**
 * Compares group by group. A group with an invoice that found no partner by its number waits where the other side has such a one of the
 * same day: sums are joined only where one of each side has it, which the end alone can tell.
 */
export function compareByGroups(frame: SidesFrame, oneSided: OneSidedDays): ComparisonByGroups {
  const waiting: SidesGroup[] = [];
  const days = { tax: new Set(oneSided.tax), books: new Set(oneSided.books) };
  const mustWait = ({ tax, books }: SidesGroup, alone: Alone): boolean => {
    if (tax.length === 0) return alone.books.some((one) => days.tax.has(dayOf(one)));
    if (books.length === 0) return alone.tax.some((row) => days.books.has(row.tax!.date));
    for (const one of alone.books) days.books.add(dayOf(one));
    for (const row of alone.tax) days.tax.add(row.tax!.date);
    return alone.books.length + alone.tax.length > 0;
  };
  return {
    add: (group) => {
      const { rows, left } = joinByNumber(group.tax.toSorted(by(({ key }) => key)), group.books, frame);
      if (mustWait(group, aloneOf(rows, left, frame.tellsVat))) {
        waiting.push(group);
        return [];
      }
      return presentRows([...rows, ...left.map(rowOfBooks)], group.deliveries, frame);
    },
    rest: () => {
      const all: SidesGroup = {
        tax: waiting.flatMap(({ tax }) => tax),
        books: waiting.flatMap(({ books }) => books),
        deliveries: waiting.flatMap(({ deliveries }) => deliveries),
      };
      waiting.length = 0;
      return compareSides({ ...frame, ...all }, frame.tellsVat);
    },
  };
}
