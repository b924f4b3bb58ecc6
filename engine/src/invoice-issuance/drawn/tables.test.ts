import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/*
 * Every table that a file of invoice issuance gives to others (names, remedies, statuses, patterns) is as it was last
 * agreed to. `vitest -u` writes it anew.
 */
const room = join(import.meta.dirname, '..');
const files = readdirSync(room, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !/\.test\.ts$|-fixture\.ts$|shipped-rules\.ts$/.test(file))
  .toSorted();

const plain = (value: unknown): unknown => {
  if (value instanceof RegExp) return String(value);
  if (value instanceof Set || value instanceof Map) return [...(value as Iterable<unknown>)];
  return typeof value === 'bigint' ? String(value) : value;
};

test('every table is as agreed to', async () => {
  const text: string[] = [];
  for (const file of files) {
    const exported = (await import(join(room, file))) as Record<string, unknown>;
    for (const [name, value] of Object.entries(exported))
      if (typeof value !== 'function') text.push(`${file} ${name} ${JSON.stringify(value, (_, one) => plain(one))}`);
  }
  await expect(text.toSorted().join('\n')).toMatchFileSnapshot('../../../golden/drawn/tables.txt');
});
