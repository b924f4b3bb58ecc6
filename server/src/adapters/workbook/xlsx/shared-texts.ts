import { decodeExcelEscapes, LONGEST_TEXT } from './xml.ts';
import { damagedXml } from './xml-bytes.ts';

/** The shared strings of a workbook by their number; undefined for one that there is not. */
export type SharedStrings = { get(index: number): string | undefined };

const PAGE = 1 << 20;
/** The place of one text in so many is noted; the others are found by walking on from it. */
const STRIDE = 16;
const MARKS = 1 << 12;
/** Texts that are at hand; one is written over by another whose number ends alike. */
const SLOTS = 1 << 15;
/** The most bytes that a text's length takes. */
const LENGTH_BYTES = 3;
/** In the place of a length: the rest of the page is as it was made, for the next text is longer. */
const NEXT_PAGE = 0;

/**
 * Shared strings as the bytes that they are in the file: four million of them take a third of what as many texts do, and nothing of the heap.
 * One becomes a text when a cell asks for it, and stays at hand when it is asked for again: texts that come once would only fill the heap.
 */
export class SharedTexts implements SharedStrings {
  /** Of each text one more than its length, in sevens of bits, the low ones first, and its bytes. */
  readonly #pages: Buffer[] = [];
  /** Bytes taken of the last page. */
  #taken = PAGE;
  /** The place of every `STRIDE`th text: pages before it times their size, and bytes in its own. */
  readonly #marks: Uint32Array[] = [];
  #count = 0;
  #piece = Buffer.alloc(1024);
  #pieceLength = 0;
  /** Which text was last asked for in a slot, and that text if it was the second time. */
  readonly #slots = new Int32Array(SLOTS).fill(-1);
  readonly #texts: (string | undefined)[] = new Array(SLOTS).fill(undefined);
  /** The text behind the last one that was read: its number, page and place there. */
  #next = -1;
  #page = 0;
  #at = 0;

  /** Adds bytes to the text that is being written. Throws FILE_DAMAGED where it grows without end. */
  write(bytes: Buffer, from: number, to: number): void {
    const length = this.#pieceLength + to - from;
    if (length > LONGEST_TEXT) throw damagedXml('một ô quá dài');
    if (length > this.#piece.length) {
      const longer = Buffer.alloc(2 * length);
      this.#piece.copy(longer, 0, 0, this.#pieceLength);
      this.#piece = longer;
    }
    bytes.copy(this.#piece, this.#pieceLength, from, to);
    this.#pieceLength = length;
  }

  /** Ends the text that is being written: the next one has the next number. */
  end(): void {
    const written = this.#piece.subarray(0, this.#pieceLength);
    this.#add(written.includes('_x') ? Buffer.from(decodeExcelEscapes(written.toString())) : written);
    this.#pieceLength = 0;
  }

  get(index: number): string | undefined {
    if (!(Number.isInteger(index) && index >= 0 && index < this.#count)) return undefined;
    const slot = index & (SLOTS - 1);
    const isAsked = this.#slots[slot] === index;
    const known = isAsked ? this.#texts[slot] : undefined;
    if (known !== undefined) return known;
    const text = this.#read(index);
    this.#slots[slot] = index;
    this.#texts[slot] = isAsked ? text : undefined;
    return text;
  }

  #read(index: number): string {
    if (index !== this.#next) {
      const mark = Math.floor(index / STRIDE);
      const place = this.#marks[Math.floor(mark / MARKS)]![mark % MARKS]!;
      [this.#page, this.#at] = [Math.floor(place / PAGE), place % PAGE];
      for (let passed = mark * STRIDE; passed < index; passed++) {
        const length = this.#length();
        this.#at += length;
      }
    }
    const length = this.#length();
    const text = this.#pages[this.#page]!.toString('utf8', this.#at, this.#at + length);
    this.#at += length;
    this.#next = index + 1;
    return text;
  }

  /** The length of the text at the place that is read, which is then the place behind that length. */
  #length(): number {
    if (this.#at === PAGE || this.#pages[this.#page]![this.#at] === NEXT_PAGE)
      [this.#page, this.#at] = [this.#page + 1, 0];
    const page = this.#pages[this.#page]!;
    let [length, shift, byte] = [0, 0, 0];
    do {
      byte = page[this.#at++]!;
      length |= (byte & 0x7f) << shift;
      shift += 7;
    } while (byte > 0x7f);
    return length - 1;
  }

  #add(text: Buffer): void {
    if (this.#taken + LENGTH_BYTES + text.length > PAGE) {
      this.#pages.push(Buffer.alloc(PAGE));
      this.#taken = 0;
    }
    const page = this.#pages.at(-1)!;
    const number = this.#count++;
    if (number % STRIDE === 0) {
      const mark = number / STRIDE;
      if (mark % MARKS === 0) this.#marks.push(new Uint32Array(MARKS));
      this.#marks.at(-1)![mark % MARKS] = (this.#pages.length - 1) * PAGE + this.#taken;
    }
    let length = text.length + 1;
    for (; length > 0x7f; length >>>= 7) page[this.#taken++] = (length & 0x7f) | 0x80;
    page[this.#taken++] = length;
    this.#taken += text.copy(page, this.#taken);
  }
}
