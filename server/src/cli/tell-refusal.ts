import { Problem } from '@khop/engine/problem.ts';
import { sentenceOf } from '../sentence.ts';

/**
 * Tells the person at the command line why a command stopped, and answers its exit code, 1. A mistake in the program is
 * thrown on: it needs its stack.
 */
export function tellRefusal(error: unknown): number {
  const sentence = error instanceof Problem ? `${error.code}: ${error.message}` : sentenceOf(error);
  if (sentence === undefined) throw error;
  console.error(sentence);
  return 1;
}
