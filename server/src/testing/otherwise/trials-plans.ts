import type { OperationId } from '@khop/contract/index.ts';
import { atStage, LAST_STAGE } from './at-stage.ts';
import type { Asked, Trial, Trials } from './trial.ts';

/** The tables that a plan writes to. */
const PLAN = [
  ...['invoice_periods', 'invoices', 'invoice_items', 'invoice_allocations', 'period_sales_lines', 'period_shortages'],
  ...['period_excluded', 'period_reviews', 'period_undo', 'period_proposals', 'period_proposal_changes'],
];

const ofPeriod = (periodId: string, set: string) => `update invoice_periods set ${set} where id = '${periodId}'`;

/** Lines of the period in the order of their keys, `n` of those that have an invoice and no remainder. */
const planned = (periodId: string, n: number, from = 0) =>
  `(select source_key from period_sales_lines where period_id = '${periodId}' and kind = 'goods' and invoiced > 0
     and unallocated = 0 and quantity > 0 order by source_key limit ${n} offset ${from})`;

/** Bravo's ledger has moved on: two lines cost more, one is gone, and one is of a document that is new. */
const ledgerMovedOn = (periodId: string): readonly string[] => [
  `update period_sales_lines set amount = amount + 1000 where period_id = '${periodId}' and source_key in ${planned(periodId, 2)}`,
  `insert into period_sales_lines select (jsonb_populate_record(t, '{"source_key": "MOI-1", "doc_no": "MOI",
     "document_key": "CN01/HD/MOI", "branch_code": "CN01", "doc_code": "HD"}')).* from period_sales_lines t
   where period_id = '${periodId}' and source_key in ${planned(periodId, 1, 4)}`,
  `delete from period_sales_lines where period_id = '${periodId}' and source_key in ${planned(periodId, 1, 3)}`,
  ofPeriod(periodId, 'input_revision = input_revision + 1'),
];

/** Plans that are made of other data, by an administrator, or while their data change. */
const planning: Trials = async ({ stage }) => {
  const { periodId } = stage;
  const params = { id: periodId };
  const set = (text: string) => ofPeriod(periodId, text);
  const movedOn = ledgerMovedOn(periodId);
  const plan = (body: object, more: Partial<Trial> = {}): Trial => ({
    ...{ of: 'regenerateInvoices', works: true, tables: PLAN, sent: { params, body }, ...more },
  });
  const same = { tables: ['invoice_periods', 'period_proposals'] };
  // Their data are others by now: only because they are pinned or have left do they stay as they are.
  const nth = (n: number) =>
    `(select id from invoices where period_id = '${periodId}' order by voucher_number limit 1 offset ${n - 1})`;
  const held = [
    `update invoices set pinned = n = 1, status = (array['draft', 'exported', 'cancelled'])[n], fingerprint = 'cũ',
       invoice_number = case n when 2 then '00000009' end, invoice_date = case n when 2 then '2026-10-01'::date end
     from (select id, row_number() over (order by voucher_number) as n from invoices where period_id = '${periodId}') o
     where o.id = invoices.id and n < 4`,
    `delete from period_sales_lines where source_key in (select min(a.source_key) from invoice_allocations a
       join invoice_items t on t.id = a.item_id where t.invoice_id = ${nth(2)})`,
  ];
  const addedOnly = [set(`plan = jsonb_set(plan, '{inputHash}', to_jsonb('add-only ' || (plan ->> 'inputHash')))`)];
  return {
    'with nothing changed': plan({}, same),
    'a preview with nothing changed': plan({ preview: true }, same),
    'only what is new, with nothing changed': plan({ addOnly: true }, same),
    'only what is new, after a plan that did so': plan({ addOnly: true }, { ...same, where: addedOnly }),
    'with nothing changed, while it is edited': plan(
      {},
      { ...same, meanwhile: [atStage(LAST_STAGE, set('input_revision = input_revision + 1'))] },
    ),
    'closed meanwhile': plan({}, { ...same, meanwhile: [set("status = 'closed'")] }),
    'without stock': plan(
      {},
      { ...same, where: ['delete from period_inventory_rows', 'delete from period_loads', ...movedOn] },
    ),
    'without stock of one profile': plan(
      {},
      {
        ...same,
        where: [
          `delete from period_inventory_rows where profile_id = '${stage.profileId}'`,
          `delete from period_loads where kind = 'inventory' and profile_id = '${stage.profileId}'`,
          ...movedOn,
        ],
      },
    ),
    'without a branch that may be invoiced': plan({}, { where: [set(`issuers = '{"CN01": [], "CN02": []}'`)] }),
    'of a ledger that has moved on': plan({}, { where: movedOn }),
    'only what is new, beside what is held': plan({ addOnly: true }, { where: [...movedOn, ...held] }),
    'of what is held': plan({}, { where: [...movedOn, ...held] }),
    'of no sales, over what blocks it': plan(
      { override: { reason: 'đã hỏi' } },
      { ...same, asAdmin: true, where: [`delete from period_sales_lines where period_id = '${periodId}'`] },
    ),
    'of a ledger that moves on meanwhile': plan(
      {},
      { ...same, where: movedOn, meanwhile: [atStage(LAST_STAGE, set('input_revision = input_revision + 1'))] },
    ),
    'a preview of a ledger that has moved on': plan({ preview: true }, { where: movedOn }),
    'only what is new of a ledger that has moved on': plan({ addOnly: true, preview: true }, { where: movedOn }),
    'over what blocks it': plan(
      { override: { reason: 'đã hỏi' } },
      {
        asAdmin: true,
        where: [...movedOn, `delete from period_loads where kind = 'inventory'`, 'delete from period_inventory_rows'],
      },
    ),
  };
};

