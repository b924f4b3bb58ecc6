import { describe, expect, it } from 'vitest';
import { actionOf, isRewritten, type ReviewKeys } from './use-review-keys.ts';

const done: string[] = [];
const keys: ReviewKeys = {
  accept: () => done.push('accept'),
  reject: () => done.push('reject'),
  skip: () => done.push('skip'),
  back: () => done.push('back'),
  forward: () => done.push('forward'),
  undo: () => done.push('undo'),
  factor: () => done.push('factor'),
  acceptAll: () => done.push('accept all'),
  rewritten: () => done.push('rewritten'),
  alternative: (index) => done.push(`alternative ${index}`),
};

/** The action of a key on the page's body. */
function press(key: string, more: object = {}): string | undefined {
  done.length = 0;
  globalThis.Element ??= class {} as typeof Element;
  actionOf(
    { key, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, repeat: false, target: null, ...more },
    keys,
  )?.();
  return done[0];
}

describe('keys of the review', () => {
  it.each([
    ['Enter', 'accept'],
    ['a', 'accept'],
    ['A', 'accept'],
    ['r', 'reject'],
    ['Delete', 'reject'],
    ['s', 'skip'],
    ['ArrowLeft', 'back'],
    ['ArrowRight', 'forward'],
    ['u', 'undo'],
    ['h', 'factor'],
    ['1', 'alternative 0'],
    ['9', 'alternative 8'],
  ])('%s means %s', (key, what) => expect(press(key)).toBe(what));

  it('undoes by Ctrl+Z and ⌘Z', () => {
    expect(press('z', { ctrlKey: true })).toBe('undo');
    expect(press('z', { metaKey: true })).toBe('undo');
  });

  it.each([{ ctrlKey: true }, { metaKey: true }, { altKey: true }])(
    'leaves the browser’s own chords alone: %o',
    (chord) => expect(press('a', chord)).toBeUndefined(),
  );

  it('accepts many by Shift+A', () => expect(press('A', { shiftKey: true })).toBe('accept all'));

  it('decides nothing while a key is held', () => expect(press('a', { repeat: true })).toBeUndefined());

  it.each(['b', '0', 'Tab', 'Escape', ' ', 'Backspace', 'â'])('has nothing to do with %s', (key) =>
    expect(press(key)).toBeUndefined(),
  );
});

describe('a typing program for Vietnamese', () => {
  it.each([
    ['the second A as Backspace Â', { key: 'â', timeStamp: 1_003 }],
    ['A and S as Backspace Á', { key: 'á', timeStamp: 1_003 }],
    ['the third A as Backspace A A', { key: 'a', timeStamp: 1_004 }],
  ])('sends %s', (_, key) => expect(isRewritten(key, 1_000)).toBe(true));

  it.each([
    ['a letter of its own', { key: 'a', timeStamp: 1_500 }],
    ['a key without a letter', { key: 'Enter', timeStamp: 1_003 }],
    ['a number', { key: '1', timeStamp: 1_003 }],
  ])('is not suspected of %s', (_, key) => expect(isRewritten(key, 1_000)).toBe(false));
});
