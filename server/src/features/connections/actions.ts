import { compare } from '@khop/engine/order.ts';
import { sql } from 'kysely';
import { audit } from '../../audit/audit.ts';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/transaction.ts';
import type { Call } from '../../http/call.ts';
import { asRefusal, found } from '../../refusal.ts';
import { followMade, followRemoved, goneOfBatch, madeOf } from './certification/follow.ts';
import type { CommonCreate, Kind } from './kinds.ts';
import { setLearning, suggestionQuality } from './matching/quality.ts';
import { acceptBatch } from './review/accept-batch.ts';
import {
  acceptSuggestion,
  openAgain,
  type Rejection,
  rejectSuggestion,
  restoreSuggestion,
} from './review/suggestion-decisions.ts';
import { undoBatch } from './review/undo-batch.ts';
import type { Actor, CommonConnection } from './store/connection-store.ts';
import { refreshAfter } from './suggestions/request-refresh.ts';

/** The parts that every call that changes something brings along. */
type Acting = Pick<Call<'createProductConnection'>, 'user' | 'requestId' | 'commit'> & { readonly context: Context };

const amisIdOf = (connection: CommonConnection): string =>
  'amisProductId' in connection ? connection.amisProductId : connection.amisPartnerId;

const decisionOf = (call: Acting) => ({ by: call.user.email, at: call.context.now() });

const actorOf = ({ user, requestId }: Acting): Actor => ({ actor: user.email, requestId });

const toldOf = (call: Acting) => ({ ...decisionOf(call), requestId: call.requestId });

const nameOf = (connection: CommonConnection): string => `${connection.amisCode} ↔ ${connection.bravoCode}`;

async function eachAlone<Item extends Pick<CommonCreate, 'bravoCode'>>(
  tx: Tx,
  items: readonly Item[],
  create: (item: Item) => Promise<{ readonly id: string }>,
) {
  const rows: { index: number; id: string | null; errorCode: string | null; message: string | null }[] = [];
  // In one order, whatever order they were sent in: of two people who connect the same pairs at once each would else wait for the other.
  const inOrder = [...items.entries()].sort(([, a], [, b]) => compare(a.bravoCode, b.bravoCode));
  for (const [index, item] of inOrder) {
    await tx.client.query('savepoint one_row');
    try {
      const { id } = await create(item);
      rows.push({ index, id, errorCode: null, message: null });
    } catch (error) {
      const refusal = asRefusal(error);
      if (!refusal) throw error;
      await tx.client.query('rollback to savepoint one_row');
      rows.push({ index, id: null, errorCode: refusal.code, message: refusal.message });
    }
    await tx.client.query('release savepoint one_row');
  }
  const refused = rows.filter((row) => row.id === null).length;
  return { created: rows.length - refused, refused, rows: rows.sort((a, b) => a.index - b.index) };
}

