import type { EXPLANATIONS, ThreeSidedRow } from '@khop/contract/invoice-issuance/three-sides.ts';
import { KINDS } from '@khop/engine/three-sides/kinds.ts';
import type { Difference, RateAmount } from '@khop/engine/three-sides/types.ts';
import { type Selectable, sql } from 'kysely';
import type { Database } from '../../../db/database.ts';
import { pageOfStatement } from '../../../db/list-sql.ts';
import type { ThreeSidedRows } from '../../../db/schema.generated.ts';
import { searchPatterns } from '../../../db/search.ts';
import { whereSql } from '../../../db/where.ts';
import type { Call } from '../../../http/call.ts';
import { readPeriod } from '../period-rows.ts';
import { documentIdOf } from '../sales/sales-documents.ts';
import { AGE, type Age, IS_EXPLAINED, rowsOf } from './rows.ts';

type Row = Selectable<ThreeSidedRows> & {
  readonly profileCode: string | null;
  readonly age: Age;
  readonly taxInvoiceId: string | null;
  readonly findingId: string | null;
  readonly findingVersion: number | null;
  readonly firstSeen: string | null;
  readonly reason: string | null;
  readonly note: string | null;
  readonly explainedBy: string | null;
  readonly explainedAt: string | null;
  readonly isExplained: boolean;
};

const COLUMNS = {
  ...{ date: 'r.date', partnerName: 'r.partner_name', atStake: 'r.at_stake', symbol: 'r.symbol' },
  ...{ partnerTaxCode: 'r.partner_tax_code', profileCode: 'p.code', firstSeen: 'f.first_seen' },
  ...{ delivery: 'r.delivery_total', books: 'r.books_total', tax: 'r.tax_total' },
  number: sql`case when r.number ~ '^\\d{1,18}$' then r.number::numeric end`,
};

const SELECTED = sql`
  select r.*, p.code as profile_code, ${AGE} as age, f.id as finding_id, f.version as finding_version, f.first_seen,
    f.reason, f.note, f.explained_by, f.explained_at, ${IS_EXPLAINED} as is_explained,
    (select t.id from tax_room t where t.invoice_key = r.tax_key) as tax_invoice_id`;

/** Each invoice, voucher or delivery as the three sides have it; none before the first comparison. */
export async function listThreeSides(db: Database, periodId: string, query: Call<'listThreeSides'>['query']) {
  await readPeriod(db, periodId);
  const conditions = [sql`true`, whereSql(query.where, { ...COLUMNS, number: 'r.number' })];
  if (query.profileId) conditions.push(sql`r.profile_id = ${query.profileId}`);
  if (query.trade) conditions.push(sql`r.trade = ${query.trade}`);
  if (query.state?.length) conditions.push(sql`r.state = any(${query.state}::text[])`);
  if (query.kind?.length) conditions.push(sql`r.kind = any(${query.kind}::text[])`);
  if (query.age?.length) conditions.push(sql`${AGE} = any(${query.age}::text[])`);
  if (query.explained !== undefined)
    conditions.push(sql`r.state = 'different' and ${IS_EXPLAINED} = ${query.explained}`);
  for (const word of searchPatterns(query.q)) conditions.push(sql`r.search like ${word}`);
  const filtered = sql`from ${rowsOf(periodId)} and ${sql.join(conditions, sql` and `)}`;
  const page = await pageOfStatement<Row>(db, query, {
    filtered,
    totals: {
      ...{ delivery: sql`r.delivery_total`, books: sql`r.books_total`, tax: sql`r.tax_total` },
      atStake: sql`r.at_stake`,
    },
    sorts: COLUMNS,
    fallback: '-atStake',
    tie: sql`r.id`,
    rows: (orderBy, limit) => sql`
      ${SELECTED} ${filtered} ${orderBy} ${limit}`,
  });
  return { ...page, items: page.items.map(present) };
}

const AT_ONCE = 2000;

/** All rows of a comparison while it is the one that is shown, by day. */
export async function* rowsAfter(db: Database, periodId: string, runId: string): AsyncGenerator<ThreeSidedRow> {
  let last: Pick<Row, 'date' | 'part' | 'key'> | undefined;
  do {
    const after = last
      ? sql`(r.date, r.part, r.key) > (${last.date}::date, ${last.part}::integer, ${last.key}::text)`
      : sql`true`;
    const { rows } = await sql<Row>`
      ${SELECTED} from ${rowsOf(periodId)} and c.run_id = ${runId} and ${after}
      order by r.date, r.part, r.key limit ${AT_ONCE}`.execute(db);
    yield* rows.map(present);
    last = rows.length < AT_ONCE ? undefined : rows.at(-1);
  } while (last);
}

type Side = 'delivery' | 'books' | 'tax';

const amountsOf = (row: Row, side: Side) => {
  const total = row[`${side}Total`];
  return total === null ? null : { beforeVat: row[`${side}BeforeVat`]!, vat: row[`${side}Vat`]!, total };
};

const present = (row: Row): ThreeSidedRow => ({
  ...{ id: row.id, profileId: row.profileId, profileCode: row.profileCode ?? '', key: row.key, symbol: row.symbol },
  ...{ number: row.number, date: row.date, originMonth: row.originMonth, age: row.age, vouchers: row.vouchers },
  ...{ partnerTaxCode: row.partnerTaxCode, partnerName: row.partnerName },
  documents: row.documents.map((document) => ({ id: documentIdOf(row.periodId, document), document })),
  ...{ delivery: amountsOf(row, 'delivery'), books: amountsOf(row, 'books'), tax: amountsOf(row, 'tax') },
  ...{ invoiceId: row.invoiceId, taxInvoiceId: row.taxInvoiceId, missing: row.missing, atStake: row.atStake },
  // The table allows these values alone, and JSON is written from values of these types.
  trade: row.trade as ThreeSidedRow['trade'],
  state: row.state as ThreeSidedRow['state'],
  kind: row.kind as ThreeSidedRow['kind'],
  rates: row.rates as Record<Side, RateAmount[]>,
  differences: (row.differences as Difference[]).map((one) => ({ ...one, remedy: KINDS[one.kind][1] })),
  firstSeen: row.firstSeen,
  explanation: explanationOf(row),
  finding: row.findingId === null ? null : { id: row.findingId, version: row.findingVersion! },
});

const explanationOf = ({ reason, note, explainedBy, explainedAt, isExplained }: Row): ThreeSidedRow['explanation'] =>
  reason === null
    ? null
    : {
        ...{ note: note ?? '', by: explainedBy ?? '', at: explainedAt!, holds: isExplained },
        reason: reason as (typeof EXPLANATIONS)[number],
      };
