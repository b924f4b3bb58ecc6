import type { OperationId } from '@khop/contract/index.ts';
import { UNKNOWN } from '../good-calls/play.ts';
import type { Asked, Trial, Trials } from './trial.ts';

type PeriodRow = { version: number; profileIds: string[] };

const periodOf = async ({ stage, rows }: Pick<Asked, 'stage' | 'rows'>): Promise<PeriodRow> =>
  (
    await rows('select version, profile_ids as "profileIds" from invoice_periods where id = $1', [stage.periodId])
  )[0] as PeriodRow;

const TABLES = ['invoice_periods'];

/** A period's terms: what may be edited in which state, and what never. */
const editing: Trials = async (asked) => {
  const { stage } = asked;
  const { version, profileIds } = await periodOf(asked);
  const [first, ...others] = profileIds as [string, ...string[]];
  const params = { id: stage.periodId };
  const set = (text: string) => `update invoice_periods set ${text} where id = '${stage.periodId}'`;
  const pinned = (is: boolean) => `update invoices set pinned = ${is} where period_id = '${stage.periodId}'`;
  const open = set("status = 'open'");
  const unloaded = ['period_sales_lines', 'period_loads', 'period_exclusions', 'period_reconciliations'].map(
    (table) => `delete from ${table} where period_id = '${stage.periodId}'`,
  );
  const edit = (body: object, where: readonly string[] = []): Trial => ({
    ...{ of: 'updatePeriod' as OperationId, where, tables: TABLES },
    sent: { params, body: { version, ...body } },
  });
  const another = (of: object) =>
    `insert into invoice_periods select (jsonb_populate_record(p, '${JSON.stringify({
      ...{ id: UNKNOWN, name: 'Kỳ mười', from_date: '2026-09-30', to_date: '2026-11-30', ...of },
    })}')).* from invoice_periods p where id = '${stage.periodId}'`;
  const { rules } = await stage.read<{ rules: object }>(`/invoice-issuance/periods/${stage.periodId}`);
  const days = { fromDate: '2026-10-01', toDate: '2026-10-31' };
  return {
    'a name': edit({ name: 'Kỳ chín' }),
    'other days of a plan': edit(days),
    'other days of what was loaded': edit(days, [open]),
    'other days': edit(days, [open, ...unloaded]),
    'days that end before they begin': edit({ fromDate: '2026-09-30', toDate: '2026-09-29' }, [open, ...unloaded]),
    'a single day': edit({ fromDate: '2026-09-30', toDate: '2026-09-30' }, [open, ...unloaded]),
    'one profile less that has pinned invoices': edit({ profileIds: others, issuers: {} }, [pinned(true)]),
    'one profile less': edit({ profileIds: others, issuers: {} }, [pinned(false)]),
    'one profile less that still may issue': edit({ profileIds: others }, [pinned(false)]),
    'the same profiles, of which one is retired': edit({ profileIds }, ['update profiles set is_active = false']),
    'a profile more that is retired': edit({ profileIds }, [
      `update profiles set is_active = false where id = '${first}'`,
      pinned(false),
      set(`profile_ids = array_remove(profile_ids, '${first}')`),
    ]),
    'a profile that is not there': edit({ profileIds: [...profileIds, UNKNOWN] }),
    'a profile twice': edit({ profileIds: [...profileIds, first] }),
    'issuers that are unknown': edit({ issuers: { CN: [UNKNOWN] } }),
    issuers: edit({ issuers: { CN: [first] } }),
    'a name beside issuers that are no more': edit({ name: 'Kỳ chín' }, [set(`issuers = '{"CN": ["${UNKNOWN}"]}'`)]),
    'a name beside another open period': edit({ name: 'Kỳ chín' }, [another({})]),
    'a last day only': edit({ toDate: '2026-09-29' }, [open, ...unloaded]),
    'a first day only': edit({ fromDate: '2026-09-02' }, [open, ...unloaded]),
    'rules of its own': edit({ rules: { ...rules, aggregateConsumersPerDay: true } }),
    'discounts on the next purchase': edit({ rules: { ...rules, discountsOnNextPurchase: true } }),
    'days of another open period of others': edit(days, [
      open,
      ...unloaded,
      another({ profile_ids: [UNKNOWN], issuers: {} }),
    ]),
    'days of another open period of a branch': edit(days, [
      ...[open, ...unloaded],
      another({ profile_ids: [UNKNOWN], issuers: { CN01: [UNKNOWN] } }),
    ]),
    'days of another open period of a branch without an issuer': edit(days, [
      ...[open, ...unloaded],
      another({ profile_ids: [UNKNOWN], issuers: { CN01: [] } }),
    ]),
    'days of another open period': edit(days, [
      open,
      ...unloaded,
      `insert into invoice_periods select (jsonb_populate_record(p, '{"id": "${UNKNOWN}", "name": "Kỳ mười", "from_date": "2026-10-31", "to_date": "2026-11-30"}')).*
       from invoice_periods p where id = '${stage.periodId}'`,
    ]),
    'a closed one': edit({ name: 'Kỳ chín' }, [set("status = 'closed'")]),
  };
};

