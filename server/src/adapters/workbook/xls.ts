import { readFile, stat } from 'node:fs/promises';
import { Problem } from '@khop/engine/problem.ts';
import type { Cell } from '@khop/engine/sheets/cell.ts';
import { type CellValue, readXls } from 'hucre';
import { limits } from './limits.ts';
import type { RowSource } from './row-source.ts';

/** Opens a legacy Excel 97–2003 file; it is parsed in memory. */
export async function openXls(path: string): Promise<RowSource> {
  const { size } = await stat(path);
  if (size > limits.xlsBytes) {
    throw new Problem('FILE_TOO_LARGE', 'Tệp .xls quá lớn. Hãy mở bằng Excel và lưu lại dạng .xlsx.', { size });
  }
  const bytes = await readFile(path);
  if (bytes.includes(Buffer.from('EncryptedPackage', 'utf16le'))) {
    throw new Problem('FILE_DAMAGED', 'Tệp có mật khẩu. Hãy bỏ mật khẩu rồi tải lại.');
  }
  const workbook = await readXls(bytes).catch(() => {
    throw new Problem('FILE_DAMAGED', 'Tệp .xls bị hỏng hoặc quá cũ. Hãy mở bằng Excel và lưu lại dạng .xlsx.');
  });
  return {
    sheets: workbook.sheets.map((sheet) => sheet.name),
    async read(name, sink, pause) {
      for (const row of workbook.sheets.find((sheet) => sheet.name === name)?.rows ?? []) {
        if (sink(Array.from(row ?? [], cellOf)) === false) return;
        await pause?.();
      }
    },
    close() {},
  };
}

/** hucre gives a date as a UTC instant. */
const cellOf = (value: CellValue | undefined): Cell => {
  if (value === null || value === undefined || value === '') return null;
  if (value instanceof Date) return { day: value.toISOString().slice(0, 10) };
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  return String(value);
};
