import { DRAFT_NOTE } from '@khop/engine/invoice-issuance/export/vat-return-sheets.ts';
import { HOLDING } from '@khop/engine/invoice-issuance/invoice-status.ts';
import { returnGroupOf, vatReturns } from '@khop/engine/invoice-issuance/vat/vat-return.ts';
import { compare } from '@khop/engine/order.ts';
import { sql } from 'kysely';
import type { Database } from '../../../db/database.ts';
import { pageOfStatement } from '../../../db/list-sql.ts';
import { listed } from '../../../db/listed.ts';
import { searchPatterns } from '../../../db/search.ts';
import type { Call } from '../../../http/call.ts';
import { profilesOf, readPeriod } from '../period-rows.ts';
import { rulesInForce } from '../rules/rules-in-force.ts';

/** The live invoices of a period, one row per rate, by the day that they are declared on. */
const declared = (periodId: string) => sql`
  select i.id, i.profile_id, i.voucher_number, coalesce(i.invoice_number, '') as invoice_number, i.status, i.buyer_name, i.search,
    coalesce(i.invoice_date, i.invoice_date_planned) as date, g ->> 'rate' as rate,
    (g ->> 'amount')::bigint as amount, (g ->> 'vatAmount')::bigint as vat_amount
  from invoices i cross join lateral jsonb_array_elements(i.vat) g
  where i.period_id = ${periodId} and i.status in ${listed(HOLDING)}`;

type RateRow = {
  profileId: string;
  month: string;
  rate: string;
  amount: number;
  vatAmount: number;
  invoices: number;
};

/** A draft of the output figures of 01/GTGT per profile and month of invoice date, and what is not in them. */
export async function vatReturn(db: Database, periodId: string) {
  const period = await readPeriod(db, periodId);
  const [profiles, rules, { rows }] = await Promise.all([
    profilesOf(db, period),
    rulesInForce(db),
    sql<RateRow>`
      select profile_id, to_char(date, 'YYYY-MM') as month, rate, sum(amount)::bigint as amount,
        sum(vat_amount)::bigint as vat_amount, count(distinct id) as invoices
      from (${declared(periodId)}) d group by 1, 2, 3 order by 1, 2, 3`.execute(db),
  ]);
  const rank = new Map(profiles.map(({ id }, index) => [id, index]));
  const sums = rows
    .map(({ profileId, ...row }) => ({ ...row, profile: profileId }))
    .toSorted((a, b) => rank.get(a.profile)! - rank.get(b.profile)! || compare(a.month, b.month));
  const names = await db
    .selectFrom('profiles')
    .select(['id', 'code', 'name', 'taxCode'])
    .where('id', 'in', period.profileIds)
    .execute();
  return {
    note: DRAFT_NOTE,
    returns: vatReturns(sums, rules).map(({ profile, figures, annex, ...own }) => {
      const { code, name, taxCode } = names.find(({ id }) => id === profile)!;
      return {
        ...own,
        ...{ profileId: profile, profileCode: code, profileName: name, taxCode },
        figures: figures.map(({ group, ...figure }) => ({ ...figure, group: group ?? null })),
        annex: [...annex],
      };
    }),
    outside: await outsideOf(db, periodId),
  };
}

/** Vouchers of the AMIS sales ledgers that are no invoices of ours: they are declared too, at rates that the ledger does not tell. */
async function outsideOf(db: Database, periodId: string) {
  const { rows } = await sql<{
    profileId: string;
    profileCode: string;
    vouchers: number;
    amount: number;
    vatAmount: number;
  }>`
    select e.profile_id, p.code as profile_code, count(distinct e.voucher_number) as vouchers,
      sum(e.amount)::bigint as amount, sum(e.vat_amount)::bigint as vat_amount
    from period_amis_sales e join profiles p on p.id = e.profile_id
    where e.period_id = ${periodId} and not exists (
      select from invoices i where i.period_id = e.period_id and i.profile_id = e.profile_id
        and i.voucher_number = e.voucher_number)
    group by 1, 2 order by 2`.execute(db);
  return rows;
}

type InvoiceRow = {
  invoiceId: string;
  profileCode: string;
  voucherNumber: string;
  invoiceNumber: string;
  date: string;
  status: string;
  buyerName: string;
  rate: string;
  amount: number;
  vatAmount: number;
};

/** The invoices behind a figure: of a profile, a month and a group of rates. */
export async function listVatReturnInvoices(
  db: Database,
  periodId: string,
  query: Call<'listVatReturnInvoices'>['query'],
) {
  await readPeriod(db, periodId);
  const conditions = [sql`true`];
  if (query.profileId?.length) conditions.push(sql`d.profile_id = any(${query.profileId}::uuid[])`);
  if (query.month) conditions.push(sql`to_char(d.date, 'YYYY-MM') = ${query.month}`);
  if (query.group) {
    const rules = await rulesInForce(db);
    const { rows } = await sql<{ rate: string }>`select distinct rate from (${declared(periodId)}) d`.execute(db);
    const rates = rows.map(({ rate }) => rate).filter((rate) => returnGroupOf(rate, rules) === query.group);
    conditions.push(sql`d.rate = any(${rates}::text[])`);
  }
  for (const word of searchPatterns(query.q)) conditions.push(sql`d.search like ${word}`);
  const filtered = sql`from (${declared(periodId)}) d where ${sql.join(conditions, sql` and `)}`;
  const page = await pageOfStatement<InvoiceRow>(db, query, {
    filtered,
    totals: { amount: sql`d.amount`, vatAmount: sql`d.vat_amount` },
    sorts: { date: 'd.date', voucherNumber: 'd.voucher_number', amount: 'd.amount', vatAmount: 'd.vat_amount' },
    fallback: 'date',
    tie: sql`p.code, d.voucher_number, d.rate`,
    rows: (orderBy, limit) => sql`
      select d.id as invoice_id, p.code as profile_code, d.voucher_number, d.invoice_number, d.date, d.status, d.buyer_name, d.rate,
        d.amount, d.vat_amount
      from (select d.* ${filtered}) d join profiles p on p.id = d.profile_id ${orderBy} ${limit}`,
  });
  return { ...page, items: page.items.map(({ status, ...row }) => ({ ...row, status: status as never })) };
}
