import { sql } from 'kysely';
import type { Database } from '../../../db/database.ts';
import { folded, searchPatterns } from '../../../db/search.ts';
import type { Call } from '../../../http/call.ts';
import { found } from '../../../refusal.ts';
import { readPeriod } from '../period-rows.ts';
import { presentReviews, type ReviewRow, reviews } from './reviews.ts';

type EntryRef = { readonly profileId: string; readonly entryKey: string };

/** As many lines are offered at once; a person who looks for another one types. */
const MOST = 50;
/** An entry by hand follows its sale by so many days at most … */
const DAYS_AFTER_SALE = 31;
/** … or comes before it by so many. */
const DAYS_BEFORE_SALE = 3;

/**
 * One entry of the AMIS sales ledger, of whatever state, with the Bravo lines that it may be: those that the plan or an earlier
 * decision named, and then the likeliest of the period. A text finds any line of the period instead.
 */
export async function getEntryReview(db: Database, periodId: string, query: Call<'getEntryReview'>['query']) {
  await readPeriod(db, periodId);
  const { rows } = await sql<ReviewRow>`${reviews(periodId, theEntry(periodId, query))}`.execute(db);
  const row = found(rows[0], 'Sổ bán hàng AMIS của kỳ không còn dòng này. Hãy tải lại danh sách.');
  const likely = await likelyLines(db, periodId, query);
  const [review] = await presentReviews(db, periodId, [
    { ...row, candidates: searchPatterns(query.q).length > 0 ? likely : [...row.candidates, ...likely] },
  ]);
  return review!;
}

const theEntry = (periodId: string, { profileId, entryKey }: EntryRef) => sql`
  select s.profile_id, s.entry_key, coalesce(r.candidates, d.candidates, '[]'::jsonb) as candidates,
    coalesce(r.why, d.why, '') as why, '{}'::jsonb as entry,
    d.created_by as decided_by, d.created_at as decided_at, d.source_key as decided_line, d.other_lines, coalesce(d.note, '') as note
  from period_amis_sales s
  left join period_reviews r on r.period_id = s.period_id and r.profile_id = s.profile_id and r.entry_key = s.entry_key
  left join period_reconciliations d on d.period_id = s.period_id and d.profile_id = s.profile_id and d.entry_key = s.entry_key
  where s.period_id = ${periodId} and s.profile_id = ${profileId} and s.entry_key = ${entryKey}`;

/** The Bravo partners that the customer of an entry `e` is: by connection, by tax code, by name. */
const buyers = sql`
  select c.bravo_code as code from partner_connections c join amis_partners a on a.id = c.amis_partner_id
    where c.profile_id = (select profile_id from e) and lower(a.code) = (select lower(customer_code) from e)
  union
  select b.code from bravo_partners b join amis_partners a on a.tax_code = b.tax_code and a.tax_code <> ''
    where a.profile_id = (select profile_id from e) and lower(a.code) = (select lower(customer_code) from e)
  union
  select b.code from bravo_partners b where ${folded(sql`b.name`)} = (select ${folded(sql`customer_name`)} from e where customer_name <> '')`;

/** The Bravo items that the product of an entry `e` is connected with. */
const items = sql`
  select c.bravo_code from product_connections c join amis_products a on a.id = c.amis_product_id
    where c.profile_id = (select profile_id from e) and lower(a.code) = (select lower(product_code) from e)`;

/**
 * The keys of the lines that an entry may be, likeliest first: of a document that it names, of the same buyer, of the same
 * amount, of the same goods on its day (which it may gather), by days and by amount. Reads the lines of the period once: of
 * twenty thousand in 30 ms, and in 300 ms when their texts are searched.
 */
async function likelyLines(db: Database, periodId: string, { profileId, entryKey, q }: EntryRef & { q?: string }) {
  const words = searchPatterns(q);
  const text = folded(sql`concat_ws(' ', l.document_key, l.item_code, l.item_name, l.partner_code, b.name)`);
  const wanted =
    words.length > 0
      ? sql.join(
          words.map((word) => sql`${text} like ${word}`),
          sql` and `,
        )
      : sql`l.doc_date between e.document_date - ${DAYS_AFTER_SALE}::int and e.document_date + ${DAYS_BEFORE_SALE}::int
          and (k.named or k.same_buyer or k.same_amount or k.gathered)`;
  const { rows } = await sql<{ line: string }>`
    with e as (select * from period_amis_sales where period_id = ${periodId} and profile_id = ${profileId} and entry_key = ${entryKey})
    select l.source_key as line
    from e
    join period_sales_lines l on l.period_id = e.period_id
    left join bravo_partners b on b.code = l.partner_code
    cross join lateral (select l.amount - l.discount = e.amount as same_amount, l.partner_code in (${buyers}) as same_buyer,
      l.doc_date = e.document_date and l.item_code in (${items}) as gathered,
      length(l.doc_no) >= 4 and position(lower(l.doc_no) in lower(e.voucher_number || ' ' || e.description)) > 0 as named) k
    where ${wanted}
    order by k.named desc, k.same_buyer desc, k.same_amount desc, k.gathered desc, abs(l.doc_date - e.document_date),
      abs(l.amount - l.discount - e.amount), l.source_key
    limit ${MOST}`.execute(db);
  return rows.map((row) => row.line);
}
