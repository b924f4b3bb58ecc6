import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Cell } from '@khop/engine/sheets/cell.ts';
import type { SheetModel } from '@khop/engine/sheets/sheet-model.ts';
import { ZipFile } from 'yazl';
import { openRows } from '../open-rows.ts';

/** A folder for a test file's workbooks; removed by `remove`. */
export async function testFolder(): Promise<{ path: (name: string) => string; remove: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'khop-workbook-'));
  return { path: (name) => join(folder, name), remove: () => rm(folder, { recursive: true, force: true }) };
}

/** Writes a zip of the given parts. */
export async function writeZip(
  path: string,
  parts: Readonly<Record<string, string | Buffer>>,
  compress = true,
): Promise<string> {
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(parts)) zip.addBuffer(Buffer.from(content), name, { compress });
  zip.end();
  await pipeline(zip.outputStream, createWriteStream(path));
  return path;
}

const RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** The bookkeeping around hand-written sheet, string and style parts. */
export function packageParts(parts: {
  readonly sheets: Readonly<Record<string, string>>;
  readonly strings?: string;
  readonly styles?: string;
  readonly workbookPr?: string;
  readonly states?: Readonly<Record<string, string>>;
}): Record<string, string> {
  const names = Object.keys(parts.sheets);
  const sheets = names
    .map(
      (name, at) =>
        `<sheet name="${name}" sheetId="${at + 1}" state="${parts.states?.[name] ?? 'visible'}" r:id="rId${at + 1}"/>`,
    )
    .join('');
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/>`;
  return {
    '_rels/.rels': `<Relationships xmlns="${RELATIONS}">${relation('rId1', 'officeDocument', '/xl/workbook.xml')}</Relationships>`,
    'xl/workbook.xml': `<workbook xmlns:r="${OFFICE}">${parts.workbookPr ?? ''}<sheets>${sheets}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${RELATIONS}">${names
      .map((_, at) => relation(`rId${at + 1}`, 'worksheet', `worksheets/sheet${at + 1}.xml`))
      .join(
        '',
      )}${relation('s', 'sharedStrings', 'sharedStrings.xml')}${relation('t', 'styles', 'styles.xml')}</Relationships>`,
    ...(parts.strings === undefined ? {} : { 'xl/sharedStrings.xml': parts.strings }),
    ...(parts.styles === undefined ? {} : { 'xl/styles.xml': parts.styles }),
    ...Object.fromEntries(names.map((name, at) => [`xl/worksheets/sheet${at + 1}.xml`, parts.sheets[name]!])),
  };
}

/** Every cell of a sheet (the first one by default). */
export async function cellsOf(path: string, sheet?: string): Promise<Cell[][]> {
  const source = await openRows(path);
  const rows: Cell[][] = [];
  try {
    await source.read(sheet ?? source.sheets[0] ?? '', (cells) => {
      rows.push(cells.slice());
      return true;
    });
  } finally {
    source.close();
  }
  return rows;
}

/** The rejection of a promise, for looking at its code. */
export const refusalOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  );

/** The cells of every row of a model, as the writer would take them. */
export function* cellsOfModel(sheet: SheetModel): Generator<readonly Cell[]> {
  for (const row of sheet.rows) yield 'cells' in row ? row.cells : row;
}
