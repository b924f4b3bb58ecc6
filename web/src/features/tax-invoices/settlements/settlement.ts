import type { ItemOf } from '../../../api/operations.ts';

export type Settlement = ItemOf<'listTaxSettlements'>;
