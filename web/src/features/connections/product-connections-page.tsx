import { ConnectionsList } from './connections-list.tsx';
import { PRODUCT } from './kinds.ts';

/** Which AMIS product is which Bravo item, in one profile. */
export function ProductConnectionsPage() {
  return <ConnectionsList key="product" kind={PRODUCT} />;
}
