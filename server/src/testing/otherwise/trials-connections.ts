import type { OperationId } from '@khop/contract/index.ts';
import { UNKNOWN } from '../good-calls/play.ts';
import type { Asked, Trial, Trials } from './trial.ts';

type Kind = 'product' | 'partner';
type Pair = { id: string; version: number; amisId: string; bravoCode: string; score: number };

/** The undecided suggestions, by code, and one record of each side that no suggestion names. */
async function known({ stage, rows }: Asked, kind: Kind) {
  const of = [stage.profileId, kind];
  const pending = (await rows(
    `select id, version, amis_id as "amisId", bravo_code as "bravoCode", score from suggestions
     where profile_id = $1 and kind = $2 and status = 'pending' order by bravo_code, score desc, amis_id limit 3`,
    of,
  )) as Pair[];
  const type = kind === 'partner' ? " and type = 'customer'" : '';
  const [amis] = await rows(
    `select id, code from amis_${kind}s where profile_id = $1${type} order by code desc limit 1`,
    [stage.profileId],
  );
  const [bravo] = await rows(
    `select code from bravo_${kind === 'product' ? 'items' : 'partners'} order by code limit 1`,
  );
  return { pending, amis: amis as { id: string; code: string }, bravoCode: String(bravo!.code) };
}

const tablesOf = (kind: Kind) => [
  ...[`${kind}_connections`, 'suggestions', 'suggestion_decisions', 'suggestion_batches'],
];
const idOf = (kind: Kind) => (kind === 'product' ? 'amisProductId' : 'amisPartnerId');
const nameOf = (kind: Kind) => (kind === 'product' ? 'Product' : 'Partner');

/** Pairs that are connected otherwise: by code, from a suggestion, beside another one. */
const creating =
  (kind: Kind): Trials =>
  async (asked) => {
    const { profileId } = asked.stage;
    const { pending, amis, bravoCode } = await known(asked, kind);
    const [first, second] = pending as [Pair, Pair];
    const tables = tablesOf(kind);
    const nothing = [`delete from ${kind}_connections`];
    const byId = { profileId, [idOf(kind)]: amis.id, bravoCode };
    const suggested = { profileId, [idOf(kind)]: first.amisId, bravoCode: first.bravoCode };
    const set = (state: string) => `update suggestions set ${state} where id = '${first.id}'`;
    const of = `create${nameOf(kind)}Connection` as OperationId;
    const sent = (body: object) => ({ of, tables, where: nothing, sent: { body } });
    const own: Record<string, object> =
      kind === 'product'
        ? { 'with a factor': { factor: '2/4', priority: 3 }, 'with no factor': { factor: null } }
        : { 'as default': { isDefault: true }, 'as no default': { isDefault: false } };
    return {
      'by code': sent({ profileId, amisCode: amis.code, bravoCode, note: 'theo mã' }),
      'by id': sent(byId),
      ...Object.fromEntries(Object.entries(own).map(([name, more]) => [name, sent({ ...byId, ...more })])),
      'an unknown code': sent({ profileId, amisCode: 'KHONG', bravoCode }),
      'an unknown record': sent({ profileId, [idOf(kind)]: UNKNOWN, bravoCode }),
      'an unknown code of Bravo': sent({ ...byId, bravoCode: 'KHONG' }),
      'a suggested pair': sent(suggested),
      'by its suggestion': sent({ ...suggested, suggestionId: first.id }),
      'by the suggestion of another pair': sent({ ...suggested, suggestionId: second.id }),
      'by the suggestion of the same record with another one': {
        ...sent({ ...suggested, suggestionId: second.id }),
        where: [...nothing, `update suggestions set amis_id = '${first.amisId}' where id = '${second.id}'`],
      },
      'by the suggestion of another profile': {
        ...sent({ ...suggested, suggestionId: first.id }),
        where: [
          ...nothing,
          set(`profile_id = (select id from profiles where id <> '${profileId}' order by code limit 1)`),
        ],
      },
      'by a suggestion that is decided': {
        ...sent({ ...suggested, suggestionId: first.id }),
        where: [...nothing, set("status = 'rejected', decided_by = 'ai đó'")],
      },
      'a pair that was rejected': {
        ...sent(suggested),
        where: [
          ...nothing,
          set("status = 'rejected', reason_code = 'other', reason = 'khác'"),
          `insert into suggestion_decisions (id, kind, profile_id, amis_id, bravo_code, decision, score, engine_score, evidence,
             is_best, decided_by, decided_at)
           select id, kind, profile_id, amis_id, bravo_code, 'rejected', score, engine_score, evidence, is_best, 'ai đó', now()
           from suggestions where id = '${first.id}'`,
        ],
      },
      ...(kind === 'partner' && {
        'beside a default': {
          of,
          tables,
          sent: { body: { ...byId, isDefault: true } },
          where: [
            ...nothing,
            `insert into partner_connections (id, profile_id, amis_partner_id, bravo_code, is_default, origin, created_by)
             values (gen_random_uuid(), '${profileId}', '${first.amisId}', '${bravoCode}', true, 'manual', 'ai đó')`,
          ],
        },
        'beside a default, without a word': {
          of,
          tables,
          sent: { body: byId },
          where: [
            ...nothing,
            `insert into partner_connections (id, profile_id, amis_partner_id, bravo_code, is_default, origin, created_by)
             values (gen_random_uuid(), '${profileId}', '${first.amisId}', '${bravoCode}', true, 'manual', 'ai đó')`,
          ],
        },
      }),
      'several, of which some are refused': {
        ...{ tables, where: nothing, of: `create${nameOf(kind)}Connections` as OperationId },
        sent: { body: { items: [byId, { ...byId, bravoCode: 'KHONG' }, suggested, byId] } },
      },
    };
  };

