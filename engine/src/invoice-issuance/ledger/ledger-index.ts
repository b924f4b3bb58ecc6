import type { SalesLine } from '../../bravo/sales-line.ts';
import { LineNumbers } from './line-numbers.ts';

/** Lines that are looked at before the key is looked up. */
const NEAR = 3;

/**
 * The lines of a ledger by source key and by partner. Keys and partners are numbered once: a month has a million lines, and
 * to read a text of each of them again costs more than all that is asked of it.
 */
export class LedgerIndex {
  readonly lines: readonly SalesLine[];
  readonly #numbers: LineNumbers;
  /** Place by the number of a line; −1 for others. */
  readonly #places: Int32Array;
  readonly #partners = new Map<string, number>();
  readonly #partnerOf: Int32Array;
  /** The place after the one that was asked for last: most askers go through the ledger in its order, or through documents. */
  #next = 0;

  /**
   * Throws DUPLICATE_LINE when two lines carry one source key.
   * @param numbers of the ledger of the day before, if there was one
   */
  constructor(lines: readonly SalesLine[], numbers: LineNumbers = new LineNumbers()) {
    this.lines = lines;
    this.#numbers = numbers;
    this.#places = numbers.placesOf(lines);
    this.#partnerOf = new Int32Array(lines.length);
    lines.forEach((line, place) => {
      const isSame = place > 0 && lines[place - 1]!.partnerCode === line.partnerCode;
      this.#partnerOf[place] = isSame ? this.#partnerOf[place - 1]! : this.#numberOf(line.partnerCode);
    });
  }

  #numberOf(partner: string): number {
    const known = this.#partners.get(partner);
    if (known !== undefined) return known;
    const number = this.#partners.size;
    this.#partners.set(partner, number);
    return number;
  }

  /** The place of a line in the ledger, from 0. */
  placeOf(id: string): number | undefined {
    const { lines } = this;
    for (let place = this.#next; place < lines.length && place < this.#next + NEAR; place++)
      if (lines[place]!.id === id) {
        this.#next = place + 1;
        return place;
      }
    const number = this.#numbers.of(id);
    const found = number === undefined ? undefined : this.#places[number];
    if (found === undefined || found < 0) return undefined;
    this.#next = found + 1;
    return found;
  }

  lineOf(id: string): SalesLine | undefined {
    const place = this.placeOf(id);
    return place === undefined ? undefined : this.lines[place];
  }

  hasPartner = (partner: string): boolean => this.#partners.has(partner);

  /** The places of the lines of some partners, in the ledger's order. */
  *placesOf(partners: Iterable<string>): Generator<number> {
    const isWanted = new Uint8Array(this.#partners.size);
    for (const partner of partners) {
      const number = this.#partners.get(partner);
      if (number !== undefined) isWanted[number] = 1;
    }
    for (let place = 0; place < this.#partnerOf.length; place++)
      if (isWanted[this.#partnerOf[place]!] === 1) yield place;
  }
}
