import { columnOf, emptyOf, type Field, fieldOf, namesOf } from '@khop/engine/records/record.ts';
import { records } from '@khop/engine/records/records.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { createPool } from '../database.ts';
import { PATIENCE } from '../patience.ts';

let database: TestDatabase;
let pool: ReturnType<typeof createPool>;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = createPool(database.url, 2, PATIENCE.commands);
});
afterAll(async () => {
  await pool?.end();
  await database?.drop();
});

/** Columns of the service itself: keys, bookkeeping, and the text that the search reads. */
const OWN = ['id', 'profile_id', 'type', 'search', 'fingerprint', 'version', 'created_at', 'updated_at'];

const TYPES: Partial<Record<Field['kind'], string>> = {
  boolean: 'boolean',
  price: 'numeric',
  quantity: 'numeric',
  vnd: 'bigint',
  day: 'date',
};

/** The columns that a record has beside its fields. */
const BESIDE: Readonly<Record<string, readonly string[]>> = { amis_products: ['accounts'] };

type Column = { column: string; type: string; nullable: boolean; standard: string | null };

/** The value that a new row has in the column of a field, as PostgreSQL writes it. */
function standardOf(field: Field): string | null {
  const empty = emptyOf(field);
  return empty === null ? null : typeof empty === 'string' ? `'${empty}'::text` : String(empty);
}

describe.each(records.map((record) => [record.table, record] as const))('%s', (table, record) => {
  it('has exactly the columns that its record says, and each holds what the record says', async () => {
    const { rows } = await pool.query<Column>(
      `select column_name as column, data_type as type, is_nullable = 'YES' as nullable, column_default as standard
       from information_schema.columns where table_schema = 'public' and table_name = $1`,
      [table],
    );
    const own = rows
      .filter(({ column }) => !OWN.includes(column) && !BESIDE[table]?.includes(column))
      .map(({ column }) => column);
    expect(own.sort()).toEqual(
      namesOf(record)
        .map((name) => columnOf(record, name))
        .sort(),
    );
    for (const name of namesOf(record)) {
      const field = fieldOf(record, name);
      const column = rows.find((row) => row.column === columnOf(record, name));
      expect(column, name).toMatchObject({ type: TYPES[field.kind] ?? 'text', nullable: field.nullable === true });
      // A value that every record states needs no standard.
      if (field.heading?.required !== 'value') expect(column?.standard, name).toBe(standardOf(field));
    }
  });
});
