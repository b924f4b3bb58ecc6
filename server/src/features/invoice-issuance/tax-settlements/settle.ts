import type { TaxSettlementReport } from '@khop/contract/invoice-issuance/tax-settlements.ts';
import type { Ladder } from '@khop/engine/invoice-issuance/tax-settlements/ladder.ts';
import { formatVnd } from '@khop/engine/money.ts';
import { sql } from 'kysely';
import { audit } from '../../../audit/audit.ts';
import type { Database } from '../../../db/database.ts';
import { toJson } from '../../../db/json.ts';
import type { Tx } from '../../../db/transaction.ts';
import { newId } from '../../../id.ts';
import { lockPeriod, type PeriodRow } from '../period-rows.ts';
import { climbStored, sellersWith } from './climb-stored.ts';
import type { StoredInvoice } from './our-invoices.ts';
import { refreshSettlements } from './refresh.ts';
import { wordsOf } from './tax-sales.ts';

/** Commits one piece of work: a chunk of a run. */
type Commit = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;

/**
 * Settles what a seller's tax invoices say of our invoices, period by period, each in a transaction of its own; a run that was killed
 * does the rest again and finds what is done. `isWhole`: every period is looked at, not only those of which something new is known.
 */
export async function settleSeller(
  db: Database,
  profileId: string,
  { commit, actor, isWhole }: { readonly commit: Commit; readonly actor: string; readonly isWhole: boolean },
): Promise<number> {
  const profileIds = await sellersWith(db, profileId);
  const { settled, ours } = await climbStored(db, profileIds);
  const periods = new Set(settled.map(({ id }) => ours.get(id)!.periodId));
  for (const id of await periodsToRefresh(db, profileIds, isWhole)) periods.add(id);
  let count = 0;
  for (const id of [...periods].toSorted())
    count += await commit(async (tx) => settleInPeriod(tx, await lockPeriod(tx, id), profileId, actor));
  await commit(async (tx) => {
    await lockSeller(tx, profileIds);
    await saveReviews(tx, profileIds, await climbStored(tx.db, profileIds));
  });
  return count;
}

/**
 * The same for one period, which the caller has locked: new pairs of its invoices, and what both sides say of those that are settled.
 * @returns the number of our invoices that were settled.
 */
export async function settleInPeriod(tx: Tx, period: PeriodRow, profileId: string, actor: string): Promise<number> {
  const profileIds = await sellersWith(tx.db, profileId);
  await lockSeller(tx, profileIds);
  const ladder = await climbStored(tx.db, profileIds);
  const fresh = ladder.settled.flatMap(({ id, key, step }) => {
    const invoice = ladder.ours.get(id)!;
    return invoice.periodId === period.id ? [{ invoice, key, step }] : [];
  });
  await insertSettlements(tx, fresh);
  const changed = await refreshSettlements(tx, period, profileIds);
  await saveReviews(tx, profileIds, ladder);
  if (fresh.length > 0 || changed > 0)
    await audit(tx, {
      actor,
      action: 'tax-settlement.settle',
      entity: 'period',
      entityId: period.id,
      summary: `Đối hóa đơn điện tử với hóa đơn của kỳ ${period.name}: ${formatVnd(fresh.length)} hóa đơn nhận hóa đơn điện tử, ${formatVnd(changed)} có điều mới`,
      after: {
        settled: fresh.length,
        changed,
        vouchers: fresh.slice(0, 50).map(({ invoice }) => invoice.voucherNumber),
      },
    });
  return fresh.length;
}

/** Sellers take turns, after their periods: no two runs give one invoice to two of ours. */
export const lockSeller = ({ db }: Tx, profileIds: readonly string[]) =>
  sql`select pg_advisory_xact_lock(hashtextextended('tax-settlements ' || ${profileIds[0] ?? ''}, 0))`.execute(db);

