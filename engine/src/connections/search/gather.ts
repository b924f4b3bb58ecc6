import type { Candidates } from '../index/candidate-pairs.ts';
import { sortPart } from '../index/ragged.ts';
import { onThisThread, type Spread } from './spread.ts';

/** Told a pair by its places. */
export type Offer = (left: number, right: number) => void;

/** A key shared by more records than this says too little to pair them all. */
export const KEY_FANOUT = 24;

/** The offered pairs in order, each once. `each` offers all of them and is asked twice: to count, then to keep. */
export function gathered(
  leftSize: number,
  each: (offer: Offer) => void,
  room: Spread['room'] = onThisThread.room,
): Candidates {
  const start = new Uint32Array(leftSize + 1);
  each((left) => {
    start[left + 1]!++;
  });
  for (let i = 0; i < leftSize; i++) start[i + 1]! += start[i]!;
  const partners = new Uint32Array(start[leftSize]!);
  const next = start.slice(0, leftSize);
  each((left, right) => {
    partners[next[left]!++] = right;
  });
  const leftStart = new Uint32Array(leftSize + 1);
  let count = 0;
  for (let i = 0; i < leftSize; i++) {
    const [from, to] = [start[i]!, start[i + 1]!];
    sortPart(partners, from, to);
    for (let e = from; e < to; e++) if (e === from || partners[e] !== partners[e - 1]) partners[count++] = partners[e]!;
    leftStart[i + 1] = count;
  }
  const left = new Uint32Array(room(4 * count), 0, count);
  for (let i = 0; i < leftSize; i++) left.fill(i, leftStart[i]!, leftStart[i + 1]!);
  const right = new Uint32Array(room(4 * count), 0, count);
  right.set(partners.subarray(0, count));
  return { count, left, right, leftStart };
}

/** Offers the pairs that share a key (0: none). */
export function pairsByKey(left: Uint32Array, right: Uint32Array): (offer: Offer) => void {
  const most = right.reduce((a, b) => Math.max(a, b), 0);
  const start = new Uint32Array(most + 2);
  for (const key of right) if (key > 0) start[key + 1]!++;
  for (let key = 0; key <= most; key++) start[key + 1]! += start[key]!;
  const next = start.slice(0, most + 1);
  const holders = new Uint32Array(start[most + 1]!);
  right.forEach((key, r) => {
    if (key > 0) holders[next[key]!++] = r;
  });
  return (offer) => {
    left.forEach((key, l) => {
      if (key === 0 || key > most || start[key + 1]! - start[key]! > KEY_FANOUT) return;
      for (let e = start[key]!; e < start[key + 1]!; e++) offer(l, holders[e]!);
    });
  };
}