/** The calls that close a period and open it again. */
const closing: Trials = async (asked) => {
  const { stage } = asked;
  const { version } = await periodOf(asked);
  const of: OperationId = 'updatePeriod';
  const params = { id: stage.periodId };
  const set = (text: string) => `update invoice_periods set ${text} where id = '${stage.periodId}'`;
  const exported = [set("status = 'exported'"), `update invoices set status = 'exported' where status = 'draft'`];
  const placed = [
    ...exported,
    `delete from period_shortages where period_id = '${stage.periodId}'`,
    set(`plan = jsonb_set(plan, '{tieOut,unallocated}', '0')`),
  ];
  const to = (status: string, where: readonly string[], more: object = {}): Trial => ({
    ...{ of, where, tables: TABLES, sent: { params, body: { version, status, ...more } } },
  });
  const acknowledgement = 'đã báo giám đốc';
  return {
    'closed before it was exported': to('closed', [set("status = 'generated'")]),
    'closed with drafts': to('closed', [set("status = 'exported'"), `update invoices set status = 'draft'`]),
    'closed with a ledger that has changed': to('closed', [
      ...exported,
      `update period_sales_lines set amount = amount + 1 where period_id = '${stage.periodId}' and source_key =
         (select min(source_key) from period_sales_lines where period_id = '${stage.periodId}')`,
    ]),
    'closed with a line that is nowhere': to('closed', [
      ...exported,
      `update period_sales_lines set unallocated = unallocated + 1 where period_id = '${stage.periodId}' and source_key =
         (select min(source_key) from period_sales_lines where period_id = '${stage.periodId}')`,
    ]),
    'closed without a word': to('closed', exported),
    'closed with an acknowledgement': to('closed', exported, { acknowledgement }),
    'closed without a word of an admin': { ...to('closed', exported), asAdmin: true },
    'closed with a word of an admin': { ...to('closed', exported, { acknowledgement }), asAdmin: true },
    'closed when nothing is left': to('closed', placed),
    'closed when nothing is left, with a word': to('closed', placed, { acknowledgement }),
    'opened by an accountant': to('exported', [set("status = 'closed'")]),
    'opened by an admin': {
      ...to('exported', [set("status = 'closed', closed_at = now(), closed_by = 'ai đó'")]),
      asAdmin: true,
    },
    'opened though it is open': { ...to('exported', [set("status = 'exported'")]), asAdmin: true },
    'opened beside another one': {
      ...to('exported', [
        set("status = 'closed'"),
        `insert into invoice_periods select (jsonb_populate_record(p, '{"id": "${UNKNOWN}", "name": "Kỳ khác", "status": "open"}')).*
         from invoice_periods p where id = '${stage.periodId}'`,
      ]),
      asAdmin: true,
    },
  };
};

const STATES = ['open', 'generated', 'exported', 'closed'] as const;

