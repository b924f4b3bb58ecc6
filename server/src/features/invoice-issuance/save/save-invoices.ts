import type { IssuancePlan } from '@khop/engine/invoice-issuance/types.ts';
import { sql } from 'kysely';
import type { Tx } from '../../../db/transaction.ts';
import { newId } from '../../../id.ts';
import type { PeriodRow } from '../period-rows.ts';
import type { InvoiceChange } from '../plan-summary.ts';
import { notePlanWarnings, readBackSettled } from '../reports/read-back.ts';
import type { ReadyPlan } from './ready-plan.ts';
import { insertStaged, stageRows, type Written } from './staged-rows.ts';

/**
 * The effect of a plan on the stored invoices, with the rows that it writes in temporary tables, for `saveInvoices`.
 */
export type StagedInvoices = {
  readonly change: InvoiceChange;
  readonly leaving: readonly string[];
  readonly redated: readonly Omit<Written, 'version'>[];
};

/**
 * Brings the rows of the plan's invoices to the database, before the period is locked. Kept ones are untouched, but for the
 * date of a pinned draft whose day has passed; an invoice whose content is the same keeps its row; a changed one keeps its
 * id, so addresses of it still lead to it.
 */
export async function stageInvoices(
  tx: Tx,
  period: PeriodRow,
  { plan, fingerprints }: Pick<ReadyPlan, 'plan' | 'fingerprints'>,
  idOf: (code: string) => string,
): Promise<StagedInvoices> {
  const stored = await tx.db
    .selectFrom('invoices')
    .select(['id', 'profileId', 'invoiceKey', 'fingerprint', 'status', 'pinned', 'version', 'invoiceDatePlanned'])
    .where('periodId', '=', period.id)
    .execute();
  const storedBy = new Map(stored.map((row) => [`${row.profileId}|${row.invoiceKey}`, row]));
  const isKept = (row: { status: string; pinned: boolean }): boolean => row.pinned || row.status !== 'draft';
  const stays = new Set(plan.stays);

  const change = { added: 0, changed: 0, removed: 0, kept: 0 };
  const write: Written[] = [];
  const redated: Omit<Written, 'version'>[] = [];
  const staying = new Set<string>();
  for (const invoice of plan.invoices) {
    const row = storedBy.get(`${idOf(invoice.profile)}|${invoice.key}`);
    const fingerprint = fingerprints.get(invoice)!;
    if (row && (isKept(row) || stays.has(invoice.key) || row.fingerprint === fingerprint)) {
      staying.add(row.id);
      const isRedated = row.status === 'draft' && row.pinned && row.invoiceDatePlanned !== invoice.date;
      if (isRedated) redated.push({ id: row.id, fingerprint, invoice });
      change[isRedated ? 'changed' : 'kept'] += 1;
    } else {
      write.push({ id: row?.id ?? newId(), version: (row?.version ?? 0) + 1, fingerprint, invoice });
      if (row) change.changed += 1;
      else change.added += 1;
    }
  }
  const written = new Set(write.map((one) => one.id));
  const leaving = stored.filter((row) => !isKept(row) && !staying.has(row.id)).map((row) => row.id);
  change.removed = leaving.filter((id) => !written.has(id)).length;
  await stageRows(tx, period, write, plan, idOf);
  return { change, leaving, redated };
}

/** Switches the stored invoices to those that were staged, and reads back from AMIS what it says of the kept ones. */
export async function saveInvoices(
  tx: Tx,
  period: PeriodRow,
  plan: IssuancePlan,
  { leaving, redated }: StagedInvoices,
  idOf: (code: string) => string,
): Promise<void> {
  if (leaving.length > 0) await tx.db.deleteFrom('invoices').where('id', 'in', sqlList(leaving)).execute();
  await insertStaged(tx);
  await redate(tx, redated);
  await keepVouchers(tx, period.id, plan, idOf);
  await readBackSettled(tx, period.id, plan.settled, idOf);
  await notePlanWarnings(tx, period.id, plan, idOf);
}

/** Writes the new date of pinned drafts, and the words of their buyer that follow it: all else is as a person left it. */
async function redate(tx: Tx, redated: StagedInvoices['redated']): Promise<void> {
  if (redated.length === 0) return;
  await sql`
    update invoices i set invoice_date_planned = n.day, buyer_name = n.buyer, fingerprint = n.fingerprint, version = i.version + 1
    from unnest(${redated.map(({ id }) => id)}::uuid[], ${redated.map(({ invoice }) => invoice.date)}::date[],
      ${redated.map(({ invoice }) => invoice.buyer.name)}::text[], ${redated.map(({ fingerprint }) => fingerprint)}::text[])
      as n (id, day, buyer, fingerprint)
    where i.id = n.id
  `.execute(tx.db);
}

/** Ids as one array parameter: an IN list of tens of thousands would exceed the protocol's limit. */
const sqlList = (ids: readonly string[]) => sql<string>`(select unnest(${ids}::uuid[]))`;

/** Remembers which number each invoice key has: it keeps it whatever a later generation does. */
async function keepVouchers(
  tx: Tx,
  periodId: string,
  plan: IssuancePlan,
  idOf: (code: string) => string,
): Promise<void> {
  await sql`
    insert into invoice_vouchers (profile_id, voucher_number, period_id, invoice_key)
    select p, v, ${periodId}::uuid, k
    from unnest(${plan.invoices.map((one) => idOf(one.profile))}::uuid[], ${plan.invoices.map((one) => one.voucherNumber)}::text[], ${plan.invoices.map((one) => one.key)}::text[]) as given (p, v, k)
    on conflict (profile_id, period_id, invoice_key) do nothing
  `.execute(tx.db);
}
