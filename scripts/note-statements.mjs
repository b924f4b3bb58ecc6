// Notes every statement that a test file has the service send, in the folder KHOP_TEST_STATEMENTS, for lib/statements.mjs.
import { appendFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { expect } from 'vitest';
import { root } from './lib/install.mjs';
import { noteOf } from './lib/statements.mjs';

const { KHOP_TEST_STATEMENTS: folder } = process.env;
if (folder) {
  const test = path.relative(root, expect.getState().testPath);
  const file = path.join(folder, `${test.replaceAll('/', '·')}.jsonl`);
  const noted = new Set();
  // A worker keeps its modules from file to file: the statement is noted for the file that runs.
  globalThis.khopSends ??= pg.Client.prototype.query;
  const sends = globalThis.khopSends;
  pg.Client.prototype.query = function (config, ...rest) {
    const text = typeof config === 'string' ? config : config?.text;
    if (text && !noted.has(text)) {
      noted.add(text);
      const { stackTraceLimit } = Error;
      // Between a statement and who asked for it lie the libraries.
      Error.stackTraceLimit = 40;
      const note = noteOf(text, new Error().stack ?? '');
      Error.stackTraceLimit = stackTraceLimit;
      // At once: some tests kill what they test, and a file may end in a moment.
      if (note) appendFileSync(file, `${JSON.stringify({ ...note, test })}\n`);
    }
    return sends.call(this, config, ...rest);
  };
}
