import { documentKeyOf } from '../bravo/sales-line.ts';
import { sumVnd } from '../money.ts';
import { by, compare } from '../order.ts';
import type { Quantity } from '../quantity.ts';
import { namingDiscounted } from './adjustments/discount-adjustments.ts';
import { cancelsAllowedOn } from './amis-ledger/cancels.ts';
import { type HeldOf, takeKept } from './amis-ledger/kept-invoices.ts';
import { ledgerRoles } from './amis-ledger/ledger-roles.ts';
import { liveProfiles } from './amis-ledger/live-profiles.ts';
import { outdatedDrafts } from './amis-ledger/outdated-drafts.ts';
import { liveInvoices, readBack } from './amis-ledger/read-back.ts';
import { reconcile } from './amis-ledger/reconcile.ts';
import { takeReplaced } from './amis-ledger/replaced.ts';
import { canonicalInput } from './canonical-input.ts';
import { HOLDING } from './invoice-status.ts';
import { buildInvoices, type Customers } from './invoices/build.ts';
import { buyerFinder, connectedCustomer } from './invoices/buyers.ts';
import { newCustomersOf } from './invoices/new-customers.ts';
import { onNextPurchases } from './invoices/next-purchase.ts';
import { productWarnings } from './invoices/product-warnings.ts';
import { redatePinned } from './invoices/redate.ts';
import { placeDiscounts, placeServices, type UnplacedGoods } from './invoices/services.ts';
import { numberVouchers } from './invoices/vouchers.ts';
import { contradictions } from './ledger/contradictions.ts';
import { decideEligibility } from './ledger/eligibility.ts';
import { excludeLines } from './ledger/exclude.ts';
import { isSettled, OpenLedger, type OpenLine } from './ledger/open-lines.ts';
import type { PlacedPart } from './ledger/placed-part.ts';
import { type InvoicedElsewhere, netReturns } from './ledger/returns.ts';
import { amountTieOut, vatTieOut } from './ledger/tie-out.ts';
import { besideOtherPeriods, conflictWarnings, NO_OTHER_PERIODS } from './periods/other-periods.ts';
import { ruleOn } from './rules/invoice-rules.ts';
import { lawfulDayOf } from './rules/lawful-day.ts';
import { defaultRate } from './rules/vat.ts';
import { refusedShortage } from './shortages/refused.ts';
import { drawStock } from './stock/draw.ts';
import { buildLots } from './stock/lots.ts';
import { stockShortage } from './stock/stock-shortage.ts';
import { codesFinder, type StockContext } from './stock/stock-words.ts';
import { unconnectedFinder } from './stock/unconnected.ts';
import type { IssuanceInput, IssuancePlan, PlannedInvoice, Shortage, Warning } from './types.ts';
import { vatWarnings } from './vat/vat-statement.ts';

/**
 * Plans the invoices of a period: every đồng of the ledger is excluded, kept, already invoiced, netted, invoiced now or
 * left over, and exactly one of these. Pure: the same input gives the same plan, in whatever order its lists come.
 *
 * Every stage takes from the open ledger, also where a shortage is written, so their order matters and conservation
 * holds by construction; it is checked again at the end (throws TIE_OUT_BROKEN). Throws DUPLICATE_LINE when two lines
 * carry one source key.
 */
