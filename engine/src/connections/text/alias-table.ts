import { foldText } from '../../text/fold.ts';
import { markOf, readAtoms } from '../../text/tokens/atoms.ts';
import type { MatchKind } from '../record.ts';
import type { Alias } from './alias.ts';
import { aliasesFor } from './aliases.ts';
import { internText, type Vocabulary } from './vocabulary.ts';

/** Token ids of one text with their mark signatures, and what its aliases said. */
export type TokenList = {
  ids: number[];
  marks: number[];
  /** Per token the places, in the list before aliases, of the first and the last word that it replaces. */
  first: number[];
  last: number[];
  legal: number;
  promo: boolean;
};

/** The marks of a word that an alias has put in another's place, and writes without any: it may be spelt with all. */
export const ANY_MARKS = 0xffff_ffff;

export const newTokenList = (): TokenList => ({ ids: [], marks: [], first: [], last: [], legal: 0, promo: false });

/** Words with their marks; `isMarked` where one of them has any. */
type Words = { readonly ids: readonly number[]; readonly marks: readonly number[]; readonly isMarked: boolean };

type Phrase = { readonly from: Words; readonly to: Words; readonly alias: Alias };

/** Phrases by the id of their first word, longest first. */
export type AliasTable = Map<number, Phrase[]>;

export function newAliasTable(vocabulary: Vocabulary, kind: MatchKind, field: 'name' | 'address'): AliasTable {
  const table: AliasTable = new Map();
  for (const alias of aliasesFor(kind, field)) {
    const from = wordsOf(vocabulary, alias.phrase);
    const phrases = table.get(from.ids[0]!) ?? [];
    phrases.push({ from, to: wordsOf(vocabulary, alias.to), alias });
    table.set(from.ids[0]!, phrases);
  }
  for (const phrases of table.values()) phrases.sort((a, b) => b.from.ids.length - a.from.ids.length);
  return table;
}

/** The marks of a word as the names have them, in which «dầu» is one with «dàu». */
function marksOf(word: string): number {
  readAtoms(word);
  return markOf(0);
}

function wordsOf(vocabulary: Vocabulary, text: string): Words {
  const words = text.split(' ').filter((word) => word !== '');
  const marks = words.map(marksOf);
  const ids = words.map((word) => internText(vocabulary, foldText(word)));
  return { ids, marks, isMarked: marks.some((mark) => mark !== 0) };
}

/**
 * Rewrites `from` into `into`. A text that would lose every word keeps them all: "Công ty TNHH" alone is still a name.
 * Rewritten words are of any marks where the table writes none: "VCB" says nothing of those of "Ngoại thương".
 */
export function applyAliases(table: AliasTable, from: TokenList, into: TokenList): void {
  into.ids.length = 0;
  into.marks.length = 0;
  into.first.length = 0;
  into.last.length = 0;
  into.legal = 0;
  into.promo = false;
  let at = 0;
  while (at < from.ids.length) {
    const phrase = table.get(from.ids[at]!)?.find((candidate) => startsAt(candidate.from, from, at));
    if (!phrase) {
      into.ids.push(from.ids[at]!);
      into.marks.push(from.marks[at]!);
      into.first.push(at);
      into.last.push(at);
      at++;
      continue;
    }
    const last = at + phrase.from.ids.length - 1;
    const { ids, marks, isMarked } = phrase.to;
    const isWritten = isMarked && from.marks.slice(at, last + 1).some((mark) => mark !== 0);
    ids.forEach((id, k) => {
      into.ids.push(id);
      into.marks.push(isWritten ? marks[k]! : isMarked ? 0 : ANY_MARKS);
      into.first.push(at);
      into.last.push(last);
    });
    into.legal |= phrase.alias.legal ?? 0;
    into.promo ||= phrase.alias.promo ?? false;
    at = last + 1;
  }
  if (into.ids.length === 0) {
    into.ids.push(...from.ids);
    into.marks.push(...from.marks);
    into.first.push(...from.ids.keys());
    into.last.push(...from.ids.keys());
  }
}

function startsAt({ ids, marks, isMarked }: Words, from: TokenList, at: number): boolean {
  if (at + ids.length > from.ids.length) return false;
  for (let i = 0; i < ids.length; i++) {
    if (from.ids[at + i] !== ids[i]) return false;
    const mark = from.marks[at + i]!;
    if (isMarked && mark !== 0 && mark !== marks[i]) return false;
  }
  return true;
}
