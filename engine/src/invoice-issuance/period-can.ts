import type { Vnd } from '../money.ts';

const PERIOD_STATUSES = ['open', 'generated', 'exported', 'closed'] as const;
export type PeriodStatus = (typeof PERIOD_STATUSES)[number];

/** The actions that each status allows: the server asks it before acting, the screens before offering a button. */
export const PERIOD_PERMISSIONS = {
  /** Name, dates, profiles, issuers and rules. */
  edit: ['open', 'generated', 'exported'],
  /** Load Bravo sales, AMIS inventory or the AMIS sales ledger; the ledger also brings issued invoices back. */
  load: ['open', 'generated', 'exported'],
  exclude: ['open', 'generated', 'exported'],
  reconcile: ['open', 'generated', 'exported'],
  generate: ['open', 'generated'],
  /** Exported invoices stay. */
  regenerate: ['generated', 'exported'],
  /** Drafts only: an exported invoice is adjusted or replaced in AMIS. */
  editInvoice: ['generated', 'exported'],
  export: ['generated', 'exported'],
  /** A closed period's files may be downloaded again; this hands nothing over. */
  download: ['generated', 'exported', 'closed'],
  close: ['exported'],
  /** By an admin. */
  reopen: ['closed'],
  delete: ['open', 'generated'],
} as const satisfies Record<string, readonly PeriodStatus[]>;

export type PeriodAction = keyof typeof PERIOD_PERMISSIONS;

type Question = (period: { readonly status: string }) => boolean;

/** `periodCan.generate(period)`: whether the period's status allows the action. */
export const periodCan = Object.fromEntries(
  Object.entries(PERIOD_PERMISSIONS).map(([action, statuses]): [string, Question] => [
    action,
    ({ status }) => (statuses as readonly string[]).includes(status),
  ]),
) as Readonly<Record<PeriodAction, Question>>;

/** Closing with revenue that is not invoiced needs an admin's recorded acknowledgement. */
export const closingNeedsAcknowledgement = (tieOut: { readonly unallocated: Vnd }, shortages: number): boolean =>
  tieOut.unallocated !== 0 || shortages > 0;
