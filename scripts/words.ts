/** The rooms whose comments, names and test titles are held to the words below; the others follow as they are gone through. */
export const ROOMS: readonly string[] = ['engine', 'sample', 'bench', 'scripts', 'contract'];

/** A word that comments and test titles must not use, with the words to write instead. */
export type Word = { readonly never: RegExp; readonly say: string };

export const WORDS: readonly Word[] = [
  {
    never: /\b(no|some|any)(body|one)\b/i,
    say: 'the person meant: an accountant, a user, an administrator, the caller',
  },
  { never: /\bwho(m)?ever\b/i, say: 'the person meant, or "the one that"' },
  // "stand-in" and "standby" are words of their own.
  { never: /\b(stands?|stood)\b(?!-)/i, say: 'is, means, comes, holds: the verb meant' },
  { never: /\b(tell|tells|told|telling)( \S+){0,6} apart\b/i, say: 'distinguish' },
  // A file system has links too.
  { never: /(?<!symbolic )\blink(s|ed)?\b/i, say: 'connection, connected' },
  { never: /\bsites?\b/i, say: 'installation' },
  { never: /\bBravo(['’]s)? (customer|buyer)s?\b/, say: 'Bravo partner' },
  { never: /\bAMIS(['’]s)? buyers?\b/, say: 'AMIS customer' },
  { never: /\bvendors?\b/i, say: 'supplier' },
  { never: /\b(shortfall|deficit|stock-?out)s?\b/i, say: 'shortage' },
  { never: /\b(tax|VAT) (number|id|ID)s?\b/, say: 'tax code' },
  { never: /\b(SKU|article code)s?\b/i, say: 'AMIS product, Bravo item' },
  { never: /\bconversion rates?\b/i, say: 'factor' },
  { never: /\bstock batch(es)?\b/i, say: 'stock lot' },
  { never: /\b(sheet|workbook) (format|template|schema)s?\b/i, say: 'sheet layout' },
  { never: /\baudit (trail|journal)s?\b/i, say: 'audit log' },
];

/** Clauses with which no comment begins: it names the thing ("The number of …", "True when …", "If …"). */
export const CLAUSE = /^(What|How|Whether|Where|Who|Whom|Whose|Whoever|Why)\b/;

/** Openings of a title that is not true alone: it leans on the test before it. */
export const LEANING = /^(and|but|so|else|it)\b/i;

/** Parts of names in code for which the glossary has another word. */
export const NAMES: readonly Word[] = [
  { never: /^link(s|ed)?$/, say: 'connection, connected' },
  { never: /^sites?$/, say: 'installation, or own' },
  { never: /^(no|some|any)body$/, say: 'the person or thing meant' },
];

/** Names that contain such a part all the same. */
export const EXCEPTIONS: readonly { readonly name: string; readonly under: string; readonly why: string }[] = [
  { name: 'links', under: 'engine/src/', why: 'a key of instances for `khop allocate` and of golden cases' },
  { name: 'partnerLinks', under: 'engine/src/', why: 'a key of golden cases' },
  { name: 'links', under: 'bench/', why: 'a key of instances for `khop allocate`' },
  { name: 'link', under: 'scripts/lib/install.mjs', why: 'a key of package-lock.json' },
];
