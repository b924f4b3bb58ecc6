import { type RawBuilder, sql } from 'kysely';
import type { Context } from '../../../context.ts';
import { startAskedAgain, startOrAskAgain } from '../../../jobs/ask-again.ts';

const KIND = 'supplier-item-suggestions';

const request = (context: Context, profileId: string, createdBy: string): Promise<void> =>
  startOrAskAgain(context, { kind: KIND, scope: profileId, payload: { profileId }, createdBy }, [KIND]);

/**
 * Suggests products for suppliers' items after an upload has brought purchases of a profile. Whatever goes wrong here is only written to
 * the log: the upload has ended well, and `suggestOverdue` finds the same invoices.
 */
export const suggestAfterUpload = (context: Context, runId: string, createdBy: string): Promise<void> =>
  suggestWhere(context, sql`t.run_id = ${runId}`, createdBy);

/** The same for what a worker that was killed at the wrong moment could not ask for: purchases newer than the last suggestions. */
export const suggestOverdue = (context: Context): Promise<void> =>
  suggestWhere(
    context,
    sql`t.created_at > coalesce((
      select max(r.created_at) from runs r where r.kind = ${KIND} and r.scope = s.profile_id::text), '-infinity')`,
    'hệ thống',
  );

/** Starts what was asked for while suggestions were being made. */
export const suggestAskedAgain = (context: Context): Promise<void> =>
  startAskedAgain(context, [KIND], ({ scope, createdBy }) => request(context, scope, createdBy));

async function suggestWhere(context: Context, isNew: RawBuilder<unknown>, createdBy: string): Promise<void> {
  try {
    const { rows } = await sql<{ profileId: string }>`
      select p.id as profile_id from profiles p
      where exists (
        select from tax_invoice_sides s join tax_invoices t on t.id = s.tax_invoice_id
        where s.profile_id = p.id and s.side = 'purchase' and ${isNew})
        and exists (select from amis_products a where a.profile_id = p.id) order by p.id`.execute(context.db);
    for (const { profileId } of rows) await request(context, profileId, createdBy);
  } catch (error) {
    context.log.warn({ err: error }, "products for suppliers' items are not suggested for now");
  }
}