export function planInvoices(given: IssuanceInput): IssuancePlan {
  const { input: whole, warnings: redated } = redatePinned(canonicalInput(given));
  const input = { ...whole, profiles: liveProfiles(whole) };
  const open = new OpenLedger(input.lines);

  // Kept invoices first: they hold their lines, whatever is decided about these later.
  const back = readBack(whole.profiles, input.kept, cancelsAllowedOn(input.invoiceRules));
  const kept = stillLive(input.kept, back.settled);
  const keptSales = takeKept(kept, open);
  const replaced = takeReplaced(back.replaced, open, vouchersByProfile(back.replaced.length > 0 ? kept : []));
  const excluded = excludeLines(input, open);
  // Lines that have left are settled by now, a month but for its last days: the stages below see the rest alone.
  const rest = open.unsettled();
  const reconciliation = reconcile(input, open, back.accounted, keptSales.heldOf, rest);
  const alreadyInvoiced = [...replaced.alreadyInvoiced, ...reconciliation.alreadyInvoiced];
  const doubtful = doubtfulLines(input, excluded);
  const { netted, residues } = netReturns({ open, rest }, invoicedBefore(keptSales.heldOf, alreadyInvoiced), doubtful);
  const returned = residues.map((residue) => refusedAt(residue.open, 'RETURN_UNMATCHED', residue.why));

  const held = new Map([...doubtful, ...replaced.held, ...reconciliation.held]);
  const customers = customersOf(input);
  const eligibility = decideEligibility(input, rest, held, customers.buyerOf);
  const stock = stockOf(input, kept);
  const drawing = drawStock(input, eligibility.eligible, stock.lots, stock.free);
  const unplaced = unplacedGoods(drawing.unserved, eligibility, alreadyInvoiced, open);
  const placed = placeParts(input, kept, eligibility.eligible, drawing.parts, unplaced);

  const built = buildInvoices(input, partsInOrder(placed.parts), customers, rateFinder(input));
  const invoices = [...kept, ...numberVouchers(input, built.drafts)].toSorted(byProfileThenVoucher(input));
  const shortages = inLedgerOrder([
    ...keptSales.shortages.map((shortage): Placed => [open.placeOf(shortage.line) ?? -1, shortage]),
    ...returned,
    ...stockShortages(input, stock, drawing),
    ...eligibility.refused.map((one): Placed => refusedAt(one.open, one.reason, one.why)),
    ...placed.shares.map((one): Placed => refusedAt(one.open, one.reason, one.why, one.amount)),
    ...leftOpen(rest),
  ]);
  const outcome = { invoices, alreadyInvoiced, shortages, excluded };
  const warnings: Warning[] = [
    ...back.warnings,
    ...redated,
    ...outdatedDrafts(input, kept, keptSales, reconciliation, back.accounted),
    ...reconciliation.warnings,
    ...stock.warnings,
    ...conflictWarnings(stock.conflicts),
    ...built.warnings,
    ...vatWarnings(input, { ...outcome, netted }, (line) => open.placeOf(line)),
    ...productWarnings(placed.parts, input.invoiceRules),
  ];
  const roles = ledgerRoles(whole.profiles, input.profiles, back);
  const ledgerVat = sumVnd([keptSales.vatAmount, ...placed.parts.map((part) => part.vatAmount)]);
  return {
    ...outcome,
    shortages: namingDiscounted(input, { ...outcome, ledgerRoles: roles }, open),
    lots: stock.lots,
    newCustomers: newCustomersOf(invoices),
    netted,
    review: reconciliation.review,
    tieOut: amountTieOut(input.lines, outcome),
    vatTieOut: vatTieOut(input.lines, outcome, ledgerVat),
    vatRounding: sumVnd(invoices.map((invoice) => invoice.vatAmount)) - ledgerVat,
    settled: back.settled,
    ledgerRoles: roles,
    allocation: drawing.stats,
    warnings,
  };
}

/** Kept invoices that AMIS has not cancelled or replaced. */
function stillLive(kept: readonly PlannedInvoice[], settled: IssuancePlan['settled']): PlannedInvoice[] {
  const gone = new Set(settled.filter(({ status }) => !HOLDING.has(status)).map((one) => one.key));
  return liveInvoices(kept).filter((invoice) => !gone.has(invoice.key));
}

/** Lines whose own figures contradict each other, or that another period has invoiced, with the reason. */
function doubtfulLines(input: IssuanceInput, excluded: IssuancePlan['excluded']): Map<string, string> {
  const doubtful = contradictions(input);
  for (const { line } of excluded) doubtful.delete(line);
  for (const { line, voucherNumber, period } of input.invoicedElsewhere ?? [])
    doubtful.set(line, `đã có hóa đơn «${voucherNumber}» ở kỳ «${period}», lập ở kỳ này là xuất hai lần`);
  return doubtful;
}

