import { documentKeyOf } from '../bravo/sales-line.ts';
import { sumVnd } from '../money.ts';
import { withLiveLedger } from './amis-ledger/invoice-references.ts';
import { takeKept } from './amis-ledger/kept.ts';
import { ledgerRoles } from './amis-ledger/ledger-roles.ts';
import { outdatedDrafts } from './amis-ledger/outdated-drafts.ts';
import { reconcile } from './amis-ledger/reconcile.ts';
import { takeReplaced } from './amis-ledger/replaced.ts';
import { HOLDING, readBack, standing } from './amis-ledger/settle.ts';
import { canonicalInput } from './canonical-input.ts';
import { buildInvoices } from './invoices/build.ts';
import { buyerFinder, connectedCustomer } from './invoices/buyers.ts';
import { newCustomersOf } from './invoices/new-customers.ts';
import { productWarnings } from './invoices/product-warnings.ts';
import { placeDiscounts, placeServices, type UnplacedGoods } from './invoices/services.ts';
import { numberVouchers } from './invoices/vouchers.ts';
import { contradictions } from './ledger/contradictions.ts';
import { excludeLines } from './ledger/exclude.ts';
import { isSettled, openLedger } from './ledger/open-lines.ts';
import type { PlacedPart } from './ledger/placed-part.ts';
import { netReturns } from './ledger/returns.ts';
import { screenLines } from './ledger/screen.ts';
import { amountTieOut, vatTieOut } from './ledger/tie-out.ts';
import { besideOtherPeriods, conflictWarnings, NO_OTHER_PERIODS } from './periods/other-periods.ts';
import { defaultRate } from './rules/vat.ts';
import { refusedShortage } from './shortages/refused.ts';
import { drawStock } from './stock/draw.ts';
import { buildLots } from './stock/lots.ts';
import { stockShortage } from './stock/stock-shortage.ts';
import type { StockContext } from './stock/stock-words.ts';
import { unconnectedFinder } from './stock/unconnected.ts';
import type { BravoBuyer, IssuanceInput, IssuancePlan, PlannedInvoice, Shortage, Warning } from './types.ts';
import { vatWarnings } from './vat/vat-statement.ts';

/**
 * Plans the invoices of a period: what is excluded, kept, already invoiced, netted, invoiced now and left over, with every
 * đồng of the ledger in exactly one of them. Pure: the same input gives the same plan, in whatever order its lists come.
 *
 * Every stage takes from the open ledger, so conservation holds by construction; it is checked again at the end (throws
 * TIE_OUT_BROKEN). Throws DUPLICATE_LINE when two lines carry one source key.
 */
