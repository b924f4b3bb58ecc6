import type { OperationId } from '@khop/contract/index.ts';
import { atStage, LAST_STAGE } from './at-stage.ts';
import type { Asked, Trial, Trials } from './trial.ts';

type Kind = 'product' | 'partner';

const TABLES = ['learned_models', 'suggestions', 'matching_states', 'matched_records'];

const refreshOf = (kind: Kind): OperationId =>
  kind === 'product' ? 'refreshProductSuggestions' : 'refreshPartnerSuggestions';

/** New decisions of pairs that are in no catalogue: every other one is rejected, which their sizes tell and their scores do not. */
const decisions = (kind: Kind, profileId: string, count: number, rejected = 2) => `
  insert into suggestion_decisions (id, kind, profile_id, amis_id, bravo_code, decision, score, engine_score, evidence, is_best,
    decided_by, decided_at)
  select gen_random_uuid(), '${kind}', '${profileId}', ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, 'HB-' || n,
    case when n % ${rejected} = 0 then 'rejected' else 'accepted' end, 0.9, 0.9,
    jsonb_build_array(jsonb_build_object('field', 'learned', 'label', 'x', 'contribution', 1, 'kind', 'same'),
      jsonb_build_object('field', 'size', 'label', '1 l', 'contribution', 1, 'kind',
        case when n % 2 = 0 then 'different' else 'same' end)), true, 'ai đó', now()
  from generate_series(1, ${count}) n`;

/** A model that was learned before, in use or not. */
const learned = (kind: Kind, profileId: string, of: { decisions: number; verdict: string; active: boolean }) => `
  insert into learned_models (kind, profile_id, version, model, figures, decisions, is_active, created_at) values
    ('${kind}', '${profileId}', 4, '{"slope": 1, "offset": 0, "weights": {"name": 0, "size": 0, "code": 0, "unit": 0, "price": 0,
      "taxCode": 0, "phone": 0, "email": 0, "address": 0, "context": 0}}', '{"verdict": "${of.verdict}"}', ${of.decisions},
      ${of.active}, '2026-09-01T00:00:00Z')`;

/** Refreshes that learn from what was decided, or need not. */
const learning =
  (kind: Kind): Trials =>
  async ({ stage }) => {
    const { profileId } = stage;
    const refresh = (where: readonly string[], more: Partial<Trial> = {}): Trial => ({
      ...{ of: refreshOf(kind), works: true, tables: TABLES, where, sent: { body: { profileId } } },
      ...more,
    });
    const decided = (count: number, rejected?: number) => decisions(kind, profileId, count, rejected);
    const model = (count: number, verdict: string, active: boolean) =>
      learned(kind, profileId, { decisions: count, verdict, active });
    const rescored = `update suggestions set score = score / 2, evidence = evidence || '{"field": "learned", "label": "x",
      "contribution": -1, "kind": "different"}' where kind = '${kind}' and profile_id = '${profileId}' and status = 'pending'`;
    return {
      'with few decisions': refresh([decided(3)]),
      'with decisions that tell a difference': refresh([decided(80)]),
      'with decisions of one kind': refresh([decided(80, 100)]),
      'with a model that still is good': refresh([decided(80), model(1, 'better', true), rescored]),
      'with a model that is good no more': refresh([decided(80, 100), model(1, 'better', true), rescored]),
      'with nine decisions more than when it was tried': refresh([decided(15), model(6, 'few', false)]),
      'with ten decisions more than when it was tried': refresh([decided(15), model(5, 'few', false)]),
      'with ten decisions less than when it was tried': refresh([decided(5), model(15, 'few', false)]),
      'with a model that is used and nothing new': refresh([decided(15), model(15, 'better', true)]),
      'with a model that was good and is used no more': refresh([decided(15), model(15, 'better', false)]),
      'of an admin who wants none': refresh([
        decided(80),
        model(1, 'better', true),
        `insert into learning_settings (kind, profile_id, is_enabled) values ('${kind}', '${profileId}', false)
           on conflict (kind, profile_id) do update set is_enabled = false`,
      ]),
      'of suggestions that were never made': refresh([
        `delete from matching_states where kind = '${kind}' and profile_id = '${profileId}'`,
      ]),
      'of suggestions that another run makes meanwhile': refresh([decided(3)], {
        meanwhile: [
          atStage(LAST_STAGE, `update matching_states set matched_by = gen_random_uuid() where kind = '${kind}'`),
        ],
        tables: ['suggestions'],
      }),
      'while another one is at work': refresh(
        [
          `insert into runs (id, kind, scope, status, created_by) values
             (gen_random_uuid(), '${kind}-suggestions-refresh', '${profileId}', 'running', 'ai đó')`,
        ],
        { tables: [] },
      ),
    };
  };

