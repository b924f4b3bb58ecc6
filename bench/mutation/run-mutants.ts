import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { LogLevel, Mutant, MutantResult, PartialStrykerOptions } from '@stryker-mutator/api/core';
import { Stryker } from '@stryker-mutator/core';
import { nameOf, placeOf } from './mutants.ts';
import { countedBy } from './report.ts';
import { type Room, root } from './rooms.ts';
import { NOT_SAMPLED } from './sampled.ts';

/** Folders that neither room's tests need; they are not copied. */
const UNUSED = ['/docs', '/e2e', '/web', '/.git', '/.khop', '/out', '**/dist'];

/**
 * The lines of a mutant as Stryker takes them. Only these are instrumented: what every test says of the lines that it reaches
 * becomes one text, and of a whole room that text is longer than V8 can make one.
 */
const linesOf = ({ fileName, location: { start, end } }: Mutant): string =>
  `${placeOf(fileName)}:${start.line + 1}-${end.line + 1}`;

/**
 * Tries each mutant of `sample` in a copy of the repository with the tests that reach it, and returns the outcomes. The
 * tests' own settings resolve `@khop/x`, because node_modules is a symbolic link and its packages are the ones outside
 * the copy.
 */
export async function runMutants(room: Room, sample: readonly Mutant[], workers: number): Promise<MutantResult[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'khop-mutation-'));
  const options: PartialStrykerOptions = {
    testRunner: 'vitest',
    vitest: { configFile: room.tests, related: room.related },
    plugins: ['@stryker-mutator/vitest-runner', path.join(root, 'bench/mutation/sampled.ts')],
    checkers: ['sampled'],
    sampled: sample.map(nameOf),
    mutate: [...new Set(sample.map(linesOf))],
    coverageAnalysis: 'perTest',
    concurrency: workers,
    timeoutMS: room.patienceMs,
    dryRunTimeoutMinutes: 60,
    tempDirName: folder,
    ignorePatterns: UNUSED,
    reporters: ['missed'],
    allowConsoleColors: false,
    logLevel: 'warn' as LogLevel,
    warnings: { unknownOptions: false, slow: false, preprocessorErrors: true, unserializableOptions: true },
  };
  const results = await new Stryker(options)
    .runMutationTest()
    .finally(() => rm(folder, { recursive: true, force: true }));
  return results.filter(({ statusReason }) => statusReason !== NOT_SAMPLED).map((result) => countedBy(room, result));
}
