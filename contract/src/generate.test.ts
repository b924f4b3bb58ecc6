import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { generatedFiles } from './generate.ts';
import { contract } from './index.ts';

test.each(generatedFiles())('$url holds the contract of today; else run `npm run generate`', ({ url, content }) => {
  expect(readFileSync(url, 'utf8')).toBe(content);
});

test('no two operations share a method and a path', () => {
  const places = Object.values(contract).map(
    (endpoint) => `${endpoint.method} ${endpoint.path.replace(/\{[^}]+\}/g, '{}')}`,
  );
  expect(new Set(places).size).toBe(places.length);
});

test('every path parameter is described, and nothing else', () => {
  for (const [name, endpoint] of Object.entries(contract)) {
    const inPath = [...endpoint.path.matchAll(/\{([^}]+)\}/g)].map((match) => match[1]).sort();
    const described = endpoint.params ? Object.keys(endpoint.params.shape).sort() : [];
    expect(described, name).toEqual(inPath);
  }
});
