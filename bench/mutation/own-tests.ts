import path from 'node:path';
import type { Mutant, MutantResult } from '@stryker-mutator/api/core';
import { asReported, nameOf, placeOf } from './mutants.ts';
import { outcomeOf } from './report.ts';

/** The environment variable by which the settings of the handlers' own tests learn which those are. */
export const OWN_TESTS = 'KHOP_MUTATION_OWN_TESTS';

const FEATURES = 'server/src/features';

/** Tests that end processes or wait for a slow file: they take minutes, and other tests of the same folder hold the same rules. */
export const NOT_TRIED = ['killed', 'slow-', 'survives', 'circle', 'busy-', 'together', 'stability'].map(
  (name) => `**/${name}*.db.test.ts`,
);

/**
 * The tests that hold handlers apart from their good calls, as globs from the root: the database tests of a file's own folder
 * and of the folders above it, up to that of its feature.
 */
export function ownTestsOf(files: readonly string[]): string[] {
  const folders = new Set<string>();
  for (const file of files)
    for (let folder = path.posix.dirname(file); folder.startsWith(`${FEATURES}/`); folder = path.posix.dirname(folder))
      folders.add(folder);
  return [...folders].sort().map((folder) => `${folder}/*.db.test.ts`);
}

/** The faults of the sample that the good calls reached and did not notice. */
export function survivorsOf(sample: readonly Mutant[], results: readonly MutantResult[]): Mutant[] {
  const survived = new Set(results.filter(({ status }) => status === 'Survived').map(nameOf));
  return sample.filter((mutant) => survived.has(nameOf(asReported(mutant))));
}

/** The noticed faults of those that the good calls reach: by themselves, and with those that the handlers' own tests notice. */
export function besideOf(
  results: readonly Pick<MutantResult, 'status'>[],
  own: readonly Pick<MutantResult, 'status'>[],
) {
  const noticedOf = (some: typeof results) => outcomeOf(some).killed + outcomeOf(some).timedOut;
  const byGoodCalls = noticedOf(results);
  return {
    byGoodCalls,
    withOwnTests: byGoodCalls + noticedOf(own),
    reached: byGoodCalls + outcomeOf(results).survived,
  };
}

export const placesOf = (mutants: readonly Mutant[]): string[] => [
  ...new Set(mutants.map(({ fileName }) => placeOf(fileName))),
];
