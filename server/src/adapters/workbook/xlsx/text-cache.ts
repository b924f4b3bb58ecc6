import { textOf } from './xml.ts';

/**
 * Places for texts, two of which any text may have; when both are taken, one of them is written over. A ledger repeats its customers, goods
 * and units thousands of times.
 */
const SLOTS = 1 << 16;
/** Longer texts are decoded each time. */
const LONGEST = 96;
/** Words of four bytes of a text, the last one with what is over. */
const WORDS = LONGEST / 4 + 1;

const NOTHING: Buffer = Buffer.alloc(0);
const viewOf = (bytes: Buffer): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.length);

/** A hash with another word; turned first, or the upper bits of a word would never reach the lower ones. */
const hashWith = (hash: number, word: number): number => Math.imul(((hash << 5) | (hash >>> 27)) ^ word, 0x9e3779b1);

/**
 * Texts by their bytes: the same bytes give the same text again, made once, with a hash that is known already. Of bounded size whatever
 * the file holds.
 */
export class TextCache {
  readonly #words = new Int32Array(SLOTS * WORDS);
  readonly #lengths = new Uint8Array(SLOTS);
  readonly #texts: string[] = new Array(SLOTS).fill('');
  readonly #finish: (text: string) => string;
  /** Says which of two places is written over. */
  #turn = 0;
  /** The bytes that were asked about last, to be read word by word. */
  #bytes = NOTHING;
  #view = viewOf(NOTHING);

  /** `finish` is what is done to a text that was just decoded. */
  constructor(finish: (text: string) => string = (text) => text) {
    this.#finish = finish;
  }

  of(bytes: Buffer, from: number, to: number): string {
    const length = to - from;
    if (length > LONGEST) return this.#finish(textOf(bytes, from, to, false));
    if (bytes !== this.#bytes) [this.#bytes, this.#view] = [bytes, viewOf(bytes)];
    const view = this.#view;
    const rest = to - (length & 3);
    let over = 0;
    for (let at = rest; at < to; at++) over = (over << 8) | bytes[at]!;
    let hash = hashWith(length, over);
    for (let at = from; at < rest; at += 4) hash = hashWith(hash, view.getInt32(at, true));
    const slot = (hash ^ (hash >>> 15)) & (SLOTS - 1);
    if (this.#lengths[slot] === length && this.#isSame(slot, from, rest, over)) return this.#texts[slot]!;
    const other = slot ^ 1;
    if (this.#lengths[other] === length && this.#isSame(other, from, rest, over)) return this.#texts[other]!;
    this.#turn ^= 1;
    const isOther = this.#lengths[slot] !== 0 && (this.#lengths[other] === 0 || this.#turn === 1);
    return this.#keep(isOther ? other : slot, bytes, from, to, over);
  }

  #isSame(slot: number, from: number, rest: number, over: number): boolean {
    const [view, words] = [this.#view, this.#words];
    let place = slot * WORDS;
    for (let at = from; at < rest; at += 4) if (words[place++] !== view.getInt32(at, true)) return false;
    return words[place] === over;
  }

  #keep(slot: number, bytes: Buffer, from: number, to: number, over: number): string {
    const text = this.#finish(textOf(bytes, from, to, false));
    const length = to - from;
    let place = slot * WORDS;
    for (let at = from; at + 4 <= to; at += 4) this.#words[place++] = this.#view.getInt32(at, true);
    this.#words[place] = over;
    this.#lengths[slot] = length;
    this.#texts[slot] = text;
    return text;
  }
}
