import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Mutant } from '@stryker-mutator/api/core';
import { Instrumenter } from '@stryker-mutator/instrumenter';
import { filesOf, type Room, root } from './rooms.ts';

/** Identifies a mutant by its own code: Stryker's numbers depend on the order of the files. */
export const nameOf = ({ fileName, location: { start, end }, mutatorName, replacement }: Mutant): string =>
  [placeOf(fileName), start.line, start.column, end.line, end.column, mutatorName, replacement].join('|');

/** A mutant with its place counted from 1, as its result has it: the instrumenter counts from 0. */
export const asReported = (mutant: Mutant): Mutant => {
  const { start, end } = mutant.location;
  const from1 = ({ line, column }: typeof start) => ({ line: line + 1, column: column + 1 });
  return { ...mutant, location: { start: from1(start), end: from1(end) } };
};

/** The path from the root of a file, wherever the copy lies that it was changed in. */
export const placeOf = (fileName: string): string => path.relative(process.cwd(), fileName).replaceAll(path.sep, '/');

const SILENT = { isDebugEnabled: () => false, debug: () => {}, info: () => {}, warn: () => {} };

/** Every mutant that Stryker knows to make of the room's code, by file and place. */
export async function everyMutant(room: Room, only = ''): Promise<readonly Mutant[]> {
  const files = filesOf(room, only).map((name) => ({
    name: path.join(root, name),
    mutate: true,
    content: readFileSync(path.join(root, name), 'utf8'),
  }));
  const instrumenter = new Instrumenter(SILENT as never);
  const { mutants } = await instrumenter.instrument(files, MUTATORS);
  return mutants;
}

const MUTATORS = { plugins: null, excludedMutations: [], ignorers: [] };