/** Plans that were put apart, when they are no longer what planning would give. */
const applying: Trials = async ({ stage }) => {
  const { periodId } = stage;
  const set = (text: string) => ofPeriod(periodId, text);
  const apply = (meanwhile: readonly string[], more: Partial<Trial> = {}): Trial => ({
    ...{ of: 'applyRegeneration', works: true, tables: ['invoice_periods', 'period_proposals'], meanwhile },
    ...{ sent: { params: { id: periodId } }, ...more },
  });
  const passed = `update period_proposals set summary = summary ||
    '{"passed": {"reason": "đã hỏi", "findings": [{"code": "NO_INVENTORY", "message": "Chưa có tồn kho."}]}}'`;
  return {
    'when it is gone': apply(['delete from period_proposals']),
    'when the ledger has moved on': apply([`update period_sales_lines set amount = amount + 1`]),
    'when it is edited': apply([atStage('Ghi hóa đơn', set('input_revision = input_revision + 1'))]),
    'when another engine is there': apply(["update period_proposals set revision = 'khác'"]),
    'when another one is put apart': apply([atStage('Ghi hóa đơn', 'update period_proposals set created_at = now()')]),
    'when it is closed': apply([set("status = 'closed'")]),
    'over what an accountant passed': apply([], { where: [passed] }),
    'over what an admin passed': apply([], { where: [passed], asAdmin: true }),
  };
};

/** Changes of each kind, with and without totals. */
const changes: Trials = async ({ stage, rows }) => {
  const { periodId, profiles } = stage;
  const [first, second] = [...profiles.values()];
  const change = (n: number, kind: string, profileId: string, before: number | null, after: number | null) =>
    `('${periodId}', ${n}, '${kind}', '${profileId}', 'K${n}', 'BH0${5 - n}', '2026-09-0${n}', 'CN01/HD/0${n}', 'Khách ${n}',
      ${before}, ${after}, '["total"]', '[{"code": "${n < 3 ? 'EXCLUDED' : 'SALES_CHANGED'}", "message": "Vì ${n}", "record": "HD/${n}"}]')`;
  const where = [
    'delete from period_proposal_changes',
    `insert into period_proposal_changes (period_id, position, kind, profile_id, invoice_key, voucher_number, document_date,
       bravo_document, buyer_name, before_total, after_total, fields, reasons) values
       ${change(1, 'added', first!, null, 500)}, ${change(2, 'changed', first!, 300, 100)},
       ${change(3, 'removed', second!, 200, null)}, ${change(4, 'changed', second!, 400, 900)}`,
  ];
  const [invoice] = await rows(
    'select profile_id as "profileId", invoice_key as key from invoices order by voucher_number limit 1',
  );
  const known = `update period_proposal_changes set profile_id = '${invoice!.profileId}', invoice_key = '${invoice!.key}' where position = 2`;
  const list = (query: Record<string, string>): Trial => ({
    ...{ of: 'listRegenerationChanges', where: [...where, known], sent: { params: { id: periodId }, query } },
  });
  const sorts = ['voucherNumber', '-voucherNumber', 'before', '-before', 'after', '-after'];
  return Object.fromEntries([
    ...sorts.map((sort) => [`two of several by ${sort}`, list({ sort, limit: '2', totals: 'true' })]),
    ['several behind others', list({ offset: '1', limit: '2' })],
    ['several of a kind', list({ kind: 'changed' })],
    ['several of two kinds', list({ kind: 'added,removed', totals: 'true' })],
    ['several of a profile', list({ profileId: second! })],
    ['several for a reason', list({ reason: 'EXCLUDED' })],
    ['several for two reasons', list({ reason: 'EXCLUDED,RETURNED' })],
    ['several by words', list({ q: 'khách 3' })],
    ['several by a document', list({ q: '/04' })],
  ]);
};

