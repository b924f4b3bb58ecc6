import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { root } from './lib/install.mjs';
import { LONG, LongFilesFirst } from './lib/long-files-first.mjs';

/** The parts of Vitest that its own order asks, of a checkout in which no test has run. */
const fresh = { cache: { getTestSpecificationResult: () => undefined } };
const project = { name: 'e2e', config: { sequence: { groupOrder: 0 }, isolate: false } };

it('begins with the files that take longest, which are there', async () => {
  expect(LONG.filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
  const largest = ['e2e/month/upload-places.test.ts', 'e2e/month/month.test.ts'];
  const files = [...largest, ...LONG].map((file) => ({ moduleId: path.join(root, file), project }));
  const sorted = await new LongFilesFirst(fresh as never).sort(files as never);
  const names = sorted.map(({ moduleId }) => path.relative(root, moduleId));
  expect(names.slice(0, LONG.length).sort()).toEqual([...LONG].sort());
  expect(names.slice(LONG.length)).toEqual(largest);
});
