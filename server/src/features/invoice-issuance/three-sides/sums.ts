import { AGES, type ThreeSides } from '@khop/contract/invoice-issuance/three-sides.ts';
import { KINDS, type KindOfDifference, rankOf } from '@khop/engine/three-sides/kinds.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Context } from '../../../context.ts';
import type { Database } from '../../../db/database.ts';
import { revisionOf } from '../../../db/revision.ts';
import type { Call } from '../../../http/call.ts';
import { readPeriod } from '../period-rows.ts';
import { SIDES } from './read-sides.ts';
import { AGE, type Age, IS_EXPLAINED, rowsOf } from './rows.ts';

type Group = {
  readonly state: 'equal' | 'different' | 'uncovered';
  readonly kind: KindOfDifference | null;
  readonly age: Age;
  /** Without its day. */
  readonly missing: string;
  readonly fromDay: string;
  readonly toDay: string;
  readonly isExplained: boolean;
  readonly rows: number;
  readonly atStake: number;
} & { readonly [K in `${'delivery' | 'books' | 'tax'}${'BeforeVat' | 'Vat' | 'Total'}`]: number };

type Sums = ThreeSides['all'];

const NOTHING = { beforeVat: 0, vat: 0, total: 0 };

/** The sums of the comparison that is shown; empty before the first one. */
export async function sumsOfThreeSides(
  { db, pool }: Context,
  periodId: string,
  query: Call<'getThreeSides'>['query'],
): Promise<ThreeSides> {
  await readPeriod(db, periodId);
  const comparison = await db
    .selectFrom('threeSidedComparisons')
    .selectAll()
    .where('periodId', '=', periodId)
    .executeTakeFirst();
  const groups = await groupsOf(db, periodId, conditionsOf(query));
  const open = groups.filter(({ state, isExplained }) => state === 'different' && !isExplained);
  const of = (state: Group['state']): Group[] => groups.filter((one) => one.state === state);
  return {
    asOf: comparison?.asOf ?? null,
    comparedAt: comparison?.comparedAt ?? null,
    comparedBy: comparison?.comparedBy ?? '',
    isOutdated: comparison !== undefined && comparison.dataRevision !== (await revisionOf(pool, SIDES)),
    all: sumUp(groups),
    byState: { equal: sumUp(of('equal')), different: sumUp(of('different')), uncovered: sumUp(of('uncovered')) },
    byKind: byKind(groups),
    byRate: await byRate(db, periodId, conditionsOf(query)),
    byAge: AGES.map((age) => ({ age, ...countOf(open.filter((one) => one.age === age)) })),
    unexplained: countOf(open),
    missing: [...Map.groupBy(of('uncovered'), ({ missing }) => missing)]
      .map(([message, own]) => ({ message, ...daysOf(own), ...countOf(own) }))
      .sort((a, b) => b.atStake - a.atStake)
      .slice(0, SHOWN_MISSING),
  };
}

const SHOWN_MISSING = 50;

/** The same file may be missing for many days. */
const MISSING = sql`rtrim(regexp_replace(r.missing, '( của)? ngày \\d\\d/\\d\\d/\\d{4}', ''), '.')`;

const daysOf = (groups: readonly Group[]) => ({
  fromDay: groups.reduce((least, { fromDay }) => (fromDay < least ? fromDay : least), groups[0]!.fromDay),
  toDay: groups.reduce((most, { toDay }) => (toDay > most ? toDay : most), groups[0]!.toDay),
});

const conditionsOf = ({ profileId, trade }: Call<'getThreeSides'>['query']) => sql`
  ${profileId ? sql`r.profile_id = ${profileId}` : sql`true`} and ${trade ? sql`r.trade = ${trade}` : sql`true`}`;

async function groupsOf(db: Database, periodId: string, conditions: RawBuilder<unknown>): Promise<readonly Group[]> {
  const sum = (column: string) => sql`coalesce(sum(r.${sql.ref(column)}), 0)::bigint as ${sql.ref(column)}`;
  const sides = ['delivery', 'books', 'tax'].flatMap((side) =>
    ['before_vat', 'vat', 'total'].map((of) => sum(`${side}_${of}`)),
  );
  const { rows } = await sql<Group>`
    select r.state, r.kind, ${AGE} as age, ${MISSING} as missing, ${IS_EXPLAINED} as is_explained,
      min(r.date) as from_day, max(r.date) as to_day, count(*)::int as rows,
      sum(r.at_stake)::bigint as at_stake, ${sql.join(sides)}
    from ${rowsOf(periodId)} and ${conditions} group by 1, 2, 3, 4, 5`.execute(db);
  return rows;
}

const countOf = (groups: readonly Group[]) => ({
  rows: groups.reduce((sum, { rows }) => sum + rows, 0),
  atStake: groups.reduce((sum, { atStake }) => sum + atStake, 0),
});

const sumUp = (groups: readonly Group[]): Sums => {
  const side = (of: 'delivery' | 'books' | 'tax') =>
    groups.reduce(
      (sum, one) => ({
        beforeVat: sum.beforeVat + one[`${of}BeforeVat`],
        vat: sum.vat + one[`${of}Vat`],
        total: sum.total + one[`${of}Total`],
      }),
      NOTHING,
    );
  return { ...countOf(groups), delivery: side('delivery'), books: side('books'), tax: side('tax') };
};

function byKind(groups: readonly Group[]): ThreeSides['byKind'] {
  const different = groups.filter((one) => one.kind !== null);
  return [...Map.groupBy(different, ({ kind }) => kind!)]
    .sort(([a], [b]) => rankOf(a) - rankOf(b))
    .map(([kind, own]) => ({
      ...{ kind, name: KINDS[kind][0], ...sumUp(own) },
      open: countOf(own.filter(({ isExplained }) => !isExplained)).rows,
    }));
}

type RateSum = {
  readonly side: 'delivery' | 'books' | 'tax';
  readonly rate: string;
  readonly amount: number;
  readonly vat: number;
};

async function byRate(db: Database, periodId: string, conditions: RawBuilder<unknown>): Promise<ThreeSides['byRate']> {
  const { rows } = await sql<RateSum>`
    select s.side, coalesce(x.rate, '') as rate, sum(x.amount)::bigint as amount, sum(x.vat)::bigint as vat
    from three_sided_comparisons c
    join three_sided_rows r on r.run_id = c.run_id
    cross join lateral jsonb_each(r.rates) as s (side, list)
    cross join lateral jsonb_to_recordset(s.list) as x (rate text, amount bigint, vat bigint)
    where c.period_id = ${periodId} and ${conditions}
    group by 1, 2 order by 2`.execute(db);
  return [...Map.groupBy(rows, ({ rate }) => rate)].map(([rate, own]) => {
    const side = (of: RateSum['side']) => {
      const sum = own.find((one) => one.side === of);
      return { amount: sum?.amount ?? 0, vat: sum?.vat ?? 0 };
    };
    return { rate, delivery: side('delivery'), books: side('books'), tax: side('tax') };
  });
}
