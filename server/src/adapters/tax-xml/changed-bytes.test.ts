import { expect, it } from 'vitest';
import { outcomeOf, signedText } from './testing/made-up.ts';

const text = signedText();
const bytes = Buffer.from(text);
const placeOf = (piece: string): number => Buffer.byteLength(text.slice(0, text.indexOf(piece)));

/** The outcomes of changing single bytes between two pieces of the text. */
function outcomes(from: string, to: string, masks: readonly number[]): Map<string, number> {
  const seen = new Map<string, number>();
  for (let at = placeOf(from); at < placeOf(to); at++) {
    for (const mask of masks) {
      const changed = Buffer.from(bytes);
      changed[at]! ^= mask;
      const outcome = outcomeOf(changed);
      seen.set(outcome, (seen.get(outcome) ?? 0) + 1);
    }
  }
  return seen;
}

it('every single changed byte of the signed data is found', () => {
  const seen = outcomes('<DLHDon', '<MCCQT', [1, 4, 0x20]);
  expect(seen.get('intact') ?? 0).toBe(0);
  expect(seen.get('intact_weak') ?? 0).toBe(0);
  expect(seen.get('unsigned') ?? 0).toBe(0);
  expect(seen.get('broken')!).toBeGreaterThan(500);
});

it('every single changed byte of what says how it was signed, and of the signature, is found', () => {
  const seen = outcomes('<SignedInfo', '<KeyInfo', [1]);
  expect(seen.get('intact') ?? 0).toBe(0);
  expect(seen.get('broken')!).toBeGreaterThan(200);
});
