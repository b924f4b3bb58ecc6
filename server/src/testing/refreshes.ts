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
