import { documentKeyOf, type SalesLine, saleKeyOf } from '../../bravo/sales-line.ts';
import type { Day } from '../../day.ts';
import { sumVnd, type Vnd } from '../../money.ts';
import { by, compare } from '../../order.ts';
import type { VatRate } from '../../vat-rate.ts';
import { symbolOf } from '../amis-ledger/last-issued.ts';
import { HOLDING } from '../invoice-status.ts';
import type { LedgerIndex } from '../ledger/ledger-index.ts';
import type { IssuanceInput, PlannedInvoice } from '../types.ts';
import type { Take } from './adjusted-in-amis.ts';
import type { CorrectedInvoice } from './corrected-invoice.ts';
import { type Adjustment, correctedIn, type PlanToAdjust, returnAdjustmentsOf } from './return-adjustments.ts';
import { type Buyers, entriesOf, type LinesById, wantedLines } from './wanted-lines.ts';

/** An invoice that a discount of its own document may lower. */
export type DiscountedInvoice = CorrectedInvoice & {
  /** True: it was made in AMIS by hand, so a person has to see whether it has the discount already. */
  readonly isForeign: boolean;
};

/** The purchases of one buyer in one branch on one invoice at one rate. */
export type DiscountedSale = {
  readonly invoice: DiscountedInvoice;
  /** The rate of the invoice. */
  readonly rate: VatRate;
  /** The rate by which a discount with a rate of its own goes with it: the sale's, of which an invoice made by hand may have another. */
  readonly soldAt: VatRate;
  /** Keys of its documents, and of these on their days: Bravo may give a number anew. */
  readonly documents: Set<string>;
  readonly ofDays: Set<string>;
  readonly lines: Set<string>;
  /** The last day of its sales. */
  saleDay: Day;
  /** The worth before VAT, less what the discounts on the invoice and the returns of its goods have taken. */
  left: Vnd;
};

/** A discount lowers what its buyer has bought in its branch: another branch's sales have their own discounts. */
export const buyerKeyOf = ({ branchCode, partnerCode }: SalesLine): string => `${branchCode}\u0000${partnerCode}`;

/** The invoiced sales of some buyers, by buyer, in the order of date, number and rate. */
export function discountedSales(
  input: IssuanceInput,
  plan: PlanToAdjust,
  { ledger, buyers, take }: { readonly ledger: LedgerIndex; readonly buyers: Buyers; readonly take: Take },
): Map<string, DiscountedSale[]> {
  const found = new Map<string, DiscountedSale>();
  const byBuyer = new Map<string, DiscountedSale[]>();
  const add: Add = (line, amount, { rate, soldAt = rate }, invoice) => {
    const buyer = buyerKeyOf(line);
    const { profile, number, voucherNumber } = invoice;
    const key = [buyer, profile, voucherNumber, number, rate, soldAt].join('\u0000');
    let sale = found.get(key);
    if (!sale) {
      sale = {
        invoice,
        rate,
        soldAt,
        documents: new Set(),
        ofDays: new Set(),
        lines: new Set(),
        saleDay: line.docDate,
        left: 0,
      };
      found.set(key, sale);
      const own = byBuyer.get(buyer);
      if (own) own.push(sale);
      else byBuyer.set(buyer, [sale]);
    }
    sale.documents.add(documentKeyOf(line));
    sale.ofDays.add(saleKeyOf(line));
    sale.lines.add(line.id);
    if (line.docDate > sale.saleDay) sale.saleDay = line.docDate;
    sale.left = sumVnd([sale.left, amount]);
  };
  const lines = wantedLines(ledger, buyers.partners, (line) => buyers.has(line));
  addPlanned(input, plan, lines, add);
  addForeign(input, plan, lines, add);
  // The plan tells of discounts, and it reads nothing of other periods.
  const { earlier: _others, ...own } = input;
  lowerByReturns(returnAdjustmentsOf(own, plan, { ledger, take, partners: buyers.partners }), lines, byBuyer);
  for (const sales of byBuyer.values()) {
    shareLosses(sales);
    sales.sort(inOrder);
  }
  return byBuyer;
}

type Add = (
  line: SalesLine,
  amount: Vnd,
  rates: { readonly rate: VatRate; readonly soldAt?: VatRate | undefined },
  invoice: DiscountedInvoice,
) => void;

