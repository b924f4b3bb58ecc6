import type { Shortage } from '../types.ts';

/** Shortages, put in the order of the ledger; those of one line stay in the order in which they were added. */
export class ShortagesByPlace {
  readonly #shortages: Shortage[] = [];
  readonly #places: number[] = [];

  /** @param place of the line in the ledger, from 0; −1 where the ledger has lost it */
  add(place: number, shortage: Shortage): void {
    this.#shortages.push(shortage);
    this.#places.push(place);
  }

  /** Counted, not compared: a month has as many as lines that wait. */
  inOrder(lines: number): Shortage[] {
    const start = new Int32Array(lines + 2);
    for (const place of this.#places) start[place + 2]!++;
    for (let at = 1; at < start.length; at++) start[at]! += start[at - 1]!;
    const order = new Int32Array(this.#places.length);
    this.#places.forEach((place, index) => {
      order[start[place + 1]!++] = index;
    });
    return Array.from(order, (index) => this.#shortages[index]!);
  }
}
