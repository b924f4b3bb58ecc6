import { expect, it } from 'vitest';
import { isDirectionMark, withoutDirectionMarks } from './direction-marks.ts';

it('takes away what turns a name around, and leaves every other sign', () => {
  expect(withoutDirectionMarks('Công ty \u202eyx\u202c \u2066An\u2069 Phú\u200e\u061c')).toBe('Công ty yx An Phú');
  const honest = 'Nồi 5\u00a0L – «An\u200dPhú» 👩‍💻 عربي עברית e\u0301 \ufeff\u200b';
  expect(withoutDirectionMarks(honest)).toBe(honest);
});

it('takes each sign alone away as it does in the whole text', () => {
  for (let code = 0; code <= 0xffff; code++) {
    const isGone = withoutDirectionMarks(String.fromCharCode(code)) === '';
    if (isGone !== isDirectionMark(code)) expect(isDirectionMark(code), code.toString(16)).toBe(isGone);
  }
});
