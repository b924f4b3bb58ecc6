import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Mutant, MutantResult } from '@stryker-mutator/api/core';
import { placeOf } from './mutants.ts';
import type { Room } from './rooms.ts';

/** Standard deviations of the 95 % interval. */
const Z = 1.959964;

/** Wilson's interval for the share behind `hits` of `tries`, both in [0, 1]. */
export function wilson(hits: number, tries: number): readonly [low: number, high: number] {
  if (tries === 0) return [0, 1];
  const share = hits / tries;
  const square = Z ** 2 / tries;
  const middle = (share + square / 2) / (1 + square);
  const half = (Z * Math.sqrt((share * (1 - share)) / tries + square / (4 * tries))) / (1 + square);
  return [Math.max(0, middle - half), Math.min(1, middle + half)];
}

/** The words of a test whose time is over, or that of the service that it asks. */
const TIME_IS_OVER = /\btimed out in \d+ ?ms|\bDATABASE_(UNAVAILABLE|BUSY)\b/;

/** A test that a time limit ended, its own or that of the service, is no more than slow, whatever the runner calls it. */
export const isEndless = ({ status, statusReason = '' }: Pick<MutantResult, 'status' | 'statusReason'>): boolean =>
  status === 'Timeout' || (status === 'Killed' && TIME_IS_OVER.test(statusReason));

/** The outcome of a fault as its room counts it. */
export const countedBy = <Result extends Pick<MutantResult, 'status' | 'statusReason'>>(
  { endlessCounts }: Pick<Room, 'endlessCounts'>,
  result: Result,
): Result => (isEndless(result) ? { ...result, status: endlessCounts ? 'Timeout' : 'Survived' } : result);

export type Outcome = {
  readonly killed: number;
  readonly timedOut: number;
  readonly survived: number;
  readonly uncovered: number;
  /** Mutants that are no program: neither noticed nor missed. */
  readonly invalid: number;
};

export function outcomeOf(results: readonly Pick<MutantResult, 'status'>[]): Outcome {
  const of = (...statuses: MutantResult['status'][]) =>
    results.filter(({ status }) => statuses.includes(status)).length;
  return {
    killed: of('Killed'),
    timedOut: of('Timeout'),
    survived: of('Survived'),
    uncovered: of('NoCoverage'),
    invalid: of('RuntimeError', 'CompileError', 'Ignored', 'Pending'),
  };
}

/** The share of the faults that were noticed, by a failing test or because the tests no longer end. */
export function scoreOf(outcome: Outcome, unreachedCount: boolean): { share: number; low: number; high: number } {
  const noticed = outcome.killed + outcome.timedOut;
  const tried = noticed + outcome.survived + (unreachedCount ? outcome.uncovered : 0);
  const [low, high] = wilson(noticed, tried);
  return { share: tried === 0 ? 0 : noticed / tried, low, high };
}

const percent = (share: number) => `${(share * 100).toFixed(1)} %`;

/** Prints each file's and folder's score and that of all, which is returned. */
export function printReport({ unreachedCount }: Room, results: readonly MutantResult[]): number {
  const files = Map.groupBy(results, ({ fileName }) => placeOf(fileName));
  for (const [file, own] of [...files].sort()) console.log(`  ${lineOf(outcomeOf(own))}  ${file}`);
  const folders = Map.groupBy(results, ({ fileName }) => path.dirname(placeOf(fileName)));
  for (const [folder, own] of [...folders].sort()) console.log(`  ${lineOf(outcomeOf(own))}  ${folder}/`);
  const outcome = outcomeOf(results);
  const { share, low, high } = scoreOf(outcome, unreachedCount);
  const { killed, timedOut, survived, uncovered, invalid } = outcome;
  console.log(
    `score ${percent(share)} (95 %: ${percent(low)} to ${percent(high)}): ${killed} noticed by a test, ${timedOut} without end, ` +
      `${survived} not noticed, ${uncovered} not reached by any test${unreachedCount ? '' : ' (not counted)'}${invalid > 0 ? `, ${invalid} no program` : ''}`,
  );
  return share;
}

const lineOf = (outcome: Outcome): string => {
  const noticed = outcome.killed + outcome.timedOut;
  return `${String(noticed).padStart(4)} of ${String(noticed + outcome.survived + outcome.uncovered).padStart(4)}`;
};

const shortened = (text: string): string => {
  const line = text.replaceAll(/\s+/g, ' ');
  return line.length > 90 ? `${line.slice(0, 60)} … ${line.slice(-25)}` : line;
};

/** The place of the fault, the code before it and the code with it. Lines and columns count from 1. */
export function changeOf({ fileName, location: { start, end }, replacement, mutatorName }: Mutant): string {
  const lines = readFileSync(fileName, 'utf8')
    .split('\n')
    .slice(start.line - 1, end.line);
  lines.splice(-1, 1, lines.at(-1)!.slice(0, end.column - 1));
  const was = [lines[0]!.slice(start.column - 1), ...lines.slice(1)].join('\n');
  return `${placeOf(fileName)}:${start.line}:${start.column} ${mutatorName}: ${shortened(was)} → ${shortened(replacement)}`;
}
