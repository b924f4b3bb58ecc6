/** The states of an invoice period: open → generated → exported → closed; an admin may reopen. */
export type PeriodStatus = 'open' | 'generated' | 'exported' | 'closed';

/** In which states each act is allowed. The server refuses by it, and the screens disable their buttons by it. */
export const PERIOD_ACTS = {
  edit: ['open', 'generated', 'exported'],
  load: ['open', 'generated', 'exported'],
  exclude: ['open', 'generated', 'exported'],
  generate: ['open', 'generated'],
  /** Exported invoices stay as they are. */
  regenerate: ['generated', 'exported'],
  editInvoice: ['generated', 'exported'],
  export: ['generated', 'exported'],
  close: ['exported'],
  reopen: ['closed'],
} as const satisfies Record<string, readonly PeriodStatus[]>;

export type PeriodAct = keyof typeof PERIOD_ACTS;

type Ask = (period: { readonly status: string }) => boolean;

/** `periodCan.generate(period)`: whether the period's state allows the act. */
export const periodCan = Object.fromEntries(
  Object.entries(PERIOD_ACTS).map(([act, states]) => [act, ({ status }) => (states as readonly string[]).includes(status)] satisfies [string, Ask]),
) as { readonly [A in PeriodAct]: Ask };
