import { paths } from '../../../paths.ts';
import { inPeriod } from '../../../shared/in-period.ts';
import type { Period } from '../../../shared/period.tsx';
import { arrivingAt } from '../../../ui/arrival.ts';
import type { Problem } from './blocking.ts';

const profilesPage = (profileId: string | null): string =>
  profileId ? paths.amisProfiles({ edit: profileId }) : paths.amisProfiles();

/** The customers of the period who still have to be marked. */
export const customersToMark = (periodId: string): string =>
  paths.bravoPartners({ invoiceRequirement: 'unset', periodId });

/** Findings that the settings of the period mend. */
const DECLARED: ReadonlySet<string> = new Set([
  'ISSUER_NOT_DECLARED',
  'NO_BASIS',
  'BASIS_NOT_CONFIRMED',
  'BASIS_ENDS_SOON',
  'DELEGATION_INCOMPLETE',
  'GIFTS_NOT_CONSOLIDATED',
  'DRAFT_WITHOUT_BASIS',
  'DRAFT_ISSUER_NOT_DECLARED',
]);

/** Findings that another report of AMIS mends: the two of a period are loaded with the other files of their profile. */
const LOADED: ReadonlySet<string> = new Set([
  'NO_INVENTORY',
  'NO_AMIS_SALES_LEDGER',
  'AMIS_SALES_UNREAD',
  'AMIS_SALES_DAYS_MISSING',
  'AMIS_SALES_DAYS_UNKNOWN',
  'AMIS_LEDGER_WITHOUT_WORDS',
  'STOCK_OLDER_THAN_LEDGER',
  'LEDGER_OLDER_THAN_STOCK',
  'TOTAL_MISMATCH',
  'REPORT_FILTERED',
  'CODE_ZEROS_DIFFER',
  'RESTORED_FROM_BACKUP',
]);

/** True for a finding that is mended in the settings of the period, while they may still change. */
export const isDeclared = ({ code }: Pick<Problem, 'code'>, { status }: Pick<Period, 'status'>): boolean =>
  DECLARED.has(code) && status !== 'closed';

const corrections = (): string => paths.reconciliation({ tab: 'entries', state: 'correction' });

/** The page on which a person removes an obstacle, by the finding's code. */
const ADDRESSES: Readonly<
  Record<string, (profileId: string | null, anyProfile: string | undefined) => string | undefined>
> = {
  ITEM_NOT_CONNECTED: (own, any) => ((own ?? any) ? paths.productSuggestions(own ?? any!) : undefined),
  FACTOR_MISSING: (own) => (own ? paths.productConnections(own, { factorMissing: 'true' }) : undefined),
  AMIS_ENTRIES_UNDECIDED: () => paths.reconciliation({ tab: 'reviews' }),
  AMIS_ENTRIES_UNMATCHED: () => paths.reconciliation({ tab: 'entries', state: 'unmatched' }),
  AMIS_DECISION_EXCEEDS_LINE: () => paths.reconciliation({ tab: 'reviews', decided: 'true' }),
  AMIS_AMOUNT_DIFFERS: () => paths.reconciliation({ tab: 'parts', place: 'alreadyInvoiced' }),
  AMIS_DIFFERS_FROM_OURS: () => paths.reconciliation({ tab: 'entries', state: 'ours' }),
  CORRECTION_METHOD: corrections,
  CORRECTION_MIXED: corrections,
  CORRECTION_SIGN: corrections,
  CORRECTION_UNREAD: corrections,
  CORRECTION_DATE: corrections,
  VAT_DIFFERS_FROM_LEDGER: () => paths.reconciliation({ tab: 'vat', beyondRounding: 'true' }),
  NEW_CUSTOMERS: () => paths.invoices({ buyerSource: 'new_customer' }),
  SELLER_INCOMPLETE: profilesPage,
  SELLER_TAX_CODE: profilesPage,
  INVOICE_SYMBOL: profilesPage,
  INVOICE_SYMBOL_MISSING: profilesPage,
  INVOICE_SYMBOL_YEAR: profilesPage,
  DRAFT_SYMBOL_YEAR: profilesPage,
  INVOICE_SYMBOL_SHARED: profilesPage,
  VOUCHER_PREFIX: profilesPage,
  VOUCHER_PREFIX_SHARED: profilesPage,
  EXPORT_LAYOUT_UNKNOWN: profilesPage,
  PROFILE_INACTIVE: profilesPage,
  PROFILE_LOCKED: profilesPage,
  ISSUER_STOPPED: profilesPage,
  DRAFT_ISSUER_STOPPED: profilesPage,
  RULE_NOT_CONFIRMED: () => paths.rules(),
  VAT_REDUCTION_ENDED: () => paths.rules(),
  HOLIDAYS_NOT_ANNOUNCED: () => paths.rules(),
};

type Mended = Pick<Problem, 'code' | 'profileId' | 'voucher'>;
type OfPeriod = Pick<Period, 'id' | 'profileIds' | 'status'>;

/** The screen that mends a finding; undefined when its records are all there is to see. A shortage opens the list of its reason. */
export function remedyAddress(problem: Mended, period: OfPeriod): string | undefined {
  const address = screenOf(problem, period);
  return address && inPeriod(address, period.id);
}

function screenOf({ code, profileId, voucher }: Mended, period: OfPeriod): string | undefined {
  if (isDeclared({ code }, period)) return paths.home({ settings: 'true' });
  if (LOADED.has(code)) return period.status === 'closed' ? undefined : paths.uploads({ profileId });
  // Before a generation and after it: many parts have few customers, and they are marked in their own list.
  if (code.endsWith('INVOICE_REQUIREMENT_UNSET')) return arrivingAt(customersToMark(period.id));
  if (code === 'BUYER_LOSES_VAT')
    return arrivingAt(
      paths.bravoPartners({ invoiceRequirement: 'not_required', hasTaxCode: 'true', periodId: period.id }),
    );
  // Nothing lacks there: the days after the last one that was handed over have not had their turn.
  if (code === 'SHORTAGE_LATER_DAY') return arrivingAt(paths.days());
  if (code.startsWith('SHORTAGE_'))
    return arrivingAt(paths.home({ tab: 'shortages', reason: code.slice('SHORTAGE_'.length) }));
  // The voucher that it names; several sales may be meant, each with its own.
  if (code === 'SALE_MAYBE_ISSUED')
    return arrivingAt(paths.reconciliation({ tab: 'entries', state: 'unmatched', q: voucher }));
  const address = ADDRESSES[code]?.(profileId, period.profileIds[0]);
  return address && arrivingAt(address);
}
