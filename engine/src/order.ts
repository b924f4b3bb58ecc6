type Ordered = string | number | bigint;

/** Texts by their code units (days are texts in the order of time), numbers by value. */
export const compare = <T extends Ordered>(a: T, b: T): number => (a < b ? -1 : a > b ? 1 : 0);

/** The order of records by one thing of theirs. */
export const by =
  <T>(of: (one: T) => Ordered) =>
  (a: T, b: T): number =>
    compare(of(a), of(b));

/**
 * Two lists that are in order as one list in order; of equal ones those of `ordered` come first. It is made for a short `further`: a run of
 * `ordered` is found by leaps, and none of its own things are compared with one another.
 */
export function merged<T>(ordered: readonly T[], further: readonly T[], order: (a: T, b: T) => number): T[] {
  const all: T[] = [];
  let from = 0;
  for (const one of further) {
    const to = endOfRun(ordered, from, (other) => order(other, one) <= 0);
    for (; from < to; from++) all.push(ordered[from]!);
    all.push(one);
  }
  for (; from < ordered.length; from++) all.push(ordered[from]!);
  return all;
}

/** The things that pass, in their order: the list itself where all do, so that nothing is made for it. */
export const passing = <T>(list: readonly T[], isGood: (one: T) => boolean): readonly T[] =>
  list.every(isGood) ? list : list.filter(isGood);

/** The number of things from the first one on that come in another list too, in the same order. */
export function inStep<T>(list: readonly T[], other: readonly T[]): number {
  let count = 0;
  for (let at = 0; at < other.length && count < list.length; at++) if (other[at] === list[count]) count++;
  return count;
}

/** The first place from `from` on that is not `isBefore`; none after it is. */
function endOfRun<T>(list: readonly T[], from: number, isBefore: (one: T) => boolean): number {
  let [low, leap] = [from, 1];
  for (; low + leap <= list.length && isBefore(list[low + leap - 1]!); leap *= 2) low += leap;
  let high = Math.min(low + leap - 1, list.length);
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isBefore(list[middle]!)) low = middle + 1;
    else high = middle;
  }
  return low;
}
