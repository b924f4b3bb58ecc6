import { layoutFromSample } from '@khop/engine/sheets/layouts/layout-from-sample.ts';
import type { Call } from '../../../http/call.ts';
import { removeUpload, withUploadedFile } from '../../../http/request/uploads.ts';
import { Refusal } from '../../../refusal.ts';

/** A template is a few rows; a larger file is a report that was taken for one. */
const MOST_BYTES = 5_000_000;
const MOST_ROWS = 30;

/** A template made of the header of a sample workbook; nothing is stored, the person looks at it first. */
export async function sampleExportLayout({ context, file }: Call<'sampleExportLayout'>) {
  if (file.size > MOST_BYTES)
    throw new Refusal('FILE_TOO_LARGE', 'Tệp mẫu chỉ cần dòng tiêu đề, nhiều nhất 5 MB. Hãy xóa bớt dòng rồi thử lại.');
  const { sheet, rows } = await withUploadedFile(context, file.uploadId, file.fileName, (path) =>
    context.workbooks.head(path, MOST_ROWS),
  );
  await removeUpload(context.db, file.uploadId);
  const made = layoutFromSample(sheet, rows);
  if (!made)
    throw new Refusal(
      'LAYOUT_INVALID',
      'Trang tính đầu tiên không có dòng tiêu đề nào: cần ít nhất ba ô chữ liền trong một dòng.',
    );
  const { sheetName, columns } = made.document;
  return { document: { sheetName, columns: columns.map((column) => ({ ...column })) }, unmatched: [...made.unmatched] };
}
