import type { WholeTaxInvoice } from '@khop/contract/tax-invoices/resources.ts';
import type { TaxWord } from '@khop/engine/invoice-issuance/tax-settlements/beside-amis.ts';
import type { TaxContent } from '@khop/engine/invoice-issuance/tax-settlements/differences.ts';
import type { TaxLine, TaxSale } from '@khop/engine/invoice-issuance/tax-settlements/parties.ts';
import { parseQuantity } from '@khop/engine/quantity.ts';
import { tokensIn } from '@khop/engine/tax-invoices/lookup.ts';
import { type Decimal, inVnd } from '@khop/engine/tax-invoices/values/decimal.ts';
import { parseVatRate } from '@khop/engine/vat-rate.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../../db/database.ts';

/** Goods that move within the seller (phiếu xuất kho) are no sale. */
const MOVEMENT = '6';

/** The signature of an invoice that settles by itself: whole, and not another firm's. */
export const isProvenSql = (t: string): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(`${t}.verdict`)} in ('intact', 'intact_weak') and ${sql.ref(`${t}.signer`)} <> 'other')`;

type SaleRow = Omit<TaxSale, 'isNamedOnly' | 'tokens' | 'isCorrection'> & {
  readonly relation: string;
  readonly tokens: string[] | null;
  readonly told: { readonly lines: Told['lines']; readonly related: readonly { readonly note: string }[] } | null;
};

/** The current tax invoices that these profiles have sold by, without those that are settled or that a person has refused. */
export async function openSales(db: Database, profileIds: readonly string[]): Promise<TaxSale[]> {
  const { rows } = await sql<SaleRow>`
    select t.invoice_key as key, t.form, t.symbol, t.number, t.date, t.buyer_tax_code, t.total, ${isProvenSql('t')} as is_proven,
      t.relation, t.tokens, case when t.tokens is null then t.invoice end as told
    from tax_invoices t
    where t.is_current and t.number is not null and t.form <> ${MOVEMENT}
      and exists (select from tax_invoice_sides s where s.tax_invoice_id = t.id and s.side = 'sale' and s.profile_id = any(${profileIds}::uuid[]))
      and not exists (select from tax_settlements x where x.invoice_key = t.invoice_key and x.status <> 'review')
      and not exists (select from tax_settlements x where x.earlier_keys @> array[t.invoice_key])
    order by t.invoice_key`.execute(db);
  return [
    ...rows.map(({ told, relation, tokens, ...row }) => ({
      ...row,
      tokens: tokens ?? tokensOfTold(told!),
      isCorrection: relation !== 'new',
      isNamedOnly: false,
    })),
    ...(await namedSales(db, profileIds)),
  ];
}

/** Of an invoice that came before its tokens were kept: those in its lines and remarks. */
const tokensOfTold = ({ lines, related }: NonNullable<SaleRow['told']>): string[] =>
  [...lines.flatMap(({ code, name }) => [code, name]), ...related.map(({ note }) => note)].flatMap(tokensIn);

/** Invoices of these profiles that a proven invoice replaces or adjusts, and whose own files are not there. */
async function namedSales(db: Database, profileIds: readonly string[]): Promise<TaxSale[]> {
  const { rows } = await sql<{ key: string }>`
    select distinct r.other_key as key
    from tax_invoice_relations r join tax_invoices t on t.id = r.tax_invoice_id
    join tax_invoice_sides s on s.tax_invoice_id = t.id and s.side = 'sale' and s.profile_id = any(${profileIds}::uuid[])
    where t.is_current and ${isProvenSql('t')} and r.relation in ('replaces', 'adjusts') and r.other_key is not null
      and starts_with(r.other_key, t.seller_tax_code || '|')
      and not exists (select from tax_invoices o where o.invoice_key = r.other_key)
      and not exists (select from tax_settlements x where x.invoice_key = r.other_key and x.status <> 'review')
      and not exists (select from tax_settlements x where x.earlier_keys @> array[r.other_key])
    order by key`.execute(db);
  return rows.map(({ key }) => ({
    ...{ key, ...namesIn(key), date: null, buyerTaxCode: '', total: null, tokens: [] },
    ...{ isProven: true, isCorrection: false, isNamedOnly: true },
  }));
}

/** The form, symbol and number in an invoice key. */
export function namesIn(key: string) {
  const [, form = '', symbol = '', number = ''] = key.split('|');
  return { form, symbol, number };
}

/** The current file of an invoice key, as far as a settlement keeps it. */
export type KnownFile = {
  readonly id: string;
  readonly date: string | null;
  readonly beforeVat: number | null;
  readonly search: string;
};

/** Keys → what their signed invoices say, with the fate that later ones give them. Keys without a file have the words of those alone. */
export async function wordsOf(
  db: Database,
  keys: readonly string[],
): Promise<ReadonlyMap<string, { readonly word: TaxWord; readonly file: KnownFile | null }>> {
  const { rows } = await sql<{
    key: string;
    id: string | null;
    date: string | null;
    beforeVat: number | null;
    search: string | null;
    fates: readonly Later[];
  }>`
    select k.key, t.id, t.date, t.before_vat, t.search, coalesce((
      select jsonb_agg(jsonb_build_object('relation', r.relation, 'number', n.number) order by n.date nulls first, n.number::numeric)
      from tax_invoice_relations r join tax_invoices n on n.id = r.tax_invoice_id
      where r.other_key = k.key and n.is_current and ${isProvenSql('n')} and n.number is not null
        and n.seller_tax_code = split_part(k.key, '|', 1) and n.invoice_key <> k.key
        and r.relation in ('replaces', 'adjusts')), '[]') as fates
    from unnest(${keys}::text[]) as k (key) left join tax_invoices t on t.invoice_key = k.key and t.is_current`.execute(
    db,
  );
  return new Map(
    rows.map(({ key, id, date, beforeVat, search, fates }) => {
      const { symbol, number } = namesIn(key);
      const word = { number, symbol, date, beforeVat, ...fateOf(fates) };
      return [key, { word, file: id === null ? null : { id, date, beforeVat, search: search ?? '' } }];
    }),
  );
}

type Later = { readonly relation: 'replaces' | 'adjusts'; readonly number: string };

/** Being replaced says more than being adjusted; of several the last. */
function fateOf(later: readonly Later[]): Pick<TaxWord, 'fate' | 'by'> {
  const replacing = later.findLast(({ relation }) => relation === 'replaces');
  if (replacing) return { fate: 'replaced', by: replacing.number };
  const adjusting = later.at(-1);
  return adjusting ? { fate: 'adjusted', by: adjusting.number } : { fate: 'issued', by: '' };
}

type Told = Pick<WholeTaxInvoice, 'lines' | 'exchangeRate' | 'buyer'>;
type ContentRow = {
  readonly key: string;
  readonly date: string | null;
  readonly buyerTaxCode: string;
  readonly beforeVat: number | null;
  readonly vat: number | null;
  readonly total: number | null;
  readonly told: Told;
};

/** Keys → what the current files of these invoices hold, in đồng. */
export async function contentsOf(db: Database, keys: readonly string[]): Promise<ReadonlyMap<string, TaxContent>> {
  const { rows } = await sql<ContentRow>`
    select t.invoice_key as key, t.date, t.buyer_tax_code, t.before_vat, t.vat, t.total, t.invoice as told
    from tax_invoices t where t.is_current and t.invoice_key = any(${keys}::text[])`.execute(db);
  return new Map(
    rows.map(({ key, told, ...head }) => [
      key,
      { head, lines: told.lines.filter(({ kind }) => kind !== 'note').map((line) => lineOf(line, told.exchangeRate)) },
    ]),
  );
}

function lineOf(line: Told['lines'][number], exchangeRate: Decimal | null): TaxLine {
  const isDiscount = line.kind === 'discount';
  // Without a rate an amount of dollars is none of đồng.
  const amount = line.amount === null ? 0 : exchangeRate === null ? null : (inVnd(line.amount, exchangeRate) ?? null);
  return {
    at: line.at,
    code: line.code,
    name: line.name,
    isDiscount,
    quantity: parseQuantity(line.quantity ?? '0'),
    unitPrice: isDiscount || exchangeRate !== '1' ? null : line.unitPrice,
    amount: isDiscount && amount !== null ? -Math.abs(amount) : amount,
    rate: rateOf(line.rate),
  };
}

function rateOf(text: string) {
  try {
    return parseVatRate(text) ?? null;
  } catch {
    return null;
  }
}
