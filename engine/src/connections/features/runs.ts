import { CODE } from '../../text/tokenise.ts';
import { size as sizeOf } from '../text/figure-tokens.ts';
import { isHard, isJoint, type Vocabulary } from '../text/vocabulary.ts';
import { type Alignment, INITIALS, JOINED, leftOver, type Side, TYPO } from './alignment.ts';
import { LONE_SIMILARITY } from './token-similarity.ts';

/** A way to read a word from several of the other name. */
type RunRule = {
  /** The number of tokens of `side` from `y` on that make the word together; 0 when they do not. */
  readonly run: (words: Vocabulary, word: number, side: Side, y: number) => number;
  readonly similarity: number;
  readonly way: number;
};

export function joinBothWays(rule: RunRule, { a, b }: Alignment, words: Vocabulary, foreignCodes: boolean): void {
  matchRuns(rule, words, a, b, foreignCodes);
  matchRuns(rule, words, b, a, foreignCodes);
}

/**
 * One unmatched word of `side` against a run of unmatched neighbours of `other`: joined, or initials.
 *
 * @param foreignCodes only codes that the other side does not have as they are
 */
function matchRuns(rule: RunRule, words: Vocabulary, side: Side, other: Side, foreignCodes: boolean): void {
  // A run is of two unmatched words at least.
  if (other.size < 2 || leftOver(side) === 0 || leftOver(other) < 2) return;
  const { similarity, way } = rule;
  for (let x = 0; x < side.size; x++) {
    if (side.sim[x] !== 0) continue;
    const id = side.ids[x]!;
    const kind = words.kind[id]!;
    if (isHard(kind) && kind !== CODE) continue;
    if (foreignCodes && (kind !== CODE || has(other, id))) continue;
    if (words.start[id + 1]! - words.start[id]! < 2) continue;
    // By every rule the first word of a run begins as the word does.
    const letter = words.chars[words.start[id]!]!;
    for (let y = 0; y + 1 < other.size; y++) {
      if (other.sim[y] !== 0 || words.chars[words.start[other.ids[y]!]!] !== letter) continue;
      const run = rule.run(words, id, other, y);
      if (run === 0) continue;
      side.sim[x] = similarity;
      side.way[x] = way;
      side.partner[x] = y;
      other.sim.fill(similarity, y, y + run);
      other.way.fill(way, y, y + run);
      other.partner.fill(x, y, y + run);
      break;
    }
  }
}

function has({ ids, size }: Side, id: number): boolean {
  for (let t = 0; t < size; t++) if (ids[t] === id) return true;
  return false;
}

/** Tokens, at least two, that are the word when written together or, with `isEnd`, the word up to there. */
function joinedRun(
  words: Vocabulary,
  word: number,
  { ids, sim, size }: Side,
  y: number,
  isEnd?: (words: Vocabulary, word: number, at: number) => boolean,
): number {
  const start = words.start[word]!;
  const length = words.start[word + 1]! - start;
  let [joined, run] = [0, 0];
  for (let k = y; k < size && k < y + 4 && sim[k] === 0 && joined < length; k++) {
    const [from, to] = [words.start[ids[k]!]!, words.start[ids[k]! + 1]!];
    if (joined + to - from > length) break;
    let c = 0;
    while (c < to - from && words.chars[from + c] === words.chars[start + joined + c]) c++;
    if (c < to - from) break;
    joined += to - from;
    if (k > y && (joined === length || isEnd?.(words, word, joined))) run = k - y + 1;
  }
  return run;
}

export const AS_ONE: RunRule = {
  run: (words, word, side, y) => joinedRun(words, word, side, y),
  similarity: 0.97,
  way: JOINED,
};

/** "CNMG 120408" of "CNMG120408-MA": the parts of a code from its beginning, without what follows a hyphen. */
export const IN_PART: RunRule = { run: partRun, similarity: LONE_SIMILARITY, way: TYPO };

function partRun(words: Vocabulary, word: number, side: Side, y: number): number {
  if (words.kind[word] !== CODE) return 0;
  const run = joinedRun(words, word, side, y, isJoint);
  return goesOn(words, side, y + run) ? 0 : run;
}

/** True where the code may go on in another way: "SC 25-6" is not "SC25-8", nor "TN 263 BK" "TN263-C". */
const goesOn = (words: Vocabulary, { ids, sim, size }: Side, t: number): boolean =>
  t < size && sim[t] === 0 && (isHard(words.kind[ids[t]!]!) || sizeOf(words, ids[t]!) <= LONGEST_OPTION);

const LONGEST_OPTION = 3;

/** The longest short form that an alias makes of two words ("tb" of "thiết bị", "vpp"). */
const LONGEST_SHORT = 3;

/** Tokens, at least two, that begin with the letters of the word, one each; a short form ("tb") may give all of its own. */
function initialsRun(words: Vocabulary, word: number, { ids, sim, size }: Side, y: number): number {
  const start = words.start[word]!;
  const length = words.start[word + 1]! - start;
  if (length > 6) return 0;
  let read = 0;
  for (let k = y; k < size && sim[k] === 0; k++) {
    const [from, to] = [words.start[ids[k]!]!, words.start[ids[k]! + 1]!];
    let same = 0;
    while (from + same < to && read + same < length && words.chars[from + same] === words.chars[start + read + same])
      same++;
    if (same === 0) return 0;
    read += to - from === same && same <= LONGEST_SHORT ? same : 1;
    if (read === length) return k > y ? k - y + 1 : 0;
  }
  return 0;
}

export const AS_INITIALS: RunRule = { run: initialsRun, similarity: 0.85, way: INITIALS };
