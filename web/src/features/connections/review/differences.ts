import { fold } from '../../../layout/commands.ts';

/** `same` on both sides; `spelling`: the same word with other marks; `different`: the other side has no such word. */
export type Mark = 'same' | 'spelling' | 'different';
export type Part = { readonly text: string; readonly mark: Mark };

type Token = { text: string; key: string; word: boolean };

/** Words, numbers (with their decimal sign) and whatever stands between them. "500ml" is two words. */
const TOKEN = /\d+(?:[.,]\d+)*|[\p{L}\p{M}]+|\s+|[^\p{L}\p{M}\d\s]+/gu;

function tokens(text: string): Token[] {
  return [...text.normalize('NFC').matchAll(TOKEN)].map(([part]) => {
    const number = /^\d/.test(part);
    const word = number || /^[\p{L}\p{M}]/u.test(part);
    return { text: part, key: number ? part.replaceAll(',', '.') : fold(part), word };
  });
}

/**
 * Marks what two names do not share, word by word and wherever the words stand: order, case, spaces and punctuation say
 * nothing. A word that occurs twice here and once there is different once.
 */
export function markDifferences(left: string, right: string): { left: Part[]; right: Part[] } {
  const [a, b] = [tokens(left), tokens(right)];
  return { left: marked(a, b), right: marked(b, a) };
}

function marked(own: readonly Token[], other: readonly Token[]): Part[] {
  const free = new Map<string, string[]>();
  for (const token of other) {
    if (!token.word) continue;
    const spellings = free.get(token.key);
    if (spellings) spellings.push(token.text.toLowerCase());
    else free.set(token.key, [token.text.toLowerCase()]);
  }
  const parts: { text: string; mark: Mark }[] = [];
  for (const token of own) {
    const mark = token.word ? take(free, token) : 'same';
    const last = parts.at(-1);
    // Separators stay with what they follow, so that a run of different words reads as one.
    if (last && (last.mark === mark || (!token.word && last.mark === 'same'))) last.text += token.text;
    else parts.push({ text: token.text, mark });
  }
  return parts;
}

function take(free: Map<string, string[]>, token: Token): Mark {
  const spellings = free.get(token.key);
  if (!spellings || spellings.length === 0) return 'different';
  const exact = spellings.indexOf(token.text.toLowerCase());
  spellings.splice(Math.max(0, exact), 1);
  return exact >= 0 || /^\d/.test(token.text) ? 'same' : 'spelling';
}

/** Marks a code or a number as a whole: it is the same or it is not; nothing is marked while one side is empty. */
export function markWhole(left: string, right: string): { left: Part[]; right: Part[] } {
  const bare = (text: string) => fold(text).replace(/[^a-z0-9]/g, '');
  const mark: Mark = left === '' || right === '' || bare(left) === bare(right) ? 'same' : 'different';
  const part = (text: string): Part[] => (text === '' ? [] : [{ text, mark }]);
  return { left: part(left), right: part(right) };
}
