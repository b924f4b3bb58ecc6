// The order in which test files begin.
import path from 'node:path';
import { BaseSequencer } from 'vitest/node';
import { root } from './install.mjs';

/** Files that take minutes and are small: without times of an earlier run Vitest begins with the largest. */
export const LONG = ['e2e/accessibility.test.ts', 'server/src/features/every-operation.good.db.test.ts'];

const isLong = ({ moduleId }) => LONG.includes(path.relative(root, moduleId));

/** Vitest's own order, but for the longest files: one that begins last keeps one core waiting for it, with the others idle. */
export class LongFilesFirst extends BaseSequencer {
  async sort(files) {
    const sorted = await super.sort(files);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}
