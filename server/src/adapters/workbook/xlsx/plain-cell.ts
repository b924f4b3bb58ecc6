import { plainNumber } from './figures.ts';
import { TextCache } from './text-cache.ts';
import { decodeExcelEscapes } from './xml.ts';

const [SPACE, LESS, GREATER, QUOTE] = [32, 60, 62, 34];
const [ZERO, NINE, LETTER_A, LETTER_Z] = [48, 57, 65, 90];
const MOST_LETTERS = 3;

/** Four characters as the whole number that their bytes are, two as the half of one. */
const word = (text: string): number => Buffer.from(text).readInt32LE();
const half = (text: string): number => Buffer.from(text).readInt16LE();

const [REFERENCE, STYLE, TYPE] = [word(' r="'), word(' s="'), word(' t="')];
const [SHARED, NUMBER] = [half('s"'), half('n"')];
const [INLINE_1, INLINE_2, INLINE_3] = [word('inli'), word('neSt'), half('r"')];
const VALUE = word('><v>');
const [VALUE_END_1, VALUE_END_2] = [word('</v>'), word('</c>')];
const [TEXT_1, TEXT_2, SPACED_2] = [word('><is'), word('><t>'), word('><t ')];
const SPACED = 'xml:space="preserve">';
const [TEXT_END_1, TEXT_END_2, TEXT_END_3] = [word('</t>'), word('</is'), word('></c')];

/** Bytes that a tag and the end of a cell may take: cells in the last ones of a chunk are left to the walk. */
const MARGIN = 128;

const NOTHING: Buffer = Buffer.alloc(0);

/**
 * Reads cells as nearly every program writes nearly all of them, four bytes at a time: a number, the number of a shared string or a text of
 * one piece, under plain names and with no attributes but `r`, `s` and `t`. What is written in any other way, or has not arrived whole, is
 * left to the walk over tokens, which reads these cells as well, and the same.
 */
export class PlainCells {
  /** Of the last cell that was read: its place and style, and its text, or its number, which may be that of a shared string. */
  column = -1;
  style = 0;
  text: string | undefined;
  number = 0;
  isShared = false;
  #isInline = false;
  readonly #texts = new TextCache(decodeExcelEscapes);
  #bytes = NOTHING;
  #view: DataView = new DataView(NOTHING.buffer);

  /** Reads the cell whose tag `<c` begins here, behind that of a column; the place behind it, or -1 where it is none of these. */
  read(bytes: Buffer, tag: number, before: number): number {
    const last = bytes.length - MARGIN;
    if (tag > last) return -1;
    if (bytes !== this.#bytes) {
      this.#bytes = bytes;
      this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    }
    this.column = before + 1;
    this.style = 0;
    this.isShared = false;
    this.#isInline = false;
    let at = tag + 2;
    while (bytes[at] === SPACE) {
      at = this.#attribute(bytes, at);
      if (at < 0 || at > last) return -1;
    }
    if (bytes[at] !== GREATER) return -1;
    return this.#isInline ? this.#inline(bytes, at) : this.#value(bytes, at);
  }

  /** Reads the attribute behind a space; the place behind it, or -1 where it is another one. */
  #attribute(bytes: Buffer, space: number): number {
    const view = this.#view;
    const name = view.getInt32(space, true);
    let at = space + 4;
    if (name === REFERENCE) {
      let column = 0;
      for (let letter = bytes[at]!; letter >= LETTER_A && letter <= LETTER_Z; letter = bytes[++at]!)
        column = column * 26 + letter - LETTER_A + 1;
      if (column === 0 || at - space - 4 > MOST_LETTERS) return -1;
      this.column = column - 1;
      while (bytes[at]! >= ZERO && bytes[at]! <= NINE) at++;
    } else if (name === STYLE) {
      this.style = 0;
      for (; bytes[at]! >= ZERO && bytes[at]! <= NINE; at++) this.style = this.style * 10 + bytes[at]! - ZERO;
    } else if (name === TYPE) {
      const start = view.getInt16(at, true);
      this.isShared = start === SHARED;
      this.#isInline =
        view.getInt32(at, true) === INLINE_1 &&
        view.getInt32(at + 4, true) === INLINE_2 &&
        view.getInt16(at + 8, true) === INLINE_3;
      if (!this.#isInline && !this.isShared && start !== NUMBER) return -1;
      at += this.#isInline ? 9 : 1;
    } else return -1;
    return bytes[at] === QUOTE ? at + 1 : -1;
  }

  /** A `v` of plain digits, and the end of the cell. */
  #value(bytes: Buffer, end: number): number {
    const view = this.#view;
    if (view.getInt32(end, true) !== VALUE) return -1;
    const from = end + 4;
    let to = from;
    while (to < bytes.length && bytes[to] !== LESS) to++;
    if (to + 8 > bytes.length) return -1;
    if (view.getInt32(to, true) !== VALUE_END_1 || view.getInt32(to + 4, true) !== VALUE_END_2) return -1;
    const number = plainNumber(bytes, from, to);
    if (number === undefined) return -1;
    this.number = number;
    this.text = undefined;
    return to + 8;
  }

  /** A text of one piece, and the end of the cell. */
  #inline(bytes: Buffer, end: number): number {
    const view = this.#view;
    if (view.getInt32(end, true) !== TEXT_1) return -1;
    let from = end + 8;
    const tag = view.getInt32(end + 4, true);
    if (tag !== TEXT_2) {
      if (tag !== SPACED_2 || bytes.toString('latin1', from, from + SPACED.length) !== SPACED) return -1;
      from += SPACED.length;
    }
    const to = this.#endOfText(bytes, from);
    if (to + 13 > bytes.length) return -1;
    const isWhole =
      view.getInt32(to, true) === TEXT_END_1 &&
      view.getInt32(to + 4, true) === TEXT_END_2 &&
      view.getInt32(to + 8, true) === TEXT_END_3 &&
      bytes[to + 12] === GREATER;
    if (!isWhole) return -1;
    this.text = this.#texts.of(bytes, from, to);
    return to + 13;
  }

  /** The place of the next tag, or the end of the bytes. */
  #endOfText(bytes: Buffer, from: number): number {
    const view = this.#view;
    let at = from;
    for (; at + 4 <= bytes.length; at += 4) {
      // A byte of `signs` is 0 where the text has `<`; only then does subtracting 1 from each byte borrow into its highest bit.
      const signs = view.getInt32(at, true) ^ 0x3c3c3c3c;
      if (((signs - 0x01010101) & ~signs & 0x80808080) !== 0) break;
    }
    while (at < bytes.length && bytes[at] !== LESS) at++;
    return at;
  }
}
