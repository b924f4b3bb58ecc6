import { expect, it } from 'vitest';
import { encodingOfBytes } from './text-encoding.ts';

it.each([
  ['Ong thep Ø 21;Ø27', undefined],
  ['Ong thep m¹ kÏm Ø 21', 'tcvn3'],
])('«%s» in Latin-1 bytes is in the encoding %s', (text, encoding) => {
  expect(encodingOfBytes(Buffer.from(text, 'latin1'))).toBe(encoding);
});
