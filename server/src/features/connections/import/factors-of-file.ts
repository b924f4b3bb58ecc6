import { sql } from 'kysely';
import type { Tx } from '../../../db/transaction.ts';
import type { ImportWarning } from '../../imports/target.ts';
import { factorByUnits } from '../store/product-connections.ts';

/** Pairs that a report names one by one; of more it says how many. */
const MOST_NAMED = 200;

type Named = { readonly row: number; readonly amisCode: string; readonly bravoCode: string };

/**
 * Takes over the factors of the file in the temporary table `incoming`. A factor that it states replaces the stored
 * one, and the report says both. A blank one keeps what is stored; a new pair gets what the two units say for certain,
 * else it stays open, and the report names it (FACTOR_MISSING).
 */
export async function takeFactors(tx: Tx): Promise<{ changed: number; warnings: ImportWarning[] }> {
  const { rows: changed } = await sql<Named & { was: string | null; factor: string }>`
    with stored as (
      select c.id, c.factor as was, i.factor, i.row_number, i.amis_code, i.bravo_code
      from product_connections c join incoming i on c.id = i.existing
      where i.factor is not null and c.factor is distinct from i.factor
    ), written as (
      update product_connections c set factor = s.factor, version = c.version + 1 from stored s where c.id = s.id
    )
    select row_number as row, amis_code, bravo_code, was, factor from stored order by row_number`.execute(tx.db);
  const missing = await fillByUnits(tx);
  const replaced = changed.filter(({ was }) => was !== null);
  return {
    changed: changed.length,
    warnings: [
      ...named(
        replaced,
        'FACTOR_CHANGED',
        (pair) => `hệ số của ${pairText(pair)} đổi từ ${pair.was} thành ${pair.factor} theo tệp.`,
      ),
      ...named(
        missing,
        'FACTOR_MISSING',
        (pair) =>
          `${pairText(pair)} chưa có hệ số: ô hệ số trống và đơn vị tính hai bên không nói được. Hãy điền hệ số.`,
      ),
    ],
  };
}

/** Gives new pairs without a factor what their units say, and returns those that still have none. */
async function fillByUnits(tx: Tx): Promise<Named[]> {
  const { rows } = await sql<Named & { id: string; amisUnit: string; unit: string; units: unknown }>`
    select i.id, i.row_number as row, i.amis_code, i.bravo_code, p.unit as amis_unit, b.unit, b.units
    from incoming i join amis_products p on p.id = i.amis_id join bravo_items b on b.code = i.bravo_code
    where i.existing is null and i.factor is null order by i.row_number`.execute(tx.db);
  const told = rows.map((pair) => ({ pair, factor: factorByUnits(pair.amisUnit, pair) }));
  const known = told.filter(({ factor }) => factor !== null);
  await sql`
    update incoming i set factor = f.factor
    from unnest(${known.map(({ pair }) => pair.id)}::text[], ${known.map(({ factor }) => factor)}::text[]) as f (id, factor)
    where i.id = f.id`.execute(tx.db);
  return told.filter(({ factor }) => factor === null).map(({ pair }) => pair);
}

const pairText = ({ amisCode, bravoCode }: Named): string => `«${amisCode}» – «${bravoCode}»`;

function named<T extends Named>(pairs: readonly T[], code: string, say: (pair: T) => string): ImportWarning[] {
  const warnings = pairs
    .slice(0, MOST_NAMED)
    .map((pair): ImportWarning => ({ code, row: pair.row, message: `Dòng ${pair.row}: ${say(pair)}` }));
  const more = pairs.length - warnings.length;
  return more > 0 ? [...warnings, { code, message: `Và ${more} dòng nữa như vậy.` }] : warnings;
}
