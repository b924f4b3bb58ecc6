import type { OperationId } from '@khop/contract/index.ts';
import type { Context } from '../../context.ts';
import type { Asked, Trial, Trials } from './trial.ts';

const asked = (of: OperationId, sent: Trial['sent'], where: readonly string[] = []): Trial => ({ of, where, sent });

/** Pictures and sign-in that another service keeps. */
const elsewhere = ({ stage }: Pick<Asked, 'stage'>): Partial<Context> => ({
  config: {
    ...stage.api.context.config,
    media: { mode: 'cloudinary', cloudName: 'khop', apiKey: 'khóa', apiSecret: 'bí mật' },
  } as Context['config'],
});

/** The log, sessions and settings: some of them only, and for another person. */
const people: Trials = async ({ stage, rows }) => {
  const users = await rows('select id, email from users order by email');
  const idOf = (mail: string) => String(users.find(({ email }) => email === mail)!.id);
  const [me, other] = [idOf('ketoan@khop.local'), idOf('phokt@khop.local')];
  const event = (
    n: number,
    more: string,
  ) => `insert into audit_events (id, actor, action, entity, entity_id, summary, request_id)
    values (gen_random_uuid(), 'thử-${n}', 'thu.lam-${n}', 'thử', '${n}', 'Thử ${more}', 'thử')`;
  const events = [event(1, 'nghiệm MỘT'), event(2, 'nghiệm hai'), event(3, 'khác')];
  const log = (query: Record<string, string>) => asked('listAuditEvents', { query }, events);
  const history = (entity: string, entityId: string, asAdmin = false): Trial => ({
    ...asked('listRecordHistory', { params: { entity, entityId }, query: { limit: '1' } }, events),
    ...{ asAdmin },
  });
  const session = (
    userId: string,
    device: string,
    more: string,
  ) => `insert into user_sessions (id, user_id, auth_time, device,
      started_at, last_seen_at, left_at, revoked_at) values (gen_random_uuid(), '${userId}', 0, '${device}', ${more})`;
  const sessions = [
    'delete from user_sessions',
    `update users set valid_since = '2026-01-01T00:00:00Z'`,
    session(me, '', "now() - interval '1 hour', now(), null, null"),
    session(me, 'khác', "now(), now() - interval '13 days', null, null"),
    session(me, 'cũ', "now(), now() - interval '15 days', null, null"),
    session(me, 'đã rời', 'now(), now(), now(), null'),
    session(me, 'thu hồi', 'now(), now(), null, now()'),
    session(me, 'trước đây', "'2025-12-31T00:00:00Z', now(), null, null"),
    session(other, '', 'now(), now(), null, null'),
  ];
  const day = new Date(stage.api.context.now().getTime() + 7 * 3_600_000).toISOString().slice(0, 10);
  return {
    'the log by words': log({ q: 'một', entity: 'thử' }),
    'the log of one person': log({ actor: 'thử-1,thử-3' }),
    'the log of an action': log({ action: 'thu.lam-2' }),
    'the log of a record': log({ entity: 'thử', entityId: '3' }),
    'the log of today': log({ entity: 'thử', fromDate: day, toDate: day }),
    'the log until yesterday': log({ entity: 'thử', toDate: '2026-01-01' }),
    'the log from tomorrow': log({ entity: 'thử', fromDate: '2100-01-01' }),
    'the history of another person': history('user', other),
    'the history of another person, for an administrator': history('user', idOf('nghiviec@khop.local'), true),
    'the history of a record': history('thử', '2'),
    'sessions of one person': asked('listMySessions', {}, sessions),
    'settings with pictures elsewhere': { ...asked('getAppConfig', {}), context: elsewhere({ stage }) },
    'a signature for pictures elsewhere': { ...asked('getUploadSignature', {}), context: elsewhere({ stage }) },
  };
};

