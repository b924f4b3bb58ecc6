import { expect, it } from 'vitest';
import { addressOfRecord } from './record-address.ts';

const period = (targetId: string | null) =>
  addressOfRecord({
    ...{ kind: 'period' as const, id: 'Tháng 11', reference: 'Tháng 11', label: 'Tháng 11', detail: '', amount: null },
    ...{ profileId: null, profileCode: '', warehouse: '', item: '', targetId },
  });

it('another period opens at its own days, the period itself at its settings', () => {
  expect(period('p11')).toBe('/invoices/days?ky=p11');
  expect(period(null)).toBe('/?settings=true');
});
