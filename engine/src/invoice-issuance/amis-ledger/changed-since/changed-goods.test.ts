import { describe, expect, test } from 'vitest';
import { planInvoices } from '../../plan.ts';
import { type GivenPeriod, issuanceInput } from '../../plan-fixture.ts';
import { preflight } from '../../preflight/preflight.ts';
import { given, invoicesOf } from '../../regeneration-fixture.ts';
import type { PlannedInvoice } from '../../types.ts';

describe('a regeneration tells of a handed-over invoice whose sale Bravo writes for another item since', () => {
  const [line, other] = given().lines;
  const profile = given().profiles[0]!;
  const left: PlannedInvoice = { ...invoicesOf(given())[0]!, status: 'exported' };
  const inputOf = (more: Partial<GivenPeriod> = {}, kept: PlannedInvoice = left) =>
    issuanceInput(given({ lines: [{ ...line!, item: 'VT2' }, other!], kept: [kept], ...more }));
  const told = (...of: Parameters<typeof inputOf>) =>
    planInvoices(inputOf(...of)).warnings.filter(({ code }) => code.startsWith('KEPT_'));
  const connecting = (...pairs: [product: string, item: string][]): Partial<GivenPeriod> => ({
    profiles: [{ ...profile, links: pairs.map(([product, item]) => ({ product, item })) }],
  });

  test('exported or issued, in words, as a warning that stops nothing', () => {
    expect(told()).toEqual([
      {
        ...{ code: 'KEPT_INVOICE_GOODS', profile: 'A', invoice: left.key },
        message: `Hóa đơn «${left.voucherNumber}» đã bàn giao, mà 1 dòng bán của nó nay là hàng khác ở Bravo: hóa đơn ghi «SP1», Bravo ghi «VT2» (VT2), hai mã không nối với nhau.`,
      },
    ]);
    expect(told({}, { ...left, status: 'issued', invoiceNumber: '7' })).toHaveLength(1);
    const input = inputOf();
    expect(preflight(input, planInvoices(input)).find(({ code }) => code === 'KEPT_INVOICE_GOODS')).toMatchObject({
      ...{ severity: 'warn', remedy: expect.stringMatching(/điều chỉnh hoặc thay thế/) },
    });
  });

  test.each<[string, Partial<GivenPeriod>]>([
    ['of another item of the same product', connecting(['SP1', 'VT1'], ['SP1', 'VT2'])],
    ['of a product that is connected no more', connecting(['SP2', 'VT1'])],
    ['of a discount', { lines: [{ ...line!, kind: 'discount', item: 'VT2' }, other!] }],
  ])('is silent %s', (what, more) => {
    const discount = { ...left, items: left.items.map((item) => ({ ...item, kind: 'discount' as const })) };
    expect(told(more, what === 'of a discount' ? discount : left)).not.toContainEqual(
      expect.objectContaining({ code: 'KEPT_INVOICE_GOODS' }),
    );
  });

  test('tells once of a line that is left out', () => {
    const exclusions = [{ line: '1', reason: 'not_a_sale' as const, note: 'x' }];
    expect(told({ exclusions }).map(({ code }) => code)).toEqual(['KEPT_INVOICE_EXCLUDED']);
  });
});
