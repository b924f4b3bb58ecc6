import { sql } from 'kysely';
import type { Database } from '../../db/database.ts';
import { bareSymbolSql } from './symbols.ts';

/**
 * The last day on which AMIS is known to have issued an invoice in the profile's symbol, whichever period knows it: from
 * invoices of ours that have a number, and from the sales ledgers that periods hold. A symbol is of one year; null when nothing
 * is known.
 */
export async function lastIssuedOf(db: Database, profileId: string): Promise<string | null> {
  const { rows } = await sql<{ day: string | null }>`
    select max(d.day) as day
    from profiles p, lateral (
      select i.invoice_date as day from invoices i
      where i.profile_id = p.id and i.invoice_number is not null and i.invoice_date is not null
        and coalesce(i.invoice_symbol, p.invoice_symbol) = p.invoice_symbol
      union all
      select s.invoice_date from period_amis_sales s
      where s.profile_id = p.id and s.invoice_number <> '' and s.invoice_date is not null
        and (s.invoice_symbol = '' or p.invoice_symbol = '' or ${bareSymbolSql('s.invoice_symbol')} = ${bareSymbolSql('p.invoice_symbol')})) d
    where p.id = ${profileId}
      and (p.invoice_symbol = '' or to_char(d.day, 'YY') = substring(p.invoice_symbol from '(\\d\\d)[A-Z]'))`.execute(
    db,
  );
  return rows[0]?.day ?? null;
}
