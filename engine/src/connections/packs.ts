import { CODE, NUMBER, PACK } from '../text/tokenise.ts';
import type { TokenList } from './alias-table.ts';
import { internText, internToken, type Vocabulary } from './vocabulary.ts';

/** Words around the number of a pack: "thùng 24 lon", "24 lon/thùng", "lốc 4". */
export type PackWords = { readonly containers: ReadonlySet<number>; readonly units: ReadonlySet<number> };

const CONTAINERS = ['thung', 'loc', 'ket', 'kien'];
const UNITS =
  'hop chai lon goi tui cuon cay cai quyen tuyp vien bao lo vi hu ly bich chiec bo bottle can box pcs'.split(' ');

export const packWords = (words: Vocabulary): PackWords => ({
  containers: new Set(CONTAINERS.map((word) => internText(words, word))),
  units: new Set(UNITS.map((word) => internText(words, word))),
});

/**
 * Makes one token of every pack, so that "thùng 24 lon", "24 lon/thùng", "24/thùng" and "(T24)" are one thing, and not
 * to be taken for a size. `bracketed` tells whether token t of the list stands right after "(" or "/": only there is
 * "T24" a pack.
 */
export function foldPacks(
  words: Vocabulary,
  packs: PackWords,
  list: TokenList,
  bracketed: (t: number) => boolean,
): void {
  const { ids, marks, first, last } = list;
  const isContainer = (t: number): boolean => t < ids.length && packs.containers.has(ids[t]!);
  const isUnit = (t: number): boolean => t < ids.length && packs.units.has(ids[t]!);
  let out = 0;
  for (let t = 0; t < ids.length; t++) {
    let [pack, start, to] = [bracketed(t) ? bracketedPack(words, ids[t]!) : -1, first[t]!, t];
    if (words.kind[ids[t]!] === NUMBER) {
      const after = isUnit(t + 1) && isContainer(t + 2) ? t + 2 : isContainer(t + 1) ? t + 1 : t;
      if (out > 0 && packs.containers.has(ids[out - 1]!) && last[out - 1] === start - 1) {
        start = first[--out]!;
        to = isUnit(t + 1) ? t + 1 : t;
        pack = packOf(words, words.start[ids[t]!]!, words.start[ids[t]! + 1]!);
      } else if (after > t) {
        to = after;
        pack = packOf(words, words.start[ids[t]!]!, words.start[ids[t]! + 1]!);
      }
    }
    const [id, mark, end] = pack < 0 ? [ids[t]!, marks[t]!, last[t]!] : [pack, 0, last[to]!];
    ids[out] = id;
    marks[out] = mark;
    first[out] = start;
    last[out] = end;
    out++;
    t = to;
  }
  for (const array of [ids, marks, first, last]) array.length = out;
}

const LETTER_T = 0x74;
const SLASH = 0x2f;

/** The pack of "T24", −1 for any other token. */
function bracketedPack(words: Vocabulary, id: number): number {
  const [from, to] = [words.start[id]!, words.start[id + 1]!];
  if (words.kind[id] !== CODE || words.chars[from] !== LETTER_T || to - from > 4) return -1;
  for (let c = from + 1; c < to; c++) if (words.chars[c]! < 48 || words.chars[c]! > 57) return -1;
  return packOf(words, from + 1, to);
}

/** The token of a pack: its digits and a slash, which no other token ends in. */
function packOf(words: Vocabulary, from: number, to: number): number {
  const chars = new Uint16Array(to - from + 1);
  chars.set(words.chars.subarray(from, to));
  chars[to - from] = SLASH;
  return internToken(words, chars, 0, chars.length, PACK);
}

/** Whether a bare number is the number of a pack: "x24" and "thùng 24". */
export function isPackOf(words: Vocabulary, pack: number, number: number): boolean {
  const [from, to] = [words.start[pack]!, words.start[pack + 1]! - 1];
  const start = words.start[number]!;
  if (words.start[number + 1]! - start !== to - from) return false;
  for (let c = 0; c < to - from; c++) if (words.chars[from + c] !== words.chars[start + c]) return false;
  return true;
}
