import { expect, it } from 'vitest';
import { partsOfGroup, remedyOfGroup } from './groups.ts';

const period = { id: 'k1', issuers: { HN: ['b', 'a'] }, profileIds: ['a', 'b'] };
const group = (reason: string) => ({ key: 'VT 1', reason: reason as never, branchCode: 'HN' });

it('leads from a group to its parts, and to where its reason is mended, at the first issuer of its branch', () => {
  expect(partsOfGroup('item', group('NO_STOCK'))).toBe('/?tab=shortages&itemCode=VT+1#rows');
  expect(partsOfGroup('reason', { ...group('NO_STOCK'), key: 'NO_STOCK' })).toBe(
    '/?tab=shortages&reason=NO_STOCK#rows',
  );
  expect(remedyOfGroup('item', group('ITEM_NOT_CONNECTED'), period)?.to).toBe(
    '/amis/profiles/b/product-connections?new=true&bravo=VT+1',
  );
  expect(remedyOfGroup('reason', group('ITEM_NOT_CONNECTED'), period)?.to).toBe(
    '/amis/profiles/b/product-connections/suggestions#rows',
  );
  expect(remedyOfGroup('partner', group('INVOICE_REQUIREMENT_UNSET'), period)?.to).toBe('/bravo/partners?id=VT+1');
  expect(remedyOfGroup('reason', group('INVOICE_REQUIREMENT_UNSET'), period)?.to).toBe(
    '/bravo/partners?invoiceRequirement=unset&periodId=k1#rows',
  );
  expect(remedyOfGroup('item', group('RETURN_UNMATCHED'), period)).toBeUndefined();
});

it('leads from an item or a customer to itself: the first issuer may not have it, or under another code', () => {
  for (const reason of ['NO_STOCK', 'STOCK_AFTER_SALE', 'TAKEN_BY_OTHERS', 'VAT_RATE_UNKNOWN', 'FACTOR_MISSING'])
    expect(remedyOfGroup('item', group(reason), period)?.to).toBe('/bravo/items?id=VT+1');
  expect(remedyOfGroup('reason', group('FACTOR_MISSING'), period)?.to).toBe(
    '/amis/profiles/b/product-connections?factorMissing=true#rows',
  );
  expect(remedyOfGroup('partner', group('BUYER_INCOMPLETE'), period)?.to).toBe('/bravo/partners?id=VT+1');
  expect(remedyOfGroup('item', group('BUYER_INCOMPLETE'), period)?.to).toBe('/amis/profiles/b/customers#rows');
});
