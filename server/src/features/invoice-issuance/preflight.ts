import { BLOCKS, type Finding } from '@khop/engine/invoice-issuance/finding.ts';
import { databaseUrlOf } from '../../config.ts';
import type { Context } from '../../context.ts';
import { inThread } from '../../jobs/in-thread.ts';
import { type PeriodRow, profilesOf, readPeriod } from './period-rows.ts';
import { type BooksAddress, readingBooks } from './read-books.ts';

const THREAD = new URL('./books-thread.ts', import.meta.url);

/** Where a person goes to remove an obstacle, by the finding's code. */
const PLACES: Readonly<Record<string, (profileId: string) => string>> = {
  INVOICE_REQUIREMENT_UNSET: () => '/bravo/partners?invoiceRequirement=unset',
  ITEM_NOT_CONNECTED: (profileId) => `/amis/profiles/${profileId}/product-connections/suggestions`,
  FACTOR_MISSING: (profileId) => `/amis/profiles/${profileId}/product-connections?factorMissing=true`,
  AMIS_ENTRIES_UNDECIDED: () => '/invoices/reconciliation?tab=reviews',
  AMIS_ENTRIES_UNMATCHED: () => '/invoices/reconciliation?tab=entries&state=unmatched',
  AMIS_STATUS_UNCLEAR: () => '/invoices?warnings=true',
  AMIS_DECISION_EXCEEDS_LINE: () => '/invoices/reconciliation?tab=reviews&decided=true',
  AMIS_AMOUNT_DIFFERS: () => '/invoices/reconciliation?tab=parts&place=alreadyInvoiced',
  AMIS_DIFFERS_FROM_OURS: () => '/invoices/reconciliation?tab=entries&state=ours',
  SELLER_INCOMPLETE: () => '/amis/profiles',
  SELLER_TAX_CODE: () => '/amis/profiles',
  INVOICE_SYMBOL: () => '/amis/profiles',
  EXPORT_LAYOUT_UNKNOWN: () => '/amis/profiles',
  PROFILE_INACTIVE: () => '/amis/profiles',
  RULE_NOT_CONFIRMED: () => '/invoices/rules',
  VAT_REDUCTION_ENDED: () => '/invoices/rules',
  VAT_RATE_UNKNOWN: (profileId) => `/amis/profiles/${profileId}/products`,
};

/** "Kiểm tra kỳ": what is found on one view of the data, before a plan and with it; read and judged in a thread. */
export async function periodPreflight({ db, config }: Context, periodId: string) {
  const period = await readPeriod(db, periodId);
  const profiles = await profilesOf(db, period);
  const findings = await readingBooks(() =>
    inThread<BooksAddress, Finding[]>(THREAD, { databaseUrl: databaseUrlOf(config), periodId }),
  );
  const idOf = new Map(profiles.map(({ id, code }) => [code, id]));
  return {
    problems: findings.map(({ code, severity, message, remedy, count, profile, lines }) => ({
      code,
      severity,
      message,
      remedy,
      count,
      stops: severity === 'block' ? (BLOCKS[code]?.stops ?? null) : null,
      canOverride: severity === 'block' && (BLOCKS[code]?.canOverride ?? false),
      profileId: idOf.get(profile ?? '') ?? null,
      link: placeOf(code, idOf.get(profile ?? '') ?? profiles[0]?.id, period, lines),
    })),
  };
}

function placeOf(
  code: string,
  profileId: string | undefined,
  period: PeriodRow,
  lines: readonly string[] | undefined,
): string | null {
  const place = PLACES[code];
  if (place) return profileId ? place(profileId) : null;
  return lines && lines.length > 0 && period.plan !== null ? '/invoices/bravo-sales' : null;
}
