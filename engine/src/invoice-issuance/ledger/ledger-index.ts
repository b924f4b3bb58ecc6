import type { SalesLine } from '../../bravo/sales-line.ts';
import { Problem } from '../../problem.ts';

/**
 * The lines of a ledger by source key and by partner. Keys and partners are numbered once: a month has a million lines, and
 * to read a text of each of them again costs more than all that is asked of it.
 */
export class LedgerIndex {
  readonly lines: readonly SalesLine[];
  readonly #places = new Map<string, number>();
  readonly #partners = new Map<string, number>();
  readonly #partnerOf: Int32Array;

  /** Throws DUPLICATE_LINE when two lines carry one source key. */
  constructor(lines: readonly SalesLine[]) {
    this.lines = lines;
    this.#partnerOf = new Int32Array(lines.length);
    lines.forEach((line, place) => {
      this.#places.set(line.id, place);
      if (this.#places.size === place) refuseTwice(line);
      this.#partnerOf[place] = this.#numberOf(line.partnerCode);
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
    return this.#places.get(id);
  }

  lineOf(id: string): SalesLine | undefined {
    const place = this.#places.get(id);
    return place === undefined ? undefined : this.lines[place];
  }

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
