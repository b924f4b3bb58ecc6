import type { OperationId } from '@khop/contract/index.ts';
import { UNKNOWN } from '../good-calls/play.ts';
import type { Trial, Trials } from './trial.ts';

type Draft = { id: string; version: number; profileId: string; partner: string };

/** Drafts by their number, and customers of the first one's profile. */
const drafts = `select id, version, profile_id as "profileId", bravo_partner_code as partner from invoices
  where period_id = $1 and status = 'draft' order by voucher_number limit 3`;

/** Marks of drafts: pinned, reviewed, with a chosen buyer. */
const marking: Trials = async ({ stage, rows }) => {
  const all = (await rows(drafts, [stage.periodId])) as Draft[];
  const { id, version } = all[0]!;
  const tables = ['invoices'];
  const set = (text: string) => `update invoices set ${text} where id = '${id}'`;
  const reviewed = set("pinned = true, reviewed_by = 'ai đó', reviewed_at = now()");
  const pin = (is: boolean, where: string[] = []): Trial => ({
    ...{ tables, of: 'updateInvoicePin', where, sent: { params: { id }, body: { version, pinned: is } } },
  });
  const invoices = all.map((one) => ({ id: one.id, version: one.version }));
  const review = (is: boolean, where: string[] = [], of: object[] = invoices): Trial => ({
    ...{
      tables,
      of: 'reviewInvoices',
      where,
      sent: { params: { id: stage.periodId }, body: { invoices: of, reviewed: is } },
    },
  });
  const closed = `update invoice_periods set status = 'closed' where id = '${stage.periodId}'`;
  return {
    'pinned though reviewed': pin(true, [reviewed]),
    'let go though reviewed': pin(false, [reviewed]),
    'pinned when exported': pin(true, [set("status = 'exported'")]),
    'pinned when closed': pin(true, [closed]),
    'reviewed, several': review(true, [reviewed]),
    'reviewed though all are': review(true, [
      "update invoices set pinned = true, reviewed_by = 'ai đó', reviewed_at = now()",
    ]),
    'review taken back': review(false, [reviewed]),
    'review taken back of a buyer that was chosen': review(false, [reviewed, set("buyer_source = 'chosen'")]),
    'reviewed when exported': review(true, [set("status = 'exported'")]),
    'reviewed when closed': review(true, [closed]),
    'reviewed when changed': review(true, [set('version = version + 1')]),
    'reviewed when gone': review(true, [], [...invoices, { id: UNKNOWN, version: 1 }]),
    'reviewed of another period': review(true, [], [invoices[0]!]),
  };
};

/** Buyers that an invoice may and may not get. */
const buyers: Trials = async ({ stage, rows }) => {
  const [draft] = (await rows(drafts, [stage.periodId])) as [Draft];
  const { id, version, profileId, partner } = draft;
  const tables = ['invoices'];
  const found = async (where: string) =>
    String(
      (await rows(`select id from amis_partners where ${where} order by code limit 1`, [profileId]))[0]?.id ?? UNKNOWN,
    );
  const customer = await found("profile_id = $1 and type = 'customer' and is_active");
  const supplier = await found("profile_id = $1 and type = 'supplier'");
  const other = await found("profile_id <> $1 and type = 'customer'");
  const to = (customerId: string, more: object = {}, where: string[] = []): Trial => ({
    ...{ tables, of: 'updateInvoiceCustomer', where },
    sent: { params: { id }, body: { version, customerId, ...more } },
  });
  const reason = 'khách đề nghị';
  const list = (query: Record<string, string>, where: string[] = []): Trial => ({
    ...{ of: 'listCustomerOptions', where, sent: { params: { id }, query } },
  });
  const same = `update amis_partners set tax_code = '0101243150' where id = '${customer}'`;
  const ledger = `update bravo_partners set tax_code = ' 0101243150 ' where code = '${partner}'`;
  const connected = `insert into partner_connections (id, profile_id, amis_partner_id, bravo_code, is_default, origin, created_by)
    values (gen_random_uuid(), '${profileId}', '${customer}', '${partner}', false, 'manual', 'ai đó') on conflict do nothing`;
  return {
    'another person': to(customer, { reason }),
    'another person without a reason': to(customer),
    'the same person': to(customer, {}, [same, ledger]),
    'a customer that is connected': to(customer, {}, [connected]),
    'one that is not in use': to(customer, { reason }, [
      `update amis_partners set is_active = false where id = '${customer}'`,
    ]),
    'a supplier': to(supplier, { reason }),
    'of another profile': to(other, { reason }),
    'in closed books': to(customer, { reason }, [
      `update profiles set locked_through = '2027-12-31' where id = '${profileId}'`,
    ]),
    'of a buyer that Bravo has no more': to(customer, { reason }, [
      `update invoices set bravo_partner_code = 'khong' where id = '${id}'`,
    ]),
    'options without words': list({}),
    'the same person by a connection': to(customer, {}, [same, ledger, connected]),
    'options of a buyer without a tax code': list({}, [
      `update bravo_partners set tax_code = '' where code = '${partner}'`,
    ]),
    'options of the same tax code': list({}, [same, ledger]),
    'options that are connected': list({}, [same, ledger, connected]),
    'options by name': list({ sort: '-name', limit: '3' }),
    'options by words': list({ q: 'công ty', limit: '5', sort: 'code' }),
    'options behind others': list({ q: 'c', limit: '2', offset: '1', sort: '-code' }),
  };
};

/** Ledger lines of an item that were taken in another order than that of their days. */
const parts: Trials = async ({ stage, sent }) => {
  const id = sent.params!.id!;
  const more = `insert into invoice_allocations select (jsonb_populate_record(a, jsonb_build_object('position', a.position + n,
      'id', gen_random_uuid(), 'source_key', s.source_key))).*
    from invoice_allocations a,
      (select source_key, row_number() over (order by source_key) as n from period_sales_lines where period_id = '${stage.periodId}'
         and source_key not in (select source_key from invoice_allocations where item_id = '${id}') order by 1 limit 3) s
    where a.item_id = '${id}' and a.position = (select max(position) from invoice_allocations where item_id = a.item_id)`;
  const days = `update period_sales_lines s set doc_date = date '2026-09-01' + n::int from (
    select source_key, row_number() over (order by position desc) as n from invoice_allocations where item_id = '${id}') a
    where a.source_key = s.source_key and s.period_id = '${stage.periodId}'`;
  const list = (query: Record<string, string>): Trial => ({
    ...{ of: 'listAllocations', where: [more, days], inOrder: true, sent: { params: { id }, query } },
  });
  return { 'in their order': list({}), 'in their order, a page': list({ limit: '1', offset: '1' }) };
};

export const invoiceTrials: Partial<Record<OperationId, Trials>> = {
  reviewInvoices: marking,
  listAllocations: async (asked) => ({ ...(await buyers(asked)), ...(await parts(asked)) }),
};
