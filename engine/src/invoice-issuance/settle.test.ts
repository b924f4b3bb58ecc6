import { describe, expect, test } from 'vitest';
import { planInvoices } from './plan.ts';
import { type GivenPeriod, issuanceInput } from './plan-fixture.ts';
import { given, invoicesOf } from './regeneration-fixture.ts';
import type { PlannedInvoice } from './types.ts';

describe('reads its own vouchers back from AMIS', () => {
  const first = invoicesOf(given());
  const kept = first.map((one): PlannedInvoice => ({ ...one, status: 'exported' }));
  const entry = { documentDate: '2026-09-05', product: 'SP1', customerCode: 'C1', quantity: '4', amount: 400000 };
  const back = { quantity: '-4', amount: -400000 };
  const [one, two] = first.map((invoice) => invoice.voucherNumber);
  const planWith = (sales: NonNullable<GivenPeriod['profiles'][number]['sales']>, outgoing: string) => {
    const profiles = [{ ...given().profiles[0]!, stock: [{ product: 'SP1', opening: '10', outgoing }], sales }];
    return planInvoices(issuanceInput(given({ kept, profiles })));
  };
  const statuses = (plan: ReturnType<typeof planInvoices>) =>
    plan.settled.map(({ voucherNumber, status, invoiceNumber }) => [voucherNumber, status, invoiceNumber]);

  test('as issued with their number; one not imported yet still reserves its goods', () => {
    const plan = planWith([{ ...entry, id: 'a', voucherNumber: one!, invoiceNumber: '00000007' }], '4');
    expect(statuses(plan)).toEqual([[one, 'issued', '00000007']]);
    expect(plan.alreadyInvoiced).toEqual([]);
    expect(plan.invoices).toEqual(kept);
    expect(plan.tieOut.invoiced).toBe(800000);
  });

  test('as adjusted when a numbered invoice was returned: it stands, and its sale is not invoiced again', () => {
    const numbered = { ...entry, voucherNumber: two!, invoiceNumber: '00000008' };
    const plan = planWith(
      [
        { ...numbered, id: 'b' },
        { ...numbered, ...back, id: 'c' },
      ],
      '4',
    );
    expect(statuses(plan)).toEqual([[two, 'adjusted', '00000008']]);
    expect(plan.invoices).toEqual(kept);
    expect(plan.warnings.map((warning) => warning.code)).toEqual(['AMIS_DIFFERS_FROM_OURS']);
  });

  test('as cancelled when it came to nothing before it had a number: its sale is free again', () => {
    const unnumbered = { ...entry, voucherNumber: two! };
    const plan = planWith(
      [
        { ...unnumbered, id: 'b' },
        { ...unnumbered, ...back, id: 'c' },
      ],
      '0',
    );
    expect(statuses(plan)).toEqual([[two, 'cancelled', '']]);
    expect(plan.invoices.map((invoice) => invoice.status).sort()).toEqual(['draft', 'exported']);
    expect(plan.tieOut.invoiced).toBe(800000);
  });
});
