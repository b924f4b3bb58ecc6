import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { gatherLessons, trainShipped, trainStranger } from './match/lessons.ts';
import type { Quality } from './match/measure.ts';
import hashes from './match/public-sets.sha256.json' with { type: 'json' };
import { qualityOf, qualityRow, weightsHash } from './match/quality.ts';

const USAGE = `npm run bench -- train-match [SETS] [--check] [--held-out]
  SETS        folder of the public sets; else KHOP_MATCH_SETS; else ../shared/bench/match
  (nothing)   rebuilds engine/src/connections/model/weights.json
  --check     rebuilds and compares with the shipped file, writing nothing
  --held-out  each public set by weights that learnt from generated catalogues alone; the figures are
              kept in bench/match/held-out.json beside the hash of the shipped weights`;

/** Names the public files that are not the ones the weights were built from. */
function wrongFiles(folder: string): string[] {
  return Object.entries(hashes).flatMap(([file, expected]) => {
    const full = path.join(folder, file);
    const found = existsSync(full) ? createHash('sha256').update(readFileSync(full)).digest('hex') : 'absent';
    return found === expected ? [] : [`${file}: ${found === 'absent' ? 'absent' : 'another version'}`];
  });
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
  const lessons = gatherLessons(folder);
  if (values['held-out']) {
    const found: { name: string; quality: Quality }[] = [];
    const stranger = trainStranger(lessons);
    for (const { set } of lessons.outside) {
      const quality = qualityOf(stranger, set);
      console.log(qualityRow(set.name, quality));
      found.push({ name: set.name, quality });
    }
    const figures = { weights: weightsHash(), sets: found };
    writeFileSync(path.join(import.meta.dirname, 'match/held-out.json'), `${JSON.stringify(figures, undefined, 2)}\n`);
    return 0;
  }
  const built = `${JSON.stringify(trainShipped(lessons))}\n`;
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
