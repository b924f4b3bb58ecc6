import { createWriteStream } from 'node:fs';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { generateCompany } from '@khop/sample/company.ts';
import { sampleFiles } from '@khop/sample/files/files.ts';
import { sheetOf } from '@khop/sample/files/render-sheet.ts';
import type { SampleFile } from '@khop/sample/files/sample-file.ts';
import type { SampleOptions } from '@khop/sample/model.ts';
import { csvRecord } from '@khop/sample/words/text.ts';
import { writeWorkbookFile } from '../../adapters/workbook/write/write-workbook.ts';
import { makeFolder } from '../../make-folder.ts';

/** Makes the sample company of these options and writes its files under `folder`. */
export const writeSample = (options: Partial<SampleOptions>, folder: string): Promise<string[]> =>
  writeFiles(sampleFiles(generateCompany(options)), folder);

/**
 * Writes files under `folder`, one at a time and never a whole ledger in memory. Files that are there are overwritten.
 * @returns the paths written, relative to the folder
 */
export async function writeFiles(files: Iterable<SampleFile>, folder: string): Promise<string[]> {
  const written: string[] = [];
  for (const file of files) {
    const path = join(folder, ...file.path.split('/'));
    await makeFolder(dirname(path));
    if (file.kind === 'sheet') await writeWorkbookFile(path, [sheetOf(file)], { createdAt: file.createdAt });
    else await pipeline(Readable.from(textOf(file)), createWriteStream(path));
    written.push(file.path);
  }
  return written;
}

const chunkLength = 65_536;

/** The file's text in pieces of about 64 kB. */
function* textOf(file: Exclude<SampleFile, { kind: 'sheet' }>): Generator<string> {
  if (file.kind === 'json') {
    yield `${JSON.stringify(file.value, null, 2)}\n`;
    return;
  }
  let chunk = csvRecord(file.header);
  for (const row of file.rows) {
    chunk += csvRecord(row);
    if (chunk.length < chunkLength) continue;
    yield chunk;
    chunk = '';
  }
  yield chunk;
}