/** The quality that the decisions of a company show, when there are enough of each, and the model that was learned from them. */
const quality =
  (kind: 'product' | 'partner'): Trials =>
  async ({ stage }) => {
    const { profileId } = stage;
    const [of, set] =
      kind === 'product'
        ? (['getProductSuggestionQuality', 'setProductLearning'] as const)
        : (['getPartnerSuggestionQuality', 'setPartnerLearning'] as const);
    const batch = '01900000-0000-7000-8000-00000000bbbb';
    const decided = (count: number) => [
      `insert into suggestion_batches (id, kind, profile_id, created_by) values ('${batch}', '${kind}', '${profileId}', 'ai đó')`,
      `insert into suggestion_decisions (id, kind, profile_id, amis_id, bravo_code, decision, score, engine_score, evidence, is_best,
         decided_by, decided_at, reason_code, batch_id)
       select gen_random_uuid(), '${kind}', '${profileId}', ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, 'HB-' || n,
         case when n % 3 = 0 then 'rejected' else 'accepted' end, greatest(0, 1 - n / 200.0), 0.9, '[]', true, 'ai đó', now(),
         case n % 6 when 0 then 'same_name' when 3 then 'other' end, case when n % 5 = 0 then '${batch}'::uuid end
       from generate_series(0, ${count}) n`,
    ];
    const figures =
      '{"verdict": "better", "decisions": 70, "logLossBefore": 0.5, "logLossAfter": 0.25, "precisionBefore": 1, "precisionAfter": 1}';
    const model = (version: number, active: boolean) => `insert into learned_models
      (kind, profile_id, version, model, figures, decisions, is_active, created_at) values
      ('${kind}', '${profileId}', ${version}, '{}', '${figures}', 70, ${active}, '2026-09-0${version}T00:00:00Z')`;
    const states: Record<string, readonly string[]> = {
      'of many decisions': decided(199),
      'of just enough decisions': decided(36),
      'of one decision less than enough': decided(35),
      'with a model in use': [...decided(10), model(1, true), model(2, false)],
    };
    const learning = (enabled: boolean): Trial => ({
      ...asked(set, { body: { profileId, enabled, version: 1 } }, [
        `delete from learning_settings where kind = '${kind}'`,
        ...[model(1, true), model(2, false)],
      ]),
      tables: ['learning_settings', 'learned_models', 'matched_records', 'suggestions', 'runs'],
    });
    return {
      ...Object.fromEntries(
        Object.entries(states).map(([name, where]) => [`quality ${name}`, asked(of, { query: { profileId } }, where)]),
      ),
      'learning that was in use, forbidden': learning(false),
      'learning that was in use, allowed': learning(true),
    };
  };

/** Books of a period before its first plan, after one of before some figures were kept, and of months that are several. */
const books: Trials = async ({ stage, rows }) => {
  const params = { id: stage.periodId };
  const set = (text: string) => `update invoice_periods set ${text} where id = '${stage.periodId}'`;
  const states: Record<string, readonly string[]> = {
    'before the first plan': [set('plan = null, generated_at = null')],
    'with discounts': [`update period_sales_lines set discount = 7 where period_id = '${stage.periodId}'`],
    'after a plan of before': [set("plan = plan - 'vat' - 'ledgerRoles'")],
    'with invoices of several months': [
      `update invoices set invoice_date_planned = '2026-10-02' where id in (select id from invoices where period_id = '${stage.periodId}'
         order by voucher_number limit 70)`,
    ],
  };
  const [sale] = await rows(
    `select document_key as key from period_sales_lines where period_id = $1 and invoiced > 0 order by document_key limit 1`,
    [stage.periodId],
  );
  const sold = Buffer.from(`${stage.periodId}|${sale!.key}`).toString('base64url');
  const reads: readonly (readonly [OperationId, Trial['sent']])[] = [
    ...(['getPeriodStats', 'getVatTieOut', 'getVatReturn'] as const).map((of) => [of, { params }] as const),
    ...(['listReconciliation', 'listReconciliationParts', 'listAmisEntries', 'listVatReturnInvoices'] as const).map(
      (of) => [of, { params, query: { limit: '2', totals: 'true' } }] as const,
    ),
    ['listVatReturnInvoices', { params, query: { month: '2026-10', limit: '2', sort: '-date' } }],
    ['getPeriodSale', { params: { id: sold } }],
  ];
  const amounts = await rows(
    'select total::text, amount::text, vat_amount::text as vat from invoices where period_id = $1 order by voucher_number limit 1',
    [stage.periodId],
  );
  const { total, amount, vat } = amounts[0] as Record<string, string>;
  const printed = (text: string) => text.replace(/\B(?=(\d{3})+$)/g, '.');
  const search = (q: string) => asked('listAmisInvoices', { params, query: { q, limit: '3' } });
  const difference = (n: number) => `update invoices set amis_difference = ${n} where period_id = '${stage.periodId}'`;
  return {
    ...Object.fromEntries(
      Object.entries(states).flatMap(([state, where]) =>
        reads.map(([of, sent], n) => [`${of} ${n} ${state}`, asked(of, sent, where)]),
      ),
    ),
    ...Object.fromEntries(
      [
        printed(total!),
        printed(amount!),
        vat!,
        ` ${printed(total!)} `,
        `${total}1`,
        printed(total!).slice(0, -1),
        '-',
        'công ty',
        '%',
      ].map((q) => [`invoices by «${q}»`, search(q)]),
    ),
    'invoices that differ from AMIS by nothing': asked('listAmisInvoices', { params, query: { limit: '1' } }, [
      difference(0),
    ]),
    'invoices that differ from AMIS': asked('listAmisInvoices', { params, query: { limit: '1' } }, [difference(-5)]),
  };
};

