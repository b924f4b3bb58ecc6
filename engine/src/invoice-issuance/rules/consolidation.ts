import type { SalesLine } from '../../bravo/sales-line.ts';
import { addDays, type Day } from '../../day.ts';
import type { BravoBuyer, IssuanceInput, PlannedInvoice } from '../types.ts';
import { giftKindOf } from './gift-kind.ts';
import { ruleOn } from './invoice-rules.ts';

export type VatPeriod = { readonly from: Day; readonly to: Day };

/** The month or the quarter that a day is in. */
export function vatPeriodOf(day: Day, every: 'month' | 'quarter'): VatPeriod {
  const year = day.slice(0, 4);
  const month = Number(day.slice(5, 7));
  const first = every === 'month' ? month : month - ((month - 1) % 3);
  const last = every === 'month' ? month : first + 2;
  const next = last === 12 ? `${Number(year) + 1}-01-01` : `${year}-${twoDigits(last + 1)}-01`;
  return { from: `${year}-${twoDigits(first)}-01`, to: addDays(next, -1) };
}

const twoDigits = (value: number): string => String(value).padStart(2, '0');

/** The days whose gifts a profile puts on one invoice; undefined: never. */
export const consolidates = (
  { consolidatedMonthly = [], consolidatedQuarterly = [] }: IssuanceInput['period']['rules'],
  profile: string,
): 'month' | 'quarter' | undefined =>
  consolidatedMonthly.includes(profile) ? 'month' : consolidatedQuarterly.includes(profile) ? 'quarter' : undefined;

/** True when one invoice of the period can hold all gifts of the month or quarter, and the law lets it. */
export const isWholeIn = (
  { from, to }: VatPeriod,
  { period, invoiceRules }: Pick<IssuanceInput, 'period' | 'invoiceRules'>,
): boolean =>
  period.fromDate <= from &&
  to <= period.toDate &&
  [from, to].every((day) => ruleOn(invoiceRules.consolidations, day)!.isAllowed);

export type Consolidation = (
  profile: string,
  line: SalesLine,
  partner: BravoBuyer | undefined,
) => VatPeriod | undefined;

/**
 * The month or quarter whose one invoice has a gift (law.md, T9); undefined: it is on the invoice of its sale.
 * Only promotion and cho, biếu, tặng of own goods to buyers who ask for no invoice of their own, in profiles that a
 * person has chosen, and only where the period has all days of that month or quarter.
 */
export function consolidationFinder(input: Pick<IssuanceInput, 'period' | 'invoiceRules' | 'profiles'>): Consolidation {
  const { rules } = input.period;
  if (!input.profiles.some(({ terms }) => consolidates(rules, terms.code))) return () => undefined;
  /** Goods of another's contract have an owner and a list of their own. */
  const contracted = new Set(
    (input.period.bases ?? []).flatMap(({ kind, branch, profile }) =>
      kind === 'own' ? [] : `${branch}\u0000${profile}`,
    ),
  );
  return (profile, line, partner) => {
    const every = line.kind === 'free' ? consolidates(rules, profile) : undefined;
    if (!every || line.baseQuantity <= 0n || partner?.requirement !== 'not_required') return undefined;
    const kind = giftKindOf(line);
    if (kind !== 'promotion' && kind !== 'gift') return undefined;
    if (contracted.has(`${line.branchCode}\u0000${profile}`)) return undefined;
    const own = vatPeriodOf(line.docDate, every);
    return isWholeIn(own, input) ? own : undefined;
  };
}

/** The document key of such an invoice, in place of that of a sale in Bravo. */
export const consolidatedDocument = (branch: string, { to }: VatPeriod): string => `${branch}/TONG-HOP/${to}`;

export const isConsolidated = ({
  bravoDocument,
  documentDate,
}: Pick<PlannedInvoice, 'bravoDocument' | 'documentDate'>) => bravoDocument.endsWith(`/TONG-HOP/${documentDate}`);

/** The number of the list that goes with such an invoice. */
export const listNumberOf = ({ voucherNumber }: Pick<PlannedInvoice, 'voucherNumber'>): string => `BK-${voucherNumber}`;

/** A day as the law wants it written between an invoice and its list. */
export const longDay = (day: Day): string => `ngày ${day.slice(8)} tháng ${day.slice(5, 7)} năm ${day.slice(0, 4)}`;

/** The words that an invoice with a list must carry; empty for others. */
export const listNote = (invoice: Pick<PlannedInvoice, 'bravoDocument' | 'documentDate' | 'voucherNumber' | 'date'>) =>
  isConsolidated(invoice) ? `kèm theo bảng kê số ${listNumberOf(invoice)}, ${longDay(invoice.date)}` : '';
