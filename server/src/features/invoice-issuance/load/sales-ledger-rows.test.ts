import { expect, it } from 'vitest';
import { ofFirstPeriods } from './sales-ledger-rows.ts';

it('a document that the ledgers of several periods share is that of the first one, with all its rows and in any case', () => {
  const row = (voucherNumber: string, periodId: string, entry: string) => ({ voucherNumber, periodId, entry });
  const rows = [row('BH1', 'p9', 'a'), row('BH1', 'p9', 'b'), row('bh1', 'p10', 'a'), row('BH2', 'p10', 'c')];
  expect(ofFirstPeriods(rows).map(({ periodId, entry }) => `${periodId} ${entry}`)).toEqual(['p9 a', 'p9 b', 'p10 c']);
});
