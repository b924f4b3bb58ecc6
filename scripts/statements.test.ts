import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { root } from './lib/install.mjs';
import { ON_EVERY_POSTGRES } from './lib/on-every-postgres.mjs';
import { noteOf, notSentIn, plain } from './lib/statements.mjs';

it.each([
  ['select a from b where c = $1 -- because\n  and d in ($2, $3)', 'select a from b where c = ? and d in (?)'],
  ['insert into a values ($1, $2), ($3, $4)', 'insert into a values (?)'],
  ["update a set b = 'x', c = 5 where d = any($1::text[])", "update a set b = '…', c = # where d = any(?)"],
  ['create database khop_test_00ff template khop_template_12', 'create database khop_… template khop_…'],
])('compares %s', (text, same) => {
  expect(plain(text)).toBe(same);
});

const at = (file: string) => `    at async send (${path.join(root, file)}:12:3)`;
const stack = (...files: string[]) => ['Error', at('node_modules/pg/lib/client.js'), ...files.map(at)].join('\n');

it('notes the place in the service that sends a statement, not tests and what is made for them', () => {
  const sent = { place: 'server/src/db/list.ts:12', text: 'select #' };
  expect(noteOf('select 1', stack('server/src/db/list.ts', 'server/src/http/bind.ts'))).toEqual(sent);
  expect(noteOf('select 1', stack('server/src/features/x.db.test.ts', 'server/src/db/list.ts'))).toBeNull();
  expect(noteOf('select 1', stack('server/src/testing/office.ts', 'server/src/db/list.ts'))).toBeNull();
  expect(noteOf('select 1', stack())).toBeNull();
});

it('names a place whose statements were sent in one run only, and a file that sends them', () => {
  const whole = [
    { place: 'a.ts:1', text: 'select a', test: 'a.db.test.ts' },
    { place: 'b.ts:2', text: 'select b where c = ?', test: 'a.db.test.ts' },
    { place: 'c.ts:3', text: 'select c', test: 'a.db.test.ts' },
    { place: 'd.ts:4', text: 'select d', test: 'b.db.test.ts' },
  ];
  const part = [
    { place: 'a.ts:1', text: 'select a' },
    { place: 'b.ts:2', text: 'select b' },
    { place: 'e.ts:5', text: 'select c' },
  ];
  expect(notSentIn(whole, part)).toEqual(['d.ts:4: select d (b.db.test.ts)']);
  expect(notSentIn(whole, whole)).toEqual([]);
});

it('runs files on every PostgreSQL that are there', () => {
  expect(ON_EVERY_POSTGRES.filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
});
