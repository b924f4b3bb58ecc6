import type { OutputOf } from '../../../api/operations.ts';

export type TaxInvoice = OutputOf<'getTaxInvoice'>;
