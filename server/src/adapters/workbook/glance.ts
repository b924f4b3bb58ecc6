import type { Glance } from '@khop/engine/sheets/recognise/glance.ts';
import type { RememberedMap } from './choose-sheet.ts';
import { inFileThread } from './file-thread.ts';

export type GlanceRequest = { readonly path: string; readonly maps: readonly RememberedMap[] };

/**
 * Looks at the top of a workbook's sheets, off the main thread like every reading of an uploaded file. Throws as
 * `readWorkbook` does.
 */
export const glanceAtWorkbook = (path: string, maps: readonly RememberedMap[] = []): Promise<Glance> =>
  inFileThread<GlanceRequest, Glance>(new URL('./glance-worker.ts', import.meta.url), { path, maps });
