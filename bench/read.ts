import { parseArgs } from 'node:util';
import { printFigures } from './workbook-figures.ts';

const PEER = 'hucre 1.0.0: đọc ô, lần lượt';

/**
 * Reading a sales ledger of 20 columns; the peer only gives cells, ours gives checked, typed rows, in at most half its processor time. Then a
 * sheet in which no text comes twice, as cells by both, in at most 200 MB. `--rows N`.
 */
export function run(args: string[]): Promise<number> {
  const { values } = parseArgs({ args, options: { rows: { type: 'string', default: '200000' } } });
  const rows = Number(values.rows);
  const half = { part: 0.5, of: PEER };
  return printFigures([
    { task: 'write', name: '(tạo tệp)', rows },
    { task: 'read', name: 'đọc thành dòng có kiểu, giữ tất cả', rows },
    { task: 'read-streamed', name: 'đọc thành dòng có kiểu, lần lượt', rows, cpu: half },
    { task: 'read-here', name: 'như trên, không qua luồng riêng', rows, cpu: half },
    { task: 'cells', name: 'đọc ô, lần lượt', rows },
    { task: 'read-hucre', name: PEER, rows },
    { task: 'write-distinct', name: '(tạo tệp mà mỗi ô một chữ khác nhau)', rows, file: 'distinct.xlsx' },
    { task: 'cells', name: 'chữ khác nhau: đọc ô', rows, file: 'distinct.xlsx', megabytes: 200 },
    { task: 'read-hucre', name: 'chữ khác nhau: hucre 1.0.0', rows, file: 'distinct.xlsx' },
  ]);
}
