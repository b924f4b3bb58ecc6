import type { Compiled } from '../compile.ts';
import type { Grouping } from '../units.ts';

/** The stock as lines see it: lines of one item and one set of profiles, between the same arrivals, share a view. */
export type Views = {
  /** The number of a line's view. */
  readonly of: (line: number) => number;
  /** The lots that lines of the view may use and that exist by their day. */
  readonly lots: (view: number) => readonly number[];
};

export function viewsOf(c: Compiled, lotsOfCell: Grouping): Views {
  const arrivalsOf: Int32Array[] = [];
  const known: Map<number, number>[] = [];
  const viewOfLine = new Int32Array(c.lineItem.length).fill(-1);
  const example: number[] = [];
  const usable: number[][] = [];
  const number = (line: number): number => {
    const item = c.lineItem[line]!;
    arrivalsOf[item] ??= arrivals(c, item, lotsOfCell);
    known[item] ??= new Map();
    const days = arrivalsOf[item];
    const key = c.lineSet[line]! * (days.length + 1) + countUntil(days, c.lineDay[line]!);
    let view = known[item].get(key);
    if (view === undefined) {
      view = example.push(line) - 1;
      known[item].set(key, view);
    }
    return view;
  };
  return {
    of: (line) => {
      let view = viewOfLine[line]!;
      if (view < 0) view = viewOfLine[line] = number(line);
      return view;
    },
    lots: (view) => {
      usable[view] ??= lotsFor(c, example[view]!, lotsOfCell);
      return usable[view];
    },
  };
}

/** The days of all lots connected to an item, in order. */
function arrivals(c: Compiled, item: number, lotsOfCell: Grouping): Int32Array {
  const days: number[] = [];
  for (const { cell } of c.itemConnections[item]!) {
    for (let at = lotsOfCell.start[cell]!; at < lotsOfCell.start[cell + 1]!; at++)
      days.push(c.lotDay[lotsOfCell.rows[at]!]!);
  }
  return Int32Array.from(days).sort();
}

/** The number of the sorted days up to and including this one. */
function countUntil(days: Int32Array, day: number): number {
  let low = 0;
  let high = days.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (days[middle]! <= day) low = middle + 1;
    else high = middle;
  }
  return low;
}

function lotsFor(c: Compiled, line: number, lotsOfCell: Grouping): number[] {
  const lots: number[] = [];
  const allowed = c.sets[c.lineSet[line]!];
  for (const { cell } of c.itemConnections[c.lineItem[line]!]!) {
    if (allowed && !allowed.has(c.cellProfile[cell]!)) continue;
    for (let at = lotsOfCell.start[cell]!; at < lotsOfCell.start[cell + 1]!; at++) {
      const lot = lotsOfCell.rows[at]!;
      if (c.lotDay[lot]! <= c.lineDay[line]!) lots.push(lot);
    }
  }
  return lots;
}
