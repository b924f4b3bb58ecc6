import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { formatQuantity } from '@khop/engine/quantity.ts';
import type { Layout, LayoutField, Row, Value } from '@khop/engine/sheets/layouts/layout.ts';
import { layouts } from '@khop/engine/sheets/layouts/layouts.ts';
import { readSheet } from '@khop/engine/sheets/read-sheet.ts';
import { renderLayout } from '@khop/engine/sheets/render.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { readWorkbook } from './read-workbook.ts';
import { cellsOfModel, testFolder } from './testing/ooxml-fixture.ts';
import { writeWorkbookFile } from './write/write-workbook.ts';

// Threads and processes start slowly on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

const LETTERS = 'AZazĐđẵỷ09-./ &<>"\'=+@%_x000D_'.split('');
const text = fc
  .array(fc.constantFrom(...LETTERS), { minLength: 1, maxLength: 20 })
  .map((letters) => letters.join('').normalize('NFC'))
  .filter((joined) => joined.trim() === joined && !/^(tổng|cộng|#|'\d+$)/i.test(joined));
const decimal = fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n }).map(formatQuantity);
/** No 9th of a month of 2026: below the period of the title it would be taken for a day of September with day and month swapped. */
const days = fc
  .date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
  .filter((day) => day.getUTCFullYear() !== 2026 || day.getUTCDate() !== 9);

/** Values as reading gives them: canonical already, so that they come back equal. */
function anyValueOf(field: LayoutField): fc.Arbitrary<Value> {
  switch (field.type) {
    case 'text':
    case 'code':
    case 'phone':
      return text;
    case 'taxCode':
      return fc.constantFrom('0101243150', '0316520076', '0314409058-002', '012345678901');
    case 'vnd':
      return fc.integer({ min: -(10 ** 12), max: 10 ** 12 });
    case 'quantity':
    case 'price':
      return decimal;
    case 'factor':
      return fc.constantFrom('1', '12', '0.125', '1/24');
    case 'day':
      return days.map((day) => day.toISOString().slice(0, 10));
    case 'boolean':
      return fc.boolean();
    case 'vatRate':
      return fc.constantFrom('0', '5', '8', '10', 'KCT', 'KKKNT', 'KHAC:7');
    case 'choice':
      return fc
        .constantFrom(...Object.keys(field.choices ?? {}))
        .map((choice) => (choice === 'true' ? true : choice === 'false' ? false : choice));
  }
}

const blankOf = (field: LayoutField): Value => field.blank ?? (field.type === 'boolean' ? false : null);

/** Reductions are written as positive figures; negative ones are read as such. */
const REDUCTIONS = new Set(['discount', 'returnAmount', 'allowanceAmount', 'returnQuantity']);
const positiveOf = (field: LayoutField): fc.Arbitrary<Value> =>
  anyValueOf(field).map((value) => (typeof value === 'number' ? Math.abs(value) : String(value).replace('-', '')));

function rowOf(layout: Layout): fc.Arbitrary<Row> {
  const isWritten = (name: string) => layout.fields.some((field) => field.field === name && !field.readOnly);
  const fields = layout.fields.filter((field) => !field.readOnly || !isWritten(field.field));
  const entries = fields.map((field): [string, fc.Arbitrary<Value>] => {
    if (REDUCTIONS.has(field.field)) return [field.field, fc.option(positiveOf(field), { nil: blankOf(field) })];
    // Without a column nothing is known, whatever a blank cell would mean.
    if (field.readOnly) return [field.field, fc.constant(null)];
    if (field.required === 'value' || layout.placedBy?.[0] === field.field) return [field.field, anyValueOf(field)];
    // A blank boolean is written for false, and read back as the field's blank.
    if (field.type === 'boolean') return [field.field, fc.constantFrom(true, blankOf(field))];
    return [field.field, fc.option(anyValueOf(field), { nil: blankOf(field) })];
  });
  return fc.record(Object.fromEntries(entries));
}

/** Rows with the same key in capitals or not are added up where the layout says so. */
const rowsOf = (layout: Layout): fc.Arbitrary<Row[]> =>
  fc.uniqueArray(rowOf(layout), {
    minLength: 1,
    maxLength: 8,
    ...(layout.addsUp && { selector: (row) => layout.key!.map((field) => String(row[field]).toLowerCase()).join('|') }),
    ...(!layout.addsUp && { comparator: () => false }),
  });

const meta = { fromDate: '2026-09-01', toDate: '2026-09-30' };

let folder: Awaited<ReturnType<typeof testFolder>>;
beforeAll(async () => {
  folder = await testFolder();
});
afterAll(() => folder.remove());

describe.each(Object.values(layouts).map((layout) => [layout.name, layout] as const))('%s', (name, layout) => {
  it('reads back from cells what it rendered', () => {
    fc.assert(
      fc.property(rowsOf(layout), (rows) => {
        const read = readSheet(cellsOfModel(renderLayout(name, rows, meta)), name);
        expect(read.rejected).toEqual([]);
        expect(read.warnings.filter(({ code }) => code === 'TOTAL_MISMATCH')).toEqual([]);
        expect(read.rows.map(({ netAmount: _, ...row }) => row)).toEqual(rows);
        expect(read.headerRow).toBe(layout.headerRow);
        if (layout.hasPeriod) expect(read).toMatchObject(meta);
      }),
      { numRuns: 40 },
    );
  });

  it('reads back from a file what it wrote, recognising it by itself', async () => {
    const rows = fc.sample(rowOf(layout), { numRuns: 40, seed: 7 });
    const path = folder.path(`${name}.xlsx`);
    await writeWorkbookFile(path, [renderLayout(name, rows, meta)]);
    const read = await readWorkbook(path);
    expect(read).toMatchObject({ layout: name, sheet: layout.sheetName, rejected: [] });
    expect(read.rows.map(({ netAmount: _, ...row }) => row)).toEqual(rows);
    expect(read.rowNumbers).toHaveLength(40);
  });

  it('writes the same bytes for the same rows', async () => {
    const rows = fc.sample(rowOf(layout), { numRuns: 40, seed: 7 });
    const hashes: string[] = [];
    for (const copy of [1, 2]) {
      const path = folder.path(`${name}-${copy}.xlsx`);
      await writeWorkbookFile(path, [renderLayout(name, rows, meta)]);
      hashes.push(
        createHash('sha256')
          .update(await readFile(path))
          .digest('hex'),
      );
    }
    expect(hashes[0]).toBe(hashes[1]);
  });
});
