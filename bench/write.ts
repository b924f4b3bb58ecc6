import { printFigures } from './workbook-figures.ts';

/** Writing a sales ledger of 20 columns, styles and borders included; the peer writes plain cells. `--rows N`. */
export function run(args: string[]): Promise<void> {
  return printFigures(args, [
    { task: 'write', name: 'ghi theo dòng, có định dạng' },
    { task: 'write-hucre', name: 'hucre 1.0.0: ghi theo dòng, không định dạng', file: 'peer.xlsx' },
  ]);
}
