import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { chainHash } from './audit-chain.ts';

it('hashes the netstrings of docs/security.md: octets, not characters, and none is not an empty text', () => {
  const text = `64:${'0'.repeat(64)},1:1,6:Việc,0:,-,`;
  const wanted = createHash('sha256').update(text).digest('hex');
  expect(chainHash(['0'.repeat(64), '1', 'Việc', '', null])).toBe(wanted);
  expect(chainHash(['a', null])).not.toBe(chainHash(['a', '']));
  expect(chainHash(['ab', 'c'])).not.toBe(chainHash(['a', 'bc']));
});
