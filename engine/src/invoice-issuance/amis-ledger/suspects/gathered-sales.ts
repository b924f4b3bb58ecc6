import type { SalesLine } from '../../../bravo/sales-line.ts';
import { type Day, formatDay } from '../../../day.ts';
import { formatVnd, sumVnd, type Vnd } from '../../../money.ts';
import { firstNamed } from '../../../text/first-named.ts';
import type { BravoBuyer, PlannedInvoice, Shortage, Warning } from '../../types.ts';
import { likeness, type Money } from './likeness.ts';
import { type LooseVoucher, spokenVoucher } from './loose-vouchers.ts';
import type { Telling } from './telling.ts';

/** As many sales of one voucher are named. */
const SALES_NAMED = 3;

type Sum = { amount: Vnd; vatAmount: Vnd };
const zero = (): Sum => ({ amount: 0, vatAmount: 0 });

/** The sales of one day to buyers who take no invoice and have drafts: all of them, of one branch or of one partner. */
type Gathering = {
  readonly drafts: PlannedInvoice[];
  readonly drafted: Sum;
  /** The part without an invoice in this plan: a voucher by hand has mostly taken the goods itself. */
  readonly missing: Sum;
};

/** A plan's answer about the sales of its days. */
type Outcome = {
  readonly drafts: readonly PlannedInvoice[];
  readonly shortages: readonly Shortage[];
  readonly lines: readonly SalesLine[];
  readonly bravoPartners: readonly BravoBuyer[];
};

/**
 * Vouchers that may be the small sales of one day at once, as shops write them: to a customer who may be any buyer, and with the
 * total of the day's sales to buyers who take no invoice. No line is like their entries, since quantities are gathered too.
 * Each has the warning that names its sales.
 */
export function gatheredSales(
  vouchers: readonly LooseVoucher[],
  outcome: Outcome,
  telling: Telling,
): ReadonlyMap<LooseVoucher, Warning> {
  const found = new Map<LooseVoucher, Warning>();
  const ofAnyBuyer = vouchers.filter((one) => one.partners.size === 0);
  if (ofAnyBuyer.length === 0) return found;
  const gatherings = gatheringsOf(new Set(ofAnyBuyer.map((one) => one.day)), outcome);
  for (const voucher of ofAnyBuyer)
    for (const gathering of gatherings.get(voucher.day) ?? []) {
      const like = found.has(voucher) ? undefined : likenessOf(voucher, gathering);
      if (like !== undefined) found.set(voucher, told(voucher, gathering.drafts, like, telling));
    }
  return found;
}

function likenessOf(voucher: LooseVoucher, { drafts, drafted, missing }: Gathering): string | undefined {
  if (drafts.length === 0) return undefined;
  const whole = { amount: drafted.amount + missing.amount, vatAmount: drafted.vatAmount + missing.vatAmount };
  return likeness(voucher, drafted, drafts.length) ?? likeness(voucher, whole, drafts.length);
}

function add(sum: Sum, { amount, vatAmount }: Money): void {
  sum.amount += amount;
  sum.vatAmount += vatAmount;
}

function gatheringsOf(
  days: ReadonlySet<Day>,
  { drafts, shortages, lines, bravoPartners }: Outcome,
): Map<Day, Gathering[]> {
  const asking = new Set(bravoPartners.flatMap(({ code, requirement }) => (requirement === 'required' ? [code] : [])));
  const byDay = new Map<Day, OfDay>();
  const gatheringsOfSale = (day: Day, branch: string, partner: string): readonly Gathering[] => {
    if (!days.has(day) || asking.has(partner)) return [];
    const ofDay = byDay.get(day) ?? { inOrder: [], whole: new Map(), ofBranch: new Map(), ofPartner: new Map() };
    byDay.set(day, ofDay);
    const of = (known: Map<string, Gathering>, key: string) => gatheringOf(ofDay, known, key);
    return [of(ofDay.whole, ''), of(ofDay.ofBranch, branch), of(ofDay.ofPartner, partner)];
  };
  for (const invoice of drafts) {
    const [branch = ''] = invoice.bravoDocument.split('/');
    for (const one of gatheringsOfSale(invoice.documentDate, branch, invoice.buyer.bravoPartnerCode)) {
      one.drafts.push(invoice);
      add(one.drafted, invoice);
    }
  }
  // Most shortages are of days without a draft: only the lines of the others are looked for.
  const missing = new Map<string, readonly Gathering[]>();
  for (const { id, docDate, branchCode, partnerCode } of lines)
    if (byDay.has(docDate)) missing.set(id, gatheringsOfSale(docDate, branchCode, partnerCode));
  for (const shortage of shortages) for (const one of missing.get(shortage.line) ?? []) add(one.missing, shortage);
  return new Map([...byDay].map(([day, { inOrder }]) => [day, inOrder]));
}

type OfDay = Record<'whole' | 'ofBranch' | 'ofPartner', Map<string, Gathering>> & { readonly inOrder: Gathering[] };

function gatheringOf({ inOrder }: OfDay, known: Map<string, Gathering>, key: string): Gathering {
  const found = known.get(key);
  if (found) return found;
  const made: Gathering = { drafts: [], drafted: zero(), missing: zero() };
  known.set(key, made);
  inOrder.push(made);
  return made;
}

function told(
  voucher: LooseVoucher,
  drafts: readonly PlannedInvoice[],
  like: string,
  { code, ending }: Telling,
): Warning {
  const [first] = drafts;
  const documents = [...new Set(drafts.map((one) => one.bravoDocument))];
  const spoken = documents.map((one) => `«${one}»`);
  const [sales, already, why] =
    documents.length === 1
      ? ['Lần bán', 'đã xuất', 'cùng ngày,']
      : ['Các lần bán', 'đã xuất gộp', 'cùng ngày, cộng lại thì'];
  const message = `${sales} cho khách không lấy hóa đơn ngày ${formatDay(voucher.day)} được lập ${drafts.length} hóa đơn nháp, ${formatVnd(sumVnd(drafts.map((one) => one.amount)))} đồng trước thuế (chứng từ Bravo ${firstNamed(spoken, SALES_NAMED, 'chứng từ')}), mà AMIS có thể ${already} rồi: ${spokenVoucher(voucher, `${why} ${like}`)}. ${ending}`;
  return {
    code,
    message,
    profile: first!.profile,
    invoice: first!.key,
    voucher: voucher.voucherNumber,
    about: drafts.map(({ key, profile }) => ({ kind: 'invoice', id: key, profile, detail: message })),
  };
}
