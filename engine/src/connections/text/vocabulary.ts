import { CODE, NUMBER, type TokenKind, WORD } from '../../text/tokenise.ts';

/** The distinct tokens of both catalogues: id → characters, without one JavaScript string per token. */
export type Vocabulary = {
  count: number;
  chars: Uint16Array;
  /** Token id → first character; start[id + 1] is its end. */
  start: Uint32Array;
  kind: Uint8Array;
  /** Bit per letter a–z (bit 0–25) and per any other character (bit 26): a cheap filter before edit distance. */
  letters: Uint32Array;
  /** Bit k of a code that is written with a hyphen or a slash before its character k. */
  joints: Uint32Array;
  table: Int32Array;
};

/** Tokens that there is room for at first. */
const ROOM = 1 << 12;

export function newVocabulary(): Vocabulary {
  return {
    count: 0,
    chars: new Uint16Array(ROOM * 8),
    start: new Uint32Array(ROOM + 1),
    kind: new Uint8Array(ROOM),
    letters: new Uint32Array(ROOM),
    joints: new Uint32Array(ROOM),
    table: new Int32Array(ROOM * 2).fill(-1),
  };
}

function hashOf(chars: Uint16Array, from: number, to: number): number {
  let hash = 0x811c9dc5;
  for (let i = from; i < to; i++) hash = Math.imul(hash ^ chars[i]!, 0x01000193);
  return (hash ^ (hash >>> 15)) >>> 0;
}

/** The slot of the token in the table, or of the free place where it belongs. */
function slotOf(vocabulary: Vocabulary, chars: Uint16Array, from: number, to: number): number {
  const mask = vocabulary.table.length - 1;
  let slot = hashOf(chars, from, to) & mask;
  for (;;) {
    const id = vocabulary.table[slot]!;
    if (id < 0) return slot;
    const start = vocabulary.start[id]!;
    if (vocabulary.start[id + 1]! - start === to - from) {
      let i = 0;
      while (i < to - from && vocabulary.chars[start + i] === chars[from + i]) i++;
      if (i === to - from) return slot;
    }
    slot = (slot + 1) & mask;
  }
}

/** The id of a token, or −1 when it was never seen. */
export function findToken(vocabulary: Vocabulary, chars: Uint16Array, from: number, to: number): number {
  return vocabulary.table[slotOf(vocabulary, chars, from, to)]!;
}

/** The id of a token, new if need be. */
export function internToken(
  vocabulary: Vocabulary,
  chars: Uint16Array,
  from: number,
  to: number,
  kind: TokenKind,
): number {
  let slot = slotOf(vocabulary, chars, from, to);
  const known = vocabulary.table[slot]!;
  if (known >= 0) return known;
  if ((vocabulary.count + 1) * 2 > vocabulary.table.length) {
    grow(vocabulary);
    slot = slotOf(vocabulary, chars, from, to);
  }
  const id = vocabulary.count++;
  const start = vocabulary.start[id]!;
  const end = start + to - from;
  if (end > vocabulary.chars.length) vocabulary.chars = enlarged(vocabulary.chars, end);
  let letters = 0;
  for (let i = from; i < to; i++) {
    const char = chars[i]!;
    vocabulary.chars[start + i - from] = char;
    letters |= 1 << (char >= 97 && char <= 122 ? char - 97 : 26);
  }
  vocabulary.start[id + 1] = end;
  vocabulary.kind[id] = kind;
  vocabulary.letters[id] = letters;
  vocabulary.table[slot] = id;
  return id;
}

/** Interns a plain folded string, of the kind that it looks like unless another is given. */
export const internText = (vocabulary: Vocabulary, text: string, kind = kindOf(text)): number =>
  internToken(vocabulary, charsOf(text), 0, text.length, kind);

const kindOf = (text: string): TokenKind => (/^\d+$/.test(text) ? NUMBER : /\d/.test(text) ? CODE : WORD);

const charsOf = (text: string): Uint16Array => Uint16Array.from(text, (char) => char.charCodeAt(0));

/** The id of a folded text, −1 when no record has it. */
export const findText = (vocabulary: Vocabulary, text: string): number =>
  findToken(vocabulary, charsOf(text), 0, text.length);

/** The characters of a token, for chips and tests. */
export function tokenText(vocabulary: Vocabulary, id: number): string {
  let text = '';
  for (let i = vocabulary.start[id]!; i < vocabulary.start[id + 1]!; i++) {
    text += String.fromCharCode(vocabulary.chars[i]!);
  }
  return text;
}

/** True between two parts of a code, and at its ends. */
export const isJoint = ({ start, joints }: Vocabulary, id: number, at: number): boolean =>
  at === 0 || at === start[id + 1]! - start[id]! || (at < 32 && (joints[id]! & (1 << at)) !== 0);

/** True when a token is one or more whole parts of a code: "L2321D" of "HL-L2321D", "MY2N" of "MY2N-GS", 4040 of "BW30-4040". */
export function isPartOf(words: Vocabulary, part: number, code: number): boolean {
  const { chars, start } = words;
  const [from, size] = [start[part]!, start[part + 1]! - start[part]!];
  const rest = start[code + 1]! - start[code]! - size;
  for (let at = 0; at <= rest; at++) {
    if (!isJoint(words, code, at) || !isJoint(words, code, at + size)) continue;
    let k = 0;
    while (k < size && chars[start[code]! + at + k] === chars[from + k]) k++;
    if (k === size) return true;
  }
  return false;
}

/** True for numbers, quantities and model codes: tokens whose difference weighs more than a word's. */
export const isHard = (kind: number): boolean => kind !== WORD && kind <= CODE;

function grow(vocabulary: Vocabulary): void {
  const capacity = vocabulary.table.length;
  vocabulary.start = enlarged(vocabulary.start, capacity + 1);
  vocabulary.letters = enlarged(vocabulary.letters, capacity);
  vocabulary.joints = enlarged(vocabulary.joints, capacity);
  const kind = new Uint8Array(vocabulary.start.length);
  kind.set(vocabulary.kind);
  vocabulary.kind = kind;
  const old = vocabulary.table;
  vocabulary.table = new Int32Array(old.length * 2).fill(-1);
  for (const id of old) {
    if (id < 0) continue;
    vocabulary.table[slotOf(vocabulary, vocabulary.chars, vocabulary.start[id]!, vocabulary.start[id + 1]!)] = id;
  }
}

/** A copy with room for at least `needed` elements, doubling. */
export function enlarged<T extends Uint8Array | Uint16Array | Uint32Array | Int32Array | Float32Array>(
  array: T,
  needed: number,
): T {
  const length = Math.max(needed, array.length * 2);
  const Constructor = array.constructor as new (length: number) => T;
  const copy = new Constructor(length);
  copy.set(array);
  return copy;
}