function addPlanned({ profiles }: IssuanceInput, plan: PlanToAdjust, lines: LinesById, add: Add): void {
  const terms = new Map(profiles.map((books) => [books.terms.code, books.terms]));
  const corrected = correctedIn(plan);
  const naming = (invoice: PlannedInvoice): DiscountedInvoice => {
    const { profile, voucherNumber, invoiceNumber: number = '', issuedOn: date = invoice.date } = invoice;
    const { invoiceForm: form = '', invoiceSymbol = '' } = terms.get(profile) ?? {};
    const symbol = symbolOf(invoice, invoiceSymbol);
    const isAdjusted = invoice.status === 'adjusted' || corrected.has(invoice.key);
    return { profile, voucherNumber, form, symbol, number, date, isAdjusted, isForeign: false };
  };
  for (const invoice of plan.invoices) {
    if (!HOLDING.has(invoice.status)) continue;
    let named: DiscountedInvoice | undefined;
    for (const { vatRate, allocations } of invoice.items)
      for (const { line: id, amount } of allocations) {
        const line = lines.get(id);
        if (!line) continue;
        named ??= naming(invoice);
        add(line, amount, { rate: vatRate }, named);
      }
  }
}

/** Invoices that were made in AMIS without Khớp: where the ledger of AMIS names no rate, the sale's own holds. */
function addForeign(input: IssuanceInput, plan: PlanToAdjust, lines: LinesById, add: Add): void {
  const terms = new Map(input.profiles.map((books) => [books.terms.code, books.terms]));
  const already = plan.alreadyInvoiced.filter(({ line }) => lines.has(line));
  const entries = entriesOf(input, already);
  for (const { line: id, profile, entry, voucherNumber, invoiceNumber: number, amount } of already) {
    const line = lines.get(id)!;
    const { invoiceSymbol: symbol = '', invoiceDate: date, vatRate } = entries.get(profile)?.get(entry) ?? {};
    const rate = vatRate ?? line.vatRate;
    if (rate === undefined) continue;
    const form = terms.get(profile)?.invoiceForm ?? '';
    const invoice = { profile, voucherNumber, form, symbol, number, date, isAdjusted: false, isForeign: true };
    add(line, amount, { rate, soldAt: line.vatRate }, invoice);
  }
}

/** A return of an invoiced sale lowers the invoice by an adjustment of its own: no discount is given on it. */
function lowerByReturns(
  returns: readonly Adjustment[],
  lines: LinesById,
  byBuyer: ReadonlyMap<string, DiscountedSale[]>,
): void {
  for (const { original, amount } of returns) {
    // Goods may come back in another branch than they were sold in.
    const sold = original && lines.get(original.saleLine);
    if (!sold) continue;
    const sale = byBuyer
      .get(buyerKeyOf(sold))
      ?.find(
        ({ invoice, lines }) =>
          invoice.profile === original.profile &&
          invoice.voucherNumber === original.voucherNumber &&
          lines.has(original.saleLine),
      );
    // A return that comes out above nothing gives a discount no more to take.
    if (sale && amount < 0) sale.left = sumVnd([sale.left, amount]);
  }
}

/** A return at a higher price than the sale's lowers the invoice by more than its rate has left: the other rates bear it. */
function shareLosses(sales: readonly DiscountedSale[]): void {
  const byInvoice = Map.groupBy(sales, ({ invoice: { profile, voucherNumber, number } }) =>
    [profile, voucherNumber, number].join('\u0000'),
  );
  for (const own of byInvoice.values()) {
    let loss = -sumVnd(own.map(({ left }) => Math.min(0, left)));
    for (const sale of own) {
      const borne = Math.min(Math.max(0, sale.left), loss);
      sale.left = Math.max(0, sale.left) - borne;
      loss -= borne;
    }
  }
}

const inOrder = (a: DiscountedSale, b: DiscountedSale): number =>
  by<DiscountedSale>(({ invoice }) => invoice.date ?? '')(a, b) ||
  compare(a.invoice.profile, b.invoice.profile) ||
  compare(a.invoice.voucherNumber, b.invoice.voucherNumber) ||
  compare(a.invoice.number, b.invoice.number) ||
  compare(a.rate, b.rate) ||
  compare(a.soldAt, b.soldAt);
