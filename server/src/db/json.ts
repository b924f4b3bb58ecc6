import type { ColumnType } from 'kysely';

/** A jsonb column: read as parsed JSON of unknown shape, written as JSON text (arrays would otherwise become SQL arrays). */
export type Json = ColumnType<unknown, string, string>;

/**
 * The text to write into a jsonb column. jsonb refuses U+0000 and halves of surrogate pairs, which people do not type
 * but files may hold: they are left out.
 */
export function toJson(value: unknown): string {
  const text = JSON.stringify(value ?? null);
  if (!/\\u(0000|d[89a-f])/.test(text)) return text;
  return JSON.stringify(value, (_name, part: unknown) =>
    typeof part === 'string' ? part.replaceAll('\0', '').toWellFormed() : part,
  );
}
