import { fromBufferPromise } from 'yauzl';
import { bytesOf } from './bytes-of.ts';
import type { BundleEntry } from './zip-bundle.ts';

/** The files of a bundle that `zipBundle` made, in its order. */
export async function unzipBundle(content: Uint8Array): Promise<BundleEntry[]> {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  const zip = await fromBufferPromise(bytes, { lazyEntries: true });
  const files: BundleEntry[] = [];
  for await (const entry of zip.eachEntry())
    files.push({ path: entry.fileName, bytes: await bytesOf(await zip.openReadStreamPromise(entry)) });
  return files;
}
