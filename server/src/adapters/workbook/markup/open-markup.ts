import { createReadStream } from 'node:fs';
import { Problem } from '@khop/engine/problem.ts';
import type { RowSource } from '../row-source.ts';
import { openHtml } from './html.ts';
import { openContent } from './ods.ts';
import { openXmlSpreadsheet } from './xml-spreadsheet.ts';

const CHUNK_BYTES = 256 * 1024;

/** Opens a file that begins like markup by what it says it is: «XML Spreadsheet 2003», a flat OpenDocument, else a page of HTML. */
export async function openMarkup(path: string, head: string): Promise<RowSource> {
  const declared = /^\uFEFF?\s*<\?xml[^>]*\sencoding=["']([^"']+)/i.exec(head)?.[1] ?? 'utf-8';
  if (!/^utf-?(8|16)/i.test(declared)) {
    const message = `Tệp XML dùng mã «${declared.slice(0, 40)}». Hãy mở bằng Excel và lưu lại dạng .xlsx.`;
    throw new Problem('FILE_TYPE_NOT_SUPPORTED', message);
  }
  const bytes = (): AsyncIterable<Buffer> => createReadStream(path, { highWaterMark: CHUNK_BYTES });
  if (head.includes('urn:schemas-microsoft-com:office:spreadsheet') && /<(\w+:)?Workbook[\s>]/.test(head))
    return openXmlSpreadsheet(bytes);
  if (/<office:document[\s>]/.test(head))
    return openContent(
      async () => bytes(),
      () => {},
    );
  return openHtml(path);
}
