import type { Day } from '@khop/engine/day.ts';
import type { TaxChannel } from '@khop/engine/tax-invoices/tax-list.ts';
import type { OneSidedDays, SidesGroup } from '@khop/engine/three-sides/compare-groups.ts';
import type { SidesFrame, TaxCover, Trade } from '@khop/engine/three-sides/types.ts';
import { sql } from 'kysely';
import type { Database } from '../../../db/database.ts';
import type { Tx } from '../../../db/transaction.ts';
import { type PeriodRow, profilesOf } from '../period-rows.ts';
import { findGroups } from './groups.ts';
import { NO_DELIVERIES, selectDeliveries } from './read-deliveries.ts';
import { groupsOfPart, groupsOfWaiting } from './read-groups.ts';
import { readLedgerCover, selectLedger } from './read-ledgers.ts';
import { selectOutside } from './read-outside.ts';
import { selectTax } from './read-tax.ts';

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

export type Sides = {
  readonly frame: SidesFrame;
  readonly oneSided: OneSidedDays;
  /** Number of the groups; null: not known. */
  readonly count: number | null;
  readonly groups: AsyncGenerator<SidesGroup>;
};

/** The sides of one part, as they are when the transaction begins. A period that was never planned knows no deliveries. */
export async function readSides(
  tx: Tx,
  period: PeriodRow,
  { profileId, profile, trade }: Part,
  asOf: Day,
): Promise<Sides> {
  const { db } = tx;
  const days = { from: period.fromDate, to: period.toDate };
  const isPlanned = period.plan !== null;
  const frame = { profile, trade, days, asOf };
  if (profileId === null) {
    return {
      frame: { ...frame, cover: NO_COVER, tellsVat: false },
      oneSided: { tax: new Set(), books: new Set() },
      count: null,
      groups: isPlanned ? groupsOfWaiting(tx, period.id) : noGroups(),
    };
  }
  const asked = { periodId: period.id, profileId, trade, days };
  const delivers = isPlanned && trade === 'sale';
  const deliveries = delivers ? selectDeliveries(asked) : NO_DELIVERIES;
  const outside = trade === 'sale' ? selectOutside(asked, delivers) : null;
  const found = await findGroups(tx, { tax: selectTax(asked), books: selectLedger(asked), deliveries, outside });
  const cover = {
    tax: await readTaxCover(db, profileId, trade),
    books: await readLedgerCover(db, asked),
    deliveries: delivers ? days : null,
  };
  return {
    frame: { ...frame, cover, tellsVat: found.tellsVat },
    oneSided: found.oneSided,
    count: found.count,
    groups: groupsOfPart(tx, asked, { count: found.count, delivers }),
  };
}

async function* noGroups(): AsyncGenerator<SidesGroup> {}

const NO_COVER: SidesFrame['cover'] = { tax: [], books: [], deliveries: null };

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
