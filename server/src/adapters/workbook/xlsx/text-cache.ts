import { textOf } from './xml.ts';

/** Places for texts; one of another text is written over. A ledger repeats its customers, goods and units thousands of times. */
const SLOTS = 1 << 15;
/** Longer texts are decoded each time. */
const LONGEST = 96;

/**
 * Texts by their bytes: the same bytes give the same text again, made once, with a hash that is known already. Of bounded size whatever
 * the file holds.
 */
export class TextCache {
  readonly #bytes = new Uint8Array(SLOTS * LONGEST);
  readonly #lengths = new Uint8Array(SLOTS);
  readonly #texts: string[] = new Array(SLOTS).fill('');

  of(bytes: Buffer, from: number, to: number): string {
    const length = to - from;
    if (length > LONGEST) return textOf(bytes, from, to, false);
    let hash = length;
    for (let at = from; at < to; at++) hash = Math.imul(hash ^ bytes[at]!, 0x01000193);
    const slot = (hash ^ (hash >>> 15)) & (SLOTS - 1);
    const start = slot * LONGEST;
    if (this.#lengths[slot] === length && this.#isSame(bytes, from, start, length)) return this.#texts[slot]!;
    const text = textOf(bytes, from, to, false);
    this.#bytes.set(bytes.subarray(from, to), start);
    this.#lengths[slot] = length;
    this.#texts[slot] = text;
    return text;
  }

  #isSame(bytes: Buffer, from: number, start: number, length: number): boolean {
    const known = this.#bytes;
    for (let at = 0; at < length; at++) if (known[start + at] !== bytes[from + at]) return false;
    return true;
  }
}