/** The plan before comes back, but for the numbers of AMIS. */
const undoing: Trials = async ({ stage }) => {
  const { periodId } = stage;
  const nth = (n: number) =>
    `(select id from invoices where period_id = '${periodId}' order by voucher_number limit 1 offset ${n})`;
  const said = (n: number, set: string) => `update invoices set ${set}, version = version + 3 where id = ${nth(n)}`;
  const undo = (meanwhile: readonly string[], more: Partial<Trial> = {}): Trial => ({
    ...{
      of: 'undoRegeneration',
      works: true,
      tables: ['invoice_periods', 'period_undo', 'period_proposals'],
      meanwhile,
    },
    ...{ sent: { params: { id: periodId } }, ...more },
  });
  const told = [
    said(
      0,
      "invoice_number = '00000001', invoice_date = '2026-10-02', invoice_symbol = 'C26TAA', amis_difference = 5, status = 'issued'",
    ),
    said(1, "invoice_number = '00000002', status = 'adjusted'"),
    said(2, "invoice_number = '00000003', status = 'cancelled'"),
    `update period_undo_rows set content = content || '{"status": "exported"}' where table_name = 'invoices'
       and content ->> 'id' in (${nth(0)}::text, ${nth(2)}::text)`,
  ];
  return {
    'undone after AMIS has told numbers': undo(told, { tables: PLAN }),
    'undone though nothing is kept any more': undo(['delete from period_undo']),
    'undone though edited': undo([ofPeriod(periodId, 'input_revision = input_revision + 1')]),
    'undone though closed': undo([ofPeriod(periodId, "status = 'closed'")]),
    'undone with a part of which there was nothing': undo(
      ["delete from period_undo_rows where table_name = 'period_shortages'"],
      {
        tables: ['period_shortages', 'period_sales_lines'],
      },
    ),
  };
};

