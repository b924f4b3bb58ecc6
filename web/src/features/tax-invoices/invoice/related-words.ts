import type { TaxInvoice } from './tax-invoice.ts';

type Related = Pick<TaxInvoice['related'][number], 'direction' | 'relation'>;

const EARLIER = { replaces: 'Thay thế cho', adjusts: 'Điều chỉnh cho', unknown: 'Nhắc đến' } as const;
const LATER = { replaces: 'Bị thay thế bởi', adjusts: 'Bị điều chỉnh bởi', unknown: 'Được nhắc ở' } as const;

const FATES = { replaces: 'Bị thay thế', adjusts: 'Bị điều chỉnh', unknown: 'Được hóa đơn khác nhắc đến' } as const;

/** The fate of an invoice by a later one. */
export const fateOf = ({ relation }: Related): string => FATES[relation];

/** "Thay thế cho" of what this invoice corrects, "Bị thay thế bởi" of what corrects it. */
export const relatedWords = ({ direction, relation }: Related): string =>
  (direction === 'earlier' ? EARLIER : LATER)[relation];
