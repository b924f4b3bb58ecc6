import type { NewCustomer, PlannedInvoice } from '../types.ts';

/** The customers to create in AMIS before importing the invoices, once per profile and code. */
export function newCustomersOf(invoices: readonly PlannedInvoice[]): NewCustomer[] {
  const customers = new Map<string, NewCustomer>();
  for (const { profile, buyer } of invoices) {
    if (buyer.source !== 'new_customer') continue;
    const { source: _, ...details } = buyer;
    customers.set(`${profile}\u0000${buyer.customerCode}`, { profile, ...details });
  }
  return [...customers.values()];
}
