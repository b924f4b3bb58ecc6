import type { Row } from '@khop/engine/sheets/layouts/layout.ts';
import { sql } from 'kysely';
import { fingerprintOf } from '../../../db/staging.ts';
import type { Tx } from '../../../db/transaction.ts';
import { newId } from '../../../id.ts';
import { fieldsOfLayout } from '../../imports/differences/told.ts';
import type { Applied, ImportBatch, ImportTarget, RejectedCell } from '../../imports/target.ts';
import { followGone, followMade } from '../certification/follow.ts';
import type { KindName } from '../kinds.ts';
import { canonicalFactor } from '../store/product-connections.ts';
import { holdBravo } from '../tables.ts';
import { closeByFile } from './close-by-file.ts';
import { takeFactors } from './factors-of-file.ts';
import { reopenUnconnected } from './reopen-unconnected.ts';

const text = (value: Row[string] | undefined): string => (value === null || value === undefined ? '' : String(value));

type Kind = {
  readonly name: string;
  readonly layout: 'product-connections' | 'partner-connections';
  readonly connections: 'product_connections' | 'partner_connections';
  readonly amis: 'amis_products' | 'amis_partners';
  readonly amisId: 'amis_product_id' | 'amis_partner_id';
  readonly bravo: 'bravo_items' | 'bravo_partners';
  readonly amisWord: string;
  readonly bravoWord: string;
};

/**
 * A file of pairs (and factors) → connections of a profile. Pairs that are there already only take the file's factor, where
 * it states one (decision 0023).
 */
function importConnections(kind: Kind): ImportTarget {
  return {
    name: kind.name,
    layout: kind.layout,
    table: kind.connections,
    told: {
      code: "r ->> 'bravo_code'",
      title: `(select a.code from ${kind.amis} a where a.id = (r ->> '${kind.amisId}')::uuid)`,
      fields: fieldsOfLayout(
        kind.layout,
        kind.name === 'product-connections' ? ['factor', 'priority', 'note'] : ['is_default', 'note'],
      ),
    },
    codes:
      kind.name === 'product-connections'
        ? { amis_code: 'product', bravo_code: 'item' }
        : { amis_code: 'customer', bravo_code: 'partner' },
    afterUndo: async (tx, { profileId, told }) => {
      await reopenUnconnected(tx, kindOf(kind), profileId);
      await followGone(tx, kindOf(kind), profileId, told);
    },
    stager: () => (row) => {
      const data = {
        amis_code: text(row.amisCode),
        bravo_code: text(row.bravoCode),
        factor: row.factor ? canonicalFactor(text(row.factor)) : null,
      };
      return {
        key: `${data.amis_code}|${data.bravo_code}`,
        fingerprint: fingerprintOf(data),
        data: { ...data, id: newId() },
      };
    },
    apply: (tx, batch) => apply(tx, batch, kind),
  };
}

type Joined = {
  rowNumber: number;
  amisCode: string;
  bravoCode: string;
  amisId: string | null;
  knownBravo: string | null;
  existing: string | null;
};

const kindOf = ({ name }: Kind): KindName => (name === 'product-connections' ? 'product' : 'partner');

