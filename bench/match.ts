import path from 'node:path';
import { parseArgs } from 'node:util';
import { printAblation } from './match/ablate.ts';
import { printQuality } from './match/quality.ts';
import { printRefresh } from './match/refresh.ts';
import { printScale } from './match/scale.ts';
import { withPostgres } from './match/with-postgres.ts';

const USAGE = `npm run bench -- match [SETS] [--size 20000] [--no-peers] [--postgres URL]
npm run bench -- match scale [--sizes 25000,50000,100000,200000,1000000] [--threads N]
npm run bench -- match refresh [--size 100000] [--postgres URL]
npm run bench -- match ablate [SETS]
  SETS        folder of public sets (left.csv, right.csv, gold.csv each); else KHOP_MATCH_SETS; else ../shared/bench/match
  --size N    goods and partners per side of the generated Vietnamese catalogues
  --postgres  a PostgreSQL with pg_trgm for the peer; else KHOP_MATCH_POSTGRES; else one is started
  scale       time, memory and growth at these sizes; fails when a bound is missed
  ablate      parts of the matcher switched off one by one, public sets by weights that never saw them
  refresh     one record edited by hand, a hundred and many through a server and a worker, on a database of their own`;

/** Prints the quality of the matcher beside its peers, or with `scale` its time and memory. */
export async function run(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      size: { type: 'string' },
      sizes: { type: 'string', default: '25000,50000,100000,200000,1000000' },
      threads: { type: 'string' },
      postgres: { type: 'string' },
      'no-peers': { type: 'boolean', default: false },
      help: { type: 'boolean' },
    },
  });
  if (values.help) {
    console.log(USAGE);
    return 0;
  }
  const given = values.postgres ?? process.env.KHOP_MATCH_POSTGRES;
  if (positionals[0] === 'refresh') {
    await printRefresh(Number(values.size ?? 100_000), given);
    return 0;
  }
  const root = path.join(import.meta.dirname, '..');
  const folderOf = (named: string | undefined): string =>
    path.resolve(named ?? process.env.KHOP_MATCH_SETS ?? path.join(root, '..', 'shared', 'bench', 'match'));
  if (positionals[0] === 'ablate') {
    printAblation(folderOf(positionals[1]));
    return 0;
  }
  if (positionals[0] === 'scale') {
    const sizes = values.sizes.split(',').map(Number);
    return printScale(sizes, values.threads === undefined ? undefined : Number(values.threads));
  }
  const peers = !values['no-peers'];
  await withPostgres(peers, given, async (postgres) => {
    await printQuality(folderOf(positionals[0]), Number(values.size ?? 20_000), peers, postgres);
  });
  return 0;
}
