import { expect, test } from 'vitest';
import { paths } from '../../../paths.ts';
import { remedyAddress } from './remedy-address.ts';

const period = { id: 'k1', profileIds: ['a'], status: 'open' as const };
const remedy = (code: string, profileId: string | null = null) => remedyAddress({ code, profileId }, period);

test('reports of AMIS that lack or are no good are loaded with the files of their profile', () => {
  expect(remedy('AMIS_SALES_UNREAD', 'a')).toBe('/uploads?ky=k1&profileId=a');
  expect(remedy('RESTORED_FROM_BACKUP')).toBe('/uploads?ky=k1');
});

test('in the settings of a period is mended what it declares', () => {
  for (const code of ['NO_BASIS', 'DRAFT_ISSUER_NOT_DECLARED']) expect(remedy(code, 'a')).toBe('/?ky=k1&settings=true');
});

test('sales of later days are handed over at «Cửa ngày»; every other shortage has its list', () => {
  expect(remedy('SHORTAGE_LATER_DAY')).toContain(paths.days());
  expect(remedy('SHORTAGE_NO_STOCK')).toContain('reason=NO_STOCK');
});

test('customers who are not marked are marked in their own list, narrowed to the period', () => {
  for (const code of ['INVOICE_REQUIREMENT_UNSET', 'SHORTAGE_INVOICE_REQUIREMENT_UNSET'])
    expect(remedy(code)).toContain('/bravo/partners?invoiceRequirement=unset&periodId=k1');
});

test('customers who lose VAT are asked in their own list, narrowed to the period', () => {
  expect(remedy('BUYER_LOSES_VAT')).toContain('invoiceRequirement=not_required&hasTaxCode=true&periodId=k1');
});

test('a sale that may be issued already leads to the AMIS voucher, else to all that match no sale', () => {
  const address = remedyAddress({ code: 'SALE_MAYBE_ISSUED', profileId: null, voucher: 'BH 12' }, period);
  expect(address).toContain('tab=entries&state=unmatched&q=BH+12');
  expect(remedy('SALE_MAYBE_ISSUED')).not.toContain('q=');
});
