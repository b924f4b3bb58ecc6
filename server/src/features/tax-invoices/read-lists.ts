import type { TaxCover, TaxListRecord } from '@khop/contract/tax-invoices/resources.ts';
import { addDays } from '@khop/engine/day.ts';
import { compare } from '@khop/engine/order.ts';
import { coverGaps, type ListCover } from '@khop/engine/tax-invoices/lists/cover.ts';
import { type Selectable, sql } from 'kysely';
import type { Database } from '../../db/database.ts';
import { pageOfSelected } from '../../db/list.ts';
import type { TaxLists } from '../../db/schema.generated.ts';
import type { Call } from '../../http/call.ts';

/** The lists that were taken in. */
export function listTaxLists(db: Database, query: Call<'listTaxLists'>['query']) {
  let rows = db.selectFrom('taxLists').innerJoin('profiles', 'profiles.id', 'taxLists.profileId');
  if (query.profileId) rows = rows.where('taxLists.profileId', '=', query.profileId);
  if (query.side) rows = rows.where('taxLists.side', '=', query.side);
  return pageOfSelected(
    rows,
    query,
    {
      sorts: { createdAt: 'taxLists.createdAt', fromDate: 'taxLists.fromDate', toDate: 'taxLists.toDate' },
      fallback: '-createdAt',
      tie: 'taxLists.id',
    },
    {
      select: (page) => page.selectAll('taxLists').select('profiles.code as profileCode'),
      present: presentList,
    },
  );
}

type ListRow = Selectable<TaxLists> & { readonly profileCode: string };

const presentList = ({ undoSchema, ...row }: ListRow): TaxListRecord => ({
  ...row,
  // The table allows these values alone.
  side: row.side as TaxListRecord['side'],
  channels: row.channels as TaxListRecord['channels'],
  isUndoable: undoSchema !== null,
});

/** One list that is there. */
export const taxListOf = async (db: Database, id: string): Promise<TaxListRecord> =>
  presentList(
    await db
      .selectFrom('taxLists')
      .innerJoin('profiles', 'profiles.id', 'taxLists.profileId')
      .selectAll('taxLists')
      .select('profiles.code as profileCode')
      .where('taxLists.id', '=', id)
      .executeTakeFirstOrThrow(),
  );

const MOST_MONTHS = 500;

/** A profile and a side, with its counts by month. */
type Month = Pick<TaxCover, 'profileId' | 'side' | 'month' | 'listed' | 'withXml' | 'xmlOnly'>;

/** Days that lists cover, and what they have beside the XML, month by month, the newest first. */
export async function taxCover(db: Database, query: Call<'getTaxCover'>['query']): Promise<{ items: TaxCover[] }> {
  const profiles = await db.selectFrom('profiles').select(['id', 'code']).execute();
  const codes = new Map(profiles.map(({ id, code }) => [id, code]));
  const covers = await coversOf(db, query);
  const months = await monthsOf(db, query, covers);
  const items = months.map(({ profileId, side, month, ...counts }): TaxCover => {
    const range = { from: `${month}-01`, to: lastDayOf(month) };
    const channels = coverGaps(covers.get(`${profileId} ${side}`) ?? [], range).map((gaps) => ({
      channel: gaps.channel,
      missing: [...gaps.missing],
      incomplete: [...gaps.incomplete],
    }));
    return { profileId, profileCode: codes.get(profileId) ?? '', side, month, channels, ...counts };
  });
  return { items };
}

const lastDayOf = (month: string): string => addDays(`${addDays(`${month}-28`, 4).slice(0, 7)}-01`, -1);

type Narrowing = { readonly profileId?: string | undefined; readonly side?: string | undefined };
type Covers = ReadonlyMap<string, readonly ListCover[]>;

/** The lists of each profile and side, by both. */
async function coversOf(db: Database, { profileId, side }: Narrowing): Promise<Covers> {
  let lists = db
    .selectFrom('taxLists')
    .select(['profileId', 'side', 'fromDate', 'toDate', 'channels', 'rejectedCount'])
    .select(sql<string>`(coalesce(made_at, created_at) at time zone 'Asia/Ho_Chi_Minh')::date`.as('madeOn'))
    .where('undoneAt', 'is', null);
  if (profileId) lists = lists.where('profileId', '=', profileId);
  if (side) lists = lists.where('side', '=', side);
  const covers = new Map<string, ListCover[]>();
  for (const list of await lists.execute()) {
    const { fromDate, toDate, madeOn, rejectedCount } = list;
    const key = `${list.profileId} ${list.side}`;
    // The table allows the three channels alone.
    const channels = list.channels as ListCover['channels'];
    covers.set(key, [
      ...(covers.get(key) ?? []),
      { fromDate, toDate, channels, madeOn, isIncomplete: rejectedCount > 0 },
    ]);
  }
  return covers;
}

/** Months with an invoice or a list. */
async function monthsOf(
  db: Database,
  { profileId, side, month }: Narrowing & { readonly month?: string | undefined },
  covers: Covers,
): Promise<Month[]> {
  const of = (
    alias: string,
  ) => sql`${profileId === undefined ? sql`true` : sql`${sql.ref(`${alias}.profile_id`)} = ${profileId}`}
    and ${side === undefined ? sql`true` : sql`${sql.ref(`${alias}.side`)} = ${side}`}`;
  const { rows } = await sql<Month>`
    with listed as (
      select l.profile_id, l.side, to_char(l.date, 'YYYY-MM') as month, count(*) as listed, count(t.id) as with_xml, 0 as xml_only
      from tax_list_rows l left join tax_invoices t on t.invoice_key = l.invoice_key and t.is_current
      where ${of('l')} group by 1, 2, 3
    ), files as (
      select s.profile_id, s.side, to_char(t.date, 'YYYY-MM') as month, 0 as listed, 0 as with_xml, count(*) as xml_only
      from tax_invoice_sides s join tax_invoices t on t.id = s.tax_invoice_id and t.is_current and t.date is not null
      where ${of('s')} and not exists (
        select from tax_list_rows l where l.invoice_key = t.invoice_key and l.profile_id = s.profile_id and l.side = s.side)
      group by 1, 2, 3
    )
    select profile_id, side, month, sum(listed)::int as listed, sum(with_xml)::int as with_xml, sum(xml_only)::int as xml_only
    from (select * from listed union all select * from files) as both_kinds group by 1, 2, 3`.execute(db);
  const months = new Map(rows.map((row) => [`${row.profileId} ${row.side} ${row.month}`, row]));
  for (const [key, lists] of covers) {
    // A key is made of these two.
    const [ofProfile = '', ofSide] = key.split(' ') as [string, Month['side']];
    for (const { fromDate, toDate } of lists)
      for (let at = fromDate.slice(0, 7); at <= toDate.slice(0, 7); at = addDays(lastDayOf(at), 1).slice(0, 7)) {
        const empty = { profileId: ofProfile, side: ofSide, month: at, listed: 0, withXml: 0, xmlOnly: 0 };
        if (!months.has(`${key} ${at}`)) months.set(`${key} ${at}`, empty);
      }
  }
  return [...months.values()]
    .filter((one) => month === undefined || one.month === month)
    .toSorted((a, b) => compare(b.month, a.month) || compare(a.profileId, b.profileId) || compare(a.side, b.side))
    .slice(0, MOST_MONTHS);
}
