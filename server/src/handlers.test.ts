import { contract, type OperationId } from '@khop/contract/index.ts';
import { expect, it } from 'vitest';
import { handlers } from './handlers.ts';
import { notImplemented } from './http/not-implemented.ts';

it('builds every operation of the contract, or says that it is not built', () => {
  const missing = (Object.keys(contract) as OperationId[]).filter((operation) => !handlers[operation]);
  expect(missing.sort()).toEqual([...notImplemented].sort());
});
