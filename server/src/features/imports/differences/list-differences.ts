import type { ImportDifference } from '@khop/contract/runs.ts';
import type { SheetModel } from '@khop/engine/sheets/sheet-model.ts';
import { tableSheet } from '@khop/engine/sheets/table-sheet.ts';
import type { Selectable } from 'kysely';
import type { Context } from '../../../context.ts';
import type { Database } from '../../../db/database.ts';
import { pageOf } from '../../../db/list.ts';
import type { ImportDifferences } from '../../../db/schema.generated.ts';
import { searchPatterns } from '../../../db/search.ts';
import type { Call, FileAnswer } from '../../../http/call.ts';
import { found } from '../../../refusal.ts';

const presentDifference = ({ kind, code, title, cells }: Selectable<ImportDifferences>): ImportDifference => ({
  // Written from values of this type.
  kind: kind as ImportDifference['kind'],
  code,
  title,
  cells: cells as ImportDifference['cells'],
});

const fileOfRun = async (db: Database, runId: string): Promise<string> => {
  const run = await db.selectFrom('runs').select('payload').where('id', '=', runId).executeTakeFirst();
  const { fileName } = found(run, 'Không tìm thấy lượt chạy này.').payload as { fileName?: string };
  return fileName ?? '';
};

/** The effect of a run's file on the records of its place: changed cells first, then what goes, what comes, what it leaves out. */
export async function listDifferences(db: Database, runId: string, query: Call<'listRunDifferences'>['query']) {
  await fileOfRun(db, runId);
  let rows = db.selectFrom('importDifferences').where('runId', '=', runId);
  if (query.kind?.length) rows = rows.where('kind', 'in', query.kind);
  for (const word of searchPatterns(query.q)) rows = rows.where('search', 'like', word);
  return pageOf(rows, query, { sorts: { place: 'place' }, fallback: 'place', tie: 'place' }, presentDifference);
}

const KIND_NAMES: Readonly<Record<ImportDifference['kind'], string>> = {
  changed: 'Thay đổi',
  removed: 'Bị bỏ',
  created: 'Mới',
  missing: 'Không có trong tệp',
};

/** One row for each changed cell, one for each record that has none. */
function differenceSheet(differences: readonly ImportDifference[]): SheetModel {
  const rows = differences.flatMap(({ kind, code, title, cells }) => {
    const record = [KIND_NAMES[kind], code, title];
    if (cells.length === 0) return [[...record, null, null, null]];
    return cells.map(({ label, before, after }) => [...record, label, before, after]);
  });
  return tableSheet({
    name: 'Thay đổi',
    columns: [
      { header: 'Loại', width: 18, format: 'text' },
      { header: 'Mã', width: 20, format: 'text' },
      { header: 'Tên', width: 44, format: 'text' },
      { header: 'Cột', width: 24, format: 'text' },
      { header: 'Trước', width: 28, format: 'text' },
      { header: 'Sau', width: 28, format: 'text' },
    ],
    rows,
  });
}

/** The same as a workbook. */
export async function differencesWorkbook({ db, workbooks }: Context, runId: string): Promise<FileAnswer> {
  const fileName = await fileOfRun(db, runId);
  const rows = await db
    .selectFrom('importDifferences')
    .selectAll()
    .where('runId', '=', runId)
    .orderBy('place')
    .execute();
  return {
    fileName: `${fileName.replace(/\.[^.]*$/, '')} - thay doi.xlsx`,
    contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    content: workbooks.write([differenceSheet(rows.map(presentDifference))]),
  };
}
