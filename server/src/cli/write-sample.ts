import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { SampleFile } from '@khop/sample/sample-file.ts';
import { csvRecord } from '@khop/sample/text.ts';

/** Writes the files of a sample company under `folder`, one at a time and never a whole file in memory. Returns their paths. */
export async function writeSample(
  files: Iterable<SampleFile>,
  folder: string,
  writeSheet: (file: Extract<SampleFile, { kind: 'sheet' }>, path: string) => Promise<void>,
): Promise<string[]> {
  const written: string[] = [];
  for (const file of files) {
    const path = join(folder, ...file.path.split('/'));
    await mkdir(dirname(path), { recursive: true });
    if (file.kind === 'sheet') await writeSheet(file, path);
    else await pipeline(Readable.from(textOf(file)), createWriteStream(path));
    written.push(file.path);
  }
  return written;
}

const chunkLength = 65_536;

/** The file's text in pieces of about 64 kB. */
export function* textOf(file: Exclude<SampleFile, { kind: 'sheet' }>): Generator<string> {
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
