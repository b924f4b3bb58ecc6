import { printFigures } from './workbook-figures.ts';

/** Reading a sales ledger of 20 columns; the peer only gives cells, ours gives checked, typed rows. `--rows N`. */
export function run(args: string[]): Promise<void> {
  return printFigures(args, [
    { task: 'write', name: '(tạo tệp)' },
    { task: 'read', name: 'đọc thành dòng có kiểu, giữ tất cả' },
    { task: 'read-streamed', name: 'đọc thành dòng có kiểu, lần lượt' },
    { task: 'read-hucre', name: 'hucre 1.0.0: đọc ô, lần lượt' },
  ]);
}
