import { describe, expect, test } from 'vitest';
import { issuanceInput } from '../plan-fixture.ts';
import { buyerFinder } from './buyers.ts';

const found = (
  customer: { taxCode?: string; idNumber?: string },
  taxCode: string,
  { isConnected = false, lastBranch = 990 } = {},
) => {
  const input = issuanceInput({
    profiles: [
      {
        code: 'A',
        customers: [{ code: 'C1', name: 'Hộ kinh doanh Lan', address: 'Hà Nội', ...customer }],
        ...(isConnected && { partnerLinks: [{ customer: 'C1', partner: 'KH1' }] }),
      },
    ],
    partners: [{ code: 'KH1', taxCode, requirement: 'required' }],
    lines: [],
  });
  const { buyer, warnings } = buyerFinder(input.profiles[0]!, lastBranch)(input.bravoPartners[0]!);
  return { source: buyer.source, taxCode: buyer.taxCode, warned: warnings.map(({ code }) => code) };
};

describe('the buyer of a household that has an old code of 10 digits and a personal number of 12', () => {
  const [old, personal] = ['8012345673', '079203001234'];

  test('is the connected customer without a word, and the invoice carries the personal number', () => {
    const connected = { isConnected: true };
    const [one, other] = [found({ taxCode: old }, personal, connected), found({ taxCode: personal }, old, connected)];
    expect(one).toMatchObject({ source: 'connection', taxCode: personal });
    expect(one.warned).not.toContain('BUYER_TAX_CODE_DIFFERS');
    expect(other).toMatchObject({ source: 'connection', taxCode: personal });
    expect(other.warned).not.toContain('BUYER_TAX_CODE_DIFFERS');
  });

  test('is the customer whose identity number is the code of the ledger', () => {
    expect(found({ taxCode: old, idNumber: personal }, personal)).toMatchObject({
      source: 'tax_code',
      taxCode: personal,
    });
    expect(found({ idNumber: personal }, personal)).toMatchObject({ source: 'tax_code', taxCode: personal });
    expect(found({ taxCode: old, idNumber: personal }, old)).toMatchObject({ source: 'tax_code', taxCode: old });
  });

  test('is never an enterprise of which that number is a person’s', () => {
    expect(found({ taxCode: '0316520076', idNumber: personal }, personal).source).toBe('new_customer');
    expect(found({ taxCode: '0316520076' }, personal, { isConnected: true })).toMatchObject({
      ...{ taxCode: '0316520076', warned: ['BUYER_TAX_CODE_DIFFERS'] },
    });
  });
});

test('a branch that is given no more is warned of by the rule of the invoice’s date, and is no error', () => {
  const branch = { taxCode: '0316520076-991' };
  expect(found(branch, branch.taxCode)).toEqual({ source: 'tax_code', ...branch, warned: ['BUYER_TAX_CODE_BRANCH'] });
  expect(found(branch, branch.taxCode, { lastBranch: 999 }).warned).toEqual([]);
});
