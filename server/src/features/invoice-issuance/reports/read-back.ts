import type { IssuancePlan, SettledInvoice } from '@khop/engine/invoice-issuance/types.ts';
import { sql } from 'kysely';
import { toJson } from '../../../db/json.ts';
import type { Tx } from '../../../db/transaction.ts';
import { profileSymbolOn } from '../../amis/symbols.ts';
import { besideTaxInvoices } from '../tax-settlements/beside-settled.ts';

/**
 * Writes the fate of exported invoices by the AMIS sales ledger: issued with number, date and symbol, replaced,
 * adjusted or cancelled, and by how much AMIS's amount differs where nothing says that it was adjusted. The symbol is the ledger's, or
 * the profile's while it is of the year of the invoice. What a signed tax invoice says
 * otherwise is not written over.
 */
export async function readBackSettled(
  tx: Tx,
  periodId: string,
  said: readonly SettledInvoice[],
  idOf: (code: string) => string,
): Promise<void> {
  const settled = await besideTaxInvoices(tx, periodId, said, idOf);
  await sql`
    update invoices i set status = s.status, invoice_number = coalesce(nullif(s.number, ''), i.invoice_number),
      invoice_date = coalesce(s.day, i.invoice_date), amis_difference = s.difference,
      invoice_symbol = case when s.number <> '' then coalesce(nullif(s.symbol, ''), i.invoice_symbol, ${profileSymbolOn('s.day')})
        else i.invoice_symbol end,
      version = i.version + 1, updated_at = now()
    from unnest(${settled.map((one) => idOf(one.profile))}::uuid[], ${settled.map((one) => one.key)}::text[],
      ${settled.map((one) => one.status)}::text[], ${settled.map((one) => one.invoiceNumber)}::text[],
      ${settled.map((one) => one.invoiceDate ?? null)}::date[], ${settled.map((one) => one.invoiceSymbol ?? '')}::text[],
      ${settled.map((one) => (one.status === 'issued' || one.status === 'exported' ? one.difference : null))}::bigint[])
      as s (profile_id, invoice_key, status, number, day, symbol, difference)
    join profiles p on p.id = s.profile_id
    where i.period_id = ${periodId} and i.profile_id = s.profile_id and i.invoice_key = s.invoice_key
      and (i.status <> s.status or (s.number <> '' and i.invoice_number is distinct from s.number)
        or (s.symbol <> '' and i.invoice_symbol is distinct from s.symbol)
        or (s.day is not null and i.invoice_date is distinct from s.day)
        or coalesce(i.amis_difference, 0) <> coalesce(s.difference, 0))`.execute(tx.db);
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
    where o.id = i.id and i.period_id = ${periodId} and i.plan_warnings is distinct from coalesce(g.warnings, '[]')`.execute(
    tx.db,
  );
}
