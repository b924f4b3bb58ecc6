import { type RawBuilder, sql } from 'kysely';

/** A closed list of words for `in`: `('draft', 'exported')`. As words, so that a plan is made for them and not for any list. */
export const listed = (words: Iterable<string>): RawBuilder<unknown> =>
  sql`(${sql.join([...words].map((word) => sql.lit(word)))})`;
