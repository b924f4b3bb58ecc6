import { DAY_OF_TESTS } from '@khop/server/db/clock/day-of-tests.ts';
import { defineConfig, type ViteUserConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

// As `npm test` has it: what the tests agreed to holds on one day.
process.env.PGOPTIONS ??= DAY_OF_TESTS;

/** The tests that took least come first: one that fails ends the run, and most faults are noticed by a quick one. */
class QuickFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).reverse();
  }
}

/** Settings of the tests that should notice a fault: those of the house, run in the copy that Stryker makes. */
export const settingsOf = (test: ViteUserConfig['test']): ViteUserConfig =>
  defineConfig({
    // The rooms of the copy, not the originals that node_modules points to.
    resolve: { alias: [{ find: /^@khop\/(\w+)\//, replacement: `${process.cwd()}/$1/src/` }] },
    test: {
      env: { TZ: 'Asia/Ho_Chi_Minh' },
      setupFiles: ['scripts/property-seed.mjs'],
      sequence: { sequencer: QuickFirst },
      ...test,
    },
  });
