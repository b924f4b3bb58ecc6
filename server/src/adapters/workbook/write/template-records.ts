import { Problem } from '@khop/engine/problem.ts';
import { type CellValue, readXlsx } from 'hucre';

/** A row of a workbook by the heads of its columns. */
export type TemplateRecord = Readonly<Record<string, CellValue>>;

/**
 * The rows of an import template that Khớp itself wrote, by the heads of the row that has `marker`; blank rows are left out.
 * `path` names the file in what is refused. Throws MISSING_COLUMN.
 */
export async function templateRecords(bytes: Buffer, path: string, marker: string): Promise<TemplateRecord[]> {
  const { sheets } = await readXlsx(new Uint8Array(bytes));
  const rows = sheets[0]?.rows ?? [];
  const at = rows.findIndex((row) => row.includes(marker));
  if (at < 0)
    throw new Problem('MISSING_COLUMN', `Tệp ${path} thiếu cột «${marker}»: cần mẫu nhập có sẵn của AMIS.`, { path });
  const heads = rows[at]!.map(String);
  return rows
    .slice(at + 1)
    .filter((row) => row.some((cell) => cell !== null && cell !== ''))
    .map((row) => Object.fromEntries(heads.map((head, index) => [head, row[index] ?? null])));
}
