import type { TaxChannel, TaxListRow, TaxSide } from '@khop/engine/tax-invoices/tax-list.ts';
import { toJson } from '../../db/json.ts';
import { searchText } from '../../db/search.ts';
import type { Tx } from '../../db/transaction.ts';
import { newId } from '../../id.ts';
import { currentSchema, keepingChanges } from '../imports/undo/keep-changes.ts';

export type ListToStore = {
  readonly profile: { readonly id: string; readonly code: string; readonly name: string; readonly taxCode: string };
  readonly side: TaxSide;
  readonly fileName: string;
  readonly sha256: string;
  readonly size: number;
  readonly fromDate: string;
  readonly toDate: string;
  readonly channels: readonly TaxChannel[];
  /** A person said the channels: they are put right on a list that is known. */
  readonly saidChannels: boolean;
  readonly madeAt: string | null;
  readonly rows: readonly TaxListRow[];
  readonly rejectedCount: number;
  readonly runId: string;
  readonly createdBy: string;
};

type Counts = {
  readonly created: number;
  readonly changed: number;
  readonly unchanged: number;
  readonly older: number;
};
type Stored = Counts & { readonly listId: string; readonly isKnown: boolean };

/** Rows of one statement. */
const CHUNK = 2000;

/** Stores a list. Of several lists the newest speaks of an invoice, in whatever order they came; the same file again changes no row. */
export async function storeList(tx: Tx, list: ListToStore): Promise<Stored> {
  const fresh = await insertList(tx, list);
  if (fresh === undefined) return knownList(tx, list);
  const sum = { created: 0, changed: 0, unchanged: 0, older: 0 };
  await keepingChanges(tx, fresh.id, async () => {
    for (let at = 0; at < list.rows.length; at += CHUNK) {
      const counts = await storeRows(tx, list, fresh, list.rows.slice(at, at + CHUNK));
      for (const name of ['created', 'changed', 'unchanged', 'older'] as const) sum[name] += counts[name];
    }
  });
  await keepUndo(tx, fresh.id);
  return { listId: fresh.id, isKnown: false, ...sum };
}

/** For so many days a list can be taken back. */
const KEPT_DAYS = 30;

async function keepUndo(tx: Tx, id: string): Promise<void> {
  await tx.client.query('update tax_lists set undo_schema = $2 where id = $1', [id, await currentSchema(tx)]);
  await tx.client.query(
    `with forgotten as (
       update tax_lists set undo_schema = null
       where undo_schema is not null and created_at < now() - make_interval(days => $1) returning id)
     delete from import_changes where import_id in (select id from forgotten)`,
    [KEPT_DAYS],
  );
}

type Fresh = { readonly id: string; readonly saidAt: string };

async function insertList({ client }: Tx, list: ListToStore): Promise<Fresh | undefined> {
  const { rows } = await client.query<Fresh>(
    `insert into tax_lists (id, profile_id, side, file_name, sha256, size, from_date, to_date, channels, made_at, row_count,
       rejected_count, run_id, created_by)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
     on conflict (profile_id, side, sha256) where undone_at is null do nothing
     returning id, coalesce(made_at, created_at) as "saidAt"`,
    [
      ...[newId(), list.profile.id, list.side, list.fileName, list.sha256, list.size, list.fromDate, list.toDate],
      ...[list.channels, list.madeAt, list.rows.length, list.rejectedCount, list.runId, list.createdBy],
    ],
  );
  return rows[0];
}

async function knownList({ db }: Tx, list: ListToStore): Promise<Stored> {
  const { profile, side, sha256 } = list;
  const { id } = await db
    .selectFrom('taxLists')
    .select('id')
    .where('profileId', '=', profile.id)
    .where('side', '=', side)
    .where('sha256', '=', sha256)
    .where('undoneAt', 'is', null)
    .executeTakeFirstOrThrow();
  if (list.saidChannels)
    await db
      .updateTable('taxLists')
      .set((eb) => ({ channels: [...list.channels], version: eb('version', '+', 1) }))
      .where('id', '=', id)
      .execute();
  return { listId: id, isKnown: true, created: 0, changed: 0, unchanged: list.rows.length, older: 0 };
}

