import { readdirSync } from 'node:fs';
import path from 'node:path';

export const root = path.resolve(import.meta.dirname, '../..');

/** Code that faults are put into, and what should notice them. */
export type Room = {
  /** The folders of the code, from the root. */
  readonly folders: readonly string[];
  /** Whether a file of the folder is code whose faults count; `file` is a path from the root. */
  readonly counts: (file: string) => boolean;
  /** The settings of the tests that should notice. */
  readonly tests: string;
  /** Whether only tests count that import the code; otherwise all do, because they reach it through the network. */
  readonly related: boolean;
  /** Whether faults that no test reaches count as missed; otherwise they are only told. */
  readonly unreachedCount: boolean;
  /** How much longer than without a fault the tests may take: what has not ended by then counts as noticed. */
  readonly patienceMs: number;
  /** How many are tried when nobody says. */
  readonly mutants: number;
};

/** Tests and what only they use. */
const isTest = (file: string) => file.endsWith('.test.ts') || file.endsWith('-fixture.ts');

export const rooms: Readonly<Record<string, Room>> = {
  engine: {
    folders: ['engine/src/allocation', 'engine/src/invoice-issuance'],
    counts: (file) => !isTest(file),
    tests: 'bench/mutation/engine.vitest.ts',
    related: true,
    unreachedCount: true,
    patienceMs: 20_000,
    mutants: 500,
  },
  handlers: {
    folders: ['server/src/features'],
    counts: (file) => !isTest(file),
    tests: 'bench/mutation/handlers.vitest.ts',
    related: false,
    // What only a refusal or a rarer state reaches is no part of a good call; tests of its own hold it.
    unreachedCount: false,
    // Services and a database share the machine with whatever else it does: a slow hour is no fault.
    patienceMs: 300_000,
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
