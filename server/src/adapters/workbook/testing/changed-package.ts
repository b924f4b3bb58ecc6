import { buffer } from 'node:stream/consumers';
import { openPromise } from 'yauzl';
import { writeZip } from './ooxml-fixture.ts';

/** The bytes of every part of a zip package. */
export async function partsOf(path: string): Promise<Record<string, Buffer>> {
  const zip = await openPromise(path, { lazyEntries: true, autoClose: false });
  const parts: Record<string, Buffer> = {};
  for await (const entry of zip.eachEntry())
    if (!entry.fileName.endsWith('/')) parts[entry.fileName] = await buffer(await zip.openReadStreamPromise(entry));
  zip.close();
  return parts;
}

/** The bytes of one part of a zip package. */
export async function packageBytes(path: string, part: string): Promise<Buffer> {
  return (await partsOf(path))[part]!;
}

let count = 0;

/** The same package with other bytes for one part, as a file beside it. */
export async function withPart(path: string, part: string, bytes: Buffer): Promise<string> {
  return writeZip(`${path}.${++count}`, { ...(await partsOf(path)), [part]: bytes });
}
