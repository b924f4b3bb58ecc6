import { contract } from '@khop/contract/index.ts';
import { expect, it } from 'vitest';
import { handlers } from './handlers.ts';

it('builds every operation of the contract, and nothing else', () => {
  expect(Object.keys(handlers).sort()).toEqual(Object.keys(contract).sort());
  expect(Object.entries(handlers).filter(([, handler]) => typeof handler !== 'function')).toEqual([]);
});
