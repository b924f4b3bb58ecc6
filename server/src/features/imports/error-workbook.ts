import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { atMost } from '@khop/engine/at-most.ts';
import type { ColumnMap } from '@khop/engine/sheets/mapping/column-map.ts';
import type { Issue } from '@khop/engine/sheets/read-result.ts';
import type { Context } from '../../context.ts';
import type { FileAnswer } from '../../http/call.ts';
import { withUploadedFile } from '../../http/request/uploads.ts';
import { found } from '../../refusal.ts';
import { refuseWhenLow } from '../../telemetry/disk.ts';
import type { RejectedCell } from './target.ts';

/** Each may hold as much memory as a thread gets, in the process that answers everybody. */
const marking = atMost(2);

/**
 * The user's own file with a "Lỗi" column that says why rows were rejected, by the file and by the database. Throws
 * NOT_FOUND when there is no such import or its file is kept no more.
 */
export async function importErrors(context: Context, importId: string): Promise<FileAnswer> {
  const batch = found(
    await context.db
      .selectFrom('importBatches')
      .select(['layout', 'fileName', 'rejected', 'uploadId', 'map'])
      .where('id', '=', importId)
      .executeTakeFirst(),
    'Không tìm thấy lần tải lên này.',
  );
  refuseWhenLow(context.disk);
  const uploadId = found(batch.uploadId ?? undefined, 'Tệp gốc không còn được giữ.');
  const rejected = (batch.rejected as RejectedCell[]).map(
    (cell): Issue => ({ ...cell, column: cell.column === '' ? null : cell.column }),
  );
  const content = await new Promise<Readable>((resolve, reject) => {
    withUploadedFile(context, uploadId, batch.fileName, async (path) => {
      const stream = await marking(async () => {
        // Only the places of columns count here: how a file writes its days and numbers changes none of them.
        const how = { dateOrder: 'dmy', decimal: ',' } as const;
        // The import wrote it as a map.
        const map = (batch.map as ColumnMap | null) ?? undefined;
        const result = await context.workbooks.read(path, { layout: batch.layout, ...how, map, onRow: () => {} });
        return context.workbooks.writeErrors(path, { ...result, rejected });
      });
      resolve(stream);
      // It is sent from a file beside this one, so both stay until then.
      if (!stream.closed) await once(stream, 'close');
    }).catch(reject);
  });
  return {
    fileName: `${batch.fileName.replace(/\.[^.]*$/, '')} - loi.xlsx`,
    contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    content,
  };
}
