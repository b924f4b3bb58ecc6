import type { Vnd } from '../../money.ts';
import type { RecordRef } from './record-ref.ts';

/** `block`: the action cannot be done rightly; `warn`: a person should look; `info`: to know. */
export type Severity = 'block' | 'warn' | 'info';

/** One line of "Kiểm tra kỳ": the trouble, its count and the remedy. */
export type Finding = {
  readonly code: string;
  readonly severity: Severity;
  readonly message: string;
  readonly remedy: string;
  /**
   * The number of records that it is about: `counted` (findings/records.ts) sets it from the records that the finding
   * names.
   */
  readonly count: number;
  /** Their money before VAT; null where they have none. Absent until counted. */
  readonly amount?: Vnd | null;
  readonly profile?: string;
  /** The one AMIS voucher that a person has to look at, where it is one. */
  readonly voucher?: string;
  /** Every record that it is about. Ids of ledger lines or keys of invoices alone may be given instead. */
  readonly about?: readonly RecordRef[];
  readonly lines?: readonly string[];
  readonly invoices?: readonly string[];
};

/**
 * The action that a blocking finding stops, and whether an admin may go on all the same: never where the law speaks.
 */
export type Block = {
  readonly stops: 'generation' | 'export';
  readonly canOverride: boolean;
  /** A fault of one profile stops the files of every profile. */
  readonly ofAll?: true;
};

/** The law's, or such that no file can be made at all. */
const LAW = { stops: 'export', canOverride: false } as const;
const SETTING = { stops: 'export', canOverride: true } as const;
/** Some of the sales that AMIS has issued are not known: any profile could invoice them a second time. */
const UNKNOWN_SALES = { stops: 'export', canOverride: true, ofAll: true } as const;

/** Every code that may block (docs/decisions/0011-preflight-gates.md). */
export const BLOCKS: Readonly<Record<string, Block>> = {
  NO_SALES: { stops: 'generation', canOverride: false },
  ISSUER_NOT_DECLARED: { stops: 'generation', canOverride: false },
  /** The data changed after the plan was made; see the server, which knows what it was made from. */
  PLAN_OUTDATED: { stops: 'export', canOverride: false },
  NO_INVENTORY: { stops: 'generation', canOverride: true },
  SELLER_INCOMPLETE: LAW,
  SELLER_TAX_CODE: LAW,
  INVOICE_SYMBOL: LAW,
  DIRECT_METHOD: LAW,
  EXPORT_LAYOUT_UNKNOWN: LAW,
  PROFILE_LOCKED: LAW,
  DRAFT_ISSUER_STOPPED: LAW,
  NEGATIVE_INVOICE: LAW,
  KEPT_INVOICE_WITHOUT_STOCK: LAW,
  DRAFT_BEYOND_STOCK: LAW,
  KEPT_DRAFT_OUTDATED: LAW,
  STOCK_TAKEN_ELSEWHERE: LAW,
  DRAFT_ISSUER_NOT_DECLARED: LAW,
  DRAFT_WITHOUT_BASIS: LAW,
  DRAFT_NOT_CONNECTED: LAW,
  DRAFT_BUYER_TAX_CODE: LAW,
  DRAFT_BEFORE_LAST_ISSUED: LAW,
  DRAFT_DATE_OUTDATED: LAW,
  DRAFT_LAWFUL_DAY: LAW,
  DRAFT_SYMBOL_YEAR: LAW,
  DATE_BEFORE_LAST_ISSUED: LAW,
  YEAR_NOT_FINISHED: LAW,
  /** Blocks at the turn of a year only. */
  EARLIER_PERIOD_IN_TIME: LAW,
  /** AMIS may have numbered them already, and a person may have seen it there. */
  EARLIER_DAY_PENDING: SETTING,
  /** It may be another sale, which a person sees in Bravo. */
  SALE_ENTERED_ANEW: SETTING,
  TOO_MANY_LINES: SETTING,
  PROFILE_INACTIVE: SETTING,
  /** Read from a ledger that need not name the symbol, so an admin may know better. */
  NUMBER_TWICE: SETTING,
  AMIS_SALES_DAYS_MISSING: UNKNOWN_SALES,
  AMIS_SALES_UNREAD: UNKNOWN_SALES,
  /** Told by the server, which knows that a backup was restored. */
  RESTORED_FROM_BACKUP: UNKNOWN_SALES,
};

/** The findings that stop an action; for an export, those of the profiles that it takes. */
export const stopping = (
  findings: readonly Finding[],
  action: Block['stops'],
  profiles?: ReadonlySet<string>,
): Finding[] =>
  findings.filter(
    ({ code, severity, profile }) =>
      severity === 'block' &&
      BLOCKS[code]?.stops === action &&
      (profiles === undefined || profile === undefined || BLOCKS[code].ofAll || profiles.has(profile)),
  );

/** True when nothing stops the action, or an admin overrides (`isOverridden`) those that allow it. */
export const mayPass = (stops: readonly Finding[], isOverridden: boolean): boolean =>
  stops.length === 0 || (isOverridden && stops.every(({ code }) => BLOCKS[code]!.canOverride));
