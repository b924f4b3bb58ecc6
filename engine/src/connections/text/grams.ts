import { foldTables, SEPARATOR, SKIP } from '../../text/fold.ts';

/** 37 symbols (space, 0–9, a–z; other scripts are folded onto them), so a 3-gram is a number under 50,653. */
export const GRAM_COUNT = 37 * 37 * 37;

const symbolOf = (folded: number): number => {
  if (folded >= 97 && folded <= 122) return folded - 86;
  if (folded >= 48 && folded <= 57) return folded - 47;
  return 11 + (folded % 26);
};

/** The 3-grams of a text, words padded by one space; not distinct, in order. */
export function gramsOf(text: string): number[] {
  const { fold } = foldTables();
  const grams: number[] = [];
  let [first, second] = [0, 0];
  let gap = true;
  for (let i = 0; i <= text.length && grams.length < 400; i++) {
    const folded = i < text.length ? fold[text.charCodeAt(i)]! : SEPARATOR;
    if (folded === SKIP) continue;
    if (folded === SEPARATOR) {
      if (gap) continue;
      grams.push((first * 37 + second) * 37);
      [first, second] = [0, 0];
      gap = true;
      continue;
    }
    const symbol = symbolOf(folded);
    if (!gap) grams.push((first * 37 + second) * 37 + symbol);
    else gap = false;
    [first, second] = [second, symbol];
  }
  return grams;
}