/** The part of each line that is on an invoice before this plan, with the voucher of that invoice. */
function invoicedBefore(heldOf: HeldOf, already: IssuancePlan['alreadyInvoiced']): InvoicedElsewhere {
  const found = new Map<string, { baseQuantity: Quantity; voucher: string }>();
  for (const { line, baseQuantity, voucherNumber } of already) {
    if (baseQuantity <= 0n) continue;
    const known = (found.get(line) ?? heldOf(line))?.baseQuantity ?? 0n;
    found.set(line, { baseQuantity: known + baseQuantity, voucher: voucherNumber });
  }
  return {
    get: (line) => {
      const held = found.get(line);
      if (held) return held;
      const own = heldOf(line);
      return own && { baseQuantity: own.baseQuantity, voucher: own.invoice.voucherNumber };
    },
  };
}

/** The lots of all profiles, beside the goods that other periods take of them. */
function stockOf(input: IssuanceInput, kept: readonly PlannedInvoice[]) {
  const stock = input.profiles.map((books) =>
    besideOtherPeriods(buildLots(books, input.period, kept), books, input.otherPeriods ?? NO_OTHER_PERIODS, kept),
  );
  return {
    lots: stock.flatMap((one) => one.lots),
    free: new Map(stock.flatMap((one) => [...one.free])),
    warnings: stock.flatMap((one) => one.warnings),
    conflicts: stock.flatMap((one) => one.conflicts),
  };
}

const rateFinder =
  ({ invoiceRules }: IssuanceInput) =>
  (part: Pick<PlacedPart, 'open' | 'product' | 'vatRate'>) =>
    part.vatRate ??
    part.open.line.vatRate ??
    defaultRate(part.product, lawfulDayOf(part.open.line, invoiceRules).supplyDay, invoiceRules)!;

/** Goods as they were drawn, then the services and discounts that go with them; shares of discounts whose goods stay behind. */
function placeParts(
  input: IssuanceInput,
  kept: readonly PlannedInvoice[],
  eligible: Decided['eligible'],
  goods: readonly PlacedPart[],
  unplaced: readonly UnplacedGoods[],
) {
  const services = placeServices(eligible, goods, kept, input.previousServices);
  const rateOf = rateFinder(input);
  const own = placeDiscounts(eligible, goods, services, unplaced, rateOf);
  const isOnNext = input.period.rules.discountsOnNextPurchase === true;
  const discounts = isOnNext ? onNextPurchases(eligible, goods, own, rateOf) : own;
  return { parts: [...goods, ...services, ...discounts.parts], shares: discounts.shares };
}

/** The customer of a partner in the books of each profile. */
function customersOf({ profiles, invoiceRules, period }: IssuanceInput): Customers {
  const { last } = ruleOn(invoiceRules.branchCodes, period.toDate)!;
  const finders = new Map(profiles.map((books) => [books.terms.code, buyerFinder(books, last)]));
  const connected = new Map(profiles.map((books) => [books.terms.code, connectedCustomer(books)]));
  return {
    buyerOf: (profile, partner) => finders.get(profile)!(partner),
    codeOf: (profile, partner) => connected.get(profile)!(partner)?.code ?? '',
  };
}

function stockShortages(
  input: IssuanceInput,
  { lots, free }: ReturnType<typeof stockOf>,
  { eligible, unserved }: ReturnType<typeof drawStock>,
): Placed[] {
  const findUnconnected = unconnectedFinder(input, lots, free);
  const context: StockContext = {
    eligible,
    codesOf: codesFinder(),
    unconnected: ({ profiles, open: { line } }) => findUnconnected(profiles, line.itemName, line.docDate),
  };
  return unserved.map((one) => [one.eligible.open.place, stockShortage(one, context)]);
}

