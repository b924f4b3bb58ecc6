import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { contract } from './index.ts';

/** As many as the specification lists in its section 7, and the local media store's upload. */
const CALLS = 89;
const root = path.resolve(import.meta.dirname, '../..');
const page = readFileSync(path.join(root, 'docs/spec-coverage.md'), 'utf8');
const rows = page
  .split('\n')
  .filter((line) => line.startsWith('| ') && line.endsWith(' |'))
  .map((line) => line.slice(2, -2).split(' | '))
  .filter((cells) => !/^(Specification|Call|Situation|Constant)$/.test(cells[0] ?? ''));

/** Files that a text names between backticks. */
const filesIn = (text: string): string[] =>
  [...text.matchAll(/`((?:contract|docs|e2e|engine|server|web)\/[^`\s]+\.[a-z]+)`/g)].map(([, file]) => file!);

const exists = (file: string): boolean => statSync(path.join(root, file), { throwIfNoEntry: false })?.isFile() ?? false;

describe('the table of the specification', () => {
  test('names only files that are there', () => {
    expect(filesIn(page).filter((file) => !exists(file))).toEqual([]);
  });

  test('names in every row a place and a test that exists under that name', () => {
    const wrong = rows.filter((cells) => {
      const tests = [...cells.at(-1)!.matchAll(/`([^`]+\.test\.ts)` "([^"]+)"/g)];
      return (
        cells.length < 3 ||
        tests.length === 0 ||
        tests.some(([, file, title]) => !readFileSync(path.join(root, file!), 'utf8').includes(title!))
      );
    });
    expect(wrong.map((cells) => cells[0])).toEqual([]);
    expect(rows.length).toBeGreaterThan(150);
  });

  const named = (calls: string): (string | undefined)[] =>
    [...calls.matchAll(/^\| `([A-Z]+) (\/[^`]*)` \| `(\w+)` \|/gm)].map(([, method, address, operation]) => {
      expect(contract[operation as keyof typeof contract], operation).toMatchObject({ method, path: address });
      return operation;
    });
  const beyond = page.indexOf('## Calls beyond the specification');

  test('has every call of section 7 as the contract has it', () => {
    expect(new Set(named(page.slice(page.indexOf('## §7'), beyond))).size).toBe(CALLS);
  });

  test('has every other call of the contract beside them, each once', () => {
    const all = named(page.slice(page.indexOf('## §7'), page.indexOf('## §8')));
    expect(all.toSorted()).toEqual(Object.keys(contract).sort());
  });
});