/** Column → SQL type of what a row of a list is made of. */
const COLUMNS = {
  invoice_key: 'text',
  row_number: 'integer',
  seller_tax_code: 'text',
  form: 'text',
  symbol: 'text',
  number: 'text',
  date: 'date',
  partner_tax_code: 'text',
  partner_name: 'text',
  before_vat: 'bigint',
  vat: 'bigint',
  total: 'bigint',
  currency: 'text',
  state: 'text',
  processing: 'text',
  search: 'text',
} as const;
const NAMES = Object.keys(COLUMNS);
/** A blank says nothing: the state of before holds. */
const newValue = (name: string): string =>
  name === 'state' || name === 'processing' ? `coalesce(excluded.${name}, tax_list_rows.${name})` : `excluded.${name}`;
const TYPED = Object.entries(COLUMNS).map(([name, type]) => `${name} ${type}`);

/** Of the rows that are known, those of a newer list stay as they are. */
async function storeRows(
  { client }: Tx,
  { profile, side }: ListToStore,
  { id, saidAt }: Fresh,
  rows: readonly TaxListRow[],
): Promise<Counts> {
  const written = toJson(rows.map((row) => rowOf(row, profile, side)));
  const { rows: counted } = await client.query<Counts>(
    `with given as (select * from jsonb_to_recordset($4::jsonb) as r (${TYPED.join(', ')}))
     select (count(*) filter (where k.invoice_key is null))::int as created,
       (count(*) filter (where k.said_at <= $3 and (k.state, k.processing) is distinct from (coalesce(g.state, k.state), coalesce(g.processing, k.processing))))::int as changed,
       (count(*) filter (where k.said_at <= $3 and (k.state, k.processing) is not distinct from (coalesce(g.state, k.state), coalesce(g.processing, k.processing))))::int as unchanged,
       (count(*) filter (where k.said_at > $3))::int as older
     from given g left join tax_list_rows k on k.profile_id = $1 and k.side = $2 and k.invoice_key = g.invoice_key`,
    [profile.id, side, saidAt, written],
  );
  await client.query(
    `insert into tax_list_rows (profile_id, side, list_id, said_at, ${NAMES.join(', ')})
     select $1::uuid, $2, $3::uuid, $4::timestamptz, ${NAMES.join(', ')} from jsonb_to_recordset($5::jsonb) as r (${TYPED.join(', ')}) order by invoice_key
     on conflict (profile_id, side, invoice_key) do update
     set ${['list_id', 'said_at', ...NAMES].map((name) => `${name} = ${newValue(name)}`).join(', ')}
     where excluded.said_at >= tax_list_rows.said_at`,
    [profile.id, side, id, saidAt, written],
  );
  await settleSpeaking(
    client,
    rows.map(({ key }) => key),
  );
  return counted[0]!;
}

function rowOf(row: TaxListRow, profile: ListToStore['profile'], side: TaxSide): Record<keyof typeof COLUMNS, unknown> {
  const { identity } = row;
  const partner = side === 'purchase' ? row.seller : row.buyer;
  return {
    invoice_key: row.key,
    row_number: row.row,
    seller_tax_code: identity.sellerTaxCode,
    form: identity.form,
    symbol: identity.symbol,
    number: identity.number,
    date: row.date,
    partner_tax_code: partner.taxCode ?? '',
    partner_name: partner.name ?? '',
    before_vat: row.inVnd.beforeVat,
    vat: row.inVnd.vat,
    total: row.inVnd.total,
    currency: row.currency,
    state: row.state,
    processing: row.processing,
    search: searchText(
      ...[identity.symbol, identity.number ?? '', partner.name ?? '', partner.taxCode ?? ''],
      ...[profile.name, profile.taxCode],
    ),
  };
}

/** Says which profile's row speaks for each of these invoices: the newest. Two statements: at no moment may two speak. */
async function settleSpeaking(client: Tx['client'], keys: readonly string[]): Promise<void> {
  const newest = `select distinct on (invoice_key) invoice_key, profile_id, side from tax_list_rows where invoice_key = any($1)
    order by invoice_key, said_at desc, profile_id, side`;
  const isNewest = 't.invoice_key = n.invoice_key and t.profile_id = n.profile_id and t.side = n.side';
  await client.query(
    `update tax_list_rows t set speaks = false from (${newest}) n
     where t.invoice_key = n.invoice_key and t.speaks and not (${isNewest})`,
    [keys],
  );
  await client.query(`update tax_list_rows t set speaks = true from (${newest}) n where ${isNewest} and not t.speaks`, [
    keys,
  ]);
}
