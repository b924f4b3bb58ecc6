import { PartnersList } from './partners-list.tsx';

/** Suppliers of one profile. */
export function SuppliersPage() {
  return <PartnersList key="supplier" type="supplier" />;
}
