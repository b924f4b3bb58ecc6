import { repairEncoding } from '../../text/legacy-encoding.ts';
import { CODE, newTokenBuffer, type TokenBuffer, type TokenKind, tokenise, WORD } from '../../text/tokenise.ts';
import type { MatchKind, MatchRecord } from '../record.ts';
import {
  type AliasTable,
  ANY_MARKS,
  applyAliases,
  newAliasTable,
  newTokenList,
  type TokenList,
} from '../text/alias-table.ts';
import { gramsOf } from '../text/grams.ts';
import { addToKey, keysOf, type RecordKeys, unitKeys } from '../text/keys.ts';
import { foldPacks, type PackWords, packWords } from '../text/packs.ts';
import { foldSides, type SidedWords, sidedWords } from '../text/sides.ts';
import { internToken, newVocabulary, type Vocabulary } from '../text/vocabulary.ts';
import { type CsrBuilder, closeRow, finishCsr, newCsr, pushDistinct, pushValue, type Ragged } from './ragged.ts';

/** One catalogue as typed arrays; record i of every array is record i of the input. */
export type Catalogue = RecordKeys & {
  readonly size: number;
  /** Token ids of the name in order, after aliases. */
  readonly name: Ragged;
  /** Mark signatures, parallel to `name`; `ANY_MARKS` of a word that an alias has made. */
  readonly nameMarks: Uint32Array;
  /** Distinct sorted token ids of name, code, brand and description. */
  readonly bag: Ragged;
  /** Distinct sorted token ids of brand and description. */
  readonly extra: Ragged;
  /** Token ids of the brand in order. */
  readonly brand: Ragged;
  /** Distinct sorted keys of the other units that the goods are counted in. */
  readonly units: Ragged;
  /** Token ids of the address in order (ids of the address vocabulary). */
  readonly address: Ragged;
  /** Distinct sorted 3-grams of the name (of the address when there is no name). */
  readonly grams: Ragged;
  /** 1 when the name carries Vietnamese marks: only then does a missing mark speak against a pair. */
  readonly marked: Uint8Array;
  /** 1 when the name says that the goods are promotional. */
  readonly promo: Uint8Array;
  /** Bits of `LEGAL`. */
  readonly legal: Uint8Array;
  /** The number of records of this catalogue that carry the same words (1 = unique). */
  readonly homonyms: Uint16Array;
  /** Equal for names of the same words in the same order; negative without a name. */
  readonly signature: Float64Array;
};

/** Both sides and what they share, as flat arrays. */
export type Tables = {
  readonly kind: MatchKind;
  readonly words: Vocabulary;
  readonly addressWords: Vocabulary;
  readonly left: Catalogue;
  readonly right: Catalogue;
};

/** The same, with the state for reading further texts. */
export type Compiled = Tables & { readonly workspace: Workspace };

/** The state for reading texts; kept so that an explanation can read a name again and show its own spelling. */
export type Workspace = {
  readonly words: Vocabulary;
  readonly addressWords: Vocabulary;
  readonly nameAliases: AliasTable;
  readonly addressAliases: AliasTable;
  /** Only goods come in packs, or have sides. */
  readonly packs: PackWords | undefined;
  readonly sided: SidedWords | undefined;
  readonly keys: Map<string, number>;
  readonly buffer: TokenBuffer;
  readonly raw: TokenList;
  readonly list: TokenList;
};

const LONGEST_DESCRIPTION = 1500;

/** Parses both catalogues once into typed arrays. Pure; the same input gives the same ids. */
export function compile(
  kind: MatchKind,
  left: readonly MatchRecord[],
  right: readonly MatchRecord[],
  share: (side: Catalogue) => Catalogue = (side) => side,
): Compiled {
  const workspace = newWorkspace(kind);
  const { words, addressWords } = workspace;
  const sides = { left: share(compileSide(workspace, left)), right: share(compileSide(workspace, right)) };
  return { kind, words, addressWords, workspace, ...sides };
}

function newWorkspace(kind: MatchKind): Workspace {
  const words = newVocabulary();
  const addressWords = newVocabulary();
  return {
    words,
    addressWords,
    nameAliases: newAliasTable(words, kind, 'name'),
    addressAliases: newAliasTable(addressWords, kind, 'address'),
    packs: kind === 'product' ? packWords(words) : undefined,
    sided: kind === 'product' ? sidedWords(words) : undefined,
    keys: new Map(),
    buffer: newTokenBuffer(),
    raw: newTokenList(),
    list: newTokenList(),
  };
}

/** The spelling, in the text itself, of every token of a name after aliases. */
export function surfaces(space: Workspace, text: string): string[] {
  const repaired = repairEncoding(text);
  readName(space, repaired);
  const { list, buffer } = space;
  return list.ids.map((_, t) => repaired.slice(buffer.from[list.first[t]!]!, buffer.to[list.last[t]!]!));
}

