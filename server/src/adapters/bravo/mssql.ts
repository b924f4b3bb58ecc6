import { Problem } from '@khop/engine/problem.ts';
import type mssql from 'mssql';
import type { TextRow } from './cells.ts';
import { inBatches } from './csv-table.ts';
import { bravoError } from './mssql-errors.ts';
import { type BravoSource, BravoUnavailable } from './port.ts';
import type { BravoQueries, TableQuery } from './query-file.ts';
import { itemRecord, partnerRecord, stockRecord } from './records.ts';
import { salesLine } from './sales-lines.ts';
import {
  mastersStatement,
  type Statement,
  salesStatement,
  stockStatement,
  translated,
  unitsStatement,
} from './statements.ts';

export type MssqlBravoOptions = {
  /** "Server=host,1433;Database=…;User Id=…;Password=…;Encrypt=true": a login that may only read. */
  readonly connection: string;
  readonly queries: BravoQueries;
  /** The longest wait for the connection, for a first row and for a next one. Default 60 s. */
  readonly timeoutMs?: number;
};

const batchSize = 1000;

/**
 * A real Bravo: reads SQL Server through the installation's own views, never writes. Rows stream; a slow reader slows
 * the server down instead of filling memory. The driver, which is slow to load, comes in with the first connection.
 */
export function mssqlBravo({ connection, queries, timeoutMs = 60_000 }: MssqlBravoOptions): BravoSource {
  let opening: Promise<mssql.ConnectionPool> | undefined;

  /** One pool, opened when first needed, opened anew after a failure. */
  async function pool(): Promise<mssql.ConnectionPool> {
    opening ??= connect(connection, timeoutMs);
    try {
      return await opening;
    } catch (error) {
      opening = undefined;
      throw bravoError(error);
    }
  }

  async function* rows(table: TableQuery, statement: Statement, signal?: AbortSignal): AsyncGenerator<TextRow> {
    const request = (await pool()).request();
    const { NVarChar } = await driver();
    for (const [name, value] of Object.entries(statement.parameters)) {
      request.input(name, NVarChar(400), value);
    }
    const stream = request.toReadableStream({ highWaterMark: 200 });
    const stop = (reason: Error): void => {
      request.cancel();
      stream.destroy(reason);
    };
    const onAbort = (): void => stop(signal?.reason instanceof Error ? signal.reason : new Error('Đã dừng'));
    signal?.throwIfAborted();
    signal?.addEventListener('abort', onAbort, { once: true });
    const patience = watch(timeoutMs, () => stop(new BravoUnavailable('quá thời gian chờ dữ liệu')));
    let finished = false;
    try {
      request.query(statement.sql).catch(() => {}); // The stream carries the error.
      patience.waiting();
      for await (const row of stream) {
        patience.moved();
        yield translated(table, row as Record<string, string | null>);
        patience.waiting();
      }
      finished = true;
    } catch (error) {
      signal?.throwIfAborted();
      throw bravoError(error);
    } finally {
      patience.end();
      signal?.removeEventListener('abort', onAbort);
      if (!finished) request.cancel();
    }
  }

  async function* mapped<T>(
    table: TableQuery,
    statement: Statement,
    toRecord: (row: TextRow) => T,
    signal?: AbortSignal,
  ): AsyncGenerator<readonly T[]> {
    async function* records() {
      for await (const row of rows(table, statement, signal)) yield toRecord(row);
    }
    yield* inBatches(records(), batchSize);
  }

  async function unitsByItem(signal?: AbortSignal): Promise<ReadonlyMap<string, TextRow[]>> {
    const units = new Map<string, TextRow[]>();
    if (!queries.itemUnits) return units;
    for await (const row of rows(queries.itemUnits, unitsStatement(queries.itemUnits), signal)) {
      const code = row.itemCode ?? '';
      units.set(code, [...(units.get(code) ?? []), row]);
    }
    return units;
  }

  return {
    async *items({ modifiedSince, signal }) {
      const units = await unitsByItem(signal);
      const statement = mastersStatement(queries, 'items', modifiedSince);
      const toRecord = (row: TextRow) => itemRecord(row, units.get(row.code ?? '') ?? []);
      yield* mapped(queries.items, statement, toRecord, signal);
    },
    partners({ modifiedSince, signal }) {
      return mapped(queries.partners, mastersStatement(queries, 'partners', modifiedSince), partnerRecord, signal);
    },
    sales({ signal, ...range }) {
      return mapped(queries.sales, salesStatement(queries, range), salesLine, signal);
    },
    stock({ asOf, signal }) {
      const toRecord = (row: TextRow) => stockRecord({ ...row, asOf: row.asOf || asOf });
      return mapped(queries.stock, stockStatement(queries, asOf), toRecord, signal);
    },
    async ping() {
      try {
        await (await pool()).request().query('SELECT 1 AS ok');
      } catch (error) {
        throw bravoError(error);
      }
    },
    async close() {
      const open = await opening?.catch(() => undefined);
      opening = undefined;
      await open?.close();
    },
  };
}

const driver = async (): Promise<typeof mssql> => (await import('mssql')).default;

async function connect(connection: string, timeoutMs: number): Promise<mssql.ConnectionPool> {
  const { ConnectionPool } = await driver();
  let parsed: mssql.config;
  try {
    parsed = ConnectionPool.parseConnectionString(connection) as mssql.config;
  } catch {
    // The text holds a password: nothing of it may be repeated.
    throw new Problem('BRAVO_QUERY_INVALID', 'Chuỗi kết nối SQL Server của Bravo không hợp lệ.');
  }
  const pool = new ConnectionPool({
    ...parsed,
    connectionTimeout: Math.min(timeoutMs, 15_000),
    requestTimeout: timeoutMs,
    pool: { min: 0, max: 4, idleTimeoutMillis: 30_000 },
    options: { ...parsed.options, readOnlyIntent: true, appName: 'Khop', useUTC: true },
  });
  pool.on('error', () => {}); // A broken idle connection is replaced by the pool; the next request tells.
  return await pool.connect();
}

/** Calls `late` when `waiting` was not followed by `moved` in time. One timer, however many rows. */
function watch(patienceMs: number, late: () => void) {
  let since: number | undefined;
  const timer = setInterval(
    () => {
      if (since !== undefined && performance.now() - since > patienceMs) late();
    },
    Math.max(20, patienceMs / 4),
  );
  return {
    waiting: () => {
      since = performance.now();
    },
    moved: () => {
      since = undefined;
    },
    end: () => clearInterval(timer),
  };
}
