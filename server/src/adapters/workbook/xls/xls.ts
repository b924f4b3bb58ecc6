import { readFile, stat } from 'node:fs/promises';
import { Problem } from '@khop/engine/problem.ts';
import { limits } from '../limits.ts';
import { type RowSource, visibleFirst } from '../row-source.ts';
import { macrosIgnored, sheetRemarks } from '../sheet-remarks.ts';
import { encrypted } from '../values/encrypted.ts';
import { openCompoundFile } from './compound-file.ts';
import { damagedXls } from './damaged.ts';
import { readGlobals } from './globals.ts';
import { readXlsSheet } from './xls-sheet.ts';

/**
 * Opens a workbook of Excel 97–2003 or 5/95; its bytes are held in memory, of its rows those of one sheet. Throws FILE_TOO_LARGE,
 * FILE_TYPE_NOT_SUPPORTED, FILE_ENCRYPTED, FILE_DAMAGED, FILE_SUSPICIOUS.
 */
export async function openXls(path: string): Promise<RowSource> {
  const { size } = await stat(path);
  if (size > limits.xlsBytes) {
    throw new Problem('FILE_TOO_LARGE', 'Tệp .xls quá lớn. Hãy mở bằng Excel và lưu lại dạng .xlsx.', { size });
  }
  const { stream, hasMacros } = workbookStream(await readFile(path));
  const workbook = inBounds(() => readGlobals(stream));
  return {
    ...visibleFirst(workbook.sheets),
    notes: hasMacros ? [macrosIgnored()] : [],
    async read(name, sink, pause) {
      const sheet = workbook.sheets.find((one) => one.name === name);
      if (!sheet) throw damagedXls();
      const remarks = sheetRemarks(name);
      const rows = inBounds(() => readXlsSheet(stream, sheet.start, workbook, remarks));
      for (let at = 0; at < rows.length; at++) {
        if (sink(rows[at] ?? []) === false) break;
        await pause?.();
      }
      return remarks.issues();
    },
    close() {},
  };
}

/** The records of the workbook: the whole file, or a stream of a compound file's root. */
function workbookStream(bytes: Buffer): { stream: Buffer; hasMacros: boolean } {
  if (bytes[0] !== 0xd0) return { stream: bytes, hasMacros: false };
  const file = inBounds(() => openCompoundFile(bytes));
  if (file.has('EncryptedPackage')) throw encrypted();
  // A file for Excel 95 and 97 at once has both.
  const stream = inBounds(() => file.stream('Workbook') ?? file.stream('Book'));
  if (!stream) {
    throw new Problem(
      'FILE_TYPE_NOT_SUPPORTED',
      'Tệp này không phải sổ Excel (có thể là tệp Word, thư hay bộ cài). Hãy chọn tệp Excel (.xlsx, .xls) hoặc CSV.',
    );
  }
  return { stream, hasMacros: file.has('_VBA_PROJECT_CUR') };
}

/** A place or length beyond the end of what it lies in is a damaged file. */
function inBounds<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw error instanceof RangeError ? damagedXls() : error;
  }
}
