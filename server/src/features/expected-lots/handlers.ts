import { rememberedOf } from '../../http/answers/remembered.ts';
import type { Handlers } from '../../http/call.ts';
import { startRun } from '../../jobs/runs.ts';
import { ensureProfile } from '../connections/actions.ts';
import { connectItems, disconnectItem, undoItemBatch } from './items/connect-items.ts';
import { listSupplierItems } from './items/list-items.ts';
import { downloadExpectedLots, listExpectedLots } from './list-lots.ts';
import { EXPECTED_TABLES } from './tables.ts';

type Acting = { readonly user: { readonly email: string }; readonly requestId: string };
const actingOf = ({ user, requestId }: Acting) => ({ by: user.email, requestId });

export const expectedLotHandlers = {
  ...rememberedOf(EXPECTED_TABLES, {
    listExpectedLots: ({ context, query }) => listExpectedLots(context.db, query),
  }),
  downloadExpectedLots: ({ context, query }) => downloadExpectedLots(context, query),
  listSupplierItems: async ({ context, query }) => {
    await ensureProfile(context, query.profileId);
    return listSupplierItems(context.db, query);
  },
  connectSupplierItems: (call) => call.commit((tx) => connectItems(tx, call.body, actingOf(call))),
  undoSupplierItemBatch: (call) => call.commit((tx) => undoItemBatch(tx, call.params.id, actingOf(call))),
  disconnectSupplierItem: (call) =>
    call.commit(async (tx) => {
      await disconnectItem(tx, call.params.id, call.query.version, actingOf(call));
      return undefined;
    }),
  suggestSupplierItems: async ({ context, body: { profileId }, user, commit }) => {
    await ensureProfile(context, profileId);
    const kind = 'supplier-item-suggestions';
    return commit((tx) =>
      startRun(tx, context, { kind, scope: profileId, payload: { profileId }, createdBy: user.email }),
    );
  },
} satisfies Handlers;
