import type { Verdict } from '@khop/engine/connections/learning/shadow.ts';
import { expect, vi } from 'vitest';
import { verdictWords } from '../../features/connections/matching/learning.ts';
import { cutsWhatIsTooMany } from './edges.ts';
import { counted, type Given, type Judge, type Judges, ofProfile, type Row, run, status } from './judge.ts';
import { showsProgress, writesWhatDiffers } from './suggesting/suggestion-parts.ts';

type Kind = 'product' | 'partner';

const inBody = ({ sent }: Given): Row => sent.body as Row;
const profileScope = ({ stage }: Given): string => stage.profileId;

/** Pairs of a list of suggestions: pending ones of the profile. */
const pending = (kind: Kind) =>
  counted(`suggestions where kind = '${kind}' and status = 'pending' and profile_id = $1`, ofProfile);

/** An open suggestion is worth what the period has no invoice for; that is brought up to date a moment after a plan. */
export const suggestionsAreWorth = ({ rows }: Given): Promise<void> =>
  vi.waitFor(
    async () => {
      const stored = await rows(
        `select s.id, s.unlock_value::bigint as worth, greatest(0, coalesce((
           select sum(case when p.plan is null then l.amount - l.discount else l.unallocated end)
           from period_sales_lines l join invoice_periods p on p.id = l.period_id and p.status <> 'closed'
           where case s.kind when 'product' then l.item_code else l.partner_code end = s.bravo_code), 0))::bigint as due
         from suggestions s where s.status = 'pending' order by s.id`,
      );
      expect(stored.map(({ id, worth }) => [id, worth])).toEqual(stored.map(({ id, due }) => [id, due]));
      expect(stored.some(({ due }) => Number(due) > 0)).toBe(true);
    },
    { timeout: 10_000, interval: 100 },
  );

/** The verdicts on learning, whichever way its trial has gone. */
const VERDICTS: readonly Verdict[] = ['better', 'few', 'one-sided', 'no-gain', 'less-precise'];

/** The table of a kind's connections, with the table of AMIS records to which they lead. */
const tablesOf = (kind: Kind) => ({
  table: `${kind}_connections`,
  side: kind === 'product' ? 'amis_product_id' : 'amis_partner_id',
  amis: kind === 'product' ? 'amis_products' : 'amis_partners',
  bravo: kind === 'product' ? 'bravo_items' : 'bravo_partners',
});

function connectionsOf(kind: Kind) {
  const { table, side, amis, bravo } = tablesOf(kind);
  const of = { table };
  const pairExists = async ({ rows }: Given, { bravoCode, profileId }: Row, amisId: unknown, n: number) =>
    expect(
      await rows(`select from ${table} where bravo_code = $1 and profile_id = $2 and ${side} = $3`, [
        bravoCode,
        profileId,
        amisId,
      ]),
    ).toHaveLength(n);
  const amisIdOf = (row: Row) => row.amisProductId ?? row.amisPartnerId;
  return {
    create: {
      writes: [table],
      of,
      twice: 'CONNECTION_EXISTS' as const,
      holds: async (given: Given) => {
        expect(given.body).toMatchObject({ ...inBody(given), origin: 'manual' });
        await pairExists(given, inBody(given), amisIdOf(inBody(given)), 1);
      },
    },
    createMany: {
      writes: [table],
      holds: async (given: Given) => {
        const [item] = (inBody(given) as { items: Row[] }).items;
        expect(given.body).toMatchObject({ created: 1, refused: 0 });
        await pairExists(given, item!, amisIdOf(item!), 1);
      },
    },
    get: { of },
    list: {
      of,
      total: counted(`${table} where profile_id = $1`, ofProfile),
      ...(kind === 'partner' && { alike: { factorMissing: 'partners have no factor' } }),
    },
    update: { writes: [table], of },
    remove: {
      writes: [table, 'suggestion_decisions'],
      holds: async ({ rows, sent: { params } }: Given) => {
        expect(await rows(`select from ${table} where id = $1`, [params!.id])).toEqual([]);
        const removals =
          "suggestion_decisions where connection_id = $1 and decision = 'rejected' and withdrawn_at is not null";
        expect(await rows(`select kind from ${removals}`, [params!.id])).toEqual([{ kind }]);
      },
    },
    stats: {
      holds: async ({ body, rows, stage }: Given) => {
        const [row] = await rows(
          `with used as (select id from ${amis} where profile_id = $1 and is_active${kind === 'partner' ? " and type = 'customer'" : ''})
           select count(*)::int as connections,
             (count(distinct ${side}) filter (where ${side} in (select id from used)))::int as "amisConnected",
             (count(distinct bravo_code) filter (where bravo_code in (select code from ${bravo} where is_active)))::int as "bravoConnected",
             (select count(*)::int from used) as "amisTotal"
           from ${table} where profile_id = $1`,
          [stage.profileId],
        );
        expect(body).toMatchObject(row!);
        const origins = await rows(`select origin, count(*)::int as n from ${table} where profile_id = $1 group by 1`, [
          stage.profileId,
        ]);
        expect(body.byOrigin).toMatchObject(Object.fromEntries(origins.map(({ origin, n }) => [origin, n])));
      },
    },
    upload: {
      writes: kind === 'product' ? ['import_batches', table] : ['import_batches'],
      unaudited: 'the import itself is the record',
      holds: run('connection-import', async ({ body, rows, stage }) => {
        expect(body.result).toMatchObject({ read: 1, rejected: 0 });
        if (kind === 'partner') return;
        const factor = await rows(
          'select c.factor::float8 as factor from product_connections c join amis_products p on p.id = c.amis_product_id where c.profile_id = $1 and p.code = $2',
          [stage.profileId, stage.notes.get('factor of')],
        );
        expect(factor).toContainEqual({ factor: 3 });
      }),
    },
  } satisfies Record<string, Judge>;
}