/** The calls that each state of a period allows, and its refusals of the others. */
const inEachState: Trials = async (asked) => {
  const { stage, rows } = asked;
  const { version, profileIds } = await periodOf(asked);
  const params = { id: stage.periodId };
  const [line] = await rows('select min(source_key) as key from period_sales_lines where period_id = $1', [
    stage.periodId,
  ]);
  const override = { reason: 'đã hỏi' };
  const calls: Record<string, Trial> = {
    generate: { of: 'generateInvoices', sent: { params, body: { version } } },
    'generate over findings': { of: 'generateInvoices', sent: { params, body: { version, override } } },
    'generate an old one': { of: 'generateInvoices', sent: { params, body: { version: version + 1 } } },
    'generate what is new': { of: 'regenerateInvoices', sent: { params, body: { version, addOnly: true } } },
    regenerate: { of: 'regenerateInvoices', sent: { params, body: { version, preview: true } } },
    apply: { of: 'applyRegeneration', sent: { params } },
    undo: { of: 'undoRegeneration', sent: { params } },
    discard: { of: 'discardRegeneration', sent: { params } },
    'load sales': { of: 'loadBravoSales', sent: { params } },
    'delete it': { of: 'deletePeriod', sent: { params } },
    'delete an old one': { of: 'deletePeriod', sent: { params, query: { version: String(version + 1) } } },
    'leave lines out': {
      of: 'setLineExclusion',
      sent: { params, body: { sourceKeys: [line!.key], reason: 'not_a_sale', note: 'thử' } },
    },
  };
  return Object.fromEntries([
    ...STATES.flatMap((state) =>
      Object.entries(calls).map(([name, call]) => [
        `${name}, ${state}`,
        { ...call, where: [`update invoice_periods set status = '${state}' where id = '${stage.periodId}'`] },
      ]),
    ),
    [
      'over findings by an admin',
      {
        ...calls['generate over findings']!,
        asAdmin: true,
        where: [`update invoice_periods set status = 'generated' where id = '${stage.periodId}'`],
      },
    ],
    [
      'delete one from which something left',
      {
        ...calls['delete it']!,
        where: [
          `update invoices set status = 'exported' where id = (select min(id::text)::uuid from invoices where period_id = '${stage.periodId}')`,
        ],
      },
    ],
    [
      'delete one that was exported once',
      {
        ...calls['delete it']!,
        where: [`update invoice_periods set status = 'generated', exported_at = now() where id = '${stage.periodId}'`],
      },
    ],
    [
      'one of these profiles',
      {
        of: 'createPeriod',
        sent: {
          body: {
            ...{ name: 'Kỳ trùng', fromDate: '2026-09-30', toDate: '2026-10-31' },
            profileIds: profileIds.slice(0, 1),
          },
        },
      },
    ],
  ]);
};

/** A preview and what came before it, after a change of the period, and where there is none. */
const previews: Trials = async ({ stage }) => {
  const params = { id: stage.periodId };
  const changed = `update invoice_periods set input_revision = input_revision + 1 where id = '${stage.periodId}'`;
  const closed = `update invoice_periods set status = 'closed' where id = '${stage.periodId}'`;
  const calls = ['getRegeneration', 'applyRegeneration', 'undoRegeneration', 'discardRegeneration'] as const;
  const states: Record<string, readonly string[]> = {
    'as it is': [],
    'after a change': [changed],
    closed: [closed],
    'without a preview': ['delete from period_proposals'],
    'without what was before': ['delete from period_undo'],
  };
  return Object.fromEntries(
    Object.entries(states).flatMap(([state, where]) =>
      calls.map((of) => [`${of} ${state}`, { of, where, sent: { params } }]),
    ),
  );
};

export const periodTrials: Partial<Record<OperationId, Trials>> = {
  getPeriodStats: editing,
  listShortages: closing,
  listCustomerOptions: inEachState,
  getRegeneration: previews,
  applyRegeneration: previews,
};
