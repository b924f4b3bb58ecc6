import { createWriteStream } from 'node:fs';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { generateCompany } from '@khop/sample/company.ts';
import { sampleFiles } from '@khop/sample/files/files.ts';
import { sheetOf } from '@khop/sample/files/render-sheet.ts';
import type { SampleFile } from '@khop/sample/files/sample-file.ts';
import type { SampleOptions } from '@khop/sample/model.ts';
import { type TaxSampleFile, taxSampleFiles } from '@khop/sample/tax-world/tax-sample-files.ts';
import type { ZipEntry } from '@khop/sample/tax-world/zip-layouts.ts';
import { csvRecord } from '@khop/sample/words/text.ts';
import { type BundleEntry, zipBundle } from '../../adapters/bundle/zip-bundle.ts';
import { writeWorkbookFile } from '../../adapters/workbook/write/write-workbook.ts';
import { makeFolder } from '../../make-folder.ts';

/** Makes the sample company of these options and writes its files under `folder`; `withTax`: with its tax invoices. */
export function writeSample(options: Partial<SampleOptions>, folder: string, withTax = false): Promise<string[]> {
  const company = generateCompany(options);
  return writeFiles(withTax ? taxSampleFiles(company) : sampleFiles(company), folder);
}

/**
 * Writes files under `folder`, one at a time and never a whole ledger in memory. Files that are there are overwritten.
 * @returns the paths written, relative to the folder
 */
export async function writeFiles(files: Iterable<TaxSampleFile>, folder: string): Promise<string[]> {
  const written: string[] = [];
  for (const file of files) {
    const path = join(folder, ...file.path.split('/'));
    await makeFolder(dirname(path));
    if (file.kind === 'sheet' || file.kind === 'workbook') {
      const sheet = file.kind === 'sheet' ? sheetOf(file) : file.sheet;
      await writeWorkbookFile(path, [sheet], { createdAt: file.createdAt });
    } else if (file.kind === 'zip') {
      await pipeline(zipBundle(await bundleOf(file.entries)), createWriteStream(path));
    } else await pipeline(Readable.from(textOf(file)), createWriteStream(path));
    written.push(file.path);
  }
  return written;
}

/** The entries with zips among them as bytes. */
const bundleOf = (entries: readonly ZipEntry[]): Promise<BundleEntry[]> =>
  Promise.all(
    entries.map(async (entry) => ({
      path: entry.name,
      bytes: 'bytes' in entry ? entry.bytes : await buffer(zipBundle(await bundleOf(entry.entries))),
    })),
  );

const chunkLength = 65_536;

/** The file's text in pieces of about 64 kB. */
function* textOf(file: Extract<SampleFile, { kind: 'json' | 'csv' }>): Generator<string> {
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
