import type { EntryElsewhere } from '@khop/engine/invoice-issuance/adjustments/earlier-sales.ts';
import { correctionOf } from '@khop/engine/invoice-issuance/amis-ledger/reference-words.ts';
import type { Database } from '../../../../db/database.ts';
import type { PeriodRow } from '../../period-rows.ts';
import { entriesOf, ofFirstPeriods } from '../sales-ledger-rows.ts';

/** Reasons of what waits for an adjusting invoice. */
const ADJUSTED = ['RETURN_UNMATCHED', 'DISCOUNT_TO_ADJUST'] as const;

/**
 * Entries of the ledgers of other periods that lower or replace invoices which their words name: the adjusting invoice of a return of
 * the last days of a month is made in the next one. None where nothing of the period waits for an adjusting invoice. No
 * adjustment is of before the period, for one of before its return or discount is not of it.
 */
export async function adjustedElsewhere(
  db: Database,
  period: PeriodRow,
  codeOf: (profileId: string) => string,
): Promise<EntryElsewhere[]> {
  const waiting = await db
    .selectFrom('periodShortages')
    .select('reason')
    .where('periodId', '=', period.id)
    .where('reason', 'in', ADJUSTED)
    .limit(1)
    .executeTakeFirst();
  if (!waiting) return [];
  const found: EntryElsewhere[] = [];
  for (const profileId of period.profileIds) {
    const rows = await db
      .selectFrom('periodAmisSales')
      .selectAll()
      .where('profileId', '=', profileId)
      .where('periodId', '<>', period.id)
      .where((eb) =>
        eb.or([
          eb('description', 'ilike', '%thay%'),
          eb.and([eb('amount', '<', 0), eb(eb.fn.coalesce('invoiceDate', 'documentDate'), '>=', period.fromDate)]),
        ]),
      )
      .orderBy('documentDate')
      .orderBy('voucherNumber')
      .orderBy('periodId')
      .orderBy('entryKey')
      .execute();
    const entries = await entriesOf(db, profileId, ofFirstPeriods(rows));
    for (const entry of entries)
      if (correctionOf(entry) !== undefined) found.push({ profile: codeOf(profileId), entry });
  }
  return found;
}
