import { amisPartner } from './amis-partner.ts';
import { amisProduct } from './amis-product.ts';
import type { RecordType } from './record.ts';

/** Every record that is said once. */
export const records: readonly RecordType[] = [amisProduct, amisPartner];
