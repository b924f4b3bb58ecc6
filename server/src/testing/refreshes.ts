import type { Run } from '@khop/contract/runs.ts';
import { expect } from 'vitest';
import type { TestApi } from './api.ts';

const ADMIN = { as: 'admin@khop.local', admin: true };
const RUNS = '/runs?kind=product-suggestions-refresh&sort=-createdAt';

type Refreshed = Run & { result: { changed: number; removed: number } };

/** How many refreshes of product suggestions there have been, the ones under way as well. */
export async function refreshes(api: TestApi): Promise<number> {
  return (await api.call<{ total: number }>('GET', RUNS, undefined, ADMIN)).body.total;
}

/** The refresh that comes after so many others, once it has ended well. */
export async function refreshed(api: TestApi, after: number): Promise<Refreshed> {
  for (;;) {
    const { body } = await api.call<{ items: Run[]; total: number }>('GET', RUNS, undefined, ADMIN);
    const [last] = body.items;
    if (last && body.total > after && last.finishedAt !== null) {
      expect(last.status, last.message ?? '').toBe('succeeded');
      return last as Refreshed;
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
