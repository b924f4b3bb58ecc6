import { closeSync, openSync, writeFileSync } from 'node:fs';
import type { Assignment, MatchKind, Suggestion } from '@khop/engine/connections/record.ts';
import { eachSuggestion } from '@khop/engine/connections/suggest.ts';
import { stringify } from 'csv-stringify/sync';
import { openMatchPool, threadsFor } from '../../jobs/match-pool.ts';
import { readCatalogue } from './read-catalogue.ts';

/** Two CSV catalogues and the file of their pairs, by path. */
export type MatchFiles = {
  readonly kind: MatchKind;
  readonly assignment: Assignment;
  readonly left: string;
  readonly right: string;
  readonly out: string;
  /** The most suggestions that a record may have; all by default. */
  readonly perRecord?: number;
  /** As many as suit the catalogues by default. */
  readonly threads?: number;
  /** Told when both files are read. */
  readonly onRead?: () => void;
};

const HEADER = ['left_id', 'right_id', 'score', 'best', 'evidence'];
/** Rows written at once. */
const ROWS = 1000;

/** Writes the suggested pairs of two CSV catalogues, best first, as they are explained. Answers how many there are. */
export async function matchFiles(
  files: MatchFiles,
): Promise<Readonly<Record<'left' | 'right' | 'pairs' | 'chosen', number>>> {
  const { kind, assignment, perRecord } = files;
  const left = readCatalogue(files.left);
  const right = readCatalogue(files.right);
  files.onRead?.();
  const threads = files.threads ?? threadsFor(left.length, right.length);
  const pool = threads > 0 ? openMatchPool(threads) : undefined;
  const file = openSync(files.out, 'w');
  const counts = { left: left.length, right: right.length, pairs: 0, chosen: 0 };
  const rows: (readonly (string | number)[])[] = [HEADER];
  const write = (): void => {
    writeFileSync(file, stringify(rows));
    rows.length = 0;
  };
  try {
    const take = (pair: Suggestion): void => {
      counts.pairs++;
      if (pair.best) counts.chosen++;
      const ids = [left[pair.left]!.id, right[pair.right]!.id];
      rows.push([...ids, pair.score, pair.best ? 1 : 0, JSON.stringify(pair.evidence)]);
      if (rows.length >= ROWS) write();
    };
    const limit = perRecord === undefined ? {} : { perRecord };
    eachSuggestion({ kind, left, right, assignment }, { ...limit, ...(pool && { spread: pool.spread }) }, take);
    write();
  } finally {
    closeSync(file);
    await pool?.close();
  }
  return counts;
}
