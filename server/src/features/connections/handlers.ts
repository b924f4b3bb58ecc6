import { MINIMUM_SCORE } from '@khop/engine/connections/suggest.ts';
import type { Call, Handlers } from '../../http/call.ts';
import { latestRun, startRun } from '../../jobs/runs.ts';
import { startImport } from '../imports/start.ts';
import { connectionActions, ensureProfile } from './actions.ts';
import { certificationHandlers } from './certification/handlers.ts';
import { importPartnerConnections, importProductConnections } from './import/import-connections.ts';
import { type KindName, partnerKind, productKind } from './kinds.ts';
import { suggestionQuality } from './matching/quality.ts';
import { summarizeAcceptable } from './review/accept-batch.ts';
import { rejectionReasons } from './review/rejection-reasons.ts';
import { connectionStats } from './review/stats.ts';
import {
  getPartnerSuggestion,
  getProductSuggestion,
  listPartnerSuggestions,
  listProductSuggestions,
} from './review/suggestions.ts';
import { listPartnerConnections } from './store/partner-connections.ts';
import { listProductConnections } from './store/product-connections.ts';
import { refreshKind } from './suggestions/request-refresh.ts';

const products = connectionActions(productKind);
const partners = connectionActions(partnerKind);

const rejectionOf = (body: { reasonCode?: string | undefined; reason?: string | undefined } | undefined) => ({
  reasonCode: body?.reasonCode ?? null,
  reason: body?.reason?.trim() || null,
});

type Starting<Op extends 'generateProductSuggestions' | 'refreshProductSuggestions'> = Pick<
  Call<Op>,
  'context' | 'body' | 'user' | 'commit'
>;

async function startGeneration(
  { context, body, user, commit }: Starting<'generateProductSuggestions'>,
  kind: KindName,
) {
  await ensureProfile(context, body.profileId);
  const payload = { profileId: body.profileId, minimumScore: body.minScore ?? MINIMUM_SCORE };
  return commit((tx) =>
    startRun(tx, context, { kind: `${kind}-suggestions`, scope: body.profileId, payload, createdBy: user.email }),
  );
}

async function startRefresh({ context, body, user, commit }: Starting<'refreshProductSuggestions'>, kind: KindName) {
  await ensureProfile(context, body.profileId);
  const { profileId } = body;
  return commit((tx) =>
    startRun(tx, context, { kind: refreshKind(kind), scope: profileId, payload: { profileId }, createdBy: user.email }),
  );
}

export const connectionHandlers = {
  listRejectionReasons: async ({ context, query }) => ({ items: await rejectionReasons(context.db, query.kind) }),
  getProductConnection: ({ context, params }) => productKind.get(context.db, params.id),
  listProductConnections: ({ context, query }) => listProductConnections(context.db, query),
  createProductConnection: (call) => products.create(call, call.body),
  createProductConnections: (call) => products.createBulk(call, call.body.items),
  updateProductConnection: (call) => products.update(call, call.params.id, call.body),
  deleteProductConnection: (call) => products.remove(call, call.params.id, call.query),
  getProductConnectionStats: ({ context, query }) => connectionStats(context.db, 'product', query.profileId),
  listProductSuggestions: ({ context, query }) => listProductSuggestions(context.db, query),
  getAcceptableProductSuggestions: async ({ context, query }) => {
    await ensureProfile(context, query.profileId);
    return summarizeAcceptable(context.db, 'product', query);
  },
  acceptProductSuggestions: async (call) => {
    await ensureProfile(call.context, call.body.profileId);
    return products.acceptBatch(call, call.body);
  },
  undoProductSuggestionBatch: (call) => products.undoBatch(call, call.params.id),
  rejectProductSuggestion: (call) =>
    products.reject(call, call.params.id, { ...rejectionOf(call.body), version: call.query.version }),
  restoreProductSuggestion: async (call) =>
    getProductSuggestion(call.context.db, await products.restore(call, call.params.id)),
  uploadProductConnections: (call) =>
    startImport(call, { target: importProductConnections, kind: 'connection-import', profileId: call.query.profileId }),
  generateProductSuggestions: (call) => startGeneration(call, 'product'),
  refreshProductSuggestions: (call) => startRefresh(call, 'product'),
  getProductSuggestionStatus: ({ context, query }) =>
    latestRun(context.db, ['product-suggestions'], query.profileId, context.now()),
  getProductSuggestionQuality: async ({ context, query: { profileId } }) => {
    await ensureProfile(context, profileId);
    return suggestionQuality(context.db, { kind: 'product', profileId });
  },
  setProductLearning: (call) => products.setLearning(call, call.body),

  getPartnerConnection: ({ context, params }) => partnerKind.get(context.db, params.id),
  listPartnerConnections: ({ context, query }) => listPartnerConnections(context.db, query),
  createPartnerConnection: (call) => partners.create(call, call.body),
  createPartnerConnections: (call) => partners.createBulk(call, call.body.items),
  updatePartnerConnection: (call) => partners.update(call, call.params.id, call.body),
  deletePartnerConnection: (call) => partners.remove(call, call.params.id, call.query),
  getPartnerConnectionStats: ({ context, query }) => connectionStats(context.db, 'partner', query.profileId),
  listPartnerSuggestions: ({ context, query }) => listPartnerSuggestions(context.db, query),
  getAcceptablePartnerSuggestions: async ({ context, query }) => {
    await ensureProfile(context, query.profileId);
    return summarizeAcceptable(context.db, 'partner', query);
  },
  acceptPartnerSuggestions: async (call) => {
    await ensureProfile(call.context, call.body.profileId);
    return partners.acceptBatch(call, call.body);
  },
  undoPartnerSuggestionBatch: (call) => partners.undoBatch(call, call.params.id),
  rejectPartnerSuggestion: (call) =>
    partners.reject(call, call.params.id, { ...rejectionOf(call.body), version: call.query.version }),
  restorePartnerSuggestion: async (call) =>
    getPartnerSuggestion(call.context.db, await partners.restore(call, call.params.id)),
  uploadPartnerConnections: (call) =>
    startImport(call, { target: importPartnerConnections, kind: 'connection-import', profileId: call.query.profileId }),
  generatePartnerSuggestions: (call) => startGeneration(call, 'partner'),
  refreshPartnerSuggestions: (call) => startRefresh(call, 'partner'),
  getPartnerSuggestionStatus: ({ context, query }) =>
    latestRun(context.db, ['partner-suggestions'], query.profileId, context.now()),
  getPartnerSuggestionQuality: async ({ context, query: { profileId } }) => {
    await ensureProfile(context, profileId);
    return suggestionQuality(context.db, { kind: 'partner', profileId });
  },
  setPartnerLearning: (call) => partners.setLearning(call, call.body),

  ...certificationHandlers,
} satisfies Handlers;
