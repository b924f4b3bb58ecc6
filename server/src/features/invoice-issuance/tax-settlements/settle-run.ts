import type { TaxSettlementReport } from '@khop/contract/invoice-issuance/tax-settlements.ts';
import { sql } from 'kysely';
import type { Database } from '../../../db/database.ts';
import type { Call } from '../../../http/call.ts';
import type { RunWork } from '../../../jobs/run-work.ts';
import { startRun } from '../../../jobs/runs.ts';
import { settleSeller, waitingOf } from './settle.ts';

/** Starts settling everything that the room holds. */
export const startTaxSettlements = ({ context, user, commit }: Call<'startTaxSettlements'>) =>
  commit((tx) => startRun(tx, context, { kind: 'tax-settlements', scope: 'all', payload: {}, createdBy: user.email }));

/** Work of such a run: seller by seller; a later attempt finds what is done. */
export async function settleAll(work: RunWork<unknown, null>): Promise<void> {
  const { context, createdBy } = work;
  const sellers = await sellersOf(context.db);
  let settled = 0;
  for (const [done, profileId] of sellers.entries()) {
    await work.progress({ stage: SETTLING, done, total: sellers.length });
    settled += await settleSeller(context.db, profileId, {
      commit: (piece) => work.commitChunk(null, piece),
      actor: createdBy,
      isWhole: true,
    });
  }
  await work.finish(async ({ db }): Promise<TaxSettlementReport> => ({ settled, ...(await waitingOf(db)) }));
}

export const SETTLING = 'Đối với hóa đơn của Khớp';

/** One profile of each seller that has tax invoices or settlements. */
async function sellersOf(db: Database): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct on (case when p.tax_code = '' then p.id::text else p.tax_code end) p.id from profiles p
    where exists (select from tax_invoice_sides s where s.profile_id = p.id and s.side = 'sale')
      or exists (select from tax_settlements x where x.profile_id = p.id)
    order by case when p.tax_code = '' then p.id::text else p.tax_code end, p.id`.execute(db);
  return rows.map(({ id }) => id);
}

/** The same for the sellers whose invoices a run of uploads has brought. */
export async function sellersOfRun(db: Database, runId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct on (p.tax_code) p.id from tax_invoices t
    join tax_invoice_sides s on s.tax_invoice_id = t.id and s.side = 'sale' join profiles p on p.id = s.profile_id
    where t.run_id = ${runId} order by p.tax_code, p.id`.execute(db);
  return rows.map(({ id }) => id);
}
