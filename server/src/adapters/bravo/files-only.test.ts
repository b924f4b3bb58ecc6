import { expect, test } from 'vitest';
import { filesOnlyBravo } from './files-only.ts';

const refusalOf = async (asked: AsyncIterable<unknown>): Promise<string> => {
  try {
    for await (const _ of asked) return 'answered';
  } catch (error) {
    return (error as Error).message;
  }
  return 'ended';
};

test('without a Bravo sales and masters are asked for as files, and stock is said to have none', async () => {
  const bravo = filesOnlyBravo();
  const range = { fromDate: '2026-11-01', toDate: '2026-11-30' } as never;
  for (const asked of [bravo.items(range), bravo.partners(range), bravo.sales(range)])
    expect(await refusalOf(asked)).toContain('bằng tệp ở «Tải lên»');
  const stock = await refusalOf(bravo.stock(range));
  expect(stock).toContain('cần tồn kho của chính Bravo');
  expect(stock).not.toContain('bằng tệp');
  await expect(bravo.ping()).rejects.toThrow('bằng tệp ở «Tải lên»');
});
