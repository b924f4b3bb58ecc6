/** The rooms whose comments, names and test titles are held to the words below: all that have any. */
export const ROOMS: readonly string[] = ['engine', 'sample', 'bench', 'scripts', 'contract', 'server', 'web', 'e2e'];

/**
 * A word that comments and test titles must not use, with the words to write instead.
 * `unless`: the files in which the word has the meaning that it keeps.
 */
export type Word = { readonly never: RegExp; readonly say: string; readonly unless?: RegExp };

/** The rooms with screens: a link there is an address that a person opens. */
const SCREENS = /^(web|e2e)\//;

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
  { never: /(?<!symbolic )\blinks?\b/i, say: 'connection', unless: SCREENS },
  { never: /\blinked\b/i, say: 'connected' },
  { never: /\b(record|product|partner|customer|item|AMIS|Bravo)s?(['’]s?)? links?\b/i, say: 'connection' },
  // A place of the web is a site: the one that the session is shared with, and those that a browser keeps apart.
  { never: /(?<!\b(another|other|same|provider['’]s) )\bsites?\b/i, say: 'installation' },
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
export const LEANING = /^(and|but|so|else|it|nor)\b/i;

/** Words in names of code, read with a space between their parts, for which the glossary has another word. */
export const NAMES: readonly Word[] = [
  { never: /\blinks?\b/, say: 'connection', unless: SCREENS },
  { never: /\blinked\b/, say: 'connected' },
  { never: /\b(record|product|partner|customer|item|amis|bravo)s? links?\b/, say: 'connection' },
  { never: /\bsites?\b/, say: 'installation, or own' },
  { never: /\b(no|some|any)body\b/, say: 'the person or thing meant' },
];

/** Names that contain such a part all the same. */
export const EXCEPTIONS: readonly { readonly name: string; readonly under: string; readonly why: string }[] = [
  { name: 'links', under: 'engine/src/', why: 'a key of instances for `khop allocate` and of golden cases' },
  { name: 'partnerLinks', under: 'engine/src/', why: 'a key of golden cases' },
  { name: 'links', under: 'bench/', why: 'a key of instances for `khop allocate`' },
  { name: 'link', under: 'scripts/lib/install.mjs', why: 'a key of package-lock.json' },
  { name: 'link', under: 'server/src/adapters/', why: 'a call of the file system' },
  { name: 'links', under: 'server/src/cli/allocate/', why: 'a key of instances for `khop allocate`' },
  { name: 'link', under: 'server/src/features/invoice-issuance/', why: 'a published field of a finding: an address' },
  { name: 'sameSite', under: 'server/src/http/guards/', why: 'an attribute of a cookie' },
  { name: 'KHOP_SITE_TOKEN_SYNC_URL', under: 'server/src/', why: 'a setting of installations' },
  { name: 'KHOP_SITE_TOKEN_SYNC_URL', under: 'e2e/', why: 'a setting of installations' },
];
