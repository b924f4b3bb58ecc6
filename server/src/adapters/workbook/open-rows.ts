import { open } from 'node:fs/promises';
import { Problem } from '@khop/engine/problem.ts';
import { openCsv } from './csv.ts';
import { limits } from './limits.ts';
import type { RowSource } from './row-source.ts';
import { openXls } from './xls.ts';
import { openXlsx } from './xlsx.ts';

type FileKind = 'xlsx' | 'xls' | 'csv' | 'markup' | 'empty' | 'unknown';

/** Tells the kind by the first bytes: names lie (".xls" files are often OOXML inside). */
export function kindOfBytes(head: Uint8Array): FileKind {
  if (head.length === 0) return 'empty';
  const starts = (...bytes: number[]) => bytes.every((byte, index) => head[index] === byte);
  if (starts(0x50, 0x4b)) return 'xlsx';
  if (starts(0xd0, 0xcf, 0x11, 0xe0)) return 'xls';
  if (starts(0xff, 0xfe)) return 'csv';
  if (/^\uFEFF?\s*</.test(Buffer.from(head).toString('utf8'))) return 'markup';
  return head.some((byte) => byte < 9 || (byte > 13 && byte < 32)) ? 'unknown' : 'csv';
}

/**
 * Opens a file of rows by what is in it. Throws FILE_TYPE_NOT_SUPPORTED, FILE_TOO_LARGE, FILE_DAMAGED, FILE_SUSPICIOUS,
 * EMPTY_SHEET (no bytes) or FILE_NOT_FOUND.
 */
export async function openRows(path: string): Promise<RowSource> {
  const file = await open(path).catch(() => {
    throw new Problem('FILE_NOT_FOUND', 'Không mở được tệp.');
  });
  let head: Uint8Array;
  try {
    const { size } = await file.stat();
    if (size > limits.fileBytes) {
      const megabytes = limits.fileBytes / 1024 / 1024;
      throw new Problem('FILE_TOO_LARGE', `Tệp lớn hơn ${megabytes} MB. Hãy chia nhỏ theo kỳ rồi tải từng tệp.`, {
        size,
      });
    }
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4096), 0, 4096, 0);
    head = buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
  switch (kindOfBytes(head)) {
    case 'xlsx':
      return openXlsx(path);
    case 'xls':
      return openXls(path);
    case 'csv':
      return openCsv(path);
    case 'empty':
      throw new Problem('EMPTY_SHEET', 'Tệp rỗng (0 byte). Hãy xuất lại tệp rồi tải lên.');
    case 'markup':
      throw new Problem(
        'FILE_TYPE_NOT_SUPPORTED',
        'Tệp là trang HTML/XML mang tên .xls. Hãy mở bằng Excel và lưu lại dạng .xlsx.',
      );
    case 'unknown':
      throw new Problem('FILE_TYPE_NOT_SUPPORTED', 'Chỉ nhận tệp Excel (.xlsx, .xls) hoặc CSV UTF-8.');
  }
}
