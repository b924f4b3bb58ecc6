import type { SalesLine } from '../../bravo/sales-line.ts';
import { Problem } from '../../problem.ts';

/** Lines that are looked at before the key is looked up. */
const NEAR = 3;

/**
 * The lines of a ledger by source key and by partner. Keys and partners are numbered once: a month has a million lines, and
 * to read a text of each of them again costs more than all that is asked of it.
 */
export class LedgerIndex {
  readonly lines: readonly SalesLine[];
  readonly #places = new Map<string, number>();
  readonly #partners = new Map<string, number>();
  readonly #partnerOf: Int32Array;
  /** The place after the one that was asked for last: most askers go through the ledger in its order, or through documents. */
  #next = 0;

  /** Throws DUPLICATE_LINE when two lines carry one source key. */
  constructor(lines: readonly SalesLine[]) {
    this.lines = lines;
    this.#partnerOf = new Int32Array(lines.length);
    lines.forEach((line, place) => {
      this.#places.set(line.id, place);
      if (this.#places.size === place) refuseTwice(line);
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
    const found = this.#places.get(id);
    if (found !== undefined) this.#next = found + 1;
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

export function refuseTwice({ id }: Pick<SalesLine, 'id'>): never {
  throw new Problem('DUPLICATE_LINE', `Dòng sổ bán hàng «${id}» bị lặp: mỗi dòng cần một khóa riêng.`, { line: id });
}
