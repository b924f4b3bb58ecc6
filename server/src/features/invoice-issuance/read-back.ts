import type { IssuancePlan } from '@khop/engine/invoice-issuance/types.ts';
import { sql } from 'kysely';
import { toJson } from '../../db/json.ts';
import type { Tx } from '../../db/transaction.ts';

/** What the AMIS sales ledger says of invoices that were exported: issued with number and date, adjusted or cancelled. */
export async function readBackSettled(
  tx: Tx,
  periodId: string,
  plan: IssuancePlan,
  idOf: (code: string) => string,
): Promise<void> {
  for (const one of plan.settled) {
    await tx.db
      .updateTable('invoices')
      .set((eb) => ({
        status: one.status,
        invoiceNumber: one.invoiceNumber || null,
        invoiceDate: one.invoiceDate ?? null,
        version: eb('version', '+', 1),
      }))
      .where('periodId', '=', periodId)
      .where('profileId', '=', idOf(one.profile))
      .where('invoiceKey', '=', one.key)
      .where('status', '!=', one.status)
      .execute();
  }
}

/**
 * Writes beside each invoice what the plan says of it. The invoice is not edited by that, so its version stays: a person who
 * looks at it may still change it.
 */
export async function notePlanWarnings(
  tx: Tx,
  periodId: string,
  plan: IssuancePlan,
  idOf: (code: string) => string,
): Promise<void> {
  const told = Map.groupBy(
    plan.warnings.filter((one) => one.invoice !== undefined && one.profile !== undefined),
    ({ profile, invoice }) => toJson([idOf(profile!), invoice]),
  );
  const given = [...told].map(
    ([name, warnings]) => [...(JSON.parse(name) as [string, string]), toJson(warnings)] as const,
  );
  await sql`
    update invoices i set plan_warnings = coalesce(g.warnings, '[]')
    from invoices o left join unnest(${given.map(([profile]) => profile)}::uuid[], ${given.map(([, key]) => key)}::text[], ${given.map(([, , warnings]) => warnings)}::jsonb[]) as g (profile_id, invoice_key, warnings)
      on g.profile_id = o.profile_id and g.invoice_key = o.invoice_key
    where o.id = i.id and i.period_id = ${periodId} and i.status <> 'cancelled' and i.plan_warnings is distinct from coalesce(g.warnings, '[]')`.execute(
    tx.db,
  );
}