/** Loads of Bravo's sales while it moves on, beside given sales, and when the days of the period are others by then. */
const loading: Trials = async ({ stage }) => {
  const { periodId } = stage;
  const set = (text: string) => ofPeriod(periodId, text);
  const load = (where: readonly string[], more: Partial<Trial> = {}): Trial => ({
    ...{ of: 'loadBravoSales', works: true, where, sent: { params: { id: periodId } } },
    tables: ['invoice_periods', 'period_sales_lines', 'sales_ledger_lines'],
    ...more,
  });
  const refused = { tables: [] };
  const reading = (act: string) => ({ ...refused, meanwhile: [atStage('Đọc sổ bán hàng từ Bravo', act)] });
  const one = `source_key = (select min(source_key) from period_sales_lines where period_id = '${periodId}')`;
  const given = (
    count: number,
    more = '',
  ) => `insert into sales_ledger_lines select (jsonb_populate_record(t, jsonb_build_object(
      'id', gen_random_uuid(), 'source_key', 'given/' || source_key, 'source', 'given', 'given_by', 'ai đó' ${more}))).*
    from sales_ledger_lines t where source_key in (select min(source_key) from sales_ledger_lines where source = 'bravo'
      and doc_date between '2026-09-01' and '2026-09-30' group by branch_code, doc_code, doc_no order by 1 limit ${count})`;
  return {
    'lines that came, went and changed': load([
      `update period_sales_lines set amount = 1, item_name = 'cũ' where ${one}`,
      `insert into period_sales_lines select (jsonb_populate_record(t, '{"source_key": "KHONG-CON"}')).* from period_sales_lines t where ${one}`,
      `delete from period_sales_lines where source_key = (select max(source_key) from period_sales_lines where source_key like 'CN%')`,
    ]),
    'beside a given sale': load([given(1)]),
    'beside many given sales': load([given(51)]),
    'beside a given sale of another document': load([given(1, ", 'doc_no', 'TAY-9'")]),
    'beside a given sale that could be several': load(
      [
        given(1, ", 'branch_code', '', 'doc_code', ''"),
        `update sales_ledger_lines b set branch_code = 'CN77', source_key = 'CN77-1' from (select max(source_key) as last from sales_ledger_lines
           where source = 'bravo') l where b.source_key = l.last`,
      ],
      refused,
    ),
    'of days that begin earlier by then': load([], reading(set("from_date = '2026-08-31'"))),
    'of days that end later by then': load([], reading(set("to_date = '2026-10-01'"))),
    'of a period that is closed by then': load([], reading(set("status = 'closed'"))),
    'of a month of which some was read before': load([], {
      meanwhile: [`update runs set checkpoint = '{"from": "2026-09-20", "lines": 7}' where status = 'queued'`],
    }),
  };
};

/** Sales that left: in the invoices of another period, and given ones. */
const elsewhere = async ({ stage }: Asked): Promise<Readonly<Record<string, Trial>>> => {
  const id = '01900000-0000-7000-8000-0000000000aa';
  const params = { id: stage.periodId };
  const first = `(select min(a.source_key) from invoice_allocations a join invoice_items t on t.id = a.item_id
    join invoices i on i.id = t.invoice_id where i.period_id = '${stage.periodId}' and i.status = 'exported')`;
  // An invoice that has left is of a given line, of the document that Bravo has by now.
  const left = (more: string) => [
    `insert into sales_ledger_lines select (jsonb_populate_record(t, '{"id": "${id}", "source_key": "given/9", "source": "given",
       "given_by": "ai đó", "discount": 7 ${more}}')).* from sales_ledger_lines t where source_key = ${first}`,
    `insert into period_sales_lines select (jsonb_populate_record(t, '{"source_key": "given/9"}')).* from period_sales_lines t
       where period_id = '${stage.periodId}' and source_key = ${first}`,
    `update invoice_allocations set source_key = 'given/9' where source_key = ${first}`,
    ofPeriod(stage.periodId, "status = 'exported'"),
  ];
  const remove = (where: readonly string[]): Trial => ({
    ...{ of: 'removeGivenSales', where, tables: ['sales_ledger_lines', 'period_sales_lines'] },
    sent: { body: { ids: [id], reason: 'nhập nhầm' } },
  });
  return {
    'a given sale that left is removed': remove(left('')),
    'a given sale with a discount is removed': remove(left('').slice(0, 2)),
    'a given sale with a discount of no period is removed': remove(left('').slice(0, 1)),
    'a load beside a given sale that left': {
      ...{ of: 'loadBravoSales', works: true, where: left(''), sent: { params }, tables: ['period_sales_lines'] },
    },
    'a load beside a given sale that left and could be several': {
      ...{ of: 'loadBravoSales', works: true, sent: { params }, tables: [] },
      where: left(', "branch_code": "", "doc_code": ""'),
    },
    'sales that left in another period': {
      ...{ of: 'loadBravoSales', works: true, sent: { params: { id } }, tables: ['invoice_periods'] },
      where: [
        `insert into invoice_periods select (jsonb_populate_record(p, jsonb_build_object('id', '${id}', 'name', 'Kỳ mới', 'status', 'open',
           'plan', null))).* from invoice_periods p where id = '${stage.periodId}'`,
      ],
    },
  };
};

export const planTrials: Partial<Record<OperationId, Trials>> = {
  loadBravoSales: loading,
  generateInvoices: planning,
  regenerateInvoices: applying,
  listRegenerationChanges: changes,
  applyRegeneration: undoing,
  updatePeriod: elsewhere,
};
