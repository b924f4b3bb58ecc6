import { compare } from '@khop/engine/order.ts';
import { sql } from 'kysely';
import type { Tx } from '../../../db/transaction.ts';

/** A line whose document has its item at several places, in the file and in the store together. */
export type SeveralLine = {
  /** Its document and item, and its place among their lines: "given/CN01/HD/123/2026-09-05/VT1" and 2. */
  readonly base: string;
  readonly place: number;
  /** All that it says of the sale. */
  readonly content: string;
  /** The part that a correction of the figures leaves alone: kind and warehouse. */
  readonly ground: string;
};

const keyOf = ({ base, place }: Pick<SeveralLine, 'base' | 'place'>): string => `${base}#${place}`;

/** The words of a line about its sale, by which lines of one document and item are distinguished. */
export type AlikeLine = Pick<SeveralLine, 'content' | 'ground'>;

/**
 * The stored line that each line of a file is, all of one document and item: the one that says the same, else one of its kind
 * and warehouse, else the next in order; a line beyond them is none of them. By order alone a file that is sorted in another way, or
 * filtered by a warehouse, would write one sale over another.
 */
export function alike<Given extends AlikeLine, Known extends AlikeLine>(
  given: readonly Given[],
  known: readonly Known[],
): Map<Given, Known> {
  const free = [...known];
  const found = new Map<Given, Known>();
  const tests: ((one: AlikeLine, other: AlikeLine) => boolean)[] = [
    (one, other) => one.content === other.content,
    (one, other) => one.ground === other.ground,
    () => true,
  ];
  for (const isAlike of tests)
    for (const line of given) {
      if (found.has(line)) continue;
      const at = free.findIndex((other) => isAlike(line, other));
      if (at >= 0) found.set(line, free.splice(at, 1)[0]!);
    }
  return found;
}

/** The places of a file's lines among the stored ones that they are; a line beyond them comes after all. */
export function placesOf(given: readonly SeveralLine[], known: readonly SeveralLine[]): Map<SeveralLine, number> {
  const inOrder = (lines: readonly SeveralLine[]) => lines.toSorted((a, b) => a.place - b.place);
  const found = alike(inOrder(given), inOrder(known));
  const places = new Map([...found].map(([line, { place }]) => [line, place]));
  let last = Math.max(0, ...known.map(({ place }) => place));
  for (const line of inOrder(given)) if (!places.has(line)) places.set(line, ++last);
  return places;
}

/** Gives staged lines of a document that has their item several times the keys of the stored lines that they are. */
export async function keepLines(tx: Tx, runId: string): Promise<void> {
  const { given, known } = await severalLines(tx, runId);
  const knownOf = Map.groupBy(known, ({ base }) => base.toLowerCase());
  const moved: { from: string; to: string }[] = [];
  for (const [base, lines] of Map.groupBy(given, (line) => line.base.toLowerCase())) {
    const stored = knownOf.get(base) ?? [];
    for (const [line, place] of placesOf(lines, stored)) {
      const to = keyOf({ base: stored[0]?.base ?? line.base, place });
      if (to !== keyOf(line)) moved.push({ from: keyOf(line), to });
    }
  }
  await giveKeys(tx, runId, moved);
}

/** Gives staged lines other keys, in two steps: lines that change places would meet under one key. */
export async function giveKeys(tx: Tx, runId: string, moved: { from: string; to: string }[]): Promise<void> {
  const inOrder = moved.toSorted((a, b) => compare(a.from, b.from));
  await sql`update staged_rows s set key = '~' || m.key, data = s.data || jsonb_build_object('source_key', m.key)
    from unnest(${inOrder.map(({ from }) => from)}::text[], ${inOrder.map(({ to }) => to)}::text[]) as m(written, key)
    where s.run_id = ${runId} and s.key = m.written`.execute(tx.db);
  await sql`update staged_rows set key = substr(key, 2) where run_id = ${runId} and key like '~%'`.execute(tx.db);
}

type Found = SeveralLine & { readonly isGiven: boolean };

/** The keys that were made of document, day, item and place; a row key of the file's own is one that stays. */
export const MADE = sql`'/[0-9]{4}-[0-9]{2}-[0-9]{2}/.*#[0-9]+$'`;
/** All that a row with the columns of the ledger says of its sale. */
export const CONTENT = sql`concat_ws('|', partner_code, unit, trim_scale(quantity), trim_scale(unit_price), amount, discount, vat_rate, vat_amount,
  warehouse_code, kind)`;

async function severalLines(tx: Tx, runId: string) {
  const { rows } = await sql<Found>`
    with line as (
      select true as is_given, d.source_key, ${CONTENT} as content, concat_ws('|', kind, warehouse_code) as ground, doc_date
      from staged_rows s cross join lateral jsonb_to_record(s.data) as d(source_key text, doc_date date, partner_code text, unit text,
        quantity numeric, unit_price numeric, amount bigint, discount bigint, vat_rate text, vat_amount bigint, warehouse_code text, kind text)
      where s.run_id = ${runId} and s.key ~ ${MADE}
      union all
      select false, source_key, ${CONTENT}, concat_ws('|', kind, warehouse_code), doc_date
      from sales_ledger_lines
      where source = 'given' and source_key ~ ${MADE}
        and doc_date in (select (data ->> 'doc_date')::date from staged_rows where run_id = ${runId})
    ), part as (
      select *, regexp_replace(source_key, '#[0-9]+$', '') as base, substring(source_key from '#([0-9]+)$')::int as place from line
    ), counted as (
      select *, count(*) filter (where is_given) over same as given, count(*) filter (where not is_given) over same as known,
        min(place) over same <> max(place) over same as is_several
      from part window same as (partition by lower(base))
    )
    select is_given, base, place, content, ground from counted
    where given > 0 and known > 0 and is_several order by base, place`.execute(tx.db);
  return { given: rows.filter(({ isGiven }) => isGiven), known: rows.filter(({ isGiven }) => !isGiven) };
}
