import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { TaxListReport } from '@khop/contract/tax-invoices/resources.ts';
import { by } from '@khop/engine/order.ts';
import { Problem } from '@khop/engine/problem.ts';
import type { TaxFile } from '../../adapters/tax-xml/port.ts';
import type { RunWork } from '../../jobs/run-work.ts';
import type { RefusedInvoice } from './store-invoices.ts';
import { readList, type SaidWithList, storeRead } from './take-list-in.ts';

/** The lists that a run has taken in of its zip; a run that was killed goes on behind them. */
export type ListsDone = { readonly lists: readonly { readonly sha256: string; readonly told: TaxListReport }[] };

type Kept = Pick<TaxFile, 'name' | 'hash'> & { readonly path: string; readonly size: number };

/**
 * The workbooks of a zip, on disk until the invoices are in: each is then taken in whole and for itself, in the order of their names,
 * for threads read in none. The same bytes under two names are one list.
 */
export class ListsInZip {
  readonly #folder: string;
  readonly #kept = new Map<string, Kept>();

  /** `folder`: what is put there is removed by its owner. */
  constructor(folder: string) {
    this.#folder = folder;
  }

  async keep(workbooks: readonly TaxFile[]): Promise<void> {
    for (const { name, hash, bytes } of workbooks) {
      const known = this.#kept.get(hash);
      const file = known?.path ?? path.join(this.#folder, `list-${this.#kept.size}${path.extname(name).toLowerCase()}`);
      if (known === undefined) await writeFile(file, bytes);
      if (known === undefined || name < known.name)
        this.#kept.set(hash, { name, hash, path: file, size: bytes.length });
    }
  }

  /** @returns what is done, and those that are refused: each costs itself alone. */
  async takeIn(
    work: RunWork<unknown, ListsDone>,
    said: SaidWithList | undefined,
  ): Promise<{ readonly done: ListsDone; readonly refused: readonly RefusedInvoice[] }> {
    let done: ListsDone = work.checkpoint ?? { lists: [] };
    const refused: RefusedInvoice[] = [];
    for (const { name, hash, ...file } of [...this.#kept.values()].toSorted(by((one) => one.name))) {
      if (done.lists.some(({ sha256 }) => sha256 === hash)) continue;
      await work.progress({ stage: 'Đọc danh sách' });
      try {
        const read = await readList(work, { ...file, fileName: name, sha256: hash, said });
        const before = done.lists;
        const withIt = (told: TaxListReport): ListsDone => ({ lists: [...before, { sha256: hash, told }] });
        done = withIt(await work.commitChunk(withIt, (tx) => storeRead(tx, read)));
      } catch (error) {
        if (!(error instanceof Problem)) throw error;
        refused.push({ name, code: error.code, message: error.message });
      }
    }
    return { done, refused };
  }
}