/** Reads a name (or brand, or description) into `space.list`. */
function readName(space: Workspace, text: string): void {
  const repaired = repairEncoding(text);
  readTokens(space, space.words, repaired);
  const { list, raw, buffer, packs } = space;
  applyAliases(space.nameAliases, raw, list);
  if (space.sided) foldSides(space.words, space.sided, list);
  if (!packs) return;
  foldPacks(space.words, packs, list, (t) => {
    const before = repaired.charCodeAt(buffer.from[list.first[t]!]! - 1);
    return before === OPENING || before === SLASH;
  });
}

const OPENING = 0x28;
const SLASH = 0x2f;

function readTokens(space: Workspace, vocabulary: Vocabulary, text: string): void {
  const { buffer, raw } = space;
  tokenise(text, buffer);
  raw.ids.length = 0;
  raw.marks.length = 0;
  for (let t = 0; t < buffer.count; t++) {
    const kind = buffer.kinds[t] as TokenKind;
    const id = internToken(vocabulary, buffer.chars, buffer.starts[t]!, buffer.ends[t]!, kind);
    vocabulary.joints[id]! |= buffer.joints[t]!;
    raw.ids.push(id);
    raw.marks.push(buffer.marks[t]!);
  }
}

/** Parses records with the vocabulary of a workspace, which may grow. */
function compileSide(space: Workspace, records: readonly MatchRecord[]): Catalogue {
  const size = records.length;
  const keys = keysOf(size);
  const name = newCsr(size);
  const marks: CsrBuilder = newCsr(size);
  const bag = newCsr(size);
  const extra = newCsr(size);
  const brand = newCsr(size);
  const address = newCsr(size);
  const grams = newCsr(size);
  const units = newCsr(size);
  const marked = new Uint8Array(size);
  const promo = new Uint8Array(size);
  const legal = new Uint8Array(size);
  const signatures = new Float64Array(size);
  const { list, words } = space;

  for (let i = 0; i < size; i++) {
    const record = records[i]!;
    readName(space, record.name);
    const bagIds: number[] = [];
    // A promotional twin is no homonym of the goods for sale.
    let [high, low] = [0x811c9dc5, list.promo ? 0x85ebca77 : 0x9e3779b1];
    for (let t = 0; t < list.ids.length; t++) {
      pushValue(name, list.ids[t]!);
      pushValue(marks, list.marks[t]!);
      if (list.marks[t] !== 0 && list.marks[t] !== ANY_MARKS) marked[i] = 1;
      bagIds.push(list.ids[t]!);
      high = Math.imul(high ^ list.ids[t]!, 0x01000193);
      low = Math.imul(low + list.ids[t]!, 0x85ebca6b) ^ (low >>> 13);
    }
    promo[i] = list.promo ? 1 : 0;
    legal[i] = list.legal;
    // 53 bits: all that a number holds exactly.
    signatures[i] = list.ids.length === 0 ? -1 - i : (high >>> 0) * 2 ** 21 + (low & 0x1f_ffff);
    closeRow(name);
    closeRow(marks);

    const extraIds: number[] = [];
    if (record.brand) {
      readName(space, record.brand);
      extraIds.push(...list.ids);
    }
    for (const id of extraIds) pushValue(brand, id);
    closeRow(brand);
    if (record.description) {
      readName(space, record.description.slice(0, LONGEST_DESCRIPTION));
      extraIds.push(...list.ids);
    }
    pushDistinct(extra, extraIds);
    bagIds.push(...extraIds);
    if (record.code) {
      readTokens(space, words, repairEncoding(record.code));
      bagIds.push(...space.raw.ids.filter((id) => words.kind[id] === CODE || words.kind[id] === WORD));
    }
    pushDistinct(bag, bagIds);

    if (record.address) {
      readTokens(space, space.addressWords, repairEncoding(record.address));
      applyAliases(space.addressAliases, space.raw, list);
      for (const id of list.ids) pushValue(address, id);
    }
    closeRow(address);
    pushDistinct(grams, gramsOf(repairEncoding(record.name || record.address || '')));
    addToKey(keys, i, record, space.keys);
    pushDistinct(units, unitKeys(record, space.keys));
  }
  return {
    ...keys,
    size,
    name: finishCsr(name),
    nameMarks: finishCsr(marks).values,
    bag: finishCsr(bag),
    extra: finishCsr(extra),
    brand: finishCsr(brand),
    address: finishCsr(address),
    grams: finishCsr(grams),
    units: finishCsr(units),
    marked,
    promo,
    legal,
    homonyms: countEqual(signatures),
    signature: signatures,
  };
}

function countEqual(signatures: Float64Array): Uint16Array {
  const counts = new Map<number, number>();
  for (const signature of signatures) counts.set(signature, (counts.get(signature) ?? 0) + 1);
  return Uint16Array.from(signatures, (signature) => Math.min(counts.get(signature)!, 65_535));
}
