import { PartnersList } from './partners-list.tsx';

/** Customers of one profile: the buyers of its invoices. */
export function CustomersPage() {
  return <PartnersList key="customer" type="customer" />;
}
