import { damagedXls } from './damaged.ts';

/** The numbers of the records that are read. Source: MS-XLS 2.3. */
export const RECORD = {
  EOF: 0x0a,
  DATEMODE: 0x22,
  FILEPASS: 0x2f,
  CONTINUE: 0x3c,
  CODEPAGE: 0x42,
  BOUNDSHEET: 0x85,
  MULRK: 0xbd,
  RSTRING: 0xd6,
  XF: 0xe0,
  SST: 0xfc,
  LABELSST: 0xfd,
  NUMBER: 0x203,
  LABEL: 0x204,
  BOOLERR: 0x205,
  STRING: 0x207,
  ROW: 0x208,
  RK: 0x27e,
  FORMAT: 0x41e,
  BOF: 0x809,
} as const;

/** FORMULA of Excel 97 and 5; the two others are those of Excel 3 and 4, which some programs still write. */
export const FORMULAS: ReadonlySet<number> = new Set([0x06, 0x206, 0x406]);

export type BiffRecord = { readonly id: number; readonly data: Buffer };

/** The records of one substream: those of charts and other objects inside it are passed over, with all that they hold. */
export function* recordsFrom(stream: Buffer, start: number): Generator<BiffRecord> {
  let depth = 0;
  for (let at = start; ; ) {
    if (at + 4 > stream.length) throw damagedXls();
    const [id, length] = [stream.readUInt16LE(at), stream.readUInt16LE(at + 2)];
    at += 4;
    if (at + length > stream.length) throw damagedXls();
    if (id === RECORD.EOF && --depth <= 0) return;
    if (id === RECORD.BOF) depth++;
    if (depth === 0) throw damagedXls();
    if (depth === 1) yield { id, data: stream.subarray(at, at + length) };
    at += length;
  }
}

const [WIDE, PHONETIC, RICH] = [0x01, 0x04, 0x08];

/** Reads what one record holds and the CONTINUE records behind it. Throws FILE_DAMAGED beyond the end. */
export class PiecesReader {
  readonly #pieces: readonly Buffer[];
  #piece = 0;
  #at = 0;

  constructor(pieces: readonly Buffer[]) {
    this.#pieces = pieces;
  }

  /** True when nothing is left. */
  get isDone(): boolean {
    while (this.#piece < this.#pieces.length && this.#at >= this.#pieces[this.#piece]!.length) {
      this.#piece++;
      this.#at = 0;
    }
    return this.#piece >= this.#pieces.length;
  }

  u8(): number {
    if (this.isDone) throw damagedXls();
    return this.#pieces[this.#piece]![this.#at++]!;
  }

  u16(): number {
    return this.u8() + this.u8() * 256;
  }

  u32(): number {
    return this.u16() + this.u16() * 65_536;
  }

  skip(bytes: number): void {
    for (let left = bytes; left > 0; ) {
      if (this.isDone) throw damagedXls();
      const step = Math.min(left, this.#pieces[this.#piece]!.length - this.#at);
      this.#at += step;
      left -= step;
    }
  }

  /** A Unicode text: its characters, formatting runs and phonetic guides may go on in the next record. */
  text(length: number): string {
    const flags = this.u8();
    const runs = flags & RICH ? this.u16() : 0;
    const phonetic = flags & PHONETIC ? this.u32() : 0;
    const text = this.#characters(length, (flags & WIDE) !== 0);
    this.skip(runs * 4 + phonetic);
    return text;
  }

  /** The first byte of the record in which a text goes on says anew whether characters have one byte or two. */
  #characters(length: number, isWide: boolean): string {
    let [text, wide] = ['', isWide];
    for (let left = length; left > 0; ) {
      const bytes = this.#pieces[this.#piece];
      if (!bytes) throw damagedXls();
      const size = wide ? 2 : 1;
      const count = Math.min(left, Math.floor((bytes.length - this.#at) / size));
      text += bytes.toString(wide ? 'utf16le' : 'latin1', this.#at, this.#at + count * size);
      this.#at += count * size;
      left -= count;
      if (left === 0) break;
      this.#piece++;
      this.#at = 0;
      wide = (this.u8() & WIDE) !== 0;
    }
    return text;
  }
}
