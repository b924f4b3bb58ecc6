import { type SelectQueryBuilder, sql } from 'kysely';
import type { AuditEntry } from '../../../audit/audit.ts';
import type { Database } from '../../../db/database.ts';
import { narrowed, pageOfSelected } from '../../../db/list.ts';
import type { AmisProducts, BravoItems, DB, ProductConnections } from '../../../db/schema.generated.ts';
import { searchPatterns } from '../../../db/search.ts';
import type { Tx } from '../../../db/transaction.ts';
import type { Call } from '../../../http/call.ts';
import { found, refuseStale } from '../../../refusal.ts';

type List = Omit<Call<'listProductConnections'>['query'], 'factorMissing'>;

/** The person and the call that a change is recorded with. */
export type Actor = Pick<AuditEntry, 'actor' | 'requestId'>;

/** The fields that connections of both kinds share. */
export type CommonConnection = {
  readonly id: string;
  readonly profileId: string;
  readonly amisCode: string;
  readonly bravoCode: string;
} & ({ readonly amisProductId: string } | { readonly amisPartnerId: string });

/**
 * The columns that both kinds have in their connections (c), on the AMIS side (a) and on Bravo's (b, if it still knows
 * the code).
 */
type Sides = {
  c: Pick<ProductConnections, 'id' | 'profileId' | 'bravoCode' | 'origin'>;
  a: Pick<AmisProducts, 'code' | 'search'>;
  b: Pick<BravoItems, 'search'>;
};
export type JoinedConnections<Connection> = SelectQueryBuilder<DB & Sides, 'c' | 'a' | 'b', Connection>;

const SORTS = {
  amisCode: 'a.code',
  amisName: 'vi:a.name',
  bravoCode: 'c.bravo_code',
  bravoName: 'vi:b.name',
  createdAt: 'c.created_at',
};

const COLUMNS = { origin: 'c.origin', note: 'c.note', createdBy: 'c.created_by' };

/** The certificate of a connection that was recalled: the connection is to be looked at again. */
const recalledOf = sql<string | null>`(
  select n.id from certification_members m join certifications n on n.id = m.certification_id
  where m.connection_id = c.id and n.state = 'recalled' limit 1)`;

/** Reading, finding and removing connections of one kind: all that does not depend on what the kind adds. */
export function connectionStore<Connection extends CommonConnection & { readonly version: number }>(
  table: 'productConnections' | 'partnerConnections',
  joined: (db: Database) => JoinedConnections<Connection>,
  ownColumns: Readonly<Record<string, string>>,
) {
  const get = async (db: Database, id: string): Promise<Connection> =>
    found(
      (await joined(db).where('c.id', '=', id).executeTakeFirst()) as Connection | undefined,
      'Không tìm thấy liên kết này. Có thể nó đã bị bỏ.',
    );

  /** Locks a connection for a change; refuses with STALE_VERSION when it is no longer the one that was seen. */
  const lock = async (tx: Tx, id: string, seen: number | undefined): Promise<Connection> => {
    await tx.db.selectFrom(table).select('id').where('id', '=', id).forUpdate().executeTakeFirst();
    const connection = await get(tx.db, id);
    refuseStale(connection, seen);
    return connection;
  };

  return {
    get,

    list: async (
      db: Database,
      query: List,
      narrow = (rows: JoinedConnections<Connection>): JoinedConnections<Connection> => rows,
    ) => {
      let rows = narrow(joined(db));
      if (query.profileId) rows = rows.where('c.profileId', '=', query.profileId);
      if (query.amisCode) rows = rows.where('a.code', '=', query.amisCode);
      if (query.bravoCode) rows = rows.where('c.bravoCode', '=', query.bravoCode);
      if (query.origin?.length) rows = rows.where('c.origin', 'in', query.origin);
      if (query.recalled !== undefined)
        rows = rows.where(
          query.recalled ? sql<boolean>`${recalledOf} is not null` : sql<boolean>`${recalledOf} is null`,
        );
      for (const word of searchPatterns(query.q)) {
        rows = rows.where((eb) => eb.or([eb('a.search', 'like', word), eb('b.search', 'like', word)]));
      }
      const columns = { ...COLUMNS, ...ownColumns };
      const selected = narrowed(rows, query.where, { sorts: SORTS, columns });
      // The columns come with the joins: they are left out of the count alone.
      return pageOfSelected(
        selected.clearSelect(),
        { ...query, where: undefined },
        { sorts: SORTS, fallback: 'amisCode', tie: 'c.id' },
        {
          select: () => selected.select(recalledOf.as('recalledCertificationId')),
          present: (row): Connection & { recalledCertificationId: string | null } => row,
        },
      );
    },

    lock,

    remove: async (tx: Tx, id: string, version: number | undefined): Promise<Connection> => {
      const before = await lock(tx, id, version);
      await tx.db.deleteFrom(table).where('id', '=', id).execute();
      return before;
    },
  };
}
