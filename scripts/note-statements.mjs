// Notes every statement that a test file has the service send, in the folder KHOP_TEST_STATEMENTS, for lib/statements.mjs.
import { appendFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { noteOf } from './lib/statements.mjs';

const { KHOP_TEST_STATEMENTS: folder } = process.env;
if (folder) {
  const file = path.join(folder, `${process.pid}.jsonl`);
  const noted = new Set();
  const { query } = pg.Client.prototype;
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
      if (note) appendFileSync(file, `${JSON.stringify(note)}\n`);
    }
    return query.call(this, config, ...rest);
  };
}
