import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { renderLayout } from '@khop/engine/sheets/render.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openRows } from './open-rows.ts';
import { readWorkbook } from './read-workbook.ts';
import { cellsOf, packageParts, refusalOf, testFolder, writeZip } from './testing/ooxml-fixture.ts';
import { isDateFormat } from './values/dates.ts';
import { writeErrorWorkbook } from './write/error-workbook.ts';
import { writeWorkbookFile } from './write/write-workbook.ts';
import { openZipPackage } from './xlsx/zip-package.ts';

let folder: Awaited<ReturnType<typeof testFolder>>;
beforeAll(async () => {
  folder = await testFolder();
});
afterAll(() => folder.remove());

const bookOf = (name: string, sheetData: string, strings?: string) =>
  writeZip(
    folder.path(name),
    packageParts({
      sheets: { S: `<worksheet><sheetData>${sheetData}</sheetData></worksheet>` },
      ...(strings !== undefined && { strings }),
    }),
    // Uncompressed: so repetitive a sheet is refused for its ratio before anything else is looked at.
    false,
  );

it.each([
  ['all called the first', '<row r="1"/>'],
  ['called by no number', '<row r="x"/>'],
  ['called by none at all', '<row/>'],
])('counts rows that are %s, so that there is an end to them', async (what, row) => {
  const path = await bookOf(`rows ${what}.xlsx`, row.repeat(1_048_577));
  const source = await openRows(path);
  let rows = 0;
  const reading = source.read('S', () => {
    rows++;
    return true;
  });
  expect(await refusalOf(reading)).toMatchObject({ code: 'FILE_TOO_LARGE' });
  source.close();
  expect(rows).toBe(1_048_576);
});

it('refuses a cell or a shared text that is put together from pieces without end', async () => {
  const pieces = `<r><t>${'a'.repeat(100_000)}</t></r>`.repeat(11);
  const inCell = await bookOf('cell.xlsx', `<row r="1"><c r="A1" t="inlineStr"><is>${pieces}</is></c></row>`);
  expect(await refusalOf(cellsOf(inCell))).toMatchObject({ code: 'FILE_DAMAGED' });
  const shared = await bookOf('shared.xlsx', '<row r="1"/>', `<sst><si>${pieces}</si></sst>`);
  expect(await refusalOf(cellsOf(shared))).toMatchObject({ code: 'FILE_DAMAGED' });
});

it('reads a part once, however many sheets are said to be in it', async () => {
  const parts = packageParts({ sheets: { S: '<worksheet><sheetData><row r="1"/></sheetData></worksheet>' } });
  const [entry] = /<sheet [^>]*>/.exec(parts['xl/workbook.xml']!)!;
  const workbook = parts['xl/workbook.xml']!.replace(entry, entry.repeat(100_000));
  const source = await openRows(await writeZip(folder.path('many.xlsx'), { ...parts, 'xl/workbook.xml': workbook }));
  expect(source.sheets).toEqual(['S']);
  source.close();
});

it('refuses a zip that holds a part twice: which one counts is the reader’s guess', async () => {
  const parts = packageParts({
    sheets: { S: '<worksheet><sheetData/></worksheet>', T: '<worksheet><sheetData/></worksheet>' },
  });
  const two = await writeZip(folder.path('two.xlsx'), parts);
  const renamed = await readFile(two);
  for (
    let at = renamed.indexOf('worksheets/sheet2.xml');
    at >= 0;
    at = renamed.indexOf('worksheets/sheet2.xml', at + 1)
  )
    renamed.write('1', at + 'worksheets/sheet'.length);
  await writeFile(two, renamed);
  expect(await refusalOf(openRows(two))).toMatchObject({
    code: 'FILE_SUSPICIOUS',
    message: expect.stringContaining('hai mục cùng tên'),
  });
});

it('looks for no date in an endless number format, and for no header in an endless text', async () => {
  expect(isDateFormat('dd/mm/yyyy')).toBe(true);
  expect(isDateFormat(`${'['.repeat(1_000_000)}dd`)).toBe(false);
  const endless = `<c t="inlineStr"><is><t>${'1 '.repeat(400_000)}</t></is></c>`;
  const path = await bookOf('texts.xlsx', `<row r="1">${endless.repeat(20)}</row>`);
  expect(await refusalOf(readWorkbook(path))).toMatchObject({ code: 'UNKNOWN_LAYOUT' });
});

it('refuses a packing that it does not know with one sentence, and nothing else goes wrong', async () => {
  const path = await bookOf('packed.xlsx', '<row r="1"/>', '<sst><si><t>Mã</t></si></sst>');
  const bytes = await readFile(path);
  const name = bytes.lastIndexOf('xl/worksheets/sheet1.xml');
  bytes.writeUInt16LE(99, name - 46 + 10);
  await writeFile(path, bytes);
  // In a thread: a promise that is not awaited would end it with another error.
  for (let attempt = 0; attempt < 5; attempt++)
    expect(await refusalOf(readWorkbook(path))).toMatchObject({
      code: 'FILE_DAMAGED',
      message: expect.stringContaining('nén theo cách'),
    });
});

it('marks every text that Excel might take for a formula when a person edits it', async () => {
  const texts = ['=1', '+1', '-1', '@A1', '\t=1', '\r=1', ' =1', '\n=1', '＝1', '＋1', '－1', '＠A1'];
  const plain = ['Nồi', 'a=1', '1-2', ''];
  const columns = [{ width: 10, format: 'text' as const }];
  const path = folder.path('formulas.xlsx');
  await writeWorkbookFile(path, [{ name: 'S', columns, rows: [...texts, ...plain].map((one) => [one]) }]);
  const parts = await partsOf(path);
  expect(parts.sheet).not.toContain('<f>');
  const styles = [...parts.sheet.matchAll(/<c r="A\d+" s="(\d+)"/g)].map(([, style]) => Number(style));
  const formats = [...parts.styles.split('<cellXfs')[1]!.matchAll(/<xf [^>]*>/g)].map(([xf]) =>
    xf.includes('quotePrefix="1"'),
  );
  expect(styles.map((style) => formats[style])).toEqual([...texts.map(() => true), ...plain.map(() => false)]);
});

async function partsOf(path: string): Promise<{ sheet: string; styles: string }> {
  const zip = await openZipPackage(path);
  const read = async (part: string) => text(Readable.from(await zip.open(part)));
  const parts = { sheet: await read('xl/worksheets/sheet1.xml'), styles: await read('xl/styles.xml') };
  zip.close();
  return parts;
}

it('leaves nothing of an error workbook behind, whether it was sent or could not be made', async () => {
  const path = folder.path('marked.xlsx');
  await writeWorkbookFile(path, [renderLayout('amis-customers', [{ code: 'A', name: 'An', taxCode: '123' }])]);
  const read = await readWorkbook(path);
  const stream = await writeErrorWorkbook(path, read);
  expect(existsSync(`${path}.loi.xlsx`)).toBe(true);
  expect((await buffer(stream)).subarray(0, 2).toString()).toBe('PK');
  await expect.poll(() => existsSync(`${path}.loi.xlsx`)).toBe(false);

  const broken = folder.path('broken.xlsx');
  await writeFile(broken, (await readFile(path)).subarray(0, -30));
  expect(await refusalOf(writeErrorWorkbook(broken, read))).toMatchObject({ code: 'FILE_DAMAGED' });
  expect(existsSync(`${broken}.loi.xlsx`)).toBe(false);
});
