import { join } from 'node:path';
import type { BravoConfig } from '../../config.ts';
import { filesOnlyBravo } from './files-only.ts';
import { mssqlBravo } from './mssql.ts';
import type { BravoSource } from './port.ts';
import { readQueryFile } from './query-file.ts';
import { simulatedBravo } from './simulated.ts';

/**
 * The Bravo of the settings: the installation's SQL Server, none, or the simulated one on the sample company's folder, whose
 * start is remembered there. Opens nothing yet. Throws BRAVO_QUERY_INVALID on an unusable query file.
 */
export function createBravoSource(config: BravoConfig, sampleFolder: string): BravoSource {
  if (config.mode === 'mssql') {
    return mssqlBravo({ connection: config.connection, queries: readQueryFile(config.queryFile) });
  }
  if (config.mode === 'files') return filesOnlyBravo();
  const stateFile = join(sampleFolder, 'bravo-started.json');
  return simulatedBravo({ folder: sampleFolder, stateFile, now: () => new Date() });
}
