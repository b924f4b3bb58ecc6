import type { SalesLine } from '@khop/engine/bravo/sales-line.ts';
import type { Day } from '@khop/engine/day.ts';
import type { Vnd } from '@khop/engine/money.ts';
import type { Quantity } from '@khop/engine/quantity.ts';

/** One item of Bravo's catalogue. */
export type BravoItemRecord = {
  readonly code: string;
  readonly name: string;
  /** The base unit: quantities of ledger and stock are in it. */
  readonly unit: string;
  /** Every unit it is sold in, with base units per one of it as decimal text; the base unit itself has rate "1". */
  readonly units: readonly { readonly unit: string; readonly rate: string }[];
  readonly group: string;
  readonly type: string;
  readonly isActive: boolean;
  /** ISO 8601, UTC. */
  readonly modifiedAt: string;
};

/** One partner of Bravo. Whether it asks for invoices is Khớp's own knowledge and not here. */
export type BravoPartnerRecord = {
  readonly code: string;
  readonly name: string;
  readonly address: string;
  readonly taxCode: string;
  readonly phone: string;
  readonly email: string;
  readonly type: string;
  readonly isActive: boolean;
  /** ISO 8601, UTC. */
  readonly modifiedAt: string;
};

export type BravoStockRecord = {
  /** The day of the count: the one asked for, or the last one before it that Bravo has. */
  readonly asOf: Day;
  readonly warehouseCode: string;
  readonly itemCode: string;
  /** Base units. */
  readonly quantity: Quantity;
  readonly value: Vnd;
};

export type MasterQuery = {
  /** Only what was modified at or after this instant (ISO 8601, UTC); everything when absent. The caller subtracts its overlap window. */
  readonly modifiedSince?: string;
  readonly signal?: AbortSignal;
};

export type SalesQuery = {
  /** Both days included, by document date. */
  readonly fromDate: Day;
  readonly toDate: Day;
  readonly branchCode?: string;
  readonly signal?: AbortSignal;
};

export type StockQuery = { readonly asOf: Day; readonly signal?: AbortSignal };

/**
 * The data that Khớp reads from Bravo, and it only ever reads. Batches are non-empty and come in a stable order:
 * masters by (modifiedAt, code), sales by (date, document, line), stock by (warehouse, item). Every call may throw
 * BravoUnavailable; `BRAVO_QUERY_INVALID` (a Problem) when the installation's query or data does not fit the port; the
 * signal's reason when it is aborted.
 */
export type BravoSource = {
  /** True where an installation has no live Bravo: nothing is read, and what an earlier one gave stays as it is. */
  readonly isFilesOnly?: boolean;
  items(query: MasterQuery): AsyncIterable<readonly BravoItemRecord[]>;
  partners(query: MasterQuery): AsyncIterable<readonly BravoPartnerRecord[]>;
  sales(query: SalesQuery): AsyncIterable<readonly SalesLine[]>;
  stock(query: StockQuery): AsyncIterable<readonly BravoStockRecord[]>;
  /** Resolves when Bravo answers. */
  ping(): Promise<void>;
  /** Lets go of connections; the source is not used afterwards. */
  close(): Promise<void>;
};

/** Bravo does not answer: nothing was changed, and trying again later may help. */
export class BravoUnavailable extends Error {
  readonly code = 'BRAVO_UNAVAILABLE';

  constructor(why: string, { remedy = 'hãy thử lại sau', ...options }: ErrorOptions & { remedy?: string } = {}) {
    super(`Không kết nối được Bravo: ${why}. Dữ liệu giữ nguyên, ${remedy}.`, options);
    this.name = 'BravoUnavailable';
  }
}
