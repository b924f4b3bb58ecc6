import { sql } from 'kysely';
import type { Tx } from '../../../db/transaction.ts';
import { alike, CONTENT, giveKeys, MADE } from './lines-alike.ts';

/** A line of a document that the file and the store have under keys of different kinds. */
type Line = {
  readonly isGiven: boolean;
  readonly key: string;
  readonly branch: string;
  readonly kindOfDocument: string;
  readonly document: string;
  readonly item: string;
  readonly content: string;
  readonly ground: string;
};

/**
 * Gives staged lines the keys of the stored lines that they are, where one of the two has row keys of its own and the other has none, or
 * one states the branch or the kind of its documents and the other leaves it blank. Under another key each sale would be there twice.
 * `isWhole`: a document comes with all its lines, so that one that says something else is a correction; of a part, another line.
 */
export async function keepOtherKeys(tx: Tx, runId: string, { isWhole }: { readonly isWhole: boolean }): Promise<void> {
  const lines = await linesUnderOtherKeys(tx, runId);
  const moved = [...Map.groupBy(lines, ({ document }) => document).values()].flatMap((own) => {
    const [given, known] = [own.filter(({ isGiven }) => isGiven), own.filter(({ isGiven }) => !isGiven)];
    return documentsOf(given).flatMap((one) =>
      pairsOf(one, known).flatMap(([line, stored]) =>
        isWhole || line.content === stored.content ? { from: line.key, to: stored.key } : [],
      ),
    );
  });
  await giveKeys(tx, runId, moved);
}

const documentsOf = (lines: readonly Line[]): readonly Line[][] => [
  ...Map.groupBy(lines, ({ branch, kindOfDocument }) => `${branch}\u0000${kindOfDocument}`).values(),
];

const isOneOrBlank = (one: string, other: string): boolean => one === '' || other === '' || one === other;

/** The lines of the stored document that a document of the file is: the only one that may be, and of equal words or with a line in common. */
function pairsOf(given: readonly Line[], known: readonly Line[]): (readonly [given: Line, stored: Line])[] {
  const { branch, kindOfDocument } = given[0]!;
  const possible = documentsOf(known).filter(
    ([one]) => isOneOrBlank(branch, one!.branch) && isOneOrBlank(kindOfDocument, one!.kindOfDocument),
  );
  const [stored] = possible;
  if (!stored || possible.length > 1) return [];
  const isSame = stored[0]!.branch === branch && stored[0]!.kindOfDocument === kindOfDocument;
  const isCommon = given.some((one) =>
    stored.some(({ item, content }) => item === one.item && content === one.content),
  );
  if (!isSame && !isCommon) return [];
  return [...Map.groupBy(given, ({ item }) => item)].flatMap(([item, lines]) => [
    ...alike(
      lines,
      stored.filter((one) => one.item === item),
    ),
  ]);
}

async function linesUnderOtherKeys(tx: Tx, runId: string): Promise<Line[]> {
  const { rows } = await sql<Line>`
    with line as (
      select true as is_given, s.key, d.branch_code, d.doc_code, d.doc_no, d.doc_date, d.item_code, ${CONTENT} as content,
        concat_ws('|', d.kind, d.warehouse_code) as ground, s.row_number as at
      from staged_rows s cross join lateral jsonb_to_record(s.data) as d(branch_code text, doc_code text, doc_no text, doc_date date,
        item_code text, partner_code text, unit text, quantity numeric, unit_price numeric, amount bigint, discount bigint, vat_rate text,
        vat_amount bigint, warehouse_code text, kind text)
      where s.run_id = ${runId} and not exists (select from sales_ledger_lines l where l.source = 'given' and l.source_key = s.key)
      union all
      select false, source_key, branch_code, doc_code, doc_no, doc_date, item_code, ${CONTENT}, concat_ws('|', kind, warehouse_code), 0
      from sales_ledger_lines l
      where source = 'given' and doc_date in (select (data ->> 'doc_date')::date from staged_rows where run_id = ${runId})
        and not exists (select from staged_rows s where s.run_id = ${runId} and s.key = l.source_key)
    ), part as (
      select *, lower(concat_ws('|', doc_no, doc_date)) as document, key ~ ${MADE} as is_made from line
    ), counted as (
      select *,
        -- Row keys of two kinds are two sales: a key of the file's own is one that stays.
        bool_or(is_given and is_made) over same or bool_or(not is_given and is_made) over same as is_asked,
        bool_or(is_given) over same and bool_or(not is_given) over same as is_both
      from part window same as (partition by document)
    )
    select is_given, key, lower(branch_code) as branch, lower(doc_code) as "kindOfDocument", document, lower(item_code) as item, content, ground
    from counted where is_asked and is_both order by document, is_given, at, key`.execute(tx.db);
  return rows;
}
