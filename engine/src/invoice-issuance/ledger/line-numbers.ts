import type { SalesLine } from '../../bravo/sales-line.ts';
import { Problem } from '../../problem.ts';

/**
 * Numbers for the lines of one ledger after another: most lines of a day's plan are those of the day before, in the same order, and
 * looking at them again is quicker than to read a text of each.
 */
export class LineNumbers {
  readonly #numbers = new Map<string, number>();
  #next = 0;
  /** The ledger that was numbered last, with the number of each line, and its place by number; −1 where it has none. */
  #lines: readonly SalesLine[] = [];
  #numberAt = new Int32Array(0);
  #placeOf = new Int32Array(0);

  /** The ledger that was numbered last. */
  get lines(): readonly SalesLine[] {
    return this.#lines;
  }

  of(id: string): number | undefined {
    return this.#numbers.get(id);
  }

  /** Lines that no later ledger is likely to have. */
  forget(lines: Iterable<SalesLine>): void {
    for (const { id } of lines) {
      const number = this.#numbers.get(id);
      if (number === undefined) continue;
      this.#numbers.delete(id);
      this.#placeOf[number] = -1;
    }
  }

  /** True for a line that had this place and is not forgotten. */
  #isAt(place: number, line: SalesLine): boolean {
    return this.#lines[place] === line && this.#placeOf[this.#numberAt[place]!] === place;
  }

  /** Numbers a ledger. @returns place by number, −1 for others; throws DUPLICATE_LINE when two lines carry one source key. */
  placesOf(lines: readonly SalesLine[]): Int32Array {
    const numberAt = new Int32Array(lines.length);
    // Place of the line of before that may come next.
    let before = 0;
    for (let place = 0; place < lines.length; place++) {
      const line = lines[place]!;
      const known = this.#isAt(before, line) ? this.#numberAt[before] : this.#numbers.get(line.id);
      const number = known ?? this.#next++;
      numberAt[place] = number;
      if (known === undefined) this.#numbers.set(line.id, number);
      else if ((this.#placeOf[known] ?? -1) >= 0) before = this.#placeOf[known]! + 1;
    }
    const placeOf = new Int32Array(this.#next).fill(-1);
    for (let place = 0; place < lines.length; place++) {
      const number = numberAt[place]!;
      if (placeOf[number]! >= 0) refuseTwice(lines[place]!);
      placeOf[number] = place;
    }
    [this.#lines, this.#numberAt, this.#placeOf] = [lines, numberAt, placeOf];
    return placeOf;
  }
}

export function refuseTwice({ id }: Pick<SalesLine, 'id'>): never {
  throw new Problem('DUPLICATE_LINE', `Dòng sổ bán hàng «${id}» bị lặp: mỗi dòng cần một khóa riêng.`, { line: id });
}
