import { expect } from 'vitest';
import type { Given } from './judge.ts';

/**
 * A hash per table of everything stored but "last seen" of users and files that were sent: a refused upload's file is swept
 * later, and nothing ever reads it. Seals of the log are added by the worker a moment after the events. What suggestions are
 * worth is brought up to date after a run has ended, so it may still move.
 */
export async function everything(rows: Given['rows']): Promise<Record<string, string>> {
  const tables = await rows(
    `select table_name as name from information_schema.tables
     where table_schema = 'public' and table_name not in ('users', 'uploads', 'upload_chunks', 'audit_seals') order by 1`,
  );
  const hashes = tables.map(
    ({ name }) =>
      `select '${name}' as name, md5(string_agg(t::text, ',' order by t::text)) as hash
       from (select to_jsonb(r) - 'unlock_value' from ${name} r) t`,
  );
  const found = await rows(hashes.join(' union all '));
  return Object.fromEntries(found.map(({ name, hash }) => [String(name), String(hash ?? '')]));
}

export const changedTables = (before: Record<string, string>, after: Record<string, string>): string[] =>
  Object.keys(after).filter((name) => after[name] !== before[name]);

/**
 * The tables that may change beside a refusal: a run that ends by it, rows of its file, which are swept later, and what
 * suggestions are worth, which is counted as a change.
 */
const BESIDE = ['runs', 'audit_events', 'data_changes', 'staged_rows'];

/** Whatever `act` does leaves everything stored as it was. */
export async function storesNothing({ rows }: Pick<Given, 'rows'>, act: () => Promise<void>): Promise<void> {
  const before = await everything(rows);
  await act();
  expect(changedTables(before, await everything(rows)).filter((name) => !BESIDE.includes(name))).toEqual([]);
}
