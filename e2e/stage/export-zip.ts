import { buffer } from 'node:stream/consumers';
import { type CellValue, readXlsx } from 'hucre';
import { fromBuffer } from 'yauzl';

/** The files of a zip by their path. */
export function unzip(zip: Buffer): Promise<Map<string, Buffer>> {
  return new Promise((resolve, reject) => {
    fromBuffer(zip, { lazyEntries: true }, (error, file) => {
      if (error) return reject(error);
      const files = new Map<string, Buffer>();
      file.on('entry', (entry) => {
        file.openReadStream(entry, async (failure, stream) => {
          if (failure) return reject(failure);
          files.set(entry.fileName, await buffer(stream));
          file.readEntry();
        });
      });
      file.on('end', () => resolve(files));
      file.on('error', reject);
      file.readEntry();
    });
  });
}

export type VoucherRow = Readonly<Record<string, CellValue>>;

/** Rows of every BanHang.xlsx of an exported zip, by the column names of AMIS's own import layout. */
export async function voucherRows(zip: Buffer): Promise<VoucherRow[]> {
  const rows: VoucherRow[] = [];
  for (const [name, bytes] of await unzip(zip)) {
    if (!name.endsWith('/BanHang.xlsx')) continue;
    const { sheets } = await readXlsx(new Uint8Array(bytes));
    const [header, ...body] = sheets[0]!.rows;
    const names = header!.map(String);
    for (const row of body) rows.push(Object.fromEntries(names.map((column, index) => [column, row[index] ?? null])));
  }
  return rows;
}

export const voucherOf = (row: VoucherRow): string => String(row['Số chứng từ (*)']);

/** A row's revenue before VAT in đồng; a trade discount's is negative. */
export const revenueOf = (row: VoucherRow): number => Number(row['Thành tiền']);
