import { type RawBuilder, sql } from 'kysely';

/** A symbol as it is compared: without the form's leading number, as `bareSymbol` of the engine has it. */
export const bareSymbolSql = (column: string): RawBuilder<string> =>
  sql`regexp_replace(upper(btrim(${sql.raw(column)})), '^[1-9](?=[CK])', '')`;

/** The symbol of profile `p`, where an invoice of that day can have it: a profile knows this year's alone. */
export const profileSymbolOn = (day: string): RawBuilder<string | null> =>
  sql`case when ${sql.raw(day)} is null or to_char(${sql.raw(day)}, 'YY') = substring(p.invoice_symbol from '(\\d\\d)[A-Z]')
    then p.invoice_symbol end`;