/** The periods with settlements whose tax invoices say something new; with `isWhole` all of them. */
async function periodsToRefresh(db: Database, profileIds: readonly string[], isWhole: boolean): Promise<string[]> {
  const rows = await db
    .selectFrom('taxSettlements as x')
    .innerJoin('invoices as i', 'i.id', 'x.invoiceId')
    .select(['i.periodId', 'x.invoiceKey', 'x.tax'])
    .where('i.profileId', 'in', profileIds)
    .execute();
  const words = isWhole
    ? undefined
    : await wordsOf(
        db,
        rows.map(({ invoiceKey }) => invoiceKey),
      );
  const isNew = ({ invoiceKey, tax }: (typeof rows)[number]): boolean => {
    const { word, file } = words!.get(invoiceKey)!;
    // Written from values of this type.
    const known = tax as { fileId: string | null; fate: string; by: string };
    return known.fileId !== (file?.id ?? null) || known.fate !== word.fate || known.by !== word.by;
  };
  return [...new Set(rows.filter((row) => words === undefined || isNew(row)).map(({ periodId }) => periodId))];
}

type Pair = { readonly invoice: StoredInvoice; readonly key: string; readonly step: number };

/** Writes new pairs; a review of the same tax invoice becomes the settlement. What both sides say follows by `refreshSettlements`. */
export async function insertSettlements({ db }: Tx, pairs: readonly Pair[]): Promise<void> {
  if (pairs.length === 0) return;
  const words = await wordsOf(
    db,
    pairs.map(({ key }) => key),
  );
  const rows = pairs.map(({ invoice, key, step }) => ({
    id: newId(),
    profile_id: invoice.profileId,
    invoice_id: invoice.id,
    invoice_key: key,
    step,
    // Differences are told as of a file that is not this one.
    tax: { ...words.get(key)!.word, fileId: null },
  }));
  await sql`
    insert into tax_settlements (id, profile_id, invoice_id, invoice_key, step, status, tax)
    select r.id, r.profile_id, r.invoice_id, r.invoice_key, r.step, 'settled', r.tax
    from jsonb_to_recordset(${toJson(rows)}::jsonb) as r (id uuid, profile_id uuid, invoice_id uuid, invoice_key text, step integer, tax jsonb)
    on conflict (invoice_key) do update set profile_id = excluded.profile_id, invoice_id = excluded.invoice_id, step = excluded.step,
      status = 'settled', tax = excluded.tax, why = null, candidates = '[]', version = tax_settlements.version + 1, updated_at = now()
      where tax_settlements.status = 'review'`.execute(db);
}

/** Writes what waits for a choice, and takes away what does not wait any more. */
async function saveReviews(
  { db }: Tx,
  profileIds: readonly string[],
  { reviews, ours }: Pick<Ladder, 'reviews'> & { readonly ours: ReadonlyMap<string, StoredInvoice> },
): Promise<void> {
  const rows = reviews.map(({ key, why, candidates }) => ({
    ...{ id: newId(), invoice_key: key, why, candidates },
    profile_id: ours.get(candidates[0]!.id)!.profileId,
  }));
  await sql`
    delete from tax_settlements where status = 'review' and profile_id = any(${profileIds}::uuid[])
      and invoice_key <> all(${rows.map((row) => row.invoice_key)}::text[])`.execute(db);
  if (rows.length === 0) return;
  await sql`
    insert into tax_settlements (id, profile_id, invoice_key, status, why, candidates, search)
    select r.id, r.profile_id, r.invoice_key, 'review', r.why, r.candidates,
      coalesce((select t.search from tax_invoices t where t.invoice_key = r.invoice_key and t.is_current), '')
    from jsonb_to_recordset(${toJson(rows)}::jsonb) as r (id uuid, profile_id uuid, invoice_key text, why text, candidates jsonb)
    on conflict (invoice_key) do update set why = excluded.why, candidates = excluded.candidates,
      version = tax_settlements.version + 1, updated_at = now()
      where tax_settlements.status = 'review'
        and (tax_settlements.why, tax_settlements.candidates) is distinct from (excluded.why, excluded.candidates)`.execute(
    db,
  );
}

/** Counts over these profiles, for the report of a run. */
export async function waitingOf(db: Database): Promise<Omit<TaxSettlementReport, 'settled'>> {
  const { rows } = await sql<Omit<TaxSettlementReport, 'settled'>>`
    select (count(*) filter (where status = 'review'))::int as reviews,
      (count(*) filter (where status = 'disagrees'))::int as disagreements from tax_settlements`.execute(db);
  return rows[0]!;
}
