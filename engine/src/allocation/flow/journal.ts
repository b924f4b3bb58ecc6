export type Column = Float64Array | number[];

/** Writes changes of columns down, so that a trial can be undone exactly. Outside a trial nothing is written down. */
export class Journal {
  readonly #columns: Column[] = [];
  readonly #indices: number[] = [];
  readonly #values: number[] = [];
  #isRecording = false;

  /** Starts a trial. */
  begin(): void {
    this.#isRecording = true;
  }

  /** Keeps everything since `begin`. */
  keep(): void {
    this.#isRecording = false;
    this.#cut(0);
  }

  /** Restores everything since `begin`. */
  undo(): void {
    this.rewind(0);
    this.keep();
  }

  /** A point inside a trial; `rewind` is the way back to it. */
  mark(): number {
    return this.#values.length;
  }

  rewind(mark: number): void {
    for (let at = this.#values.length - 1; at >= mark; at--) {
      this.#columns[at]![this.#indices[at]!] = this.#values[at]!;
    }
    this.#cut(mark);
  }

  /** Writes the present value down: it is about to change. */
  note(column: Column, index: number): void {
    if (!this.#isRecording) return;
    this.#columns.push(column);
    this.#indices.push(index);
    this.#values.push(column[index]!);
  }

  set(column: Column, index: number, value: number): void {
    this.note(column, index);
    column[index] = value;
  }

  add(column: Column, index: number, delta: number): void {
    this.set(column, index, column[index]! + delta);
  }

  #cut(length: number): void {
    this.#columns.length = length;
    this.#indices.length = length;
    this.#values.length = length;
  }
}
