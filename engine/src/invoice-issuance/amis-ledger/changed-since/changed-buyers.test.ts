import { describe, expect, test } from 'vitest';
import { HandedOver } from '../../handed-over/handed-over.ts';
import { planInvoices } from '../../plan.ts';
import { type GivenPeriod, issuanceInput } from '../../plan-fixture.ts';
import { preflight } from '../../preflight/preflight.ts';
import { given, invoicesOf } from '../../regeneration-fixture.ts';
import type { PlannedInvoice } from '../../types.ts';

describe('a regeneration tells of a handed-over invoice whose sale Bravo writes for another customer since', () => {
  const first = invoicesOf(given())[0]!;
  const [line, other] = given().lines;
  const profile = given().profiles[0]!;
  const left: PlannedInvoice = { ...first, status: 'exported' };
  const told = (more: Partial<GivenPeriod>, kept: PlannedInvoice = left) =>
    planInvoices(
      issuanceInput(given({ lines: [{ ...line!, partner: 'KH2' }, other!], kept: [kept], ...more })),
    ).warnings.filter(({ code }) => code.startsWith('KEPT_'));
  const of = (buyer: Partial<PlannedInvoice['buyer']>): PlannedInvoice => ({
    ...left,
    buyer: { ...left.buyer, ...buyer },
  });
  const newPartner = (own: object) => ({
    lines: [{ ...line!, partner: 'KH3' }, other!],
    partners: [...given().partners!, { code: 'KH3', requirement: 'required' as const, ...own }],
  });
  const message = `Hóa đơn «${left.voucherNumber}» đã bàn giao cho «Công ty An» (KH1), mà Bravo nay ghi 1 dòng bán của nó cho «Khách KH2» (KH2).`;
  const discount = { ...line!, id: 'ck', kind: 'discount' as const, quantity: '0', amount: -1000 };
  const [item] = left.items;
  const less = { ...item!, kind: 'discount' as const, amount: -1000, quantity: 0n };
  const share = { line: 'ck', lot: null, quantity: 0n, baseQuantity: 0n, amount: -1000 };
  const discounted = { ...left, amount: left.amount - 1000, items: [item!, { ...less, allocations: [share] }] };
  const withDiscount = (doc: string) => ({ lines: [line!, other!, { ...discount, partner: 'KH2', doc }] });

  test.each<[string, Partial<GivenPeriod>, PlannedInvoice?]>([
    ['exported', {}],
    ['issued', {}, { ...left, status: 'issued', invoiceNumber: '7' }],
    [
      'of a household’s old code, for another person',
      newPartner({ name: 'Bà Tư', taxCode: '079203001234' }),
      of({ taxCode: '8012345678' }),
    ],
    ['of a discount of another document', withDiscount('CK'), discounted],
  ])('%s', (_, more, kept) => {
    expect(told(more, kept)).toMatchObject([{ code: 'KEPT_INVOICE_BUYER', profile: 'A', invoice: left.key }]);
  });

  test('in words, as a warning that stops nothing', () => {
    expect(told({}).map((one) => one.message)).toEqual([message]);
    const input = issuanceInput(given({ lines: [{ ...line!, partner: 'KH2' }, other!], kept: [left] }));
    const found = preflight(input, planInvoices(input)).find(({ code }) => code === 'KEPT_INVOICE_BUYER');
    expect(found).toMatchObject({
      severity: 'warn',
      remedy: expect.stringMatching(/điều chỉnh hoặc thay thế.*04\/SS/),
    });
  });

  test.each<[string, Partial<GivenPeriod>, PlannedInvoice?]>([
    ['to a consumer', {}, of({ source: 'consumer' })],
    ['without a partner', {}, of({ bravoPartnerCode: '' })],
    ['on a consolidated invoice', {}, { ...left, bravoDocument: `HN/TONG-HOP/${left.documentDate}` }],
    ['in another case of letters', { lines: [{ ...line!, partner: 'kh1' }, other!] }],
    [
      'to the same AMIS customer',
      { profiles: [{ ...profile, partnerLinks: [{ customer: 'C1', partner: 'KH2' }] }] },
      of({ taxCode: '' }),
    ],
    ['of the same tax code', newPartner({ taxCode: '0101243150' }), of({ customerCode: 'cũ' })],
    [
      'renumbered',
      newPartner({ name: 'Ông Ba', taxCode: '079203001234' }),
      of({ name: 'Ông Ba', taxCode: '8012345678' }),
    ],
    ['by a discount of its own document', withDiscount('1'), discounted],
  ])('is silent of a buyer %s', (_, more, kept) => {
    expect(told(more, kept)).toEqual([]);
  });

  test('tells once of a line that is left out', () => {
    const out = { exclusions: [{ line: '1', reason: 'not_a_sale' as const, note: 'x' }] };
    expect(told(out).map(({ code }) => code)).toEqual(['KEPT_INVOICE_EXCLUDED']);
  });

  test('calls a pinned draft outdated', () => {
    expect(told({}, { ...first, pinned: true }).map(({ code }) => code)).toEqual(['KEPT_DRAFT_OUTDATED']);
  });

  test('tells the same beside the sums of what has left', () => {
    const whole = issuanceInput(given({ lines: [{ ...line!, partner: 'KH2' }, other!], kept: [left] }));
    const handedOver = new HandedOver();
    const rest = handedOver.take(whole);
    expect(rest.kept).toEqual([]);
    expect(planInvoices(rest, handedOver)).toEqual(planInvoices(whole));
  });
});
