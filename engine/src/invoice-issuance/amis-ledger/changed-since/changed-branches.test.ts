import { describe, expect, test } from 'vitest';
import { HandedOver } from '../../handed-over/handed-over.ts';
import { planInvoices } from '../../plan.ts';
import { type GivenPeriod, issuanceInput } from '../../plan-fixture.ts';
import { preflight } from '../../preflight/preflight.ts';
import { given, invoicesOf } from '../../regeneration-fixture.ts';
import type { PlannedInvoice } from '../../types.ts';

describe('tells of a handed-over invoice whose sale Bravo puts into another branch since', () => {
  const [line, other] = given().lines;
  const [profile] = given().profiles;
  const left: PlannedInvoice = { ...invoicesOf(given())[0]!, status: 'exported' };
  const inputOf = (more: Partial<GivenPeriod> = {}, kept: PlannedInvoice = left) =>
    issuanceInput(given({ lines: [{ ...line!, branch: 'SG' }, other!], kept: [kept], ...more }));
  const told = (...of: Parameters<typeof inputOf>) =>
    planInvoices(inputOf(...of))
      .warnings.map(({ code }) => code)
      .filter((code) => code.startsWith('KEPT_'));

  test('exported or issued, in words, as a warning that stops nothing', () => {
    const input = inputOf({ issuers: { HN: ['A'], SG: ['B'] } });
    const plan = planInvoices(input);
    expect(plan.warnings).toEqual([
      {
        ...{ code: 'KEPT_INVOICE_BRANCH', profile: 'A', invoice: left.key },
        message: `Hóa đơn «${left.voucherNumber}» đã bàn giao, mà Bravo nay ghi 1 dòng bán của nó ở chi nhánh «SG», nơi hồ sơ «A» không được khai báo xuất.`,
      },
    ]);
    expect(preflight(input, plan).find(({ code }) => code === 'KEPT_INVOICE_BRANCH')).toMatchObject({
      ...{ severity: 'warn', remedy: expect.stringMatching(/Hóa đơn sai người bán/) },
    });
    expect(told({}, { ...left, status: 'issued', invoiceNumber: '7' })).toEqual(['KEPT_INVOICE_BRANCH']);
  });

  test('is silent where its profile issues for that branch, too, and of a profile that issues for the own one no more', () => {
    expect(told({ issuers: { HN: ['A'], SG: ['B', 'A'] } })).toEqual([]);
    expect(told({ lines: [line!, other!], issuers: { HN: ['B'] } })).toEqual([]);
  });

  test('is silent of a discount of another document, and of a consolidated invoice', () => {
    const items = left.items.map((item) => ({ ...item, kind: 'discount' as const }));
    const lines = [{ ...line!, branch: 'SG', kind: 'discount' as const, quantity: '0' }, other!];
    expect(told({ lines }, { ...left, items })).not.toContain('KEPT_INVOICE_BRANCH');
    expect(told({}, { ...left, bravoDocument: `HN/TONG-HOP/${left.documentDate}` })).toEqual([]);
  });

  test('tells once of a line that is left out, and nothing of a draft', () => {
    expect(told({ exclusions: [{ line: '1', reason: 'not_a_sale', note: 'x' }] })).toEqual(['KEPT_INVOICE_EXCLUDED']);
    expect(told({}, { ...left, status: 'draft', pinned: true })).toEqual([]);
  });

  test('ends once AMIS has taken its goods off', () => {
    const issued: PlannedInvoice = { ...left, status: 'issued', invoiceNumber: '12', issuedOn: left.date };
    const adjusting = {
      ...{ id: 'DC', voucherNumber: 'DC1', documentDate: '2026-09-21', customerCode: 'C1', product: 'SP1' },
      ...{ invoiceNumber: '15', invoiceDate: '2026-09-21', quantity: '-4', amount: -400_000 },
      description: `Điều chỉnh cho hóa đơn số 12 ngày ${left.date.split('-').reverse().join('/')}`,
    };
    const own = { ...adjusting, id: 'N', voucherNumber: left.voucherNumber, documentDate: left.documentDate };
    const numbered = { ...own, invoiceNumber: '12', invoiceDate: left.date, quantity: '4', amount: 400_000 };
    const sales = (...more: (typeof adjusting)[]) => ({
      profiles: [{ ...profile!, sales: [{ ...numbered, description: 'Bán hàng' }, ...more] }],
    });
    expect(told(sales(), issued)).toEqual(['KEPT_INVOICE_BRANCH']);
    expect(told(sales({ ...adjusting, quantity: '-3', amount: -300_000 }), issued)).toEqual(['KEPT_INVOICE_BRANCH']);
    expect(told(sales(adjusting), issued)).toEqual([]);
  });

  test('tells the same beside the sums of what has left', () => {
    const whole = inputOf();
    const handedOver = new HandedOver();
    const rest = handedOver.take(whole);
    expect(rest.kept).toEqual([]);
    expect(planInvoices(rest, handedOver)).toEqual(planInvoices(whole));
  });
});
