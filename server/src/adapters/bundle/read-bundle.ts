import { buffer } from 'node:stream/consumers';
import { fromBuffer } from 'yauzl';

/** The files of a zip by their path. */
export function readBundle(zip: Buffer): Promise<Map<string, Buffer>> {
  return new Promise((resolve, reject) => {
    fromBuffer(zip, { lazyEntries: true }, (error, file) => {
      if (error) return reject(error);
      const files = new Map<string, Buffer>();
      file.on('entry', (entry) => {
        file.openReadStream(entry, async (failure, stream) => {
          if (failure) return reject(failure);
          files.set(entry.fileName, await buffer(stream));
          file.readEntry();
        });
      });
      file.on('end', () => resolve(files));
      file.on('error', reject);
      file.readEntry();
    });
  });
}
