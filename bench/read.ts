import { printFigures } from './workbook-figures.ts';

/**
 * Reading a sales ledger of 20 columns; the peer only gives cells, ours gives checked, typed rows. Then a sheet in which no text comes twice, as cells
 * by both. `--rows N`.
 */
export function run(args: string[]): Promise<void> {
  return printFigures(args, [
    { task: 'write', name: '(tạo tệp)' },
    { task: 'read', name: 'đọc thành dòng có kiểu, giữ tất cả' },
    { task: 'read-streamed', name: 'đọc thành dòng có kiểu, lần lượt' },
    { task: 'read-here', name: 'như trên, không qua luồng riêng' },
    { task: 'cells', name: 'đọc ô, lần lượt' },
    { task: 'read-hucre', name: 'hucre 1.0.0: đọc ô, lần lượt' },
    { task: 'write-distinct', name: '(tạo tệp mà mỗi ô một chữ khác nhau)', file: 'distinct.xlsx' },
    { task: 'cells', name: 'chữ khác nhau: đọc ô', file: 'distinct.xlsx' },
    { task: 'read-hucre', name: 'chữ khác nhau: hucre 1.0.0', file: 'distinct.xlsx' },
  ]);
}
