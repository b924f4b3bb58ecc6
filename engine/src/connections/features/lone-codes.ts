import { CODE } from '../../text/tokenise.ts';
import type { Vocabulary } from '../text/vocabulary.ts';

/** Bits of a code that goes on, by letters at its end or before its beginning, in one other code at most. */
export const [LONE_TO_THE_RIGHT, LONE_TO_THE_LEFT] = [1, 2];

/** The least that is left of a code without those letters. */
const LEAST = 3;
const [DIGIT_0, DIGIT_9] = [0x30, 0x39];

/**
 * The codes without rivals: "CPR6EA-9" and "CPR6EA-9S" where no catalogue has a "CPR6EA-9X". Only a code with rivals
 * needs its last letters, or its first, to name one thing. Bits by token id; 0 for all that is no code.
 */
export function loneCodes(words: Vocabulary): Uint8Array {
  const lone = new Uint8Array(words.count);
  for (const [bit, letters] of [
    [LONE_TO_THE_RIGHT, withoutEnding],
    [LONE_TO_THE_LEFT, withoutBeginning],
  ] as const) {
    const sharing = new Map<string, number[]>();
    for (let id = 0; id < words.count; id++) {
      if (words.kind[id] !== CODE) continue;
      const rest = letters(words, id);
      if (rest.length < LEAST) continue;
      const others = sharing.get(rest);
      if (others) others.push(id);
      else sharing.set(rest, [id]);
    }
    for (const ids of sharing.values()) if (ids.length <= 2) for (const id of ids) lone[id]! |= bit;
  }
  return lone;
}

const isFigure = (char: number): boolean => char >= DIGIT_0 && char <= DIGIT_9;

function withoutEnding({ chars, start }: Vocabulary, id: number): string {
  let end = start[id + 1]!;
  while (end > start[id]! && !isFigure(chars[end - 1]!)) end--;
  return String.fromCharCode(...chars.subarray(start[id]!, end));
}

function withoutBeginning({ chars, start }: Vocabulary, id: number): string {
  let from = start[id]!;
  while (from < start[id + 1]! && !isFigure(chars[from]!)) from++;
  return String.fromCharCode(...chars.subarray(from, start[id + 1]!));
}
