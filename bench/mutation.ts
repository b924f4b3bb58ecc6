import { parseArgs } from 'node:util';
import type { Mutant, MutantResult } from '@stryker-mutator/api/core';
import { checkStages } from './mutation/check-stages.ts';
import { asReported, everyMutant } from './mutation/mutants.ts';
import { besideOf, OWN_TESTS, ownTestsOf, placesOf, survivorsOf } from './mutation/own-tests.ts';
import { changeOf, printReport } from './mutation/report.ts';
import { type Room, rooms } from './mutation/rooms.ts';
import { runMutants } from './mutation/run-mutants.ts';
import { sampleOf } from './mutation/sample.ts';

const USAGE = `npm run bench -- mutation [engine] [handlers] [stages] [--mutants N] [--seed N] [--only PATH] [--workers N] [--list]
  engine      engine/src/invoice-issuance, noticed by the engine's unit tests
  handlers    server/src/features, noticed by the good call of every operation; both when none is named
  stages      no fault: whether the good call of every operation passes where a fault has it begin
  --mutants   how many faults are tried in each, spread evenly over its files
  --seed      which ones; printed, so that a run can be repeated
  --only      only files whose path begins so
  --workers   how many are tried at a time
  --list      only prints the faults that would be tried`;

/** The share of the faults tried that the tests must notice. */
const AIM = 0.9;

/** Puts small faults into the code, one at a time, and prints how many of them the tests notice. Returns 1 below the aim. */
export async function run(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      mutants: { type: 'string' },
      seed: { type: 'string', default: String(Math.trunc(Date.now() / 86_400_000)) },
      only: { type: 'string', default: '' },
      workers: { type: 'string', default: '2' },
      list: { type: 'boolean' },
      help: { type: 'boolean' },
    },
  });
  const names = positionals.filter((name) => name !== 'stages');
  const unknown = names.filter((name) => !(name in rooms));
  if (values.help || unknown.length > 0) {
    console.log(USAGE);
    return values.help ? 0 : 2;
  }
  let reached = positionals.includes('stages') ? await checkStages() : true;
  for (const name of positionals.length > 0 ? names : Object.keys(rooms)) {
    const room = rooms[name]!;
    const all = await everyMutant(room, values.only);
    const sample = sampleOf(all, Number(values.mutants ?? room.mutants), Number(values.seed));
    console.log(`${name}: ${sample.length} of ${all.length} mutants, --seed ${values.seed}`);
    if (values.list) {
      for (const mutant of sample) console.log(`  ${changeOf(asReported(mutant))}`);
      continue;
    }
    const results = await runMutants(room, sample, Number(values.workers));
    const score = printReport(room, results);
    await tryOwnTests(room, survivorsOf(sample, results), results, Number(values.workers));
    reached &&= score >= AIM;
  }
  return reached ? 0 : 1;
}

/** Tries what the first tests did not notice with the code's own tests, and prints both figures. */
async function tryOwnTests(
  room: Room,
  survivors: readonly Mutant[],
  results: readonly MutantResult[],
  workers: number,
): Promise<void> {
  if (room.ownTests === undefined) return;
  const tests = ownTestsOf(placesOf(survivors));
  process.env[OWN_TESTS] = tests.join(',');
  if (survivors.length > 0) console.log(`the ${survivors.length} not noticed, by the handlers' own tests:`);
  const own = survivors.length > 0 ? await runMutants({ ...room, tests: room.ownTests }, survivors, workers) : [];
  const { byGoodCalls, withOwnTests, reached } = besideOf(results, own);
  console.log(`good calls ${byGoodCalls} of ${reached}; with the handlers' own tests ${withOwnTests} of ${reached}`);
}
