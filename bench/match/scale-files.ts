import { closeSync, openSync, writeSync } from 'node:fs';
import path from 'node:path';
import type { MatchRecord } from '@khop/engine/connections/record.ts';
import { generateProducts } from '@khop/engine/connections/testing/products.ts';
import { newRandom } from '@khop/engine/connections/testing/random.ts';
import { ORDINARY } from './generated.ts';

/** Of so many goods the smaller catalogue has one: some are on one side only. */
const GOODS_PER_RECORD = 1.53;
/** Rows written at once. */
const ROWS = 10_000;

/** Writes two catalogues of `size` goods each, the same two hands at any size, as left.csv and right.csv. */
export function writeScaleFiles(folder: string, size: number): void {
  const made = generateProducts(newRandom(1001), Math.ceil(size * GOODS_PER_RECORD), ORDINARY);
  for (const side of ['left', 'right'] as const) {
    const records = made[side].slice(0, size);
    if (records.length < size) throw new Error(`Only ${records.length} of ${size} records were made.`);
    writeCatalogue(path.join(folder, `${side}.csv`), records);
  }
}

function writeCatalogue(file: string, records: readonly MatchRecord[]): void {
  const out = openSync(file, 'w');
  writeSync(out, 'id,name,code,unit,group,brand,description,price\n');
  for (let from = 0; from < records.length; from += ROWS) {
    const rows = records
      .slice(from, from + ROWS)
      .map(({ id, name, code, unit, group, brand, description, price }) =>
        [id, name, code, unit, group, brand, description, price].map(quoted).join(','),
      );
    writeSync(out, `${rows.join('\n')}\n`);
  }
  closeSync(out);
}

const quoted = (cell: string | number | null | undefined): string => `"${String(cell ?? '').replaceAll('"', '""')}"`;
