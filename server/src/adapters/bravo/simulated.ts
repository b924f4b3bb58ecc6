import { randomUUID } from 'node:crypto';
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Problem } from '@khop/engine/problem.ts';
import { makeFolder } from '../../make-folder.ts';
import type { TextRow } from './cells.ts';
import { inBatches, readTable } from './csv-table.ts';
import { type BravoSource, BravoUnavailable } from './port.ts';
import { itemRecord, partnerRecord, stockRecord } from './records.ts';
import { salesLine } from './sales-lines.ts';
import { itemsAfter, partnersAfter } from './simulated-changes.ts';

export type SimulatedBravoOptions = {
  /** A folder that `khop sample` wrote: its bravo/*.csv are served. */
  readonly folder: string;
  /** Remembers when this Bravo began, so that its changes do not start anew with the process. */
  readonly stateFile: string;
  readonly now: () => Date;
  /** The reason why it does not answer at the moment, for tests; undefined: it answers. Asked before every batch. */
  readonly outage?: () => string | undefined;
};

const batchSize = 1000;

/**
 * A Bravo made of files, for trying the product out and for tests. Items and partners change with time as
 * `simulated-changes.ts` says; sales and stock stay as they are.
 */
export function simulatedBravo({ folder, stateFile, now, outage }: SimulatedBravoOptions): BravoSource {
  const path = (name: string): string => join(folder, 'bravo', name);

  const answer = (): void => {
    const why = outage?.();
    if (why !== undefined) throw new BravoUnavailable(why);
  };

  async function* serve<T>(rows: AsyncIterable<T> | Iterable<T>, signal?: AbortSignal): AsyncGenerator<readonly T[]> {
    answer();
    for await (const batch of inBatches(rows, batchSize)) {
      answer();
      signal?.throwIfAborted();
      yield batch;
    }
  }

  /** A file that is not there means that this Bravo is not there. */
  async function* table(name: string, signal?: AbortSignal): AsyncGenerator<TextRow> {
    try {
      yield* readTable(path(name), signal);
    } catch (error) {
      if (error instanceof Problem) throw new Problem(error.code, `Tệp bravo/${name} ${error.message}`, error.details);
      if (!isMissing(error)) throw error;
      throw new BravoUnavailable(`Bravo mô phỏng chưa có tệp bravo/${name}`, {
        cause: error,
        // Trying again would find as little; the lists of records, unlike the book, can come from files alone.
        remedy: `hãy nhờ người quản trị nối Bravo, hay đặt KHOP_BRAVO_MODE=files nếu công ty chỉ dùng tệp${/^(item|partners)/.test(name) ? '; danh mục cũng đưa vào được bằng tệp ở «Tải lên»' : ''}`,
      });
    }
  }

  async function loadItems(signal?: AbortSignal) {
    const units = new Map<string, TextRow[]>();
    for await (const row of table('item-units.csv', signal)) {
      const list = units.get(row.itemCode ?? '');
      if (list) list.push(row);
      else units.set(row.itemCode ?? '', [row]);
    }
    const base = [];
    for await (const row of table('items.csv', signal)) base.push(itemRecord(row, units.get(row.code ?? '') ?? []));
    return base;
  }

  async function loadPartners(signal?: AbortSignal) {
    const base = [];
    for await (const row of table('partners.csv', signal)) base.push(partnerRecord(row));
    return base;
  }

  return {
    async *items({ modifiedSince, signal }) {
      answer();
      const { startedAt, elapsedMs } = await clock(stateFile, now);
      const all = itemsAfter(await loadItems(signal), startedAt, elapsedMs);
      yield* serve(modifiedAtOrAfter(all, modifiedSince), signal);
    },

    async *partners({ modifiedSince, signal }) {
      answer();
      const { startedAt, elapsedMs } = await clock(stateFile, now);
      const all = partnersAfter(await loadPartners(signal), startedAt, elapsedMs);
      yield* serve(modifiedAtOrAfter(all, modifiedSince), signal);
    },

    async *sales({ fromDate, toDate, branchCode, signal }) {
      async function* within() {
        for await (const row of table('sales.csv', signal)) {
          const line = salesLine(row);
          const isWanted = line.docDate >= fromDate && line.docDate <= toDate;
          if (isWanted && (branchCode === undefined || line.branchCode === branchCode)) yield line;
        }
      }
      yield* serve(within(), signal);
    },

    async *stock({ asOf, signal }) {
      answer();
      const counts = [];
      for await (const row of table('stock.csv', signal)) counts.push(stockRecord(row));
      const days = counts.map((count) => count.asOf).filter((day) => day <= asOf);
      const last = days.sort().at(-1);
      yield* serve(
        counts.filter((count) => count.asOf === last),
        signal,
      );
    },

    async ping() {
      answer();
      for await (const _ of table('items.csv')) return;
    },

    async close() {},
  };
}

const modifiedAtOrAfter = <T extends { readonly modifiedAt: string }>(
  records: readonly T[],
  since: string | undefined,
): readonly T[] => {
  if (since === undefined) return records;
  const instant = new Date(since).toISOString();
  return records.filter((record) => record.modifiedAt >= instant);
};

const isMissing = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT';

/** The time for which this Bravo has been running. The first call begins it; of several processes exactly one does. */
async function clock(stateFile: string, now: () => Date): Promise<{ startedAt: Date; elapsedMs: number }> {
  const read = async () => new Date((JSON.parse(await readFile(stateFile, 'utf8')) as { startedAt: string }).startedAt);
  let startedAt: Date;
  try {
    startedAt = await read();
  } catch (error) {
    if (!isMissing(error)) throw error;
    await begin(stateFile, now());
    startedAt = await read();
  }
  return { startedAt, elapsedMs: now().getTime() - startedAt.getTime() };
}

/**
 * Writes beside and adds the name by linking, which fails where the file exists: no process reads half a file or
 * overwrites a start.
 */
async function begin(stateFile: string, startedAt: Date): Promise<void> {
  await makeFolder(dirname(stateFile));
  const draft = `${stateFile}.${randomUUID()}`;
  await writeFile(draft, JSON.stringify({ startedAt: startedAt.toISOString() }));
  try {
    await link(draft, stateFile);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  } finally {
    await rm(draft);
  }
}
