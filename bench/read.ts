import { parseArgs } from 'node:util';
import { printFigures } from './workbook-figures.ts';

const PEER = 'hucre 1.0.0: đọc ô, lần lượt';

/**
 * Reading a sales ledger of 20 columns; the peer only gives cells, ours gives checked, typed rows, in at most half its processor time: in one
 * thread, and through the one in which the product reads, so that a bad file fails alone. Then a sheet in which no text comes twice, as cells by
 * both, in at most 200 MB. `--rows N`.
 */
export function run(args: string[]): Promise<number> {
  const { values } = parseArgs({ args, options: { rows: { type: 'string', default: '200000' } } });
  const rows = Number(values.rows);
  const half = { part: 0.5, of: PEER };
  return printFigures([
    { task: 'write', name: '(tạo tệp)', rows },
    { task: 'start', name: 'khởi động', rows },
    { task: 'inflate', name: 'giải nén', rows, after: 'khởi động' },
    { task: 'cells', name: 'đọc ô', rows, after: 'giải nén' },
    { task: 'read-here', name: 'dòng có kiểu, một luồng', rows, cpu: half, after: 'đọc ô' },
    { task: 'read-streamed', name: 'dòng có kiểu, qua luồng riêng', rows, cpu: half, after: 'dòng có kiểu, một luồng' },
    { task: 'read', name: 'như trên, giữ tất cả', rows },
    { task: 'read-hucre', name: PEER, rows },
    { task: 'write-distinct', name: '(tạo tệp mà mỗi ô một chữ khác nhau)', rows, file: 'distinct.xlsx' },
    { task: 'cells', name: 'chữ khác nhau: đọc ô', rows, file: 'distinct.xlsx', megabytes: 200 },
    { task: 'read-hucre', name: 'chữ khác nhau: hucre 1.0.0', rows, file: 'distinct.xlsx' },
  ]);
}
