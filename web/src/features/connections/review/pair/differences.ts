import { fold } from '../../../../page/commands.ts';

/** `same` on both sides; `spelling`: the same word with other marks; `different`: the other side has no such word. */
export type Mark = 'same' | 'spelling' | 'different';
export type Part = { readonly text: string; readonly mark: Mark };

type Token = { text: string; key: string; word: boolean };

/** Words, numbers (with their decimal sign) and the characters between them. "500ml" is two words. */
const TOKEN = /\d+(?:[.,]\d+)*|[\p{L}\p{M}]+|\s+|[^\p{L}\p{M}\d\s]+/gu;

function tokens(text: string): Token[] {
  return [...text.normalize('NFC').matchAll(TOKEN)].map(([part]) => {
    const number = /^\d/.test(part);
    const word = number || /^[\p{L}\p{M}]/u.test(part);
    return { text: part, key: number ? part.replaceAll(',', '.') : fold(part), word };
  });
}

/**
 * Marks the words that two names do not share, wherever in the name they are: order, case, spaces and punctuation say
 * nothing. A word that occurs twice here and once there is different once: the one that is out of line.
 */
export function markDifferences(left: string, right: string): { left: Part[]; right: Part[] } {
  const [a, b] = [tokens(left), tokens(right)];
  const pairs = pairUp(
    a.filter(({ word }) => word),
    b.filter(({ word }) => word),
  );
  const back = new Map([...pairs].map(([own, other]) => [other, own]));
  return { left: marked(a, pairs), right: marked(b, back) };
}

/** Which word of one side is which of the other: first those in line, then those that moved. */
function pairUp(a: readonly Token[], b: readonly Token[]): Map<Token, Token> {
  const pairs = inLine(a, b);
  const taken = new Set(pairs.values());
  const free = new Map<string, Token[]>();
  for (const token of b) if (!taken.has(token)) free.set(token.key, [...(free.get(token.key) ?? []), token]);
  for (const token of a) {
    const other = pairs.has(token) ? undefined : free.get(token.key)?.shift();
    if (other) pairs.set(token, other);
  }
  return pairs;
}

/** The words that come in the same order on both sides: equal beginnings and ends first, then as many as can be. */
function inLine(a: readonly Token[], b: readonly Token[]): Map<Token, Token> {
  const shorter = Math.min(a.length, b.length);
  let start = 0;
  while (start < shorter && a[start]!.key === b[start]!.key) start += 1;
  let end = 0;
  while (end < shorter - start && a[a.length - 1 - end]!.key === b[b.length - 1 - end]!.key) end += 1;
  const pairs = longestCommon(a.slice(start, a.length - end), b.slice(start, b.length - end));
  for (let i = 0; i < start; i += 1) pairs.set(a[i]!, b[i]!);
  for (let i = 1; i <= end; i += 1) pairs.set(a[a.length - i]!, b[b.length - i]!);
  return pairs;
}

/** A longest common subsequence of words. */
function longestCommon(a: readonly Token[], b: readonly Token[]): Map<Token, Token> {
  const width = b.length + 1;
  const length = new Uint32Array((a.length + 1) * width);
  for (let i = a.length - 1; i >= 0; i -= 1) {
    for (let j = b.length - 1; j >= 0; j -= 1) {
      length[i * width + j] =
        a[i]!.key === b[j]!.key
          ? length[(i + 1) * width + j + 1]! + 1
          : Math.max(length[(i + 1) * width + j]!, length[i * width + j + 1]!);
    }
  }
  const pairs = new Map<Token, Token>();
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    if (a[i]!.key === b[j]!.key) {
      pairs.set(a[i]!, b[j]!);
      i += 1;
      j += 1;
    } else if (length[(i + 1) * width + j]! >= length[i * width + j + 1]!) i += 1;
    else j += 1;
  }
  return pairs;
}

function marked(own: readonly Token[], pairs: ReadonlyMap<Token, Token>): Part[] {
  const parts: { text: string; mark: Mark }[] = [];
  for (const token of own) {
    const mark = token.word ? markOf(token, pairs.get(token)) : 'same';
    const last = parts.at(-1);
    if (last && last.mark === mark) last.text += token.text;
    else parts.push({ text: token.text, mark });
  }
  return joined(parts);
}

/** Two marked words with only a space or a sign between them read as one. */
function joined(parts: readonly { text: string; mark: Mark }[]): Part[] {
  const result: { text: string; mark: Mark }[] = [];
  for (const [index, part] of parts.entries()) {
    const last = result.at(-1);
    const next = parts[index + 1];
    const between = part.mark === 'same' && !/[\p{L}\d]/u.test(part.text);
    if (last && last.mark !== 'same' && ((between && next?.mark === last.mark) || part.mark === last.mark)) {
      last.text += part.text;
    } else result.push({ ...part });
  }
  return result;
}

function markOf(token: Token, other: Token | undefined): Mark {
  if (!other) return 'different';
  return /^\d/.test(token.text) || token.text.toLowerCase() === other.text.toLowerCase() ? 'same' : 'spelling';
}

/** Marks a code or a number as a whole: it is the same or it is not; nothing is marked while one side is empty. */
export function markWhole(left: string, right: string): { left: Part[]; right: Part[] } {
  const bare = (text: string) => fold(text).replace(/[^a-z0-9]/g, '');
  const mark: Mark = left === '' || right === '' || bare(left) === bare(right) ? 'same' : 'different';
  const part = (text: string): Part[] => (text === '' ? [] : [{ text, mark }]);
  return { left: part(left), right: part(right) };
}
