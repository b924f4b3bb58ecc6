import { layouts } from '@khop/engine/sheets/layouts/layouts.ts';
import { expect, test } from 'vitest';
import { placeOf, profileOf } from './places.ts';

const around = { profileId: 'p1', periodId: 'k1' };

test('every layout that is read has its place, with the profile and the period that it needs', () => {
  for (const layout of Object.keys(layouts)) expect(placeOf(layout, around), layout).toBeDefined();
  expect(placeOf('amis-inventory', around)).toMatchObject({
    operation: 'loadAmisInventory',
    input: { params: { id: 'k1' }, body: { profileId: 'p1' } },
  });
  expect(placeOf('amis-suppliers', around)?.input).toEqual({ body: { profileId: 'p1', type: 'supplier' } });
  expect(placeOf('product-connections', around)?.input).toEqual({ query: { profileId: 'p1' } });
});

test('no place is offered without what it needs', () => {
  expect(placeOf('amis-inventory', { profileId: 'p1', periodId: undefined })).toBeUndefined();
  expect(placeOf('amis-products', { profileId: undefined, periodId: 'k1' })).toBeUndefined();
  expect(placeOf('bravo-sales', { profileId: undefined, periodId: undefined })).toBeDefined();
});

test('the profile is found in the fields or in the query', () => {
  expect(profileOf({ body: { profileId: 'a' } })).toBe('a');
  expect(profileOf({ query: { profileId: 'b', month: '2026-09' } })).toBe('b');
  expect(profileOf({})).toBeUndefined();
});
