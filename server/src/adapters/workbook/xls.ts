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
  if (isEncrypted(bytes)) {
    throw new Problem('FILE_DAMAGED', 'Tệp có mật khẩu. Hãy bỏ mật khẩu rồi tải lại.');
  }
  const workbook = await readXls(wholeSectors(bytes)).catch(() => {
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

/** A workbook's first record (BIFF8, globals), behind which the one that says «encrypted» comes if there is one. */
const FIRST_RECORD = Buffer.from([0x09, 0x08, 0x10, 0x00, 0x00, 0x06, 0x05, 0x00]);
const FIRST_RECORD_BYTES = 20;
const FILEPASS = 0x2f;

/** True for an encrypted workbook: of the old form, or a new one in the old container. */
function isEncrypted(bytes: Buffer): boolean {
  if (bytes.includes(Buffer.from('EncryptedPackage', 'utf16le'))) return true;
  const next = bytes.indexOf(FIRST_RECORD) + FIRST_RECORD_BYTES;
  return next >= FIRST_RECORD_BYTES && next + 2 <= bytes.length && bytes.readUInt16LE(next) === FILEPASS;
}

const SECTOR = 512;

/** The bytes up to a whole sector: some programs cut the last one short, and it is looked for whole. */
function wholeSectors(bytes: Buffer): Buffer {
  const missing = (SECTOR - (bytes.length % SECTOR)) % SECTOR;
  return missing === 0 ? bytes : Buffer.concat([bytes, Buffer.alloc(missing)]);
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
