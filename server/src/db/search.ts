import { foldText } from '@khop/engine/text/fold.ts';
import { type RawBuilder, sql } from 'kysely';

/** Text for a `search` column: everything a person may type to find the record, without marks and in lower case. */
export const searchText = (...parts: readonly (string | null | undefined)[]): string =>
  foldText(parts.filter(Boolean).join(' ')).replace(/\s+/g, ' ').trim();

const literally = (text: string): string => text.replace(/[\\%_]/g, (mark) => `\\${mark}`);

/** LIKE pattern of a text as it was typed, for a lower-case column: its own `%` and `_` mean themselves. */
export const containing = (text: string): string => `%${literally(text.toLowerCase())}%`;

/** LIKE patterns of a search: every word must occur in the `search` column. */
export const searchPatterns = (q: string | undefined): string[] =>
  foldText(q ?? '')
    .split(/\s+/)
    .filter(Boolean)
    .slice(0, 8)
    .map((word) => `%${literally(word)}%`);

/** A text of a query folded in the database, to compare with `searchPatterns` where there is no `search` column. */
export const folded = (text: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`replace(regexp_replace(normalize(lower(${text}), NFD), '[\u0300-\u036f]', '', 'g'), 'đ', 'd')`;
