import { expect, it } from 'vitest';
import { addressIn, addressOfRecord } from './record-address.ts';

const record = {
  ...{ id: 'X', reference: 'X', label: 'X', detail: '', amount: null },
  ...{ profileId: null, profileCode: '', warehouse: '', item: '', targetId: null },
};
const period = (targetId: string | null) => addressOfRecord({ ...record, kind: 'period', targetId });

it('another period opens at its own days, the period itself at its first page, where it is planned again', () => {
  expect(period('p11')).toBe('/invoices/days?ky=p11');
  expect(period(null)).toBe('/');
});

const profileOf = (code: string | undefined, status: 'open' | 'closed' = 'open') =>
  addressIn(code, { id: 'k1', profileIds: ['a'], status }, { ...record, kind: 'profile', targetId: 'a' });

it('a profile opens where its finding is mended: its reports, the settings of the period, or itself', () => {
  expect(profileOf('NO_AMIS_SALES_LEDGER')).toBe('/uploads?ky=k1&profileId=a');
  expect(profileOf('BASIS_ENDS_SOON')).toBe('/?ky=k1&settings=true');
  for (const code of ['SELLER_INCOMPLETE', 'DATE_BEFORE_LAST_ISSUED', undefined])
    expect(profileOf(code)).toContain('/amis/profiles?edit=a');
});

it('a record in a list of the period names the period, for a new tab shows no other', () => {
  const entry = { ...record, kind: 'entry' as const, reference: 'BH 1' };
  expect(addressIn('NUMBER_GAP', { id: 'k1', profileIds: ['a'], status: 'open' }, entry)).toContain('ky=k1');
});

it('a profile of a closed period opens itself: nothing is loaded or declared there', () => {
  for (const code of ['NO_AMIS_SALES_LEDGER', 'BASIS_ENDS_SOON'])
    expect(profileOf(code, 'closed')).toBe('/amis/profiles?edit=a');
});

it('a product whose factor is at odds with its price opens its connections, where the factor is', () => {
  const product = { ...record, kind: 'product' as const, id: 'SP 1', profileId: 'a', targetId: 'p1' };
  const opened = (code: string) => addressIn(code, { id: 'k1', profileIds: ['a'], status: 'open' }, product);
  expect(opened('FACTOR_IMPLAUSIBLE')).toBe('/amis/profiles/a/product-connections?q=SP+1#rows');
  expect(opened('PRODUCT_INACTIVE')).toBe('/amis/profiles/a/products?id=p1');
});
