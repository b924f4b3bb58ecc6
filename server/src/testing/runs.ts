import type { Run } from '@khop/contract/runs.ts';
import { expect } from 'vitest';
import type { TestApi } from './api.ts';

const ADMIN = { as: 'admin@khop.local', admin: true };
const RUNS = '/runs?kind=product-suggestions-refresh&sort=-createdAt&limit=500';

type Refreshed = Run & { result: { changed: number; removed: number } };

/** The newest first. Counted by what is listed: the total comes from a second look and may know of a run that the list does not. */
const runs = async (api: TestApi): Promise<Run[]> =>
  (await api.call<{ items: Run[] }>('GET', RUNS, undefined, ADMIN)).body.items;

/** The number of refreshes of product suggestions so far, the ones under way included. */
export async function refreshes(api: TestApi): Promise<number> {
  return (await runs(api)).length;
}

/** The refresh that comes after so many others, once it has ended well. */
export async function refreshed(api: TestApi, after: number): Promise<Refreshed> {
  for (;;) {
    const known = await runs(api);
    const [last] = known;
    if (last && known.length > after && last.finishedAt !== null) {
      expect(last.status, last.message ?? '').toBe('succeeded');
      return last as Refreshed;
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** A run that another worker is at: it has its job, so that no worker takes it for one that was left lying. Answers its id. */
export async function runAtWork(
  { context: { pool } }: TestApi,
  { kind, scope, startedAt = new Date() }: { readonly kind: string; readonly scope: string; readonly startedAt?: Date },
): Promise<string> {
  const { rows } = await pool.query<{ id: string }>(
    `with live as (
       insert into runs (id, kind, scope, status, payload, created_by, started_at)
       values (gen_random_uuid(), $1, $2, 'running', '{}', 'ai đó', $3) returning id
     ), job as (
       insert into pgboss.job (name, data, start_after)
       select 'runs', jsonb_build_object('runId', id), now() + interval '1 day' from live
     )
     select id from live`,
    [kind, scope, startedAt.toISOString()],
  );
  return rows[0]!.id;
}
