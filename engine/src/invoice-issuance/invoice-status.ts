/** The fates of an invoice, in the order in which it meets them. */
export const INVOICE_STATUSES = ['draft', 'exported', 'issued', 'cancelled', 'replaced', 'adjusted'] as const;
export type InvoiceStatus = (typeof INVOICE_STATUSES)[number];

/** Statuses in which an invoice holds its sales and its stock. A cancelled or replaced one sets them free again. */
export const HOLDING: ReadonlySet<InvoiceStatus> = new Set(['draft', 'exported', 'issued', 'adjusted']);

/** Statuses in which AMIS has the sales of an invoice, be it in the one that has replaced it: they must not leave again. */
export const HANDED_OVER: ReadonlySet<InvoiceStatus> = new Set(['exported', 'issued', 'adjusted', 'replaced']);
