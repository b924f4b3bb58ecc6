import fs from 'node:fs/promises';
import path from 'node:path';
import type { Config } from '../config.ts';

const noteOf = ({ dataDir }: Config): string => path.join(dataDir, 'sample.json');

/** True when the embedded database of a data folder has had its first contents: the sample company, or a backup. */
export const isFilled = (config: Config): Promise<boolean> =>
  fs.access(noteOf(config)).then(
    () => true,
    () => false,
  );

/** Notes that the first start need not fill it (any more). */
export const markFilled = (config: Config): Promise<void> =>
  fs.writeFile(noteOf(config), JSON.stringify({ sample: config.sample, filledAt: new Date().toISOString() }));
