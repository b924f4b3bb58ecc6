import type { OutputOf } from '../../../api/operations.ts';

/** An AMIS invoice as a document. */
export type Invoice = OutputOf<'getAmisInvoice'>;