async function apply(tx: Tx, batch: ImportBatch, kind: Kind): Promise<Applied> {
  const isProduct = kind.name === 'product-connections';
  const customersOnly = isProduct ? sql`` : sql` and a.type = 'customer'`;
  const codes = sql`select data ->> 'bravo_code' from staged_rows where run_id = ${batch.runId}`;
  await holdBravo(tx, isProduct ? 'product' : 'partner', codes);
  await sql`
    create temporary table incoming on commit drop as
    select r.row_number, r.data ->> 'id' as id, r.data ->> 'amis_code' as amis_code, r.data ->> 'bravo_code' as bravo_code, r.data ->> 'factor' as factor,
      a.id as amis_id, b.code as known_bravo, c.id as existing
    from staged_rows r
    left join ${sql.table(kind.amis)} a on a.profile_id = ${batch.profileId} and a.code = r.data ->> 'amis_code'${customersOnly}
    left join ${sql.table(kind.bravo)} b on b.code = r.data ->> 'bravo_code'
    left join ${sql.table(kind.connections)} c on c.profile_id = ${batch.profileId} and c.${sql.ref(kind.amisId)} = a.id and c.bravo_code = b.code
    where r.run_id = ${batch.runId}`.execute(tx.db);
  const { rows } =
    await sql<Joined>`select row_number, amis_code, bravo_code, amis_id, known_bravo, existing from incoming where amis_id is null or known_bravo is null`.execute(
      tx.db,
    );
  const rejected = rows.map((row) => rejection(row, kind));
  await sql`delete from incoming where amis_id is null or known_bravo is null`.execute(tx.db);
  const { changed, warnings } = isProduct ? await takeFactors(tx) : { changed: 0, warnings: [] };
  const counted = await sql<{
    fresh: number;
    known: number;
  }>`select count(*) filter (where existing is null) as fresh, count(*) filter (where existing is not null) as known from incoming`.execute(
    tx.db,
  );
  if (isProduct) {
    await sql`
      insert into product_connections (id, profile_id, amis_product_id, bravo_code, factor, origin, created_by)
      select i.id::uuid, ${batch.profileId}::uuid, i.amis_id, i.bravo_code, i.factor, 'upload', ${batch.createdBy}
      from incoming i where i.existing is null`.execute(tx.db);
  } else {
    await sql`
      insert into partner_connections (id, profile_id, amis_partner_id, bravo_code, is_default, origin, created_by)
      select i.id::uuid, ${batch.profileId}::uuid, i.amis_id, i.bravo_code,
        row_number() over (partition by i.bravo_code order by i.row_number) = 1 and not exists (
          select from partner_connections c where c.profile_id = ${batch.profileId} and c.bravo_code = i.bravo_code and c.is_default),
        'upload', ${batch.createdBy}
      from incoming i where i.existing is null`.execute(tx.db);
  }
  await closeByFile(tx, batch, kindOf(kind));
  const told = { by: batch.createdBy, at: batch.now, requestId: batch.runId };
  await followMade(tx, kindOf(kind), sql`select id::uuid from incoming where existing is null`, told);
  const { fresh, known } = counted.rows[0]!;
  return { created: fresh, changed, unchanged: known - changed, rejected, warnings };
}

const rejection = (row: Joined, kind: Kind): RejectedCell =>
  row.amisId === null
    ? {
        row: row.rowNumber,
        column: '',
        value: row.amisCode,
        code: 'NOT_FOUND',
        message: `Dòng ${row.rowNumber}: hồ sơ không có ${kind.amisWord} «${row.amisCode}». Hãy tải danh mục AMIS lên trước.`,
        mayPass: true,
      }
    : {
        row: row.rowNumber,
        column: '',
        value: row.bravoCode,
        code: 'NOT_FOUND',
        message: `Dòng ${row.rowNumber}: Bravo không có ${kind.bravoWord} «${row.bravoCode}». Hãy đồng bộ Bravo trước.`,
        mayPass: true,
      };

export const importProductConnections = importConnections({
  name: 'product-connections',
  layout: 'product-connections',
  connections: 'product_connections',
  amis: 'amis_products',
  amisId: 'amis_product_id',
  bravo: 'bravo_items',
  amisWord: 'mã hàng',
  bravoWord: 'vật tư',
});

export const importPartnerConnections = importConnections({
  name: 'partner-connections',
  layout: 'partner-connections',
  connections: 'partner_connections',
  amis: 'amis_partners',
  amisId: 'amis_partner_id',
  bravo: 'bravo_partners',
  amisWord: 'khách hàng',
  bravoWord: 'đối tượng',
});
