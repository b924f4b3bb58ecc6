import { uploadedLayouts } from '@khop/engine/sheets/layouts/layouts.ts';
import { expect, test } from 'vitest';
import { importTargetOf, profileOf } from './import-targets.ts';

const around = { profileId: 'p1', periodId: 'k1' };

test('every layout that is read has its target, with the profile and the period that it needs', () => {
  for (const layout of uploadedLayouts) expect(importTargetOf(layout, around), layout).toBeDefined();
  expect(importTargetOf('amis-inventory', around)).toMatchObject({
    operation: 'loadAmisInventory',
    input: { params: { id: 'k1' }, body: { profileId: 'p1' } },
  });
  expect(importTargetOf('amis-suppliers', around)?.input).toEqual({ body: { profileId: 'p1', type: 'supplier' } });
  expect(importTargetOf('product-connections', around)?.input).toEqual({ query: { profileId: 'p1' } });
});

test('no target is offered without the profile or the period that it needs', () => {
  expect(importTargetOf('amis-inventory', { profileId: 'p1', periodId: undefined })).toBeUndefined();
  expect(importTargetOf('amis-products', { profileId: undefined, periodId: 'k1' })).toBeUndefined();
  expect(importTargetOf('bravo-sales', { profileId: undefined, periodId: undefined })).toBeDefined();
});

test('the profile is found in the fields or in the query', () => {
  expect(profileOf({ body: { profileId: 'a' } })).toBe('a');
  expect(profileOf({ query: { profileId: 'b', month: '2026-09' } })).toBe('b');
  expect(profileOf({})).toBeUndefined();
});
