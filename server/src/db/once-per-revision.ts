import type pg from 'pg';
import { revisionOf } from './revision.ts';

/** Texts kept per process, in characters: the least recently asked for go first. */
const MOST_CHARACTERS = 50_000_000;

type Kept = { readonly revision: string; readonly answer: Promise<string> };

/** Answers by question, each of one revision: the last one that was asked for. */
type Answers = {
  readonly get: (question: string, revision: string) => Promise<string> | undefined;
  readonly put: (question: string, kept: Kept) => void;
};

export function keepAnswers(mostCharacters: number): Answers {
  // In the order in which they were last asked for; an answer that is not there yet counts for nothing.
  const kept = new Map<string, Kept & { characters: number }>();
  let characters = 0;
  const drop = (question: string): void => {
    characters -= kept.get(question)?.characters ?? 0;
    kept.delete(question);
  };
  const grow = (question: string, own: { characters: number }, by: number): void => {
    if (kept.get(question) !== own) return;
    own.characters = by;
    characters += by;
    for (const [oldest] of kept) {
      if (characters <= mostCharacters) return;
      drop(oldest);
    }
  };
  return {
    get: (question, revision) => {
      const found = kept.get(question);
      if (found?.revision !== revision) return undefined;
      kept.delete(question);
      kept.set(question, found);
      return found.answer;
    },
    put: (question, { revision, answer }) => {
      const own = { revision, answer, characters: 0 };
      drop(question);
      kept.set(question, own);
      answer.then(
        ({ length }) => grow(question, own, length),
        // The next caller tries again what failed.
        () => kept.get(question) === own && drop(question),
      );
    },
  };
}

/** Of each database its own: tests have several in a process. */
const answersOf = new WeakMap<pg.Pool, Answers>();

/**
 * The text that answers a question, computed once for all callers for as long as none of `tables` changes; those who
 * ask while it is computed wait for the same one. `question` names everything that the answer depends on beside the
 * tables.
 */
export async function oncePerRevision(
  pool: pg.Pool,
  tables: readonly string[],
  question: string,
  compute: () => Promise<string>,
): Promise<string> {
  const answers = answersOf.get(pool) ?? keepAnswers(MOST_CHARACTERS);
  answersOf.set(pool, answers);
  // Before the tables are read: no answer is older than the revision that it is kept under, and a past one never comes back.
  const revision = await revisionOf(pool, tables);
  const known = answers.get(question, revision);
  if (known) return known;
  const answer = compute();
  answers.put(question, { revision, answer });
  return answer;
}
