import type { Day } from '@khop/engine/day.ts';
import type { TaxChannel } from '@khop/engine/tax-invoices/tax-list.ts';
import type { SidesInput, TaxCover, Trade } from '@khop/engine/three-sides/types.ts';
import { sql } from 'kysely';
import type { Database } from '../../../db/database.ts';
import { type PeriodRow, profilesOf } from '../period-rows.ts';
import { readDeliveries, readWaiting } from './read-deliveries.ts';
import { readLedger, readLedgerCover } from './read-ledgers.ts';
import { readTax } from './read-tax.ts';

/** A part of a comparison: one profile's sales or purchases, or the deliveries without an invoice. */
export type Part = { readonly profileId: string | null; readonly profile: string; readonly trade: Trade };

/** The parts of a period, always in the same order. */
export async function partsOf(db: Database, period: PeriodRow): Promise<Part[]> {
  const profiles = await profilesOf(db, period);
  const own = profiles.flatMap(({ id, code }): Part[] => [
    { profileId: id, profile: code, trade: 'sale' },
    { profileId: id, profile: code, trade: 'purchase' },
  ]);
  return [...own, { profileId: null, profile: '', trade: 'sale' }];
}

/** Every table that a comparison is made from. */
export const SIDES: readonly string[] = [
  ...['profiles', 'amis_products', 'amis_partners', 'amis_purchase_lines', 'bravo_partners', 'import_batches'],
  ...['invoice_periods', 'period_sales_lines', 'period_loads', 'period_amis_sales', 'period_already_invoiced'],
  ...['period_shortages', 'invoices', 'invoice_items', 'tax_invoices', 'tax_invoice_sides', 'tax_invoice_relations'],
  ...['tax_lists', 'tax_list_rows', 'tax_settlements', 'tax_invoice_goods', 'supplier_item_connections'],
];

/** The sides of one part. A period that was never planned knows no deliveries. */
export async function readSides(db: Database, period: PeriodRow, part: Part, asOf: Day): Promise<SidesInput> {
  const days = { from: period.fromDate, to: period.toDate };
  const { profileId, profile, trade } = part;
  const isPlanned = period.plan !== null;
  if (profileId === null) {
    const deliveries = isPlanned ? await readWaiting(db, period.id) : [];
    return { profile, trade, days, tax: [], books: [], deliveries, cover: NO_COVER, asOf };
  }
  const asked = { periodId: period.id, profileId, trade, days };
  const delivers = isPlanned && trade === 'sale';
  return {
    ...{ profile, trade, days, asOf },
    tax: await readTax(db, asked),
    books: await readLedger(db, asked),
    deliveries: delivers ? await readDeliveries(db, period.id, profileId) : [],
    cover: {
      tax: await readTaxCover(db, profileId, trade),
      books: await readLedgerCover(db, asked),
      deliveries: delivers ? days : null,
    },
  };
}

const NO_COVER: SidesInput['cover'] = { tax: [], books: [], deliveries: null };

/**
 * Lists whose every row was read: one with an unread row may lack any invoice. A list knows whole days before that on which it was made
 * alone, in Vietnam.
 */
async function readTaxCover(db: Database, profileId: string, trade: Trade): Promise<TaxCover[]> {
  const { rows } = await sql<{ channel: TaxChannel; from: Day; to: Day }>`
    select distinct c.channel, l.from_date as "from", l.until as "to"
    from (
      select channels, from_date, least(to_date,
        (coalesce(made_at, created_at) at time zone 'Asia/Ho_Chi_Minh')::date - 1) as until
      from tax_lists where profile_id = ${profileId} and side = ${trade} and rejected_count = 0 and undone_at is null) l
    cross join unnest(l.channels) as c (channel)
    where l.from_date <= l.until`.execute(db);
  return rows;
}
