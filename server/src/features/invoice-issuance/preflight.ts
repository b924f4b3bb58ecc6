import { BLOCKS } from '@khop/engine/invoice-issuance/finding.ts';
import type { Context } from '../../context.ts';
import { inTransaction } from '../../db/transaction.ts';
import { knownLayouts, siteLayouts } from './export-layouts.ts';
import { loadInput } from './load-input.ts';
import { type PeriodRow, profilesOf, readPeriod } from './period-rows.ts';
import type { PlanSummary } from './plan-summary.ts';
import { findingsOf } from './preflight-gate.ts';
import { storedPlan } from './stored-plan.ts';

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

/** "Kiểm tra kỳ": the engine's findings on one view of the data, before a plan and with it. */
export async function periodPreflight(context: Context, periodId: string) {
  const { input, plan, period, profiles, layouts } = await inTransaction(
    context.pool,
    async (tx) => {
      const row = await readPeriod(tx.db, periodId);
      const known = await profilesOf(tx.db, row);
      const codes = new Map(known.map(({ id, code }) => [id, code]));
      const input = await loadInput(tx.db, row);
      const plan = row.plan === null ? undefined : await storedPlan(tx.db, row, (id) => codes.get(id) ?? id);
      return { period: row, profiles: known, input, plan, layouts: knownLayouts(await siteLayouts(tx.db)) };
    },
    'repeatable',
  );
  const findings = await findingsOf(input, plan, layouts, period.plan as PlanSummary | null);
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
