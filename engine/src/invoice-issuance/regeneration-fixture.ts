import { planInvoices } from './plan.ts';
import { type GivenPeriod, issuanceInput } from './plan-fixture.ts';
import type { PlannedInvoice } from './types.ts';

/**
 * Two buyers, one product of which there is enough: the ground of the tests about the invoices that a regeneration
 * keeps.
 */
export const given = (more: Partial<GivenPeriod> = {}): GivenPeriod => ({
  profiles: [
    {
      code: 'A',
      products: [{ code: 'SP1' }],
      links: [{ product: 'SP1', item: 'VT1' }],
      customers: [
        { code: 'C1', name: 'Công ty An', taxCode: '0101243150' },
        { code: 'C2', name: 'Công ty Bình', taxCode: '0316520076' },
        { code: 'CN', name: 'Công ty An - Chi nhánh', taxCode: '0101243150-001' },
        { code: 'NB', name: 'Nội bộ', isInternal: true },
      ],
      partnerLinks: [{ customer: 'C1', partner: 'KH1' }],
      stock: [{ product: 'SP1', opening: '10' }],
    },
  ],
  partners: [
    { code: 'KH1', name: 'Cty An', requirement: 'required', taxCode: '0101243150' },
    { code: 'KH2', requirement: 'required', taxCode: '0316520076' },
  ],
  lines: [
    { id: '1', date: '2026-09-05', partner: 'KH1', item: 'VT1', quantity: '4', amount: 400000 },
    { id: '2', date: '2026-09-06', partner: 'KH2', item: 'VT1', quantity: '4', amount: 400000 },
  ],
  ...more,
});

/** The invoices of a first generation. */
export const invoicesOf = (period: GivenPeriod): readonly PlannedInvoice[] =>
  planInvoices(issuanceInput(period)).invoices;
