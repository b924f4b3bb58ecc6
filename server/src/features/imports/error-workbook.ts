import { once } from 'node:events';
import type { Readable } from 'node:stream';
import type { Issue } from '@khop/engine/sheets/read-result.ts';
import type { Context } from '../../context.ts';
import type { FileAnswer } from '../../http/call.ts';
import { withUploadedFile } from '../../http/uploads.ts';
import { found } from '../../refusal.ts';
import type { RejectedCell } from './target.ts';

/**
 * The user's own file with a "Lỗi" column that says why rows were rejected, by the file and by the database. Throws
 * NOT_FOUND when there is no such import or its file is kept no more.
 */
export async function importErrors(context: Context, importId: string): Promise<FileAnswer> {
  const batch = found(
    await context.db
      .selectFrom('importBatches')
      .select(['layout', 'fileName', 'rejected', 'uploadId'])
      .where('id', '=', importId)
      .executeTakeFirst(),
    'Không tìm thấy lần tải lên này.',
  );
  const uploadId = found(batch.uploadId ?? undefined, 'Tệp gốc không còn được giữ.');
  const rejected = (batch.rejected as RejectedCell[]).map(
    (cell): Issue => ({ ...cell, column: cell.column === '' ? null : cell.column }),
  );
  const content = await new Promise<Readable>((resolve, reject) => {
    withUploadedFile(context, uploadId, batch.fileName, async (path) => {
      const result = await context.workbooks.read(path, { layout: batch.layout, onRow: () => {} });
      const stream = await context.workbooks.writeErrors(path, { ...result, rejected });
      resolve(stream);
      // It reads the file while it is sent, so the file stays until then.
      if (!stream.closed) await once(stream, 'close');
    }).catch(reject);
  });
  return {
    fileName: `${batch.fileName.replace(/\.[^.]*$/, '')} - loi.xlsx`,
    contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    content,
  };
}
