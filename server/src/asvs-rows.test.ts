import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { repositoryRoot } from './config.ts';

const page = readFileSync(path.join(repositoryRoot, 'docs', 'security.md'), 'utf8');
const rows = page
  .slice(page.indexOf('## ASVS 5.0'))
  .split('\n')
  .filter((line) => /^\| \d/.test(line));

const textOf = (file: string): string => readFileSync(path.join(repositoryRoot, file), 'utf8');

it('every row names the places where it holds, and they are there', () => {
  const places = rows.flatMap((row) => [...row.matchAll(/`((?:bench|contract|e2e|engine|server|web)\/[^`]*)`/g)]);
  expect(places.map(([, file]) => file!).filter((file) => !existsSync(path.join(repositoryRoot, file)))).toEqual([]);
  expect(rows.length).toBeGreaterThan(25);
});

it('every row has a test that is there under its name', () => {
  for (const row of rows) {
    const tests = [
      ...row
        .split(' | ')
        .at(-1)!
        .matchAll(/`([^`]+\.test\.tsx?)` "([^"]+)"/g),
    ];
    expect(tests.length, row).toBeGreaterThan(0);
    for (const [, file, title] of tests) expect(textOf(file!), row).toContain(title!);
  }
});