/** The changes that product and partner connections share: each is one transaction with its audit event. */
export function connectionActions<Create extends CommonCreate, Edit, Connection extends CommonConnection>(
  kind: Kind<Create, Edit, Connection>,
) {
  const note = (
    tx: Tx,
    { user, requestId }: Acting,
    what: 'create' | 'update' | 'delete',
    entityId: string,
    said: { readonly summary: string; readonly before?: Connection; readonly after?: Connection },
  ) =>
    audit(tx, {
      actor: user.email,
      action: `${kind.entity}.${what}`,
      entity: kind.entity,
      entityId,
      requestId,
      ...said,
    });
  const createIn = async (tx: Tx, call: Acting, item: Create, isOneOfMany: boolean): Promise<Connection> => {
    const connection = await kind.create(tx, item, actorOf(call));
    const made = { id: connection.id, amisId: amisIdOf(connection) };
    await acceptSuggestion(tx, kind.name, item, { ...made, isOneOfMany }, decisionOf(call));
    await followMade(tx, kind.name, sql`${made.id}`, toldOf(call));
    const summary = `Nối ${kind.what} ${nameOf(connection)}${item.suggestionId ? ' theo gợi ý' : ''}`;
    await note(tx, call, 'create', connection.id, { summary, after: connection });
    return connection;
  };

  return {
    create: (call: Acting, item: Create): Promise<Connection> => call.commit((tx) => createIn(tx, call, item, false)),

    /** Each row is independent: a refused one says why and does not undo its neighbours. */
    createBulk: (call: Acting, items: readonly Create[]) =>
      call.commit((tx) => eachAlone(tx, items, (item) => createIn(tx, call, item, true))),

    update: (call: Acting, id: string, edit: Edit): Promise<Connection> =>
      call.commit(async (tx) => {
        const { before, after } = await kind.update(tx, id, edit, actorOf(call));
        await note(tx, call, 'update', id, { summary: `Sửa liên kết ${kind.what} ${nameOf(after)}`, before, after });
        return after;
      }),

    /** `undo`: the connection was just made, and is taken back; else its pair is set aside. */
    remove: (
      call: Acting,
      id: string,
      { version, undo = false }: Call<'deleteProductConnection'>['query'],
    ): Promise<undefined> =>
      call.commit(async (tx) => {
        const before = await kind.remove(tx, id, version);
        await openAgain(tx, kind.name, { ...before, amisId: amisIdOf(before) }, undo, decisionOf(call));
        await followRemoved(tx, [id], toldOf(call));
        await note(tx, call, 'delete', id, { summary: `Bỏ liên kết ${kind.what} ${nameOf(before)}`, before });
        return undefined;
      }),

    reject: (call: Acting, id: string, rejection: Rejection): Promise<undefined> =>
      call.commit(async (tx) => {
        const { bravoCode, reasonCode, words } = await rejectSuggestion(tx, kind.name, id, rejection, decisionOf(call));
        await audit(tx, {
          actor: call.user.email,
          action: 'suggestion.reject',
          entity: 'suggestion',
          entityId: id,
          summary: `Từ chối gợi ý ${kind.what} với ${bravoCode}${words ? `: ${words}` : ''}`,
          after: { reasonCode, reason: rejection.reason },
          requestId: call.requestId,
        });
        return undefined;
      }),

    acceptBatch: (call: Acting, body: Call<'acceptProductSuggestions'>['body']) =>
      call.commit(async (tx) => {
        const accepted = await acceptBatch(tx, kind.name, body, decisionOf(call), call.requestId);
        await followMade(tx, kind.name, madeOf(accepted.rows), toldOf(call));
        return accepted;
      }),

    undoBatch: (call: Acting, id: string) =>
      call.commit(async (tx) => {
        const undone = await undoBatch(tx, kind.name, id, decisionOf(call), call.requestId);
        await followRemoved(tx, await goneOfBatch(tx, id), toldOf(call));
        return undone;
      }),

    setLearning: async (call: Acting, body: Call<'setProductLearning'>['body']) => {
      const of = { kind: kind.name, profileId: body.profileId };
      await call.commit(async (tx) => {
        await setLearning(tx, of, body, call.user.email, call.requestId);
        return undefined;
      });
      await refreshAfter(call.context, of, call.user.email);
      return suggestionQuality(call.context.db, of);
    },

    restore: (call: Acting, id: string): Promise<string> =>
      call.commit(async (tx) => {
        const row = await restoreSuggestion(tx, kind.name, id, decisionOf(call));
        await audit(tx, {
          actor: call.user.email,
          action: 'suggestion.restore',
          entity: 'suggestion',
          entityId: id,
          summary: `Mở lại gợi ý ${kind.what} với ${row.bravoCode}`,
          requestId: call.requestId,
        });
        return id;
      }),
  };
}

/** Refuses NOT_FOUND early, before a run is started for a profile that does not exist. */
export async function ensureProfile(context: Context, profileId: string): Promise<void> {
  const row = await context.db.selectFrom('profiles').select('id').where('id', '=', profileId).executeTakeFirst();
  found(row, 'Không tìm thấy hồ sơ này.');
}
