import { describe, expect, it } from 'vitest';
import { amisEndpoints } from './amis.ts';
import { invoiceIssuanceEndpoints } from './invoice-issuance.ts';

it('takes no profile code that climbs out of its folder in the download', () => {
  for (const code of ['.', '..', '.AP', '-x', 'a/b']) {
    expect(amisEndpoints.updateProfile.body.safeParse({ version: 1, code }).success).toBe(false);
  }
  expect(amisEndpoints.updateProfile.body.safeParse({ version: 1, code: 'AP.01_x-2' }).success).toBe(true);
});

describe('changesOf', () => {
  it('adds nothing to a PATCH that a person did not send', () => {
    expect(amisEndpoints.updateProfile.body.parse({ version: 3, name: 'An Phú' })).toEqual({
      version: 3,
      name: 'An Phú',
    });
    expect(amisEndpoints.updateProfile.body.parse({ version: 3, accounts: { revenue: '5112' } })).toEqual({
      version: 3,
      accounts: { revenue: '5112' },
    });
    expect(invoiceIssuanceEndpoints.updatePeriod.body.parse({ version: 1 })).toEqual({ version: 1 });
  });

  it('checks the fields that were sent', () => {
    expect(amisEndpoints.updateProfile.body.safeParse({ version: 3, maxLinesPerInvoice: 0 }).success).toBe(false);
  });
});

it('leaves the full stop to the sentence of the refusal', () => {
  const { error } = amisEndpoints.updateAmisPartner.body.safeParse({ version: 1, idNumber: '1', budgetCode: 'x' });
  expect(error?.issues.map(({ message }) => message)).toEqual(['Cần đúng 12 chữ số', 'Cần đúng 7 chữ số']);
});
