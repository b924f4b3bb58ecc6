import type { NewCustomer, PlannedInvoice } from '../types.ts';

/** The customers to create in AMIS before importing the invoices, once per profile and code. */
export function newCustomersOf(invoices: readonly PlannedInvoice[]): NewCustomer[] {
  const customers = new Map<string, Pick<PlannedInvoice, 'profile' | 'buyer'>>();
  for (const invoice of invoices) {
    const { profile, buyer } = invoice;
    if (buyer.source === 'new_customer') customers.set(`${profile}\u0000${buyer.customerCode}`, invoice);
  }
  return [...customers.values()].map(({ profile, buyer: { source: _, ...details } }) => ({ profile, ...details }));
}
