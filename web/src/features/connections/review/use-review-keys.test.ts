import { describe, expect, it } from 'vitest';
import { actionOf, type ReviewKeys } from './use-review-keys.ts';

const done: string[] = [];
const keys: ReviewKeys = {
  accept: () => done.push('accept'),
  reject: () => done.push('reject'),
  skip: () => done.push('skip'),
  back: () => done.push('back'),
  forward: () => done.push('forward'),
  undo: () => done.push('undo'),
  factor: () => done.push('factor'),
  alternative: (index) => done.push(`alternative ${index}`),
};

/** What a key does on the page's body. */
function press(key: string, more: object = {}): string | undefined {
  done.length = 0;
  globalThis.Element ??= class {} as typeof Element;
  actionOf({ key, ctrlKey: false, metaKey: false, altKey: false, repeat: false, target: null, ...more }, keys)?.();
  return done[0];
}

describe('keys of the review', () => {
  it.each([
    ['Enter', 'accept'],
    ['a', 'accept'],
    ['A', 'accept'],
    ['r', 'reject'],
    ['s', 'skip'],
    ['ArrowLeft', 'back'],
    ['Backspace', 'back'],
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

  it('decides nothing while a key is held', () => expect(press('a', { repeat: true })).toBeUndefined());

  it.each(['b', '0', 'Tab', 'Escape', ' '])('has nothing to do with %s', (key) => expect(press(key)).toBeUndefined());
});
