import { expect, it } from 'vitest';
import { sideBySide } from './lib/side-by-side.mjs';

/** Pieces that end when the test says so, in the order in which they have begun. */
function pieces() {
  const begun: { piece: string; tell: (text: string) => void; end: (answer: string) => void }[] = [];
  const work = (piece: string, tell: (text: string) => void) =>
    new Promise<string>((end) => begun.push({ piece, tell, end }));
  return { begun, work };
}
const turn = () => new Promise((resolve) => setImmediate(resolve));

it('begins no more pieces than may run together, and answers in their order', async () => {
  const { begun, work } = pieces();
  const answers = sideBySide(['a', 'b', 'c'], 2, work, () => {});
  expect(begun.map(({ piece }) => piece)).toEqual(['a', 'b']);
  begun[1]!.end('of b');
  await turn();
  expect(begun.map(({ piece }) => piece)).toEqual(['a', 'b', 'c']);
  begun[2]!.end('of c');
  begun[0]!.end('of a');
  expect(await answers).toEqual(['of a', 'of b', 'of c']);
});

it('writes what the first one tells at once, and what the others tell whole, when it is their turn', async () => {
  const { begun, work } = pieces();
  const written: string[] = [];
  const answers = sideBySide(['a', 'b', 'c'], 3, work, (text: string) => void written.push(text));
  const [a, b, c] = begun;
  c!.tell('c1');
  a!.tell('a1');
  b!.tell('b1');
  c!.end('');
  await turn();
  a!.tell('a2');
  expect(written).toEqual(['a1', 'a2']);
  a!.end('');
  await turn();
  expect(written).toEqual(['a1', 'a2', 'b1']);
  b!.tell('b2');
  b!.end('');
  await answers;
  expect(written).toEqual(['a1', 'a2', 'b1', 'b2', 'c1']);
});
