import { addDays } from '@khop/engine/day.ts';
import { DAYS_FAR } from '@khop/engine/invoice-issuance/amis-ledger/suspects/suspect-sales.ts';
import type { IssuanceInput } from '@khop/engine/invoice-issuance/types.ts';
import { sql } from 'kysely';
import type { Database } from '../../../../db/database.ts';
import { withoutNestedLoops } from '../../../../db/staging.ts';
import type { PeriodRow } from '../../period-rows.ts';
import { entriesOf, ofFirstPeriods } from '../sales-ledger-rows.ts';

/**
 * Entries of the ledgers of other periods that belong to no sale of any period, by the plan that was made since they were loaded: an
 * accountant who invoices a sale of the 30th by hand on the 2nd has it in the next month's ledger alone.
 */
export async function looseElsewhere(
  db: Database,
  { id, profileIds, fromDate, toDate }: PeriodRow,
  codeOf: (profileId: string) => string,
): Promise<NonNullable<IssuanceInput['looseElsewhere']>> {
  const [from, to] = [addDays(fromDate, -DAYS_FAR), addDays(toDate, DAYS_FAR)];
  const found: NonNullable<IssuanceInput['looseElsewhere']>[number][] = [];
  for (const profileId of profileIds) {
    const query = db
      .selectFrom('periodAmisSales as e')
      .innerJoin('invoicePeriods as o', 'o.id', 'e.periodId')
      .innerJoin('periodLoads as l', (on) =>
        on
          .onRef('l.periodId', '=', 'e.periodId')
          .onRef('l.profileId', '=', 'e.profileId')
          .on('l.kind', '=', 'sales_ledger'),
      )
      .selectAll('e')
      .select('o.name as period')
      .where('e.profileId', '=', profileId)
      .where('e.periodId', '<>', id)
      // By the days of each ledger first: those of years are not read through.
      .where((eb) => eb.or([eb('l.toDate', 'is', null), eb('l.toDate', '>=', from)]))
      .where((eb) => eb.or([eb('l.fromDate', 'is', null), eb('l.fromDate', '<=', to)]))
      .where('e.amount', '>', 0)
      .where('e.documentDate', '>=', from)
      .where('e.documentDate', '<=', to)
      .whereRef('o.generatedAt', '>=', 'l.loadedAt')
      .where(sql<boolean>`not exists (select from invoices i
        where i.profile_id = e.profile_id and i.voucher_number = e.voucher_number)`)
      // A sale that Bravo has lost since holds no entry, though no plan has let go of it yet.
      .where(sql<boolean>`not exists (select from period_already_invoiced a
        join period_sales_lines s on s.period_id = a.period_id and s.source_key = a.source_key
        where a.profile_id = e.profile_id and a.entry_key = e.entry_key)`)
      .where(sql<boolean>`not exists (select from period_reviews r
        where r.period_id = e.period_id and r.profile_id = e.profile_id and r.entry_key = e.entry_key)`)
      .where(sql<boolean>`not exists (select from period_amis_sales s
        where s.period_id = ${id} and s.profile_id = e.profile_id and s.voucher_number = e.voucher_number)`)
      .orderBy('o.fromDate')
      .orderBy('e.documentDate')
      .orderBy('e.entryKey')
      .orderBy('e.periodId');
    // Each entry with each taken one would be hundreds of millions of pairs.
    const rows = await withoutNestedLoops({ db }, () => query.execute());
    const once = ofFirstPeriods(rows);
    const entries = await entriesOf(db, profileId, once);
    entries.forEach((entry, place) => {
      found.push({ profile: codeOf(profileId), period: once[place]!.period, entry });
    });
  }
  return found;
}
