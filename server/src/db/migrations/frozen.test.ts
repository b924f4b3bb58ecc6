import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const folder = new URL('../../../migrations/', import.meta.url);
const read = (name: string): Buffer => readFileSync(new URL(name, folder));
const found = readdirSync(folder)
  .filter((name) => !name.endsWith('.sha256'))
  .sort();

/**
 * A migration that a database has is never changed, renamed or removed: that database would stop at it. A new one is
 * added to the end of server/migrations/frozen.sha256, as `sha256sum` writes it (docs/decisions/0035).
 */
it('holds every migration as it was frozen', () => {
  const frozen = read('frozen.sha256').toString().trimEnd().split('\n');
  expect(found.map((name) => `${createHash('sha256').update(read(name)).digest('hex')}  ${name}`)).toEqual(frozen);
});

it('numbers migrations one after the other', () => {
  for (const [index, name] of found.entries()) {
    expect(name).toMatch(/^\d{4}-[a-z]+(-[a-z]+)*\.sql$/);
    expect(Number(name.slice(0, 4)), name).toBe(index + 1);
  }
});
