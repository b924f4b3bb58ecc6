import type { ReviewCompany } from './review-company.ts';

type Suggestion = {
  id: string;
  score: number;
  version: number;
  status: string;
  isBest: boolean;
  reasonCode: string | null;
};

type Batch = {
  batchId: string;
  accepted: number;
  refused: number;
  rows: { suggestionId: string; connectionId: string | null; errorCode: string | null }[];
};

/** The actions of a reviewer on the suggestions of one kind, by calls; `company` is asked for once they are made. */
export function reviewCalls(company: () => ReviewCompany, kind: 'product' | 'partner') {
  const call: ReviewCompany['api']['call'] = (...given) => company().api.call(...given);
  const path = `/${kind}-connections`;
  const list = async (query = '') =>
    (
      await call<{
        items: (Suggestion & { amis: { id: string; code: string }; bravo: { code: string } })[];
        total: number;
      }>('GET', `${path}/suggestions?profileId=${company().profileId}&bestOnly=true&limit=500${query}`)
    ).body;
  const accept = (choice: object, options = {}) =>
    call<Batch>('POST', `${path}/suggestions/accept`, { profileId: company().profileId, choice }, options);
  const undo = (batchId: string, options = {}) =>
    call<{ undone: number; kept: number; rows: unknown[] }>(
      'POST',
      `${path}/suggestions/batches/${batchId}/undo`,
      undefined,
      options,
    );
  const connections = async () =>
    (
      await call<{ items: { id: string; version: number }[]; total: number }>(
        'GET',
        `${path}?profileId=${company().profileId}&limit=500`,
      )
    ).body;
  const count = async (table: string, where = 'true') =>
    (await company().api.context.pool.query<{ n: number }>(`select count(*)::int as n from ${table} where ${where}`))
      .rows[0]!.n;
  return { path, list, accept, undo, connections, count };
}
