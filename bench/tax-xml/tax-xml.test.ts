import { expect, it } from 'vitest';
import { readSigned } from '../tax-xml.ts';

it('reads some hundred signed invoices whole, all of them intact', async () => {
  const { invoices, intact, bytes } = await readSigned(300);
  expect([invoices, intact]).toEqual([300, 300]);
  expect(bytes).toBeGreaterThan(1_000_000);
});
