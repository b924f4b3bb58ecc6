import { decodeExcelEscapes, LONGEST_TEXT } from './xml.ts';
import { damagedXml } from './xml-bytes.ts';

/** The shared strings of a workbook by their number; undefined for one that there is not. */
export type SharedStrings = { get(index: number): string | undefined };

const PAGE = 1 << 22;
const STARTS = 1 << 16;
/** Texts that are at hand; one is written over by another whose number ends alike. */
const SLOTS = 1 << 15;
const LENGTH_BYTES = 4;

/**
 * Shared strings as the bytes that they are in the file: four million of them take a third of what as many texts do, and nothing of the heap.
 * One becomes a text when a cell asks for it, and the same text again as long as it is at hand.
 */
export class SharedTexts implements SharedStrings {
  readonly #pages: Buffer[] = [];
  /** Bytes taken of the last page. */
  #taken = PAGE;
  /** The place of each text, where its length is: pages before it times their size, and bytes in its own. */
  readonly #starts: Uint32Array[] = [];
  #count = 0;
  #piece = Buffer.alloc(1024);
  #pieceLength = 0;
  readonly #slots = new Int32Array(SLOTS).fill(-1);
  readonly #texts: string[] = new Array(SLOTS).fill('');

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
    if (this.#slots[slot] === index) return this.#texts[slot];
    const start = this.#starts[Math.floor(index / STARTS)]![index % STARTS]!;
    const page = this.#pages[Math.floor(start / PAGE)]!;
    const at = (start % PAGE) + LENGTH_BYTES;
    const text = page.toString('utf8', at, at + page.readUInt32LE(at - LENGTH_BYTES));
    this.#slots[slot] = index;
    this.#texts[slot] = text;
    return text;
  }

  #add(text: Buffer): void {
    if (this.#taken + LENGTH_BYTES + text.length > PAGE) {
      this.#pages.push(Buffer.allocUnsafeSlow(PAGE));
      this.#taken = 0;
    }
    const [page, number] = [this.#pages.length - 1, this.#count++];
    if (number % STARTS === 0) this.#starts.push(new Uint32Array(STARTS));
    this.#starts.at(-1)![number % STARTS] = page * PAGE + this.#taken;
    this.#pages[page]!.writeUInt32LE(text.length, this.#taken);
    text.copy(this.#pages[page]!, this.#taken + LENGTH_BYTES);
    this.#taken += LENGTH_BYTES + text.length;
  }
}
