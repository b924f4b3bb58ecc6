import pg from 'pg';

/**
 * Tables of attempts, sign-ins and work under way, not of the books: revisions are drawn by chance, and events are
 * sealed a moment after they were written.
 */
const NOT_BOOKS: readonly string[] = [
  'runs',
  'users',
  'user_sessions',
  'uploads',
  'upload_chunks',
  'idempotency_keys',
  'staged_rows',
  'media_secret',
  'data_changes',
  'audit_seals',
];

/** Rows of each table, in order. */
export type State = ReadonlyMap<string, readonly string[]>;

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const MOMENT = /\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:?\d\d)?/g;
const HASH = /[0-9a-f]{64}|[0-9a-f]{32}/g;
/** Values that depend on drawn ids: keys, and hashes over ids. */
const DRAWN = /"(madeBy|idempotency_key|inputHash)": "[^"]*"/g;
const PERSON = /nguoi\d+@khop\.local/g;

/**
 * Every row of every table of the books, as texts that are equal in two installations with the same history: profiles
 * by their codes, other ids and moments left out.
 */
export async function stateOf(databaseUrl: string): Promise<State> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows: profiles } = await client.query<{ id: string; code: string }>('select id::text, code from profiles');
    const codes = new Map(profiles.map(({ id, code }) => [id, `«${code}»`]));
    const plain = (row: string) =>
      row
        .replace(UUID, (id) => codes.get(id) ?? '#')
        .replace(MOMENT, '@')
        .replace(HASH, '#')
        .replace(DRAWN, '')
        .replace(PERSON, '@');
    const { rows: tables } = await client.query<{ name: string }>(
      `select table_name as name from information_schema.tables
       where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`,
    );
    const state = new Map<string, string[]>();
    for (const { name } of tables.filter((table) => !NOT_BOOKS.includes(table.name))) {
      const { rows } = await client.query<{ row: string }>(
        // A kept file holds the moments of its making; the rows that it was made of are compared.
        `select (to_jsonb(t) - 'content')::text as row from "${name}" t`,
      );
      state.set(name, rows.map(({ row }) => plain(row)).sort());
    }
    return state;
  } finally {
    await client.end();
  }
}

/** The tables in which two states differ, as sentences with the first place where their rows do. */
export function differences(one: State, other: State): string[] {
  return [...new Set([...one.keys(), ...other.keys()])].flatMap((name) => {
    const [a, b] = [one.get(name) ?? [], other.get(name) ?? []];
    const [onlyA, onlyB] = [firstBeside(a, b), firstBeside(b, a)];
    if (onlyA === undefined && onlyB === undefined && a.length === b.length) return [];
    return [`${name}: ${a.length} dòng, ${b.length} dòng sau các lần chết; ${apart(onlyA ?? '', onlyB ?? '')}`];
  });
}

function firstBeside(rows: readonly string[], others: readonly string[]): string | undefined {
  const known = new Set(others);
  return rows.find((row) => !known.has(row));
}

/** The two texts from a little before the first letter in which they differ. */
function apart(one: string, other: string): string {
  const at = [...one].findIndex((letter, index) => letter !== other[index]);
  const part = (text: string) => `«${text.slice(Math.max(0, at - 60), at + 60)}»`;
  return `${part(one)} và ${part(other)}`;
}
