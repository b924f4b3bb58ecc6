/** Letters of other alphabets that look like a Latin one, dashes that look like a hyphen, and under each of them what it looks like. */
const CYRILLIC = ['АВЕКМНОРСТУХІЈЅаеорсухіјѕ', 'ABEKMHOPCTYXIJSaeopcyxijs'] as const;
const GREEK = ['ΑΒΕΖΗΙΚΜΝΟΡΤΥΧον', 'ABEZHIKMNOPTYXov'] as const;

/** The hyphens and dashes that Word and Excel put in the place of a typed hyphen, and the minus. */
const DASHES = ['\u2010\u2011\u2012\u2013\u2014\u2212', '------'] as const;

const SEEN_AS = new Map(
  [CYRILLIC, GREEK, DASHES].flatMap(([signs, seen]) => [...signs].map((sign, at) => [sign, seen[at]!] as const)),
);

const OTHER_SIGN = /[\p{Script=Cyrillic}\p{Script=Greek}\u2010-\u2014\u2212]/u;
const OTHER_SIGNS = /[\p{Script=Cyrillic}\p{Script=Greek}\u2010-\u2014\u2212]/gu;

export type LookAlike = { readonly sign: string; readonly seen: string };

/**
 * The first sign of a code that a person takes for another one; undefined where there is none. A word that has letters which
 * exist only in the other alphabet is truly of that one.
 */
export function lookAlikeIn(code: string): LookAlike | undefined {
  if (!OTHER_SIGN.test(code)) return undefined;
  const signs = code.match(OTHER_SIGNS) ?? [];
  if (signs.some((sign) => !SEEN_AS.has(sign))) return undefined;
  const [sign] = signs;
  return sign === undefined ? undefined : { sign, seen: SEEN_AS.get(sign)! };
}
