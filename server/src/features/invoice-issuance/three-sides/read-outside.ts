import { addDays } from '@khop/engine/day.ts';
import { sql } from 'kysely';
import { AROUND, nameOfNumber, type Outside } from './groups.ts';
import { NO_DELIVERIES, selectElsewhere, selectInvoices } from './read-deliveries.ts';
import { type LedgerAsked, selectOutsideEntries } from './read-ledgers.ts';

/** Periods that may have a side of an invoice of the days that are compared. */
const near = ({ days }: LedgerAsked) => sql`
  select p.id from invoice_periods p where p.to_date >= ${addDays(days.from, -AROUND)} and p.from_date <= ${addDays(days.to, AROUND)}`;

const plainSymbol = (column: string) =>
  sql`regexp_replace(regexp_replace(upper(${sql.ref(column)}), '\\s', '', 'g'), '^[0-9]([CK][0-9]{2})', '\\1')`;

const taxOfDays = ({ days }: LedgerAsked) => sql`side_tax t where t.date between ${days.from} and ${days.to}`;

/**
 * Entries and deliveries of other periods, of sales whose other side is in these days. A sale of the 30th that
 * is invoiced on the 2nd has its invoice in one month, delivery and entry in the one before.
 */
export const selectOutside = (asked: LedgerAsked, delivers: boolean): Outside => ({
  vouchers: selectVouchers(asked),
  books: selectOutsideEntries(asked),
  deliveries: delivers ? selectDeliveries(asked) : NO_DELIVERIES,
});

/**
 * Vouchers that the ledger of another period counts: they name an invoice of these days, or are those of invoices of ours that are settled
 * by one, or that were made of this period's sales. A number without its symbol says nothing: each symbol has one.
 * The own ledger is right about what it has itself. A voucher that several have is read once, from the one of its day.
 */
const selectVouchers = (asked: LedgerAsked) => {
  const { periodId, profileId, days } = asked;
  return sql`
    select distinct on (e.voucher_number) e.voucher_number as voucher, e.period_id
    from period_amis_sales e
    join invoice_periods q on q.id = e.period_id
    left join period_loads l on l.period_id = e.period_id and l.profile_id = e.profile_id and l.kind = 'sales_ledger'
    where e.profile_id = ${profileId} and e.period_id <> ${periodId} and e.period_id in (${near(asked)})
      and e.document_date between ${addDays(days.from, -AROUND)} and ${addDays(days.to, AROUND)}
      and case when e.document_date between q.from_date and q.to_date
        then e.document_date not between ${days.from} and ${days.to}
        else e.document_date not between coalesce(l.from_date, q.from_date) and coalesce(l.to_date, q.to_date) end
      and (e.invoice_number <> '' and (e.invoice_date between ${days.from} and ${days.to}
          or (${plainSymbol('e.invoice_symbol')}, ${nameOfNumber(sql.ref('e.invoice_number'))}) in (select t.symbol, t.name from ${taxOfDays(asked)}))
        or e.voucher_number in (
          select i.voucher_number from tax_settlements x join invoices i on i.id = x.invoice_id
          where i.profile_id = ${profileId} and x.invoice_key in (select t.key from ${taxOfDays(asked)}))
        or e.voucher_number in (
          select d.voucher from side_own_deliveries d
          where d.voucher is not null and not exists (select from invoices i where i.id::text = d.id and i.status = 'draft')))
      and not exists (
        select from period_amis_sales s
        where s.period_id = ${periodId} and s.profile_id = ${profileId} and s.voucher_number = e.voucher_number)
    order by e.voucher_number, e.document_date between q.from_date and q.to_date desc, q.from_date, q.id`;
};

/** Deliveries of other periods whose invoice or entry is one of these days. */
const selectDeliveries = (asked: LedgerAsked) => {
  const { periodId, profileId } = asked;
  const isHere = (voucher: string) => sql`(${sql.ref(voucher)} in (
      select s.voucher_number from period_amis_sales s where s.period_id = ${periodId} and s.profile_id = ${profileId})
    or ${sql.ref(voucher)} in (select o.voucher from side_outside o))`;
  return sql`
    ${selectInvoices(profileId)} and i.period_id <> ${periodId} and i.period_id in (${near(asked)})
      and (x.invoice_key in (select t.key from ${taxOfDays(asked)})
        or (${plainSymbol('i.invoice_symbol')}, ${nameOfNumber(sql.ref('i.invoice_number'))}) in (select t.symbol, t.name from ${taxOfDays(asked)})
        or i.status <> 'draft' and ${isHere('i.voucher_number')})
    union all
    ${selectElsewhere(asked)} and a.period_id <> ${periodId} and a.period_id in (${near(asked)}) and ${isHere('a.voucher_number')}`;
};
