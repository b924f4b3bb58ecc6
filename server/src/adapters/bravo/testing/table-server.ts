import { type Answer, startTdsServer, type TdsServer } from './tds-server.ts';
import type { Question } from './tds-wire.ts';

export type ServedTable = readonly Readonly<Record<string, string>>[];

/**
 * A SQL Server that holds tables of text and understands exactly the statements that `statements.ts` writes: which table,
 * which columns under which names, and the parameters, which it applies itself. Rows come in the order of the table.
 */
export function serveTables(
  tables: Readonly<Record<string, ServedTable>>,
  password: string,
  disturb?: (question: Question) => Answer | undefined,
): Promise<TdsServer> {
  return startTdsServer(password, (question) => {
    // Also the driver's own question before it reuses a connection.
    if (/^SELECT 1\b/.test(question.sql)) return { columns: ['ok'], rows: [['1']] };
    return disturb?.(question) ?? select(tables, question);
  });
}

function select(tables: Readonly<Record<string, ServedTable>>, { sql, parameters }: Question): Answer {
  const name = /FROM dbo\.(\w+)/.exec(sql)?.[1] ?? '';
  const table = tables[name];
  if (!table) return { error: 208, message: `Invalid object name '${name}'.` };
  const chosen = [...sql.matchAll(/src\.\[(\w+)\]\)*(?:, \d+)?\)* AS \[(\w+)\]/g)].map(([, column, alias]) => ({
    column: column!,
    alias: alias!,
  }));
  const missing = chosen.find(({ column }) => table[0] && !(column in table[0]));
  if (missing) return { error: 207, message: `Invalid column name '${missing.column}'.` };
  const columnOf = (alias: string): string => chosen.find((each) => each.alias === alias)?.column ?? '';
  const { since, fromDate, toDate, branchCode, asOf } = parameters;
  const days = table.map((row) => row[columnOf('asOf')] ?? '').filter((day) => asOf !== undefined && day <= asOf);
  const rows = table.filter(
    (row) =>
      (since === undefined || row[columnOf('modifiedAt')]!.replace('Z', '') >= since) &&
      (fromDate === undefined || row[columnOf('docDate')]! >= fromDate) &&
      (toDate === undefined || row[columnOf('docDate')]! <= toDate) &&
      (branchCode === undefined || row[columnOf('branchCode')] === branchCode) &&
      (asOf === undefined || row[columnOf('asOf')] === days.sort().at(-1)),
  );
  return {
    columns: chosen.map(({ alias }) => alias),
    rows: rows.map((row) => chosen.map(({ column }) => row[column] ?? null)),
  };
}
