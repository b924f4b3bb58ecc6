import { foldText } from '../../text/fold.ts';

export type Owner = { readonly id: string; readonly code: string; readonly name: string; readonly taxCode: string };

const LEAST_TAX_DIGITS = 10;

/** Shares of a file's product codes that say that it is another profile's. */
export type ForeignShares = { readonly fewHere: number; readonly manyThere: number; readonly atLeast: number };

/** So few goods of a ledger known here and so many known there mean that the file is the other's. */
export const CODES_OF_LEDGER: ForeignShares = { fewHere: 0.2, manyThere: 0.8, atLeast: 5 };
/** A catalogue brings new codes, and entities of a group share some: only a whole foreign catalogue is evidence. */
export const CODES_OF_CATALOGUE: ForeignShares = { fewHere: 0, manyThere: 0.95, atLeast: 20 };

/** True when of `total` codes so few are known `here` and so many `there` that they speak for the other profile. */
export const speaksForOther = (total: number, here: number, there: number, limit: ForeignShares): boolean =>
  total >= limit.atLeast && here <= total * limit.fewHere && there >= total * limit.manyThere;

/** The profiles whose tax code or name these texts above a header carry. */
export function namedInHeading<P extends Owner>(heading: readonly string[], profiles: readonly P[]): readonly P[] {
  const words = ` ${foldText(heading.join(' | '))} `;
  const digits = heading.map((text) => text.replace(/[\s.-]/g, '')).join('|');
  if (words.trim() === '') return [];
  return profiles.filter(({ name, taxCode: typed }) => {
    const taxCode = typed.replace(/\D/g, '');
    const hasTaxCode = taxCode.length >= LEAST_TAX_DIGITS && new RegExp(`(?<!\\d)${taxCode}(?!\\d)`).test(digits);
    return hasTaxCode || words.includes(` ${foldText(name)} `);
  });
}

/**
 * The profile that a path names by its code or name, as whole words: the part nearest to the file decides. Undefined when
 * that part names several, or none does.
 */
export function namedInPath<P extends Owner>(path: string, profiles: readonly P[]): P | undefined {
  for (const part of path.split('/').toReversed()) {
    const [text, words] = [part.toLowerCase(), ` ${foldText(part)} `];
    const named = profiles.filter(
      ({ code, name }) => hasWord(text, code.toLowerCase()) || words.includes(` ${foldText(name)} `),
    );
    if (named.length > 0) return named.length === 1 ? named[0] : undefined;
  }
  return undefined;
}

/** A code between signs that are no letters or digits: "TonKho_VPP (2).xlsx" has "vpp", "svpp.xlsx" has not. */
const hasWord = (text: string, word: string): boolean =>
  text.split(word).some((before, at, pieces) => {
    const after = pieces[at + 1];
    return after !== undefined && !/[\p{L}\p{N}]$/u.test(before) && !/^[\p{L}\p{N}]/u.test(after);
  });