/** Changes of a connection, one field at a time. */
const updating =
  (kind: Kind): Trials =>
  async ({ stage, rows, sent }): Promise<Readonly<Record<string, Trial>>> => {
    const id = sent.params!.id!;
    const [record] = await rows(`select version from ${kind}_connections where id = $1`, [id]);
    const edit = (body: object): Trial => ({
      tables: [`${kind}_connections`],
      sent: { params: { id }, body: { version: record!.version, ...body } },
    });
    if (kind === 'product')
      return {
        'no factor': edit({ factor: null }),
        'a factor': edit({ factor: '4/8' }),
        'a priority': edit({ priority: 5 }),
        'a note': edit({ note: 'khác' }),
      };
    return {
      'a note': edit({ note: 'khác' }),
      'no default': edit({ isDefault: false }),
      'a default beside another': {
        ...edit({ isDefault: true }),
        where: [
          `insert into partner_connections (id, profile_id, amis_partner_id, bravo_code, is_default, origin, created_by)
           select gen_random_uuid(), c.profile_id, p.id, c.bravo_code, true, 'manual', 'ai đó'
           from partner_connections c, lateral (select id from amis_partners where profile_id = '${stage.profileId}'
             and type = 'customer' and id <> c.amis_partner_id order by code limit 1) p where c.id = '${id}'`,
        ],
      },
    };
  };

