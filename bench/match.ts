import path from 'node:path';
import { parseArgs } from 'node:util';
import { logistic } from '@khop/engine/connections/forest.ts';
import { promotionalTwins, scorePairs } from '@khop/engine/connections/pipeline.ts';
import { shippedModel } from '@khop/engine/connections/suggest.ts';
import { vietnamesePartners, vietnameseProducts } from './match/generated.ts';
import { measure, percent, type Quality } from './match/measure.ts';
import { fuzzballPeer, trigramPeer } from './match/peers.ts';
import { printScale } from './match/scale.ts';
import { type LabelledSet, readSets } from './match/sets.ts';

const USAGE = `npm run bench -- match [SETS] [--size 20000] [--scale 25000,50000,100000] [--no-peers] [--postgres URL]
  SETS          folder of public sets (left.csv, right.csv, gold.csv each); else KHOP_MATCH_SETS; else ../shared/bench/match
  --size N      goods and partners per side of the generated Vietnamese catalogues
  --scale LIST  measures only time and memory, at these sizes
  --postgres    a PostgreSQL with pg_trgm for the second peer (else KHOP_MATCH_POSTGRES; left out when absent)`;

type Measured = { readonly set: LabelledSet; readonly quality: Quality; readonly seconds: number };

function measureSet(set: LabelledSet): Measured {
  const started = performance.now();
  const scored = scorePairs(set.kind, set.left, set.right, set.assignment, shippedModel())!;
  const quality = measure(set, scored.candidates, scored.logOdds.map(logistic), promotionalTwins(scored));
  return { set, quality, seconds: (performance.now() - started) / 1000 };
}

const row = (name: string, quality: Quality, rest: string): string =>
  [
    name.padEnd(34),
    percent(quality.precision),
    percent(quality.recall),
    percent(quality.f1),
    quality.ece.toFixed(3),
    percent(quality.surePrecision),
    percent(quality.sureCoverage),
    rest,
  ].join('  ');

function mean(qualities: readonly Quality[]): Quality {
  const of = (key: keyof Quality): number =>
    qualities.reduce((sum, quality) => sum + quality[key], 0) / qualities.length;
  return {
    precision: of('precision'),
    recall: of('recall'),
    f1: of('f1'),
    ece: of('ece'),
    surePrecision: of('surePrecision'),
    sureCoverage: of('sureCoverage'),
  };
}

/** Prints the quality of the matcher beside its peers, or with `--scale` its time and memory. */
export async function run(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      sets: { type: 'string' },
      size: { type: 'string' },
      scale: { type: 'string' },
      postgres: { type: 'string' },
      'no-peers': { type: 'boolean' },
      help: { type: 'boolean' },
    },
  });
  if (values.help) {
    console.log(USAGE);
    return 0;
  }
  if (values.scale) {
    await printScale(values.scale.split(',').map(Number));
    return 0;
  }
  const root = path.join(import.meta.dirname, '..');
  const folder =
    positionals[0] ?? values.sets ?? process.env.KHOP_MATCH_SETS ?? path.join(root, '..', 'shared', 'bench', 'match');
  const postgres = values.postgres ?? process.env.KHOP_MATCH_POSTGRES;
  const sets = readSets(path.resolve(folder));
  if (!sets) console.log(`Public sets: none at «${folder}» (give the folder as an argument or in KHOP_MATCH_SETS).`);
  if (!postgres) console.log('pg_trgm: left out, no PostgreSQL was given (--postgres URL or KHOP_MATCH_POSTGRES).');
  const size = Number(values.size ?? 20_000);

  console.log(
    `\n${'set'.padEnd(34)}      P      R     F1    ECE  P≥.99  C≥.99  seconds, peers (F1 with the threshold picked by gold, on a sample)`,
  );
  const print = async (set: LabelledSet): Promise<Measured> => {
    const measured = measureSet(set);
    const notes = [`${measured.seconds.toFixed(1)} s`];
    if (!values['no-peers']) {
      const peers = [['fuzzball', fuzzballPeer(set)] as const];
      const all = postgres ? [...peers, ['pg_trgm', await trigramPeer(set, postgres)] as const] : peers;
      for (const [name, peer] of all) {
        notes.push(
          `${name} ${percent(peer.f1).trim()} (${((1000 * peer.seconds) / peer.sampled).toFixed(0)} ms a record)`,
        );
      }
    }
    console.log(row(set.name, measured.quality, notes.join(', ')));
    return measured;
  };
  const fuzzyJoin: Measured[] = [];
  for (const set of sets ?? []) {
    const measured = await print(set);
    if (set.family === 'autofj') fuzzyJoin.push(measured);
  }
  if (fuzzyJoin.length > 0) {
    console.log(row(`autofj: mean of ${fuzzyJoin.length} tasks`, mean(fuzzyJoin.map((each) => each.quality)), ''));
  }
  for (const make of [vietnameseProducts, vietnamesePartners]) {
    for (const seed of [1001, 1002, 1003]) await print(make(seed, size));
  }
  console.log(
    '\nThe public sets listed in LEARNABLE (bench/match/sets.ts) were part of the training: for figures without them, npm run bench -- train-match --held-out.',
  );
  return 0;
}
