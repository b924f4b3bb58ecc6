import { NUMBER, QUANTITY } from '../../text/tokenise.ts';
import type { TokenList } from './alias-table.ts';
import { internText, tokenText, type Vocabulary } from './vocabulary.ts';

/** Words of a name that speak of tiles: only there does "60x60" mean 600x600 mm. */
export const tileWords = (words: Vocabulary): ReadonlySet<number> =>
  new Set(['gach', 'granite', 'ceramic', 'porcelain', 'tile', 'tiles'].map((word) => internText(words, word)));

/** The sides of tiles in centimetres. No tile is as small in millimetres, but for mosaic, which names no such sides. */
const SIDES = new Set([10, 15, 20, 25, 30, 40, 45, 50, 60, 75, 80, 90, 100, 120, 160]);

/** Rewrites the sides of a tile in millimetres: "60x60", "60x60cm" and "600x600" are one. */
export function foldTiles(words: Vocabulary, tiles: ReadonlySet<number>, { ids }: TokenList): void {
  if (!ids.some((id) => tiles.has(id))) return;
  for (let t = 0; t + 1 < ids.length; t++) {
    const [first, second] = [sideOf(words, ids[t]!), sideOf(words, ids[t + 1]!)];
    if (first === 0 || second === 0) continue;
    ids[t] = internText(words, String(first));
    ids[t + 1] = internText(words, String(second));
    t++;
  }
}

/** A side in millimetres; 0 for whatever is none. */
function sideOf(words: Vocabulary, id: number): number {
  const value = Number.parseFloat(tokenText(words, id));
  if (words.kind[id] === NUMBER) return SIDES.has(value) ? value * 10 : SIDES.has(value / 10) ? value : 0;
  return words.kind[id] === QUANTITY && tokenText(words, id) === `${value}mm` && SIDES.has(value / 10) ? value : 0;
}
