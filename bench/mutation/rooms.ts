import { readdirSync } from 'node:fs';
import path from 'node:path';

export const root = path.resolve(import.meta.dirname, '../..');

/** Code that faults are put into, and the tests that should notice them. */
export type Room = {
  /** The folders of the code, from the root. */
  readonly folders: readonly string[];
  /** True for code whose faults count; `file` is a path from the root. */
  readonly counts: (file: string) => boolean;
  /** The settings of the tests that should notice. */
  readonly tests: string;
  /** True if only tests that import the code count; else all do, because they reach it through the network. */
  readonly related: boolean;
  /** True if faults that no test reaches count as missed; else they are only reported. */
  readonly unreachedCount: boolean;
  /** The extra time that the tests may take with a fault. */
  readonly patienceMs: number;
  /** True if tests that do not end in time notice a fault; else it counts as missed, for a slow hour looks the same. */
  readonly endlessCounts: boolean;
  /** The settings of further tests, tried on what the first tests do not notice. */
  readonly ownTests?: string;
  /** Mutants tried by default. */
  readonly mutants: number;
};

/** Tests and their helpers. */
const isTest = (file: string) => file.endsWith('.test.ts') || file.endsWith('-fixture.ts');

export const rooms: Readonly<Record<string, Room>> = {
  engine: {
    folders: ['engine/src/allocation', 'engine/src/invoice-issuance'],
    counts: (file) => !isTest(file),
    tests: 'bench/mutation/engine.vitest.ts',
    related: true,
    unreachedCount: true,
    patienceMs: 20_000,
    endlessCounts: true,
    mutants: 500,
  },
  handlers: {
    folders: ['server/src/features'],
    counts: (file) => !isTest(file),
    tests: 'bench/mutation/handlers.vitest.ts',
    ownTests: 'bench/mutation/own-tests.vitest.ts',
    related: false,
    // Refusals and rarer states are not part of a good call; tests of their own cover them.
    unreachedCount: false,
    // Services and a database share the machine with whatever else it does: a slow hour is no fault.
    patienceMs: 300_000,
    endlessCounts: false,
    mutants: 200,
  },
};

/** The files of a room that faults are put into, from the root, in order. */
export function filesOf({ folders, counts }: Room, only = ''): string[] {
  const filesIn = (folder: string) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).map(
      (file) => `${folder}/${file.replaceAll(path.sep, '/')}`,
    );
  return folders
    .flatMap(filesIn)
    .filter((file) => file.endsWith('.ts') && counts(file) && file.startsWith(only))
    .sort();
}
