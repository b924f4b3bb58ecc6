import type { OutputOf } from '../../../api/operations.ts';

export type ExportLayout = OutputOf<'listExportLayouts'>['items'][number];
