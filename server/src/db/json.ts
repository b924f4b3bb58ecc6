import type { ColumnType } from 'kysely';

/** A jsonb column: read as parsed JSON of unknown shape, written as JSON text (arrays would otherwise become SQL arrays). */
export type Json = ColumnType<unknown, string, string>;

/** The text to write into a jsonb column. */
export const toJson = (value: unknown): string => JSON.stringify(value ?? null);
