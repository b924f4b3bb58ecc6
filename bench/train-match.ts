import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { coverageOf } from '@khop/engine/connections/features/coverage.ts';
import { judge } from '@khop/engine/connections/model/calibrate.ts';
import { logistic, predict } from '@khop/engine/connections/model/forest.ts';
import { addListFeatures, ROW } from '@khop/engine/connections/model/list-features.ts';
import type { Model } from '@khop/engine/connections/pipeline.ts';
import { calibrationSets, trainingSets } from './match/generated.ts';
import { measure, type Quality } from './match/measure.ts';
import hashes from './match/public-sets.sha256.json' with { type: 'json' };
import { qualityRow, weightsHash } from './match/quality.ts';
import { LEARNABLE, readSet } from './match/sets.ts';
import { type Table, tableOf } from './match/table.ts';
import { loadModel, trainModel } from './match/training-rows.ts';

/** The seed of the shipped weights. */
const SEED = 1;

const USAGE = `npm run bench -- train-match [SETS] [--check] [--held-out]
  SETS        folder of the public sets; else KHOP_MATCH_SETS; else ../shared/bench/match
  (nothing)   rebuilds engine/src/connections/model/weights.json
  --check     rebuilds and compares with the shipped file, writing nothing
  --held-out  leave-one-family-out validation: each public set by a forest that never saw its family; the figures are
              kept in bench/match/held-out.json beside the hash of the shipped weights`;

/** Names the public files that are not the ones the weights were built from. */
function wrongFiles(folder: string): string[] {
  return Object.entries(hashes).flatMap(([file, expected]) => {
    const full = path.join(folder, file);
    const found = existsSync(full) ? createHash('sha256').update(readFileSync(full)).digest('hex') : 'absent';
    return found === expected ? [] : [`${file}: ${found === 'absent' ? 'absent' : 'another version'}`];
  });
}

export function scoresOf(model: Model, table: Table): Float64Array {
  const { candidates, rows, set } = table;
  const first = Float64Array.from({ length: candidates.count }, (_, k) => predict(model.first, rows, k * ROW));
  const coverage = coverageOf(candidates, set.left.length, set.right.length, (k) => first[k]!);
  addListFeatures(candidates, set, first, rows);
  return first.map((_, k) =>
    logistic(judge(model.calibration, coverage, rows, k * ROW, predict(model.second, rows, k * ROW))),
  );
}

/** Trains the matcher's forests from the generated catalogues and the public sets whose licence allows it. */
export async function run(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { check: { type: 'boolean' }, 'held-out': { type: 'boolean' }, help: { type: 'boolean' } },
  });
  if (values.help) {
    console.log(USAGE);
    return 0;
  }
  const root = path.join(import.meta.dirname, '..');
  const folder = path.resolve(
    positionals[0] ?? process.env.KHOP_MATCH_SETS ?? path.join(root, '..', 'shared', 'bench', 'match'),
  );
  const wrong = wrongFiles(folder);
  if (wrong.length > 0) {
    console.error(`The weights cannot be rebuilt from «${folder}»:\n  ${wrong.join('\n  ')}\n${USAGE}`);
    return 2;
  }
  const learnable = LEARNABLE.map((name) => tableOf(readSet(folder, name)));
  const generated = trainingSets().map(tableOf);
  const unseen = calibrationSets().map(tableOf);
  if (values['held-out']) {
    const found: { name: string; quality: Quality }[] = [];
    for (const family of new Set(learnable.map((table) => table.set.family))) {
      const others = learnable.filter((table) => table.set.family !== family);
      const model = loadModel(trainModel([...others, ...generated], unseen, SEED));
      for (const table of learnable.filter((each) => each.set.family === family)) {
        const quality = measure(table.set, table.candidates, scoresOf(model, table));
        console.log(qualityRow(table.set.name, quality));
        found.push({ name: table.set.name, quality });
      }
    }
    const figures = { weights: weightsHash(), sets: found };
    writeFileSync(path.join(import.meta.dirname, 'match/held-out.json'), `${JSON.stringify(figures, undefined, 2)}\n`);
    return 0;
  }
  const built = `${JSON.stringify(trainModel([...learnable, ...generated], unseen, SEED))}\n`;
  const file = path.join(root, 'engine/src/connections/model/weights.json');
  const same = existsSync(file) && readFileSync(file, 'utf8') === built;
  if (values.check) {
    console.log(
      same ? 'The shipped weights are reproduced byte for byte.' : 'The shipped weights differ from a rebuild.',
    );
    return same ? 0 : 1;
  }
  writeFileSync(file, built);
  console.log(`${path.relative(root, file)}: ${built.length} bytes${same ? ', unchanged' : ''}.`);
  return 0;
}
