import { describe, expect, test } from 'vitest';
import { planInvoices } from '../plan.ts';
import { type GivenPeriod, issuanceInput } from '../plan-fixture.ts';
import { preflight } from './preflight.ts';

const taxCode = '0314409058';
const line = { date: '2026-09-05', item: 'VT1', quantity: '1', amount: 100_000_000, vatRate: '8' };
const given: GivenPeriod = {
  profiles: [
    {
      code: 'A',
      products: [{ code: 'SP1' }],
      links: [{ product: 'SP1', item: 'VT1' }],
      stock: [{ product: 'SP1', opening: '9' }],
    },
  ],
  partners: [
    { code: 'KH1', name: 'Công ty Hoa Mai', taxCode, requirement: 'not_required' },
    { code: 'KH2', name: 'Chị Lan', requirement: 'not_required' },
  ],
  lines: [
    { ...line, id: '1', partner: 'KH1' },
    { ...line, id: '2', partner: 'KH2', amount: 50_000_000 },
  ],
};
const lossOf = (more: Partial<GivenPeriod>) => {
  const input = issuanceInput({ ...given, ...more });
  return preflight(input, planInvoices(input)).find(({ code }) => code === 'BUYER_LOSES_VAT');
};
const marked = (noInvoiceConfirmed: string) => ({ partners: [{ ...given.partners![0]!, noInvoiceConfirmed }] });

describe('a partner with a tax code that takes no invoice', () => {
  test('is asked about, with the VAT that it cannot deduct', () => {
    const loss = lossOf({})!;
    expect(loss).toMatchObject({ severity: 'warn', count: 1, about: [{ kind: 'partner', id: 'KH1', profile: 'A' }] });
    expect(loss.message).toBe(
      `Khách «KH1» Công ty Hoa Mai (MST ${taxCode}) không lấy hóa đơn: hóa đơn ghi như bán cho người tiêu dùng, khách không khấu trừ được 8.000.000 đồng thuế GTGT.`,
    );
  });

  test('is asked about alone on an invoice for all consumers of a day', () => {
    const loss = lossOf({ rules: { aggregateConsumersPerDay: true } })!;
    expect(loss.message).toContain('8.000.000 đồng');
    expect(loss.about).toHaveLength(1);
  });

  test('is not asked about again once it is confirmed, until its tax code changes', () => {
    expect(lossOf(marked(taxCode))).toBeUndefined();
    expect(lossOf(marked(`0316520076,${taxCode}`))).toBeUndefined();
    expect(lossOf(marked('0316520076'))).toBeDefined();
  });

  test('is known by the tax code of the AMIS customer that it is connected with', () => {
    const [a] = given.profiles;
    const connected = {
      profiles: [{ ...a!, customers: [{ code: 'C1', taxCode }], partnerLinks: [{ customer: 'C1', partner: 'KH2' }] }],
    };
    expect(lossOf(connected)!.message).toContain(
      '2 khách có mã số thuế được đánh dấu không lấy hóa đơn: họ không khấu trừ được 12.000.000 đồng',
    );
  });

  test('loses nothing where it asks, and nothing where no VAT is charged', () => {
    expect(lossOf({ partners: [{ ...given.partners![0]!, requirement: 'required' }] })).toBeUndefined();
    expect(lossOf({ lines: [{ ...line, id: '1', partner: 'KH1', vatRate: 'KCT', vatAmount: 0 }] })).toBeUndefined();
  });
});
