import type { ImportBatch, ImportReport } from '@khop/contract/runs.ts';
import type { Selectable } from 'kysely';
import type { ImportBatches } from '../../db/schema.generated.ts';
import type { UndoCounts } from './undo/keep-changes.ts';

type ImportRow = Omit<
  Selectable<ImportBatches>,
  'rejected' | 'runId' | 'scope' | 'uploadId' | 'undoSchema' | 'report' | 'undo' | 'map'
> & { readonly report: unknown; readonly undo: unknown };

/** An import as the contract shows it. */
export const presentImport = (row: ImportRow): ImportBatch => ({
  id: row.id,
  profileId: row.profileId,
  layout: row.layout,
  fileName: row.fileName,
  sha256: row.sha256,
  createdAt: row.createdAt,
  createdBy: row.createdBy,
  report: row.report as ImportReport,
  undo: row.undoneAt === null ? (row.undo as UndoCounts | null) : null,
  undoneAt: row.undoneAt,
  undoneBy: row.undoneBy,
});