export function planInvoices(given: IssuanceInput): IssuancePlan {
  const whole = canonicalInput(given);
  const input = { ...whole, profiles: whole.profiles.map(withLiveLedger) };
  const open = openLedger(input.lines);
  const order = new Map(input.lines.map((line, index) => [line.id, index]));

  // Kept invoices first: they stand whatever is decided about their lines later.
  const back = readBack(whole.profiles, input.kept);
  const gone = new Set(back.settled.filter(({ status }) => !HOLDING.has(status)).map((one) => one.key));
  const kept = standing(input.kept).filter((invoice) => !gone.has(invoice.key));
  const keptSales = takeKept(kept, open);
  const shortages: Shortage[] = [...keptSales.shortages];
  const replaced = takeReplaced(back.replaced, open, vouchersByProfile(kept));
  const excluded = excludeLines(input, open);

  const reconciliation = reconcile(input, open, back.accounted, keptSales.invoiced);
  const alreadyInvoiced = [...replaced.alreadyInvoiced, ...reconciliation.alreadyInvoiced];
  const invoicedElsewhere = new Map(
    [...keptSales.invoiced].map(([line, { baseQuantity, invoice }]) => [
      line,
      { baseQuantity, voucher: invoice.voucherNumber },
    ]),
  );
  for (const { line, baseQuantity, voucherNumber } of alreadyInvoiced) {
    const known = invoicedElsewhere.get(line)?.baseQuantity ?? 0n;
    if (baseQuantity > 0n) invoicedElsewhere.set(line, { baseQuantity: known + baseQuantity, voucher: voucherNumber });
  }
  const doubtful = contradictions(input);
  for (const { line } of excluded) doubtful.delete(line);
  for (const { line, voucherNumber, period } of input.invoicedElsewhere ?? [])
    doubtful.set(line, `đã có hóa đơn «${voucherNumber}» ở kỳ «${period}», lập ở kỳ này là xuất hai lần`);
  const { netted, residues } = netReturns(open, invoicedElsewhere, doubtful);
  for (const residue of residues) shortages.push(refusedShortage(residue.open, 'RETURN_UNMATCHED', residue.why));

  const { eligible, refused } = screenLines(
    input,
    open,
    new Map([...doubtful, ...replaced.held, ...reconciliation.held]),
  );
  const stock = input.profiles.map((books) =>
    besideOtherPeriods(buildLots(books, input.period, kept), books, input.otherPeriods ?? NO_OTHER_PERIODS, kept),
  );
  const lots = stock.flatMap((one) => one.lots);
  const free = new Map(stock.flatMap((one) => [...one.free]));
  const drawing = drawStock(input, eligible, lots, free);

  const rateOf = (part: Pick<PlacedPart, 'open' | 'product' | 'vatRate'>) =>
    part.vatRate ?? part.open.line.vatRate ?? defaultRate(part.product, part.open.line.docDate, input.invoiceRules)!;
  const services = placeServices(eligible, drawing.parts, kept, input.previousServices);
  const discounts = placeDiscounts(
    eligible,
    drawing.parts,
    services,
    unplacedGoods(drawing.unserved, refused, alreadyInvoiced, open),
    rateOf,
  );
  const findUnconnected = unconnectedFinder(input, lots, free);
  const stockContext: StockContext = {
    eligible: new Map(eligible.map((one) => [one.open.line.id, one])),
    unconnected: ({ profiles, open: { line } }) => findUnconnected(profiles, line.itemName, line.docDate),
  };
  for (const unserved of drawing.unserved) shortages.push(stockShortage(unserved, stockContext));
  for (const refusal of refused) shortages.push(refusedShortage(refusal.open, refusal.reason, refusal.why));
  for (const share of discounts.shares)
    shortages.push(refusedShortage(share.open, share.reason, share.why, share.amount));

  const parts = [...drawing.parts, ...services, ...discounts.parts];
  const finders = new Map(input.profiles.map((books) => [books.terms.code, buyerFinder(books)]));
  const findBuyer = (profile: string, partner: BravoBuyer) => finders.get(profile)!(partner);
  const connected = new Map(input.profiles.map((books) => [books.terms.code, connectedCustomer(books)]));
  const consumerCode = (profile: string, partner: string) => connected.get(profile)!(partner)?.code ?? '';
  const built = buildInvoices(input, inLedgerOrder(parts, order), findBuyer, consumerCode, rateOf);
  const invoices = [...kept, ...numberVouchers(input, built.drafts)].toSorted(byProfileThenVoucher(input));

  for (const line of open.values()) {
    // Only a ledger VAT without quantity or amount can still be open here; it belongs to no invoice.
    if (!isSettled(line)) shortages.push(refusedShortage(line, 'NEEDS_REVIEW', 'dòng chỉ có tiền thuế'));
  }
  shortages.sort((a, b) => (order.get(a.line) ?? -1) - (order.get(b.line) ?? -1));
  const outcome = { invoices, alreadyInvoiced, shortages, excluded };
  const warnings: Warning[] = [
    ...back.warnings,
    ...outdatedDrafts(input, kept, keptSales, reconciliation, back.accounted),
    ...reconciliation.warnings,
    ...stock.flatMap((one) => one.warnings),
    ...conflictWarnings(stock.flatMap((one) => one.conflicts)),
    ...built.warnings,
    ...vatWarnings(input, { ...outcome, netted }),
    ...productWarnings(parts),
  ];

  const ledgerVat = sumVnd([keptSales.vatAmount, ...parts.map((part) => part.vatAmount)]);
  return {
    ...outcome,
    lots,
    newCustomers: newCustomersOf(invoices),
    netted,
    review: reconciliation.review,
    tieOut: amountTieOut(input.lines, outcome),
    vatTieOut: vatTieOut(input.lines, outcome, ledgerVat),
    vatRounding: sumVnd(invoices.map((invoice) => invoice.vatAmount)) - ledgerVat,
    settled: back.settled,
    ledgerRoles: ledgerRoles(whole.profiles, input.profiles, back),
    allocation: drawing.stats,
    warnings,
  };
}

