import { NUMBER, QUANTITY } from '../../text/tokenise.ts';
import type { TokenList } from './alias-table.ts';
import { internText, tokenText, type Vocabulary } from './vocabulary.ts';

/** Words of a name that speak of tiles and bricks, where "60x60" means 600x600 mm, and of cartons with three such sides. */
export type SidedWords = { readonly fired: ReadonlySet<number>; readonly cartons: ReadonlySet<number> };

export const sidedWords = (words: Vocabulary): SidedWords => {
  const those = (text: string): ReadonlySet<number> => new Set(text.split(' ').map((word) => internText(words, word)));
  return { fired: those('gach granite ceramic porcelain tile tiles'), cartons: those('thung carton') };
};

/** The sides of tiles in centimetres. No tile is as small in millimetres, but for mosaic, which names no such sides. */
const SIDES = new Set([10, 15, 20, 25, 30, 40, 45, 50, 60, 75, 80, 90, 100, 120, 160]);

/** The least side of a carton or a brick, and the longest ones of a carton and a brick, in centimetres. */
const [LEAST, LONGEST_OF_CARTON, LONGEST_OF_BRICK] = [4, 120, 30];

/** Rewrites the sides of tiles, bricks and cartons in millimetres: "60x60", "60x60cm" and "600x600" are one. */
export function foldSides(words: Vocabulary, { fired, cartons }: SidedWords, { ids }: TokenList): void {
  if (ids.some((id) => cartons.has(id))) foldSolid(words, ids, LONGEST_OF_CARTON);
  else if (ids.some((id) => fired.has(id)) && !foldSolid(words, ids, LONGEST_OF_BRICK)) foldTiles(words, ids);
}

function foldTiles(words: Vocabulary, ids: number[]): void {
  for (let t = 0; t + 1 < ids.length; t++) {
    const [first, second] = [sideOf(words, ids[t]!), sideOf(words, ids[t + 1]!)];
    if (first === 0 || second === 0) continue;
    ids[t] = internText(words, String(first));
    ids[t + 1] = internText(words, String(second));
    t++;
  }
}

/** Rewrites the first three sides in a row, of which the longest is as given in centimetres. @returns whether there are any */
function foldSolid(words: Vocabulary, ids: number[], longest: number): boolean {
  for (let t = 0; t + 2 < ids.length; t++) {
    const sides = ids.slice(t, t + 3).map((id) => measureOf(words, id));
    const scale = [10, 1].find((scale) =>
      sides.every((side) => side * scale >= LEAST * 10 && side * scale <= longest * 10),
    );
    if (!scale) continue;
    // As quantities: a number behind the word is what a carton holds.
    for (let k = 0; k < 3; k++) ids[t + k] = internText(words, `${sides[k]! * scale}mm`, QUANTITY);
    return true;
  }
  return false;
}

const LENGTH = /^[\d.]+(mm|=.)$/;

/** A side of a tile in millimetres; 0 for whatever is none. */
function sideOf(words: Vocabulary, id: number): number {
  const value = measureOf(words, id);
  if (words.kind[id] === NUMBER && SIDES.has(value)) return value * 10;
  return SIDES.has(value / 10) ? value : 0;
}

/** A bare number, one of millimetres or that of a named side; 0 for any other. */
function measureOf(words: Vocabulary, id: number): number {
  const text = tokenText(words, id);
  const value = Number.parseFloat(text);
  return words.kind[id] === NUMBER || (words.kind[id] === QUANTITY && LENGTH.test(text)) ? value : 0;
}
