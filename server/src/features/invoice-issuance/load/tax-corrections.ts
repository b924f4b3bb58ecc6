import { isSameSeries } from '@khop/engine/invoice-issuance/amis-ledger/last-issued.ts';
import type { InvoiceReference } from '@khop/engine/invoice-issuance/amis-ledger/reference-words.ts';
import { plainNumber } from '@khop/engine/invoice-issuance/amis-ledger/reference-words.ts';
import { plainSymbol } from '@khop/engine/tax-invoices/identity.ts';
import { foldText } from '@khop/engine/text/fold.ts';
import { sql } from 'kysely';
import type { Database } from '../../../db/database.ts';

type Row = {
  readonly key: string;
  readonly number: string;
  readonly symbol: string;
  readonly year: string;
  readonly relation: 'replaces' | 'adjusts';
  readonly otherKey: string;
};

/** Number and year of an entry's invoice → the invoices that it replaces or adjusts by its signed tax invoice. */
export type CorrectionOfEntry = (number: string, day: string) => InvoiceReference | undefined;

/**
 * The word of the proven tax invoices of a profile on the invoices that they correct. The AMIS ledger may have their numbers without
 * symbols: of two symbols with one number in a year the profile's own of that year counts, or none.
 */
export async function taxCorrections(db: Database, profileId: string): Promise<CorrectionOfEntry> {
  const { rows } = await sql<Row & { own: string }>`
    select t.invoice_key as key, t.number, t.symbol, left(t.date::text, 4) as year, r.relation, r.other_key, p.invoice_symbol as own
    from tax_invoices t
    join tax_invoice_sides s on s.tax_invoice_id = t.id and s.side = 'sale' and s.profile_id = ${profileId}
    join profiles p on p.id = s.profile_id
    join tax_invoice_relations r on r.tax_invoice_id = t.id
    where t.is_current and t.verdict in ('intact', 'intact_weak') and t.signer <> 'other' and t.date is not null
      and r.relation in ('replaces', 'adjusts') and starts_with(r.other_key, t.seller_tax_code || '|')
    order by t.invoice_key, r.position`.execute(db);
  const found = new Map<string, InvoiceReference>();
  for (const [name, all] of Map.groupBy(rows, ({ number, year }) => `${plainNumber(number)} ${year}`)) {
    const isOwn = ({ symbol, own }: (typeof all)[number]) => own === '' || isSameSeries(symbol, own);
    const own = all.filter(isOwn);
    const [first] = own;
    if (!first || new Set(own.map(({ key }) => key)).size > 1) continue;
    const { relation } = first;
    const invoices = own.filter((one) => one.relation === relation).map(({ otherKey }) => namedIn(otherKey));
    found.set(name, {
      ...{ fate: relation === 'replaces' ? 'replaced' : 'adjusted', invoices, list: undefined, direction: undefined },
    });
  }
  return (number, day) => (found.size === 0 ? undefined : found.get(`${plainNumber(number)} ${day.slice(0, 4)}`));
}

function namedIn(key: string) {
  const [, form = '', symbol = '', number = ''] = key.split('|');
  return { number: plainNumber(number), symbol: foldText(plainSymbol(symbol)), form, date: undefined };
}
