import { readFile } from 'node:fs/promises';
import { Problem } from '@khop/engine/problem.ts';
import { openRows } from '@khop/server/adapters/workbook/open-rows.ts';
import { readOds, readXlsx } from 'hucre';
import { plainRows, type Reading } from './compare.ts';

/** One file read by one reader, in a process that a bad file may take with it: `ours | second PATH`, the reading as JSON. */
const [reader = '', path = ''] = process.argv.slice(2);

async function ours(): Promise<Reading> {
  try {
    const source = await openRows(path);
    const sheets: Record<string, unknown[][]> = {};
    for (const name of source.sheets) {
      const rows: unknown[][] = [];
      await source.read(name, (cells) => {
        rows.push(cells.slice());
        return true;
      });
      sheets[name] = plainRows(rows);
    }
    source.close();
    return { sheets };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return { refused: `${error.code}: ${error.message}` };
  }
}

async function second(): Promise<Reading> {
  const bytes = await readFile(path);
  const { sheets } = await (path.endsWith('.ods') ? readOds(bytes) : readXlsx(bytes));
  return { sheets: Object.fromEntries(sheets.map(({ name, rows }) => [name, plainRows(rows)])) };
}

process.stdout.write(JSON.stringify(await (reader === 'ours' ? ours() : second())));