/** Entries that are decided: as a line that may be, as another one, and as one that is gone. */
const decisions: Trials = async ({ stage, rows }) => {
  const waiting = await rows(
    `select profile_id as "profileId", entry_key as "entryKey", candidates from period_reviews where period_id = $1
     order by entry_key, profile_id limit 3`,
    [stage.periodId],
  );
  const [line] = await rows('select min(source_key) as key from period_sales_lines where period_id = $1', [
    stage.periodId,
  ]);
  const decided = (n: number, key: unknown) => {
    const one = waiting[n % waiting.length]!;
    return `insert into period_reconciliations (period_id, profile_id, entry_key, source_key, note, created_by, created_at) values
      ('${stage.periodId}', '${one.profileId}', '${one.entryKey}', ${key === null ? 'null' : `'${key}'`}, 'đã xem', 'ai đó', now())
      on conflict (period_id, profile_id, entry_key) do update set source_key = excluded.source_key`;
  };
  const list = (where: readonly string[], query: Record<string, string> = {}) =>
    asked('listReviews', { params: { id: stage.periodId }, query: { limit: '5', ...query } }, where);
  const candidate = (waiting[0]!.candidates as string[])[0] ?? line!.key;
  return {
    'reviews decided as a line that may be': list([decided(0, candidate)]),
    'reviews decided as another line': list([decided(0, line!.key)], { decided: 'true' }),
    'reviews decided as none': list([decided(0, null)], { decided: 'true' }),
    'reviews of lines that are gone': list([`update period_sales_lines set source_key = 'x' || source_key`]),
    'reviews of pairs without a factor': list(['update product_connections set factor = null']),
  };
};

/** Bravo's ledger as it is now: longer than one answer is, by several words, and of lines that state less. */
const live: Trials = async ({ stage }) => {
  const { bravo } = stage.api.context;
  const days = { fromDate: '2026-09-01', toDate: '2026-09-02' };
  const read = (query: Record<string, string>, sales?: Context['bravo']['sales']): Trial => ({
    ...asked('retrieveSalesLedgers', { query: { ...days, limit: '2', ...query } }),
    ...(sales && { context: { bravo: Object.assign(Object.create(bravo) as Context['bravo'], { sales }) } }),
  });
  const repeated = (count: number): Context['bravo']['sales'] =>
    async function* (range) {
      for await (const [line] of bravo.sales(range)) {
        yield Array.from({ length: count - 1 }, () => line!);
        yield [{ ...line!, vatRate: undefined, docNo: 'CUOI', partnerCode: 'KHONG' }];
        return;
      }
    };
  return {
    'as much as one answer has': read({ totals: 'true', sort: '-docNo' }, repeated(100_000)),
    'more than one answer has': read({ sort: 'docNo' }, repeated(100_001)),
    'of a line that says little': read({ q: 'cuoi' }, repeated(2)),
    'by two words': read({ q: 'hd kh' }),
    'by two words of which one is not there': read({ q: 'hd khongco' }),
    'of one branch': read({ branchCode: 'CN02' }),
  };
};

export const readingTrials: Partial<Record<OperationId, Trials>> = {
  listRecordHistory: people,
  getProductSuggestionQuality: quality('product'),
  getPartnerSuggestionQuality: quality('partner'),
  getPurchaseNeeds: books,
  listReviews: decisions,
  retrieveSalesLedgers: live,
  listSalesLedgers: async ({ sent }) => ({
    'lines with a discount': asked('listSalesLedgers', { query: { ...sent.query, limit: '2', totals: 'true' } }, [
      'update sales_ledger_lines set discount = 7',
    ]),
  }),
  getProductConnectionStats: async () => ({
    'of all profiles': asked('getProductConnectionStats', { query: {} }),
    'of all profiles, partners': asked('getPartnerConnectionStats', { query: {} }),
  }),
};