function vouchersByProfile(kept: readonly PlannedInvoice[]): Map<string, Set<string>> {
  const vouchers = new Map<string, Set<string>>();
  for (const { profile, voucherNumber } of kept) {
    const own = vouchers.get(profile);
    if (own) own.add(voucherNumber);
    else vouchers.set(profile, new Set([voucherNumber]));
  }
  return vouchers;
}

/** Goods without an invoice of this plan, by document: their discounts share their fate. */
function unplacedGoods(
  unserved: ReturnType<typeof drawStock>['unserved'],
  refused: ReturnType<typeof screenLines>['refused'],
  already: IssuancePlan['alreadyInvoiced'],
  open: ReturnType<typeof openLedger>,
): UnplacedGoods[] {
  const why = 'chiết khấu đi theo hàng của chứng từ, mà hàng chưa xuất được';
  const goods: UnplacedGoods[] = [];
  for (const { eligible, amount, reason } of unserved) {
    goods.push({ document: eligible.document, rate: eligible.open.line.vatRate, amount, reason, why });
  }
  for (const one of refused) {
    if (one.open.line.kind !== 'goods') continue;
    const { line, amount } = one.open;
    goods.push({ document: documentKeyOf(line), rate: line.vatRate, amount, reason: one.reason, why });
  }
  for (const part of already) {
    const { line } = open.get(part.line)!;
    if (line.kind !== 'goods') continue;
    goods.push({
      document: documentKeyOf(line),
      rate: line.vatRate,
      amount: part.amount,
      reason: 'NEEDS_REVIEW',
      why: `hàng đã xuất hóa đơn ngoài Khớp (chứng từ «${part.voucherNumber}»), chưa rõ đã ghi chiết khấu này chưa`,
    });
  }
  return goods;
}

/** Parts by line, then profile, then lot; a line's place is looked up once, not at every comparison. */
function inLedgerOrder(parts: readonly PlacedPart[], order: ReadonlyMap<string, number>): PlacedPart[] {
  const place = Float64Array.from(parts, (part) => order.get(part.open.line.id)!);
  const compare = (a: number, b: number): number => {
    if (place[a] !== place[b]) return place[a]! - place[b]!;
    const [one, other] = [parts[a]!, parts[b]!];
    if (one.profile !== other.profile) return one.profile < other.profile ? -1 : 1;
    const [lot, otherLot] = [one.lot ?? '', other.lot ?? ''];
    return lot < otherLot ? -1 : lot > otherLot ? 1 : a - b;
  };
  return Array.from(Uint32Array.from(parts, (_, index) => index).sort(compare), (index) => parts[index]!);
}

function byProfileThenVoucher(input: IssuanceInput): (a: PlannedInvoice, b: PlannedInvoice) => number {
  const rank = new Map(input.profiles.map((books, index) => [books.terms.code, index]));
  return (a, b) =>
    (rank.get(a.profile) ?? -1) - (rank.get(b.profile) ?? -1) ||
    (a.voucherNumber < b.voucherNumber ? -1 : a.voucherNumber > b.voucherNumber ? 1 : 0);
}