/** Only a ledger VAT without quantity or amount can still be open at the end; it belongs to no invoice. */
const leftOpen = (open: readonly OpenLine[]): Placed[] =>
  open.filter((line) => !isSettled(line)).map((line) => refusedAt(line, 'NEEDS_REVIEW', 'dòng chỉ có tiền thuế'));

type Decided = ReturnType<typeof decideEligibility>;

function vouchersByProfile(kept: readonly PlannedInvoice[]): Map<string, Set<string>> {
  const vouchers = new Map<string, Set<string>>();
  for (const { profile, voucherNumber } of kept) {
    const own = vouchers.get(profile);
    if (own) own.add(voucherNumber);
    else vouchers.set(profile, new Set([voucherNumber]));
  }
  return vouchers;
}

/** Goods without an invoice of this plan, of the documents that have discounts: these share their fate. */
function unplacedGoods(
  unserved: ReturnType<typeof drawStock>['unserved'],
  { eligible, refused }: Decided,
  already: IssuancePlan['alreadyInvoiced'],
  open: OpenLedger,
): UnplacedGoods[] {
  const why = 'chiết khấu đi theo hàng của chứng từ, mà hàng chưa xuất được';
  const discounts = eligible.filter((one) => one.open.line.kind === 'discount');
  const documents = new Set(discounts.map(({ document }) => document));
  const goods: UnplacedGoods[] = [];
  const add = (one: UnplacedGoods) => documents.has(one.document) && goods.push(one);
  for (const { eligible: own, amount, reason } of unserved) {
    add({ document: own.document, rate: own.open.line.vatRate, amount, reason, why });
  }
  for (const one of refused) {
    if (one.open.line.kind !== 'goods') continue;
    const { line, amount } = one.open;
    add({ document: documentKeyOf(line), rate: line.vatRate, amount, reason: one.reason, why });
  }
  for (const part of already) {
    const line = open.lineOf(part.line)!;
    if (line.kind !== 'goods') continue;
    add({
      document: documentKeyOf(line),
      rate: line.vatRate,
      amount: part.amount,
      reason: 'NEEDS_REVIEW',
      why: `hàng đã xuất hóa đơn ngoài Khớp (chứng từ «${part.voucherNumber}»), chưa rõ đã ghi chiết khấu này chưa`,
    });
  }
  return goods;
}

/** A shortage with the place of its line in the ledger; −1 where the ledger has lost it. */
type Placed = readonly [place: number, shortage: Shortage];

const refusedAt = (open: OpenLine, ...given: [Shortage['reason'], string, number?]): Placed => [
  open.place,
  refusedShortage(open, ...given),
];

const inLedgerOrder = (shortages: readonly Placed[]): Shortage[] =>
  shortages.toSorted(by(([place]) => place)).map(([, shortage]) => shortage);

/** Parts by line, then profile, then lot. */
function partsInOrder(parts: readonly PlacedPart[]): PlacedPart[] {
  const place = Float64Array.from(parts, (part) => part.open.place);
  const inOrder = (a: number, b: number): number => {
    if (place[a] !== place[b]) return place[a]! - place[b]!;
    const [one, other] = [parts[a]!, parts[b]!];
    return compare(one.profile, other.profile) || compare(one.lot ?? '', other.lot ?? '') || a - b;
  };
  return Array.from(Uint32Array.from(parts, (_, index) => index).sort(inOrder), (index) => parts[index]!);
}

function byProfileThenVoucher(input: IssuanceInput): (a: PlannedInvoice, b: PlannedInvoice) => number {
  const rank = new Map(input.profiles.map((books, index) => [books.terms.code, index]));
  return (a, b) =>
    a.profile === b.profile
      ? compare(a.voucherNumber, b.voucherNumber)
      : (rank.get(a.profile) ?? -1) - (rank.get(b.profile) ?? -1) || compare(a.voucherNumber, b.voucherNumber);
}
