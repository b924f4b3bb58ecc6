import { sumVnd, type Vnd } from '../money.ts';
import { namingDiscounted } from './adjustments/discount-adjustments.ts';
import { cancelsAllowedOn } from './amis-ledger/cancels.ts';
import { otherBuyers } from './amis-ledger/changed-since/changed-buyers.ts';
import { changedSince } from './amis-ledger/changed-since/changed-since.ts';
import { invoicedBefore, takeKept } from './amis-ledger/kept-invoices.ts';
import { ledgerRoles } from './amis-ledger/ledger-roles.ts';
import { liveProfiles } from './amis-ledger/live-profiles.ts';
import { outdatedDrafts } from './amis-ledger/outdated-drafts.ts';
import { liveInvoices, type ReadBack, readBack } from './amis-ledger/read-back.ts';
import { reconcile } from './amis-ledger/reconcile.ts';
import { takeReplaced, vouchersByProfile } from './amis-ledger/replaced.ts';
import { suspectSales } from './amis-ledger/suspects/suspect-sales.ts';
import { canonical, inOneOrder, inPlanOrder, mergedInPlanOrder } from './canonical-input.ts';
import { codeWarnings } from './codes/code-warnings.ts';
import { concernedBy, notAsSums } from './handed-over/concerning.ts';
import { HandedOver } from './handed-over/handed-over.ts';
import type { LeftInvoice } from './handed-over/left-invoices.ts';
import { keptWith, Summed } from './handed-over/summed.ts';
import { HOLDING } from './invoice-status.ts';
import { buildInvoices, type Customers } from './invoices/build.ts';
import { buyerFinder, connectedCustomer } from './invoices/buyers.ts';
import { factorWarnings } from './invoices/factor-warnings.ts';
import { newCustomersOf } from './invoices/new-customers.ts';
import { onNextPurchases } from './invoices/next-purchase.ts';
import { productWarnings } from './invoices/product-warnings.ts';
import { redatePinned } from './invoices/redate.ts';
import { placeDiscounts, placeServices, type UnplacedGoods } from './invoices/services.ts';
import { unplacedGoods } from './invoices/unplaced-goods.ts';
import { numberVouchers } from './invoices/vouchers.ts';
import { doubtfulLines } from './ledger/doubtful-lines.ts';
import { decideEligibility, type Eligible } from './ledger/eligibility.ts';
import { excludeLines } from './ledger/exclude.ts';
import { LedgerIndex } from './ledger/ledger-index.ts';
import { isSettled, OpenLedger, type OpenLine } from './ledger/open-lines.ts';
import { type PlacedPart, partsInOrder } from './ledger/placed-part.ts';
import { netReturns } from './ledger/returns.ts';
import { amountTieOut, vatTieOut } from './ledger/tie-out.ts';
import { waitForNewYear } from './ledger/year-gate.ts';
import { besideOtherPeriods, conflictWarnings, NO_OTHER_PERIODS } from './periods/other-periods.ts';
import { ruleOn } from './rules/invoice-rules.ts';
import { rateOfSale } from './rules/vat.ts';
import { ShortagesByPlace } from './shortages/in-ledger-order.ts';
import { refusedShortage } from './shortages/refused.ts';
import { type Drawing, drawStock } from './stock/draw.ts';
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
 * `handedOver` has the sums of invoices that have left, whose lines and invoices are then not in the input; the plan is that of all of
 * them together (docs/decisions/0053).
 *
 * Every stage takes from the open ledger, also where a shortage is written, so their order matters and conservation
 * holds by construction; it is checked again at the end (throws TIE_OUT_BROKEN). Throws DUPLICATE_LINE when two lines
 * carry one source key.
 */
export function planInvoices(given: IssuanceInput, handedOver: HandedOver = new HandedOver()): IssuancePlan {
  handedOver.refuseGone(given.lines);
  const aside = new Set(notAsSums(given, handedOver));
  for (;;) {
    const { plan, tight } = planBeside(given, handedOver, aside);
    if (plan) return plan;
    for (const one of tight) aside.add(one);
  }
}

type Made =
  | { readonly plan: IssuancePlan; readonly tight?: never }
  | { readonly plan?: never; readonly tight: Iterable<LeftInvoice> };

/** A plan beside what is handed over, of which some invoices are seen one by one; or the invoices that have to be seen so too. */
function planBeside(given: IssuanceInput, handedOver: HandedOver, oneByOne: ReadonlySet<LeftInvoice>): Made {
  const aside = handedOver.held.withSharers(oneByOne);
  const { input: inOrder, isSpelt } = canonical(handedOver.opened(given, aside), handedOver);
  const all = handedOver.all(handedOver.profiles);
  if (!isSpelt && aside.size < all.length) return { tight: all };
  const { input: rest, warnings: redated } = redatePinned(inOrder);
  const whole = { ...rest, kept: keptWith(rest, handedOver, aside) };
  const back = readBack(whole.profiles, whole.kept, cancelsAllowedOn(whole.invoiceRules));
  const seen = concernedBy(rest, handedOver, back).union(aside);
  const opened = inOneOrder(handedOver.opened(rest, seen.difference(aside)), handedOver.numbers.lines);
  const input = { ...opened, profiles: liveProfiles(whole) };
  const beside = { summed: new Summed(handedOver, whole.profiles, seen), back, redated, whole };
  return planOpen(input, beside, handedOver);
}

