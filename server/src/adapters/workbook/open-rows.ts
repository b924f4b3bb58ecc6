import { open } from 'node:fs/promises';
import { Problem } from '@khop/engine/problem.ts';
import { HEAD_BYTES, kindOfFile, textOfHead } from './file-kind.ts';
import { limits } from './limits.ts';
import { openOds } from './markup/ods.ts';
import { openMarkup } from './markup/open-markup.ts';
import type { RowSource } from './row-source.ts';
import { withJoinedSheets } from './sheets-together.ts';
import { openCsv } from './text/csv.ts';
import { withoutLegacyText } from './text/legacy-rows.ts';
import { openXls } from './xls/xls.ts';
import { openXlsx } from './xlsx/xlsx.ts';
import { openZipPackage } from './xlsx/zip-package.ts';

/**
 * Opens a file of rows by what is in it. Throws FILE_TYPE_NOT_SUPPORTED, FILE_TOO_LARGE, FILE_DAMAGED, FILE_ENCRYPTED, FILE_SUSPICIOUS,
 * EMPTY_SHEET (no bytes) or FILE_NOT_FOUND.
 */
export async function openRows(path: string): Promise<RowSource> {
  const file = await open(path).catch(() => {
    throw new Problem('FILE_NOT_FOUND', 'Không mở được tệp.');
  });
  let head: Uint8Array;
  try {
    const stat = await file.stat();
    if (!stat.isFile()) throw new Problem('FILE_NOT_FOUND', 'Đây không phải một tệp.');
    const { size } = stat;
    if (size > limits.fileBytes) {
      const megabytes = limits.fileBytes / 1024 / 1024;
      throw new Problem('FILE_TOO_LARGE', `Tệp lớn hơn ${megabytes} MB. Hãy chia nhỏ theo kỳ rồi tải từng tệp.`, {
        size,
      });
    }
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    head = buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
  switch (kindOfFile(head)) {
    case 'package':
      return asRows(await openPackage(path));
    case 'xls':
      return asRows(await openXls(path));
    case 'markup':
      return asRows(await openMarkup(path, textOfHead(head)));
    case 'csv':
      return openCsv(path);
  }
}

/** Measures for every form of workbook: texts in old codes, and sheets that are read together. */
const asRows = (source: RowSource): RowSource => withJoinedSheets(withoutLegacyText(source));

/** Opens a zip package by what is in it: an OpenDocument spreadsheet, else an Excel workbook. */
async function openPackage(path: string): Promise<RowSource> {
  const zip = await openZipPackage(path);
  try {
    return await (zip.has('content.xml') ? openOds(zip) : openXlsx(zip));
  } catch (error) {
    zip.close();
    throw error;
  }
}
