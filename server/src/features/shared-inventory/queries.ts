import { SHARED_INVENTORY_STATES, type sharedInventoryRow } from '@khop/contract/shared-inventory.ts';
import { type Selectable, sql } from 'kysely';
import type { z } from 'zod';
import { pageOfSelected } from '../../db/list.ts';
import type { SharedInventoryRows } from '../../db/schema.generated.ts';
import { searchPatterns } from '../../db/search.ts';
import type { Call } from '../../http/call.ts';
import { findPeriod } from './period-rows.ts';

type Row = z.output<typeof sharedInventoryRow>;

const presentRow = (row: Selectable<SharedInventoryRows>): Row => ({
  id: row.id,
  amisProducts: row.amisProducts as Row['amisProducts'],
  bravoItems: row.bravoItems as Row['bravoItems'],
  unit: row.unit,
  amisQuantity: row.amisQuantity,
  bravoQuantity: row.bravoQuantity,
  sharedQuantity: row.sharedQuantity,
  difference: row.difference,
  value: row.value,
  state: row.state as Row['state'],
});

/** Rows of a month; an empty page when the month has no period. Quantities are of different units, so only value is totalled. */
export async function listSharedInventory({ context, query }: Call<'listSharedInventory'>) {
  const period = await findPeriod(context.db, query);
  if (!period) return { items: [], total: 0, limit: query.limit, offset: query.offset };
  let rows = context.db.selectFrom('sharedInventoryRows').where('periodId', '=', period.id);
  if (query.state?.length) rows = rows.where('state', 'in', query.state);
  for (const word of searchPatterns(query.q)) rows = rows.where('search', 'like', word);
  const sorts = {
    code: 'code',
    name: 'vi:name',
    amisQuantity: 'amisQuantity',
    bravoQuantity: 'bravoQuantity',
    sharedQuantity: 'sharedQuantity',
    difference: 'difference',
    value: 'value',
  };
  return pageOfSelected(
    rows,
    query,
    { sorts, columns: { state: 'state', unit: 'unit' }, fallback: 'code', tie: 'rowKey' },
    {
      select: (page) => page.selectAll(),
      present: presentRow,
      totals: {
        value: sql<number | null>`sum(value)::bigint`,
      },
    },
  );
}

/** Counts by state, and what the AMIS stock and its shared part are worth. */
export async function sharedInventoryStats({ context, query }: Call<'getSharedInventoryStats'>) {
  const period = await findPeriod(context.db, query);
  const byState: Record<string, number> = Object.fromEntries(SHARED_INVENTORY_STATES.map((state) => [state, 0]));
  const stats = { rows: 0, byState, amisValue: 0, sharedValue: 0, differenceRows: 0 };
  if (!period) return stats;
  const { rows } = await context.pool.query<{
    state: string;
    rows: number;
    amis_value: number;
    shared_value: number;
    difference_rows: number;
  }>(
    `select state, count(*)::int as rows, coalesce(sum(value), 0)::bigint as shared_value,
            (count(*) filter (where difference <> 0))::int as difference_rows,
            coalesce(sum((select sum((p ->> 'value')::bigint) from jsonb_array_elements(amis_products) p)), 0)::bigint as amis_value
     from shared_inventory_rows where period_id = $1 group by state`,
    [period.id],
  );
  for (const row of rows) {
    byState[row.state] = row.rows;
    stats.rows += row.rows;
    stats.amisValue += row.amis_value;
    stats.sharedValue += row.shared_value;
    stats.differenceRows += row.difference_rows;
  }
  return stats;
}