/** The best pair of two that could have its place, and the other one. */
async function rivals({ stage, rows }: Asked, kind: Kind) {
  const [best] = await rows(
    `select id, amis_id as "amisId", bravo_code as "bravoCode" from suggestions where kind = $1 and profile_id = $2
       and status = 'pending' and is_best order by bravo_code, score desc, amis_fingerprint limit 1`,
    [kind, stage.profileId],
  );
  const bravo = kind === 'product' ? 'bravo_items' : 'bravo_partners';
  const [other] = await rows(
    `select code from ${bravo} where is_active and code not in (select bravo_code from suggestions where kind = $1) order by code limit 1`,
    [kind],
  );
  return { best: best as { id: string; amisId: string; bravoCode: string }, other: String(other?.code) };
}

/** Refreshes after records have changed, and after places have become free. */
const changing =
  (kind: Kind): Trials =>
  async (asked) => {
    const { profileId } = asked.stage;
    const { best, other } = await rivals(asked, kind);
    const refresh = (where: readonly string[]): Trial => ({
      ...{ of: refreshOf(kind), works: true, tables: TABLES, where, sent: { body: { profileId } } },
    });
    const [amis, bravo] = kind === 'product' ? ['amis_products', 'bravo_items'] : ['amis_partners', 'bravo_partners'];
    const second =
      columnsOf(`insert into suggestions select (jsonb_populate_record(s, jsonb_build_object('id', gen_random_uuid(), 'bravo_code',
      '${other}', 'is_best', false, 'engine_score', 0.9, 'score', 0.9))).* from suggestions s where id = '${best.id}'`);
    const rejected = [
      `update suggestions set status = 'rejected' where id = '${best.id}'`,
      `insert into suggestion_decisions (id, kind, profile_id, amis_id, bravo_code, decision, score, engine_score, evidence,
         is_best, decided_by, decided_at) select gen_random_uuid(), kind, profile_id, amis_id, bravo_code, 'rejected', score,
         engine_score, evidence, is_best, 'ai đó', now() from suggestions where id = '${best.id}'`,
    ];
    const used = [
      decisions(kind, profileId, 15),
      learned(kind, profileId, { decisions: 15, verdict: 'better', active: true }),
    ];
    const doubtful = `update learned_models set model = jsonb_set(model, '{offset}', '-4') where is_active`;
    const moved = [
      `update ${amis} set name = (select name from ${bravo} where code = '${other}') where id = '${best.amisId}'`,
      `update ${bravo} set is_active = false where code = '${best.bravoCode}'`,
    ];
    const generate = (body: object, where: readonly string[]): Trial => ({
      ...{ of: `generate${kind === 'product' ? 'Product' : 'Partner'}Suggestions` as OperationId, works: true, where },
      ...{ tables: ['suggestions', 'matching_states'], sent: { body: { profileId, ...body } } },
    });
    return {
      'of records that changed since, with what was learned': refresh([...used, ...moved]),
      'of records that changed since, with doubts': refresh([...used, doubtful, ...moved]),
      'all anew, of which the best was rejected': generate({ minScore: 0.5 }, [second, ...rejected]),
      'of a pair that was rejected since': refresh([second, ...rejected]),
      'of records that changed since': refresh(moved),
    };
  };

/** A row's `insert … select` without the column that is computed. */
const columnsOf = (text: string): string => {
  const columns = [
    ...['id', 'kind', 'profile_id', 'amis_id', 'bravo_code', 'score', 'engine_score', 'is_best', 'evidence'],
    ...[
      'suggested_factor',
      'factor_evidence',
      'factor_contradicted',
      'unlock_value',
      'status',
      'reason_code',
      'reason',
    ],
    ...['amis_fingerprint', 'bravo_fingerprint', 'decided_by', 'decided_at', 'run_id', 'version', 'created_at'],
  ];
  const record = /select (\(jsonb_populate_record\(.*\)\))\.\* from/s.exec(text)![1]!;
  return text
    .replace('insert into suggestions select', `insert into suggestions (${columns.join(', ')}) select`)
    .replace(`${record}.*`, columns.map((name) => `${record}.${name}`).join(', '));
};

export const suggestionTrials: Partial<Record<OperationId, Trials>> = {
  refreshProductSuggestions: async (asked) => ({
    ...(await learning('product')(asked)),
    ...(await changing('product')(asked)),
  }),
  refreshPartnerSuggestions: changing('partner'),
};
