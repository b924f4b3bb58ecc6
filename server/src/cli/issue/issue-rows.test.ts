import { expect, it } from 'vitest';
import { customerOf } from './issue-rows.ts';

it('reads who a customer is as the service does: the zero put back, what the list does not say left open', () => {
  const row = { code: 'C1', name: 'Nguyễn Thị Lan', idNumber: '79203001234', isOrganisation: 'false' };
  expect(customerOf({ ...row, passport: 'B7654321', nationality: 'Việt Nam', budgetCode: '1054321' })).toMatchObject({
    ...{ idNumber: '079203001234', passport: 'B7654321', nationality: 'Việt Nam', budgetCode: '1054321' },
    isOrganisation: false,
  });
  expect(customerOf({ ...row, isOrganisation: 'true' }).isOrganisation).toBe(true);
  expect(customerOf({ ...row, isOrganisation: null })).toMatchObject({ isOrganisation: null, passport: '' });
});