const decision = async ({ rows, sent }: Given) =>
  (
    await rows('select status, reason_code as "reasonCode", decided_by as by from suggestions where id = $1', [
      sent.params!.id,
    ])
  )[0];

/** The judges of how suggestions come and what is known of them. */
function suggestingOf(kind: Kind) {
  return {
    generate: {
      writes: ['matched_records', 'matching_states', 'suggestions'],
      unaudited: 'suggestions are no decision',
      holds: run(`${kind}-suggestions`, async ({ rows, stage }) => {
        const made = await rows(
          "select count(*)::int as n from suggestions where kind = $1 and profile_id = $2 and status = 'pending'",
          [kind, stage.profileId],
        );
        expect(made[0]!.n).toBeGreaterThan(0);
      }),
    },
    refresh: {
      writes: ['matching_states'],
      unaudited: 'suggestions are no decision',
      holds: run(`${kind}-suggestions-refresh`, async (given) => {
        await showsProgress();
        await writesWhatDiffers(given, kind);
      }),
    },
    status: { holds: status(`${kind}-suggestions`, profileScope) },
    quality: {
      holds: async ({ body, rows, stage }: Given) => {
        const [row] = await rows(
          `select count(*) filter (where batch_id is null)::int as decided, count(*) filter (where batch_id is not null)::int as batches
           from suggestion_decisions where kind = $1 and profile_id = $2 and withdrawn_at is null`,
          [kind, stage.profileId],
        );
        expect([body.decided, body.inBatches]).toEqual([row!.decided, row!.batches]);
        for (const verdict of VERDICTS) expect(verdictWords(verdict)).toMatch(/^\p{Lu}.{20,}\.$/u);
      },
    },
    learning: {
      writes: ['learning_settings', 'matching_states'],
      holds: async ({ body, rows, stage }: Given) => {
        const [row] = await rows('select is_enabled as on from learning_settings where kind = $1 and profile_id = $2', [
          kind,
          stage.profileId,
        ]);
        expect([row!.on, (body.learning as Row).enabled]).toEqual([false, false]);
      },
    },
    suggestions: { total: pending(kind) },
    acceptable: {
      holds: async ({ body, rows, stage, sent }: Given) => {
        const [row] = await rows(
          `select count(*)::int as count, coalesce(sum(unlock_value), 0)::bigint as "unlockValue", min(score) as "lowestScore"
           from suggestions where kind = $1 and profile_id = $2 and status = 'pending' and is_best and score >= $3
             and not factor_contradicted`,
          [kind, stage.profileId, sent.query!.minScore],
        );
        expect(row!.count).toBeGreaterThan(0);
        expect(body).toMatchObject(row!);
        if (kind === 'product') await cutsWhatIsTooMany({ stage });
      },
    },
  } satisfies Record<string, Judge>;
}

