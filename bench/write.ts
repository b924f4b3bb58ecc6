import { parseArgs } from 'node:util';
import { printFigures } from './workbook-figures.ts';

/**
 * Writing a sales ledger of 20 columns, styles and borders included, in less processor time than the peer takes for plain cells and in at most
 * 100 MB: of 100,000 rows, and of twice as many. `--rows N` for one size. A process that only writes needs no more room for young objects.
 */
export function run(args: string[]): Promise<number> {
  const { values } = parseArgs({ args, options: { rows: { type: 'string' } } });
  const sizes = values.rows === undefined ? [100_000, 200_000] : [Number(values.rows)];
  return printFigures(
    sizes.flatMap((rows) => {
      const peer = `hucre 1.0.0: ${rows} dòng, không định dạng`;
      const flags = ['--max-semi-space-size=4'];
      return [
        { task: 'write', name: `${rows} dòng, có định dạng`, rows, flags, megabytes: 100, cpu: { part: 1, of: peer } },
        { task: 'write-hucre', name: peer, rows, flags, file: 'peer.xlsx' },
      ];
    }),
  );
}
