import { ConnectionsList } from './connections-list.tsx';
import { PARTNER } from './kinds.ts';

/** Which AMIS customer is which Bravo partner, in one profile. */
export function PartnerConnectionsPage() {
  return <ConnectionsList key="partner" kind={PARTNER} />;
}
