import type { MatchKind } from '../record.ts';
import { type Alias, aliasesFor } from './aliases.ts';
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

/** The marks of a word that an alias has put in another's place: it may be spelt with any. */
export const ANY_MARKS = 0xffff_ffff;

export const newTokenList = (): TokenList => ({ ids: [], marks: [], first: [], last: [], legal: 0, promo: false });

type Phrase = { readonly ids: number[]; readonly to: number[]; readonly alias: Alias };

/** Phrases by the id of their first word, longest first. */
export type AliasTable = Map<number, Phrase[]>;

export function newAliasTable(vocabulary: Vocabulary, kind: MatchKind, field: 'name' | 'address'): AliasTable {
  const table: AliasTable = new Map();
  for (const alias of aliasesFor(kind, field)) {
    const ids = alias.phrase.split(' ').map((word) => internText(vocabulary, word));
    const to = alias.to === '' ? [] : alias.to.split(' ').map((word) => internText(vocabulary, word));
    const phrases = table.get(ids[0]!) ?? [];
    phrases.push({ ids, to, alias });
    table.set(ids[0]!, phrases);
  }
  for (const phrases of table.values()) phrases.sort((a, b) => b.ids.length - a.ids.length);
  return table;
}

/**
 * Rewrites `from` into `into`. A text that would lose every word keeps them all: "Công ty TNHH" alone is still a name.
 * Rewritten words are of any marks: "VCB" says nothing of those of "Ngoại thương".
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
    const phrase = table.get(from.ids[at]!)?.find((candidate) => startsAt(candidate.ids, from.ids, at));
    if (!phrase) {
      into.ids.push(from.ids[at]!);
      into.marks.push(from.marks[at]!);
      into.first.push(at);
      into.last.push(at);
      at++;
      continue;
    }
    for (const id of phrase.to) {
      into.ids.push(id);
      into.marks.push(ANY_MARKS);
      into.first.push(at);
      into.last.push(at + phrase.ids.length - 1);
    }
    into.legal |= phrase.alias.legal ?? 0;
    into.promo ||= phrase.alias.promo ?? false;
    at += phrase.ids.length;
  }
  if (into.ids.length === 0) {
    into.ids.push(...from.ids);
    into.marks.push(...from.marks);
    into.first.push(...from.ids.keys());
    into.last.push(...from.ids.keys());
  }
}

function startsAt(phrase: readonly number[], ids: readonly number[], at: number): boolean {
  if (at + phrase.length > ids.length) return false;
  for (let i = 1; i < phrase.length; i++) if (ids[at + i] !== phrase[i]) return false;
  return true;
}