/** The judges of decisions about suggestions. */
function decidingOf(kind: Kind) {
  const { table, side } = tablesOf(kind);
  return {
    accept: {
      writes: [table, 'suggestion_batches', 'suggestion_decisions', 'suggestions'],
      holds: async ({ body, rows, sent }: Given) => {
        const [item] = (sent.body as { choice: { items: { id: string }[] } }).choice.items;
        expect(body).toMatchObject({ accepted: 1, refused: 0 });
        const [row] = await rows(
          `select s.status, c.origin from suggestions s join ${table} c on c.${side} = s.amis_id and c.bravo_code = s.bravo_code where s.id = $1`,
          [item!.id],
        );
        expect(row).toEqual({ status: 'accepted', origin: 'suggestion' });
      },
    },
    undo: {
      writes: [table, 'suggestion_batches', 'suggestion_decisions', 'suggestions'],
      holds: async ({ body, rows, sent }: Given) => {
        expect(body).toMatchObject({ undone: 1, kept: 0 });
        const left = await rows(
          `select from suggestion_decisions d join ${table} c on c.id = d.connection_id where d.batch_id = $1`,
          [sent.params!.id],
        );
        expect(left).toEqual([]);
      },
    },
    reject: {
      writes: ['suggestion_decisions', 'suggestions'],
      holds: async (given: Given) =>
        expect(await decision(given)).toMatchObject({
          status: 'rejected',
          reasonCode: 'same_name',
          by: 'ketoan@khop.local',
        }),
    },
    restore: {
      writes: ['suggestion_decisions', 'suggestions'],
      holds: async (given: Given) => {
        expect(await decision(given)).toMatchObject({ status: 'pending', reasonCode: null });
        expect(given.body).toMatchObject({ id: given.sent.params!.id, status: 'pending' });
      },
    },
  } satisfies Record<string, Judge>;
}

const judgesOf = (kind: Kind) => ({ ...connectionsOf(kind), ...suggestingOf(kind), ...decidingOf(kind) });

const product = judgesOf('product');
const partner = judgesOf('partner');

export const connectionJudges = {
  listRejectionReasons: { total: counted("rejection_reasons where 'product' = any(kinds)") },
  createProductConnection: product.create,
  createProductConnections: product.createMany,
  getProductConnection: product.get,
  listProductConnections: product.list,
  updateProductConnection: product.update,
  deleteProductConnection: product.remove,
  getProductConnectionStats: product.stats,
  uploadProductConnections: product.upload,
  generateProductSuggestions: product.generate,
  refreshProductSuggestions: product.refresh,
  getProductSuggestionStatus: product.status,
  getProductSuggestionQuality: product.quality,
  setProductLearning: product.learning,
  listProductSuggestions: product.suggestions,
  getAcceptableProductSuggestions: product.acceptable,
  acceptProductSuggestions: product.accept,
  undoProductSuggestionBatch: product.undo,
  rejectProductSuggestion: product.reject,
  restoreProductSuggestion: product.restore,
  createPartnerConnection: partner.create,
  createPartnerConnections: partner.createMany,
  getPartnerConnection: partner.get,
  listPartnerConnections: partner.list,
  updatePartnerConnection: partner.update,
  deletePartnerConnection: partner.remove,
  getPartnerConnectionStats: partner.stats,
  uploadPartnerConnections: partner.upload,
  generatePartnerSuggestions: partner.generate,
  refreshPartnerSuggestions: partner.refresh,
  getPartnerSuggestionStatus: partner.status,
  getPartnerSuggestionQuality: partner.quality,
  setPartnerLearning: partner.learning,
  listPartnerSuggestions: partner.suggestions,
  getAcceptablePartnerSuggestions: partner.acceptable,
  acceptPartnerSuggestions: partner.accept,
  undoPartnerSuggestionBatch: partner.undo,
  rejectPartnerSuggestion: partner.reject,
  restorePartnerSuggestion: partner.restore,
} as const satisfies Judges;
