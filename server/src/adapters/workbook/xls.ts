import { readFile, stat } from 'node:fs/promises';
import { Problem } from '@khop/engine/problem.ts';
import type { Cell } from '@khop/engine/sheets/cell.ts';
import { fromLegacy, type LegacyEncoding, legacyEncodingOf } from '@khop/engine/sheets/legacy-text.ts';
import { type CellValue, readXls, type Workbook } from 'hucre';
import { limits } from './limits.ts';
import type { RowSource } from './row-source.ts';
import { encodingNotes } from './text-encoding.ts';

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
  const encoding = legacyEncodingOf(sampleOf(workbook));
  return {
    notes: encodingNotes(encoding),
    sheets: workbook.sheets.map((sheet) => sheet.name),
    async read(name, sink, pause) {
      for (const row of workbook.sheets.find((sheet) => sheet.name === name)?.rows ?? []) {
        if (sink(Array.from(row ?? [], (value) => cellOf(value, encoding))) === false) return;
        await pause?.();
      }
    },
    close() {},
  };
}

/** hucre gives a date as a UTC instant. */
const cellOf = (value: CellValue | undefined, encoding: LegacyEncoding | undefined): Cell => {
  if (value === null || value === undefined || value === '') return null;
  if (value instanceof Date) return { day: value.toISOString().slice(0, 10) };
  if (typeof value === 'string' && encoding) return fromLegacy(value, encoding);
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  return String(value);
};

const SAMPLE_ROWS = 500;

/** The texts at the top of the sheets: enough to tell in which code they were typed. */
function sampleOf(workbook: Workbook): string {
  const rows = workbook.sheets.flatMap((sheet) => sheet.rows.slice(0, SAMPLE_ROWS));
  return rows.flatMap((row) => (row ?? []).filter((value) => typeof value === 'string')).join(' ');
}
