import { readFile } from 'node:fs/promises';
import { Problem } from '@khop/engine/problem.ts';
import { importRowsOf } from '@khop/sample/amis-world/import-rows.ts';
import type { HandedOver } from '@khop/sample/amis-world/rough-import.ts';
import { generateCompany } from '@khop/sample/company.ts';
import { makeSecondMonthEnd, type SecondMonthEnd } from '@khop/sample/files/second-month-end.ts';
import type { SampleOptions } from '@khop/sample/model.ts';
import { readBundle } from '../../adapters/bundle/read-bundle.ts';
import { type TemplateRecord, templateRecords } from '../../adapters/workbook/write/template-records.ts';
import { writeFiles } from './write-sample.ts';

/**
 * Has the AMISes of the sample company of these options import what Khớp handed over (`zip`: the download of a period), and
 * writes the reports that they make afterwards under `folder`, with the truth about every voucher. @returns the paths written
 * and how many vouchers AMIS refused. Throws BAD_ARCHIVE and MISSING_COLUMN.
 */
export async function writeSecondMonthEnd(
  options: Partial<SampleOptions>,
  zip: string,
  folder: string,
): Promise<{ written: string[]; refused: number }> {
  const { files, refused } = await secondMonthEndOf(options, await readFile(zip));
  return { written: await writeFiles(files, folder), refused: refused.length };
}

/** The same without files of its own; `rounds` as `makeSecondMonthEnd` takes them. */
export const secondMonthEndOf = async (
  options: Partial<SampleOptions>,
  zip: Buffer,
  rounds?: Parameters<typeof makeSecondMonthEnd>[2],
): Promise<SecondMonthEnd> => makeSecondMonthEnd(generateCompany(options), await readHandedOver(zip), rounds);

/** The rows and customers that each profile's part of a download hands over. */
async function readHandedOver(zip: Buffer): Promise<Map<string, HandedOver>> {
  const entries = await readBundle(zip).catch(() => {
    throw new Problem('BAD_ARCHIVE', 'Tệp không phải tệp .zip tải về từ «Xuất tệp cho AMIS».');
  });
  const handedOver = new Map<string, HandedOver>();
  for (const [path, bytes] of entries) {
    const [, profile, name] = /^([^/]+)\/(BanHang|KhachHangMoi)[^/]*\.xlsx$/.exec(path) ?? [];
    if (profile === undefined) continue;
    const known = handedOver.get(profile) ?? { rows: [], customers: [] };
    const marker = name === 'BanHang' ? 'Số chứng từ (*)' : 'Mã khách hàng (*)';
    const records = await templateRecords(bytes, path, marker);
    handedOver.set(
      profile,
      name === 'BanHang'
        ? { ...known, rows: [...known.rows, ...importRowsOf(records)] }
        : { ...known, customers: [...known.customers, ...records.map(customerOf)] },
    );
  }
  return handedOver;
}

const customerOf = (row: TemplateRecord) => ({
  code: String(row['Mã khách hàng (*)'] ?? ''),
  name: String(row['Tên khách hàng (*)'] ?? ''),
});