type Beside = {
  readonly summed: Summed;
  readonly back: ReadBack;
  readonly redated: readonly Warning[];
  /** The input with all kept invoices and with the entries that are void. */
  readonly whole: IssuanceInput;
};

/** Places the lines that are seen one by one. */
function planOpen(input: IssuanceInput, beside: Beside, handedOver: HandedOver): Made {
  const { summed, back, redated } = beside;
  const open = new OpenLedger(input.lines, handedOver.numbers);
  // Kept invoices first: they hold their lines, whatever is decided about these later.
  const kept = stillLive(input.kept, back.settled);
  const stock = stockOf(input, kept, summed);
  if (stock.tight.size > 0) return { tight: stock.tight };
  const keptSales = takeKept(kept, open, summed.parts());
  const vouchers = vouchersByProfile(back.replaced.length > 0 ? [...kept, ...summed.invoices] : []);
  const replaced = takeReplaced(back.replaced, open, vouchers);
  const excluded = excludeLines(input, open);
  // Lines that have left are settled by now, a month but for its last days: the stages below see the rest alone.
  const rest = open.unsettled();
  const reconciliation = reconcile(input, open, back.accounted, keptSales.heldOf, rest);
  const alreadyInvoiced = [...replaced.alreadyInvoiced, ...reconciliation.alreadyInvoiced];
  const doubtful = doubtfulLines(input, excluded);
  const before = invoicedBefore(keptSales.heldOf, alreadyInvoiced);
  const { netted, residues, vatOfKept } = netReturns({ open, rest, rules: input.invoiceRules }, before, doubtful);
  const left = new ShortagesByPlace();
  for (const shortage of keptSales.shortages) left.add(open.placeOf(shortage.line) ?? -1, shortage);
  const refuse = (one: OpenLine, ...given: [Shortage['reason'], string, number?]): void =>
    left.add(one.place, refusedShortage(one, ...given));
  for (const residue of residues) refuse(residue.open, 'RETURN_UNMATCHED', residue.why);

  const held = new Map([...doubtful, ...replaced.held, ...reconciliation.held]);
  const customers = customersOf(input);
  const eligibility = waitForNewYear(input, decideEligibility(input, rest, held, customers.buyerOf));
  const keptKeys = new Set(kept.map(({ key }) => key));
  const isKept = (key: string): boolean => keptKeys.has(key) || summed.hasKey(key);
  const drawing = drawStock(input, eligibility.eligible, stock.lots, stock.free, isKept);
  const unplaced = unplacedGoods(drawing.unserved, eligibility, alreadyInvoiced, open);
  const placed = placeParts(input, kept, eligibility.eligible, drawing.parts, unplaced);

  const rateOf = rateFinder(input);
  const built = buildInvoices(input, partsInOrder(placed.parts), customers, { rateOf, left: summed });
  const drafts = numberVouchers(input, built.drafts, handedOver.numbersOf);
  const seenInvoices = inPlanOrder([...kept, ...drafts], input.profiles);
  addStockShortages(left, input, stock, { drawing, eligibleOf: eligibleFinder(eligibility.eligible, open) });
  for (const one of eligibility.refused) refuse(one.open, one.reason, one.why);
  for (const one of placed.shares) refuse(one.open, one.reason, one.why, one.amount);
  // Only a ledger VAT without quantity or amount can still be open at the end; it belongs to no invoice.
  for (const line of rest) if (!isSettled(line)) refuse(line, 'NEEDS_REVIEW', 'dòng chỉ có tiền thuế');
  const shortages = left.inOrder(open.lines.length);
  const outcome = { invoices: seenInvoices, alreadyInvoiced, shortages, excluded, netted };
  const ofVat = summed.withShared(input.lines, seenInvoices, (line) => open.placeOf(line));
  const otherOf = otherBuyers(input, customers.buyerOf);
  const warnings: Warning[] = [
    ...codeWarnings(input),
    ...back.warnings,
    ...redated,
    ...outdatedDrafts(input, kept, { ...keptSales, otherOf }, reconciliation, back.accounted),
    ...changedSince(
      input,
      { ...keptSales, ledger: open, kept, drafts: seenInvoices.filter(isDraft), excluded, otherOf, residues },
      beside.whole.kept,
      back,
    ),
    ...replaced.warnings,
    ...reconciliation.warnings,
    ...suspectSales(
      input,
      seenInvoices.filter(isDraft),
      { ...reconciliation, shortages },
      { ledger: open, gone: summed },
    ),
    ...stock.warnings,
    ...conflictWarnings(stock.conflicts),
    ...built.warnings,
    ...vatWarnings(ofVat, { ...outcome, invoices: ofVat.invoices }, ofVat.placeOf, summed.vatDifferences),
    ...productWarnings(placed.parts, input.invoiceRules),
    ...factorWarnings(eligibility.eligible, input),
  ];
  const keptVat = summed.vatAmount + keptSales.vatAmount - vatOfKept;
  const ledgerVat = sumVnd([keptVat, ...placed.parts.map((part) => part.vatAmount)]);
  const figures = { ...outcome, lots: stock.lots, review: reconciliation.review, allocation: drawing.stats, warnings };
  return { plan: told(input, beside, figures, ledgerVat, open) };
}

