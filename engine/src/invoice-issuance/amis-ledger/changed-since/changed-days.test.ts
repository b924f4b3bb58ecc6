import { describe, expect, test } from 'vitest';
import { HandedOver } from '../../handed-over/handed-over.ts';
import { planInvoices } from '../../plan.ts';
import { issuanceInput } from '../../plan-fixture.ts';
import { preflight } from '../../preflight/preflight.ts';
import { given, invoicesOf } from '../../regeneration-fixture.ts';
import type { PlannedInvoice } from '../../types.ts';

describe('a regeneration tells of a handed-over invoice whose sale Bravo dates on another day since', () => {
  const [line, other] = given().lines;
  const left: PlannedInvoice = { ...invoicesOf(given())[0]!, status: 'exported' };
  const inputOf = (day: string, kept: PlannedInvoice = left, own: object = {}) =>
    issuanceInput(given({ lines: [{ ...line!, date: day, ...own }, other!], kept: [kept] }));
  const told = (...of: Parameters<typeof inputOf>) =>
    planInvoices(inputOf(...of)).warnings.filter(({ code }) => code.startsWith('KEPT_'));
  const facts = { dayFacts: { isExport: true, clearedOn: '2026-09-09' } };
  const consolidated = { ...left, bravoDocument: `HN/TONG-HOP/${left.documentDate}` };

  test.each<[string, PlannedInvoice?, object?]>([
    ['exported', left],
    ['issued', { ...left, status: 'issued', invoiceNumber: '7' }],
    ['consolidated', consolidated],
    ['of a lawful day of its own', left, facts],
  ])('%s, with a later day', (_, kept, own) => {
    expect(told('2026-09-08', kept, own)).toMatchObject([
      { code: 'KEPT_INVOICE_DAY', profile: 'A', invoice: left.key },
    ]);
  });

  test('in words, as a warning that stops nothing', () => {
    const input = inputOf('2026-09-03');
    const plan = planInvoices(input);
    expect(plan.warnings.map(({ message }) => message)).toEqual([
      `Hóa đơn «${left.voucherNumber}» đã bàn giao cho lần bán ngày 05/09/2026, mà Bravo nay ghi 1 dòng bán của nó ngày 03/09/2026.`,
    ]);
    expect(preflight(input, plan).find(({ code }) => code === 'KEPT_INVOICE_DAY')).toMatchObject({
      ...{ severity: 'warn', remedy: expect.stringMatching(/không lùi, không dời/) },
    });
  });

  test('is silent of earlier days that are on one invoice with later ones', () => {
    expect(told('2026-09-03', consolidated)).toEqual([]);
    expect(told('2026-09-03', left, facts)).toEqual([]);
  });

  test('tells once of a line that is left out, and of a draft that it is outdated', () => {
    const input = inputOf('2026-09-08');
    const out = { ...input, exclusions: [{ line: '1', reason: 'not_a_sale' as const, note: 'x' }] };
    expect(planInvoices(out).warnings.map(({ code }) => code)).toEqual(['KEPT_INVOICE_EXCLUDED']);
    const draft: PlannedInvoice = { ...left, status: 'draft', pinned: true };
    expect(told('2026-09-08', draft).map(({ code }) => code)).toEqual(['KEPT_DRAFT_OUTDATED']);
  });

  test('tells the same beside the sums of what has left', () => {
    const whole = inputOf('2026-09-08');
    const handedOver = new HandedOver();
    const rest = handedOver.take(whole);
    expect(rest.kept).toEqual([]);
    expect(planInvoices(rest, handedOver)).toEqual(planInvoices(whole));
  });
});
