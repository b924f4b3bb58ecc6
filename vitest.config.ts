import os, { availableParallelism } from 'node:os';
import path from 'node:path';
import { defineConfig } from 'vitest/config';
import { temporaryFolder } from './scripts/lib/in-memory.mjs';
import { LongFilesFirst } from './scripts/lib/long-files-first.mjs';
import { seedOfRun } from './scripts/lib/seed.mjs';
import { DAY_OF_TESTS } from './server/src/db/clock/day-of-tests.ts';

// Every reading of a file and every plan begins a thread, and every thread compiles what it imports: with what an earlier
// one has compiled it begins in a quarter of the time. Node looks at the text of a file before it takes what it has kept.
process.env.NODE_COMPILE_CACHE ??= path.join(import.meta.dirname, 'node_modules/.cache/khop-compiled');

// `npm test` has drawn one for all its stages and says it at its end; a failed property says its own too.
process.env.KHOP_TEST_SEED = String(seedOfRun());

// Pictures of failed tests are looked at when the run, and its temporary folder with it, is gone.
process.env.KHOP_E2E_PICTURES ??= path.join(os.tmpdir(), 'khop-e2e-failures');
process.env.TMPDIR = temporaryFolder();

// Nor do answers depend on the day of the test.
process.env.PGOPTIONS ??= DAY_OF_TESTS;

/** One more than there are cores, the one that the test runner hardly uses as well: files also wait, for a dead worker, a page or a process. */
const workers = Math.min(availableParallelism() + 1, 5);

/**
 * Four kinds of tests, told apart by their names:
 *   x.test.ts     unit: no database, no other process
 *   x.test.tsx    page: components in a document of their own, and the few files of APART
 *   x.db.test.ts  a real PostgreSQL (one server for the run, a copy of a migrated template per test) and real services
 *   x.test.ts in e2e: journeys in a real browser
 */
const rooms = ['engine', 'contract', 'sample', 'server', 'web', 'bench', 'scripts'];
const NEVER = ['**/node_modules/**', '**/dist/**'];
/** Loading what they test takes more than most files do then: those of a worker share it (docs/decisions/0057-tests-cost-what-they-tell.md). */
const SHARED = { isolate: false, setupFiles: ['server/src/testing/setup/fresh-file.ts'] };
/** What holds on to the document of its file, React for one, or is put in another's place. */
const APART = ['web/**/*.test.tsx', 'web/src/shared/upload/{many/batch,tax-files}.test.ts'];

export default defineConfig({
  test: {
    // A day must not depend on the machine that computes it.
    env: { TZ: 'Asia/Ho_Chi_Minh' },
    setupFiles: ['scripts/property-seed.mjs'],
    reporters: ['default'],
    // An order that the command line asks for, one drawn at random, would not be heeded beside it.
    sequence: process.argv.some((word) => word.startsWith('--sequence')) ? {} : { sequencer: LongFilesFirst },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          ...SHARED,
          include: rooms.map((room) => `${room}/**/*.test.ts`),
          exclude: [...NEVER, ...APART, '**/*.db.test.ts'],
          maxWorkers: workers,
          testTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'page',
          include: APART,
          exclude: NEVER,
          maxWorkers: workers,
          testTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'db',
          ...SHARED,
          include: ['**/*.db.test.ts'],
          exclude: NEVER,
          globalSetup: ['server/src/testing/database-server.ts'],
          setupFiles: [...SHARED.setupFiles, 'scripts/note-statements.mjs'],
          // Threads that help each worker's collector take more of two cores than they give: a tenth of what these files take.
          execArgv: ['--single-threaded-gc'],
          // The server takes a hundred connections.
          // KHOP_TEST_WORKERS: how many where other runs have the cores as well (scripts/test.mjs).
          maxWorkers: Number(process.env.KHOP_TEST_WORKERS) || workers,
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          ...SHARED,
          include: ['e2e/**/*.test.ts'],
          exclude: NEVER,
          globalSetup: ['e2e/stage/prepared-company.ts'],
          // Each file has a service of its own, and a browser.
          maxWorkers: workers,
          // The default of one second is not for a slow machine.
          expect: { poll: { timeout: 30_000 } },
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
    ],
  },
});
