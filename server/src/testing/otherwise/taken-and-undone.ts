import type { ImportReport } from '@khop/contract/runs.ts';
import { expect } from 'vitest';
import type { Stage } from '../good-calls/stage.ts';
import { agreedText, type Tables } from '../judges/agreed.ts';
import type { Given, Row } from '../judges/judge.ts';

/** A file that is taken in and taken back, and the tables that it writes to. */
export type TakenFile = {
  readonly path: string;
  readonly file: { readonly name: string; readonly content: Buffer };
  readonly fields?: Readonly<Record<string, string>>;
  readonly tables: readonly string[];
};

/** Moves with every change, also with one that is taken back. */
const COUNTERS = ['version', 'updated_at', 'input_revision', 'modified_at', 'synced_at'];

const withoutCounters = (row: Row): Row =>
  Object.fromEntries(Object.entries(row).filter(([name]) => !COUNTERS.includes(name)));
const sorted = (rows: readonly Row[]): string[] => rows.map((row) => JSON.stringify(withoutCounters(row))).sort();

async function tableOf(rows: Given['rows'], name: string): Promise<Row[]> {
  return (await rows(`select to_jsonb(t) as row from ${name} t`)).map(({ row }) => row as Row);
}

/** Rows that are there again but for their counters get these back too: later calls go on as if nothing had been. */
async function putCountersBack(rows: Given['rows'], table: string, was: readonly Row[]): Promise<void> {
  const counters = COUNTERS.filter((name) => name in (was[0] ?? {}));
  const key = ['id', 'code'].find((name) => name in (was[0] ?? {}));
  if (counters.length === 0 || key === undefined) return;
  const same = counters.map((name) => `t.${name} is not distinct from o.${name}`).join(' and ');
  await rows(
    `update ${table} t set ${counters.map((name) => `${name} = o.${name}`).join(', ')}
     from jsonb_populate_recordset(null::${table}, $1) o where o.${key} = t.${key} and not (${same})`,
    [JSON.stringify(was)],
  );
}

/**
 * Takes a file in and takes it back: what its run answered and which rows of these tables came and went, to be agreed to.
 * Afterwards all of them are as they were.
 */
export async function takenAndUndone(
  { stage, rows }: { readonly stage: Stage; readonly rows: Given['rows'] },
  { path, file, fields = {}, tables: names }: TakenFile,
): Promise<string> {
  const tables = async (): Promise<Tables> => {
    const all: Record<string, readonly Row[]> = {};
    for (const name of names) all[name] = await tableOf(rows, name);
    return all;
  };
  const before = await tables();
  const sent = await stage.api.upload<{ runId: string }>(path, file, fields);
  expect(sent.status, sent.raw.toString().slice(0, 300)).toBe(202);
  const run = await stage.api.runEnd(sent.body.runId);
  expect(run.status, run.message ?? '').toBe('succeeded');
  const taken = await tables();
  const answer = { status: sent.status, body: run as unknown as Row, raw: Buffer.alloc(0), told: [], anyOrder: false };
  const text = await agreedText(answer, [], before, taken);

  const { importId } = run.result as ImportReport;
  const undone = await stage.api.call('POST', `/imports/${importId}/undo`);
  expect(undone.status, undone.raw.toString().slice(0, 300)).toBe(200);
  // Later imports of the place would change it once more, when they forget what it brought.
  await rows('delete from import_batches where id = $1', [importId]);
  await rows('delete from runs where id = $1', [run.id]);
  for (const name of names) {
    expect([name, sorted(await tableOf(rows, name))]).toEqual([name, sorted(before[name]!)]);
    await putCountersBack(rows, name, before[name]!);
  }
  return text;
}
