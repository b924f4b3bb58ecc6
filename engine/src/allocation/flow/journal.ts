export type Column = Float64Array | number[];

/** Writes changes of columns down, so that a trial can be undone exactly. Outside a trial nothing is written down. */
export class Journal {
  readonly #columns: Column[] = [];
  readonly #indices: number[] = [];
  readonly #values: number[] = [];
  /** Written changes; what the lists hold beyond them is of trials before. */
  #count = 0;
  #isRecording = false;

  /** Starts a trial. */
  begin(): void {
    this.#isRecording = true;
  }

  /** Keeps everything since `begin`. */
  keep(): void {
    this.#isRecording = false;
    this.#count = 0;
  }

  /** Restores everything since `begin`. */
  undo(): void {
    this.rewind(0);
    this.keep();
  }

  /** A point inside a trial; `rewind` is the way back to it. */
  mark(): number {
    return this.#count;
  }

  rewind(mark: number): void {
    for (let at = this.#count - 1; at >= mark; at--) {
      this.#columns[at]![this.#indices[at]!] = this.#values[at]!;
    }
    this.#count = mark;
  }

  /** Writes the present value down: it is about to change. */
  note(column: Column, index: number): void {
    if (!this.#isRecording) return;
    const at = this.#count++;
    this.#columns[at] = column;
    this.#indices[at] = index;
    this.#values[at] = column[index]!;
  }

  set(column: Column, index: number, value: number): void {
    this.note(column, index);
    column[index] = value;
  }

  add(column: Column, index: number, delta: number): void {
    this.set(column, index, column[index]! + delta);
  }
}
