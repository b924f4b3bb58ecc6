import { netAmountOf, type SalesLine } from '../../bravo/sales-line.ts';
import { openingQuantity } from '../ledger/open-lines.ts';
import { allocationsOf, type HeldFigures, type LeftInvoice, plus } from './left-invoices.ts';

/** A line that is not on one invoice alone and as a whole. */
export type SharedLine = {
  readonly line: SalesLine;
  readonly held: HeldFigures;
  readonly holders: readonly LeftInvoice[];
};

/**
 * The lines that invoices hold which have left. Nearly each is on one invoice alone and as a whole; the others are shared by several, or a
 * part of them waits. A line is gone when nothing of it is left to place: no plan reads it any more.
 */
export class HeldLines {
  readonly #alone = new Map<string, LeftInvoice>();
  readonly #shared = new Map<string, SharedLine>();
  readonly #waiting = new Set<string>();

  /** Adds the lines of an invoice. @returns those that are gone by it, and of these the ones that it holds alone. */
  add(one: LeftInvoice): { readonly gone: readonly SalesLine[]; readonly alone: readonly SalesLine[] } {
    const own = new Map<string, HeldFigures>();
    for (const allocation of allocationsOf([one.invoice]))
      own.set(allocation.line, plus(own.get(allocation.line) ?? this.#shared.get(allocation.line)?.held, allocation));
    const gone: SalesLine[] = [];
    const alone: SalesLine[] = [];
    for (const line of one.lines) {
      const held = own.get(line.id)!;
      const holders = [...(this.#shared.get(line.id)?.holders ?? []), one];
      const isGone = held.baseQuantity === openingQuantity(line) && held.amount === netAmountOf(line);
      if (isGone) gone.push(line);
      if (isGone && holders.length === 1) {
        alone.push(line);
        this.#alone.set(line.id, one);
        continue;
      }
      this.#shared.set(line.id, { line, held, holders });
      if (isGone) this.#waiting.delete(line.id);
      else this.#waiting.add(line.id);
    }
    return { gone, alone };
  }

  isGone = (line: string): boolean => this.#alone.has(line) || (this.#shared.has(line) && !this.#waiting.has(line));

  /** The part of a line that invoices hold, but for one that is on one of them alone. */
  heldOf = (line: string): HeldFigures | undefined => this.#shared.get(line)?.held;

  /** The invoices that hold a line or a part of it. */
  holdersOf = (line: string): readonly LeftInvoice[] => {
    const alone = this.#alone.get(line);
    return alone ? [alone] : (this.#shared.get(line)?.holders ?? []);
  };

  /** True for a line that waits in part and that the ledger has changed since an invoice with a part of it was taken in. */
  isChanged = (line: SalesLine): boolean =>
    this.#waiting.has(line.id) && !isSame(this.#shared.get(line.id)!.line, line);

  /** The invoices that hold a part of a line that waits and that these lines have changed or lost. */
  *holdersOfChanged(lines: readonly SalesLine[]): Generator<LeftInvoice> {
    const changed = new Set(this.#waiting);
    for (const line of lines) if (changed.has(line.id) && !this.isChanged(line)) changed.delete(line.id);
    for (const line of changed) yield* this.holdersOf(line);
  }

  /** The lines that are shared or wait in part. */
  get shared(): Iterable<SharedLine> {
    return this.#shared.values();
  }

  /** The gone lines of some invoices, each once. */
  *goneOf(invoices: Iterable<LeftInvoice>): Generator<SalesLine> {
    const seen = new Set<string>();
    for (const { lines } of invoices)
      for (const line of lines) {
        if (this.#alone.has(line.id)) yield line;
        else if (!this.#waiting.has(line.id) && seen.size < seen.add(line.id).size) yield line;
      }
  }

  /** Some invoices together with all that share lines with them, directly or through others. */
  withSharers(invoices: Iterable<LeftInvoice>): Set<LeftInvoice> {
    const found = new Set(invoices);
    // A set is gone through in the order in which things are added, also those that are added meanwhile.
    for (const { lines } of found)
      for (const line of lines) for (const one of this.#shared.get(line.id)?.holders ?? []) found.add(one);
    return found;
  }
}

/** Of lines that are read anew each day the text decides; one that is not read anew needs none. */
const isSame = (one: SalesLine, other: SalesLine): boolean => one === other || textOf(one) === textOf(other);

const textOf = (line: SalesLine): string =>
  JSON.stringify(line, (_, value: unknown) => (typeof value === 'bigint' ? `${value}` : value));
