import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { STOCK_CAUSES } from '../shortages/stock-causes.ts';
import { CASES } from './finding-fixture.ts';

const folder = new URL('../', import.meta.url);
/** Codes that the sources of the engine write down as findings or warnings; the effects of rules and the causes of lacks have codes of their own. */
function codesInSources(): string[] {
  const files = readdirSync(folder, { recursive: true })
    .map(String)
    .filter((name) => name.endsWith('.ts') && !/test|fixture|allocate|^rule-changes/.test(name));
  const codes = files.flatMap((name) => {
    const text = readFileSync(new URL(name, folder), 'utf8');
    const asFinding = /(?:code: |find\(\s*|warn\(\s*|push\(\s*|finding\(|\? )'([A-Z]+(?:_[A-Z]+)+|NO_SALES)'/g;
    return [...text.matchAll(asFinding)].map(([, code]) => code!);
  });
  return [...new Set(codes)].filter((code) => !STOCK_CAUSES.some((cause) => cause === code)).sort();
}

test('no code of the sources is without a case that leads to its records', () => {
  expect(codesInSources().filter((code) => !Object.hasOwn(CASES, code))).toEqual([]);
  expect(codesInSources().length).toBeGreaterThan(25);
});
