/** Letters of other alphabets that look like a Latin one, and under each of them the Latin one. */
const CYRILLIC = ['АВЕКМНОРСТУХІЈЅаеорсухіјѕ', 'ABEKMHOPCTYXIJSaeopcyxijs'] as const;
const GREEK = ['ΑΒΕΖΗΙΚΜΝΟΡΤΥΧον', 'ABEZHIKMNOPTYXov'] as const;

const LATIN_OF = new Map(
  [CYRILLIC, GREEK].flatMap(([letters, latin]) => [...letters].map((letter, at) => [letter, latin[at]!] as const)),
);

const OTHER_LETTER = /[\p{Script=Cyrillic}\p{Script=Greek}]/u;
const OTHER_LETTERS = /[\p{Script=Cyrillic}\p{Script=Greek}]/gu;

export type LookAlike = { readonly letter: string; readonly latin: string };

/**
 * The first letter of a code that a person takes for a Latin one; undefined where there is none. A word that has letters which
 * exist only in the other alphabet is truly of that one.
 */
export function lookAlikeIn(code: string): LookAlike | undefined {
  if (!OTHER_LETTER.test(code)) return undefined;
  const letters = code.match(OTHER_LETTERS) ?? [];
  if (letters.some((letter) => !LATIN_OF.has(letter))) return undefined;
  const [letter] = letters;
  return letter === undefined ? undefined : { letter, latin: LATIN_OF.get(letter)! };
}