type Outcome = Omit<
  IssuancePlan,
  'newCustomers' | 'tieOut' | 'vatTieOut' | 'vatRounding' | 'settled' | 'ledgerRoles' | 'stays'
>;

/** The plan, over what was seen one by one and what there is as sums. */
function told(
  input: IssuanceInput,
  { summed, back, whole }: Beside,
  { lots, netted, review, allocation, warnings, ...seen }: Outcome,
  ledgerVat: Vnd,
  ledger: LedgerIndex,
): IssuancePlan {
  const roles = ledgerRoles(whole.profiles, input.profiles, back);
  const adjusting = summed.forDiscounts(ledger, seen.shortages);
  const toAdjust = {
    ...seen,
    invoices: inPlanOrder([...seen.invoices, ...adjusting.invoices], input.profiles),
    ledgerRoles: roles,
  };
  const invoices = mergedInPlanOrder(summed.invoices, seen.invoices, input.profiles);
  const { stated } = summed;
  return {
    ...seen,
    invoices,
    shortages: namingDiscounted(input, toAdjust, new LedgerIndex(adjusting.lines)),
    lots,
    newCustomers: newCustomersOf(invoices),
    netted,
    review,
    tieOut: amountTieOut(input.lines, seen, { ledger: summed.amount, stated: stated.amount }),
    vatTieOut: vatTieOut(input.lines, seen, { invoiced: ledgerVat, summed: summed.vatAmount }),
    vatRounding: sumVnd([stated.vatAmount, ...seen.invoices.map((invoice) => invoice.vatAmount)]) - ledgerVat,
    settled: back.settled,
    ledgerRoles: roles,
    allocation,
    warnings,
  };
}

/** Kept invoices that AMIS has not cancelled or replaced. */
function stillLive(kept: readonly PlannedInvoice[], settled: IssuancePlan['settled']): PlannedInvoice[] {
  const gone = new Set(settled.filter(({ status }) => !HOLDING.has(status)).map((one) => one.key));
  return liveInvoices(kept).filter((invoice) => !gone.has(invoice.key));
}

/** The lots of all profiles, beside the goods that other periods take of them. */
function stockOf(input: IssuanceInput, kept: readonly PlannedInvoice[], summed: Summed) {
  const seen = summed.shown.length === 0 ? kept : inPlanOrder([...kept, ...summed.shown], input.profiles);
  const stock = input.profiles.map((books) =>
    besideOtherPeriods(
      buildLots(books, input.period, seen, summed.drawsOf(books.terms.code)),
      books,
      input.otherPeriods ?? NO_OTHER_PERIODS,
      seen,
    ),
  );
  return {
    lots: stock.flatMap((one) => one.lots),
    free: new Map(stock.flatMap((one) => [...one.free])),
    warnings: stock.flatMap((one) => one.warnings),
    conflicts: stock.flatMap((one) => one.conflicts),
    tight: summed.drawing(input.profiles.flatMap(({ terms }, index) => [[terms.code, stock[index]!.tight] as const])),
  };
}

const rateFinder =
  ({ invoiceRules }: IssuanceInput) =>
  (part: Pick<PlacedPart, 'open' | 'product' | 'vatRate'>) =>
    part.vatRate ?? rateOfSale(part.open.line, part.product, invoiceRules)!;

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

/** The lines that may be invoiced, by their keys. */
function eligibleFinder(eligible: readonly Eligible[], open: OpenLedger): StockContext['eligibleOf'] {
  const byPlace = new Array<Eligible | undefined>(open.lines.length).fill(undefined);
  for (const one of eligible) byPlace[one.open.place] = one;
  return (line) => byPlace[open.placeOf(line) ?? -1];
}

function addStockShortages(
  left: ShortagesByPlace,
  input: IssuanceInput,
  { lots, free }: ReturnType<typeof stockOf>,
  { drawing, eligibleOf }: { readonly drawing: Drawing; readonly eligibleOf: StockContext['eligibleOf'] },
): void {
  const findUnconnected = unconnectedFinder(input, lots, free);
  const context: StockContext = {
    eligibleOf,
    codesOf: codesFinder(),
    unconnected: ({ profiles, open: { line } }) => findUnconnected(profiles, line.itemName, line.docDate),
  };
  for (const one of drawing.unserved) left.add(one.eligible.open.place, stockShortage(one, context));
}

const isDraft = ({ status }: PlannedInvoice): boolean => status === 'draft';

type Decided = ReturnType<typeof decideEligibility>;
