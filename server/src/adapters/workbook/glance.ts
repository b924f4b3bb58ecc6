import type { Glance } from '@khop/engine/sheets/recognise/glance.ts';
import { inFileThread } from './file-thread.ts';

/**
 * Looks at the top of a workbook's sheets, off the main thread like every reading of an uploaded file. Throws as
 * `readWorkbook` does.
 */
export const glanceAtWorkbook = (path: string): Promise<Glance> =>
  inFileThread<string, Glance>(new URL('./glance-worker.ts', import.meta.url), path);