/** Many suggestions at once: chosen by score or by hand, of which some have moved on. */
const accepting =
  (kind: Kind): Trials =>
  async (asked) => {
    const { stage } = asked;
    const { pending } = await known(asked, kind);
    const [first, second, third] = pending as [Pair, Pair, Pair];
    const tables = tablesOf(kind);
    const sent = (choice: object) => ({ tables, sent: { body: { profileId: stage.profileId, choice } } });
    const items = pending.map(({ id, version }) => ({ id, version }));
    const set = (state: string, { id }: Pair) => `update suggestions set ${state} where id = '${id}'`;
    const batch = { params: { id: stage.notes.get(`${kind} batch`)! } };
    const [connected] = await asked.rows(
      'select connection_id as id from suggestion_decisions where batch_id = $1 order by bravo_code limit 1',
      [batch.params.id],
    );
    const connectedMeanwhile =
      kind === 'product'
        ? `insert into product_connections (id, profile_id, amis_product_id, bravo_code, origin, created_by)
               values (gen_random_uuid(), '${stage.profileId}', '${first.amisId}', '${first.bravoCode}', 'manual', 'ai đó')`
        : `insert into partner_connections (id, profile_id, amis_partner_id, bravo_code, is_default, origin, created_by)
               values (gen_random_uuid(), '${stage.profileId}', '${first.amisId}', '${first.bravoCode}', true, 'manual', 'ai đó')`;
    return {
      'from a score on': sent({ above: { minScore: 0.8 } }),
      'from a score on, by words': sent({ above: { minScore: 0.05, q: first.bravoCode } }),
      'from a score on that one has exactly': sent({ above: { minScore: first.score } }),
      'from a score on, of which one contradicts itself': {
        ...sent({ above: { minScore: 0.05 } }),
        where: [set('factor_contradicted = true', first), set('is_best = false', second)],
      },
      several: sent({ items }),
      ...(kind === 'product' && { 'with a factor': sent({ items: [{ ...items[0], factor: '6/3' }] }) }),
      'one that is not there': sent({ items: [{ id: UNKNOWN, version: 1 }] }),
      'one that is decided and one that has changed': {
        ...sent({ items }),
        where: [set("status = 'rejected', decided_by = 'ai đó'", first), set('version = version + 1', second)],
      },
      'none that still waits': {
        ...sent({ items: items.slice(2) }),
        where: [set("status = 'accepted'", third)],
      },
      'a pair that is connected meanwhile': { ...sent({ items }), where: [connectedMeanwhile] },
      'only a pair that is connected meanwhile': {
        ...sent({ items: items.slice(0, 1) }),
        where: [connectedMeanwhile],
      },
      'a batch whose connection was edited': {
        ...{ tables, of: `undo${nameOf(kind)}SuggestionBatch` as OperationId, sent: batch },
        where: [
          `update ${kind}_connections set version = 2 where id in
             (select connection_id from suggestion_decisions where batch_id = '${batch.params.id}')`,
        ],
      },
      'a connection of the batch, deleted': {
        ...{ tables, of: `delete${nameOf(kind)}Connection` as OperationId },
        sent: { params: { id: String(connected!.id) } },
      },
      'a batch of the other kind': {
        of: `undo${nameOf(kind === 'product' ? 'partner' : 'product')}SuggestionBatch` as OperationId,
        sent: batch,
      },
    };
  };

/** Reasons of a rejection, and suggestions that are decided. */
const rejecting =
  (kind: Kind): Trials =>
  async (asked) => {
    const { pending } = await known(asked, kind);
    const { id } = pending[0]!;
    const sent = (body: object) => ({ tables: tablesOf(kind), sent: { params: { id }, body } });
    const restore = `restore${nameOf(kind)}Suggestion` as OperationId;
    return {
      'without a reason': sent({}),
      'with words only': sent({ reason: 'không phải hàng này' }),
      'with blank words': sent({ reason: '  ' }),
      'with a reason and words': sent({ reasonCode: 'same_name', reason: 'khác quy cách' }),
      'with a reason that there is not': sent({ reasonCode: 'khong_co' }),
      'of the other kind': { ...sent({}), of: `reject${nameOf(kind === 'product' ? 'partner' : 'product')}Suggestion` },
      'one that is decided': {
        ...sent({}),
        where: [`update suggestions set status = 'accepted', decided_by = 'ai đó' where id = '${id}'`],
      },
      'opened again though it waits': { ...sent({}), of: restore },
    };
  };

const learning =
  (kind: Kind): Trials =>
  async ({ stage, rows }) => {
    const { profileId } = stage;
    const [setting] = await rows('select version from learning_settings where kind = $1 and profile_id = $2', [
      ...[kind, profileId],
    ]);
    const version = Number(setting!.version);
    const tables = ['learning_settings'];
    return {
      'allowed again': { tables, sent: { body: { profileId, enabled: true, version } } },
      'as it is': { tables, sent: { body: { profileId, enabled: false, version } } },
    };
  };

export const connectionTrials: Partial<Record<OperationId, Trials>> = {
  listProductSuggestions: creating('product'),
  listPartnerSuggestions: creating('partner'),
  updateProductConnection: updating('product'),
  updatePartnerConnection: updating('partner'),
  acceptProductSuggestions: accepting('product'),
  acceptPartnerSuggestions: accepting('partner'),
  rejectProductSuggestion: rejecting('product'),
  rejectPartnerSuggestion: rejecting('partner'),
  setProductLearning: learning('product'),
  setPartnerLearning: learning('partner'),
};
