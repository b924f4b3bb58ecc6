import type { PricedLine, SalesLine } from '../../bravo/sales-line.ts';
import { type Day, formatDay } from '../../day.ts';
import { splitVnd, type Vnd } from '../../money.ts';
import { by, compare } from '../../order.ts';
import { minQuantity, type Quantity } from '../../quantity.ts';
import { symbolOf } from '../amis-ledger/last-issued.ts';
import { HOLDING } from '../invoice-status.ts';
import { LedgerIndex } from '../ledger/ledger-index.ts';
import { isAtPriceOf, samePriceFirst } from '../ledger/return-price.ts';
import { statedRate, type TaxedLine } from '../ledger/stated-rate.ts';
import type { VatRules } from '../rules/invoice-rules.ts';
import { mayHaveHad } from '../rules/vat.ts';
import type { IssuanceInput, IssuancePlan, PlannedInvoice, Shortage } from '../types.ts';
import { adjustedInAmis, type Done, doneWords, NOTHING_DONE, type Take } from './adjusted-in-amis.ts';
import type { CorrectedInvoice } from './corrected-invoice.ts';
import type { EarlierSales, OtherReturn, Returned } from './earlier-sales.ts';
import { entriesOf, type LinesById, wantedLines } from './wanted-lines.ts';

/** The invoice of a sale that a return gives back from. */
export type Original = CorrectedInvoice & {
  readonly saleDay: Day;
  readonly saleLine: string;
  /** The goods in AMIS; empty where the ledger does not say. */
  readonly product: string;
  /** Name of the period that has the invoice; absent: this one. */
  readonly period?: string;
  /** The whole line of the sale. */
  readonly sold: PricedLine;
  baseQuantity: Quantity;
};

/** One line of the adjusting invoice that a return needs: quantity and amounts are negative, as the ledger has them. */
export type Adjustment = {
  readonly line: SalesLine;
  /** Undefined: no invoice of the periods that are known has the sale, or what it has is given back already. */
  readonly original: Omit<Original, 'baseQuantity' | 'sold'> | undefined;
  readonly profile: string;
  readonly baseQuantity: Quantity;
  readonly amount: Vnd;
  readonly vatAmount: Vnd;
  /** The part of the amount that an adjusting document of AMIS has already. */
  readonly done: Done;
};

/** The parts of a plan that adjusting invoices are read from. */
export type PlanToAdjust = Pick<IssuancePlan, 'invoices' | 'alreadyInvoiced' | 'shortages' | 'ledgerRoles'>;

/**
 * The adjusting invoices that returns of invoiced sales need (TT 91/2026/TT-BTC Điều 10 k5 c): every part of a return
 * that is left over, with the invoice that it gives back from: of the sales of the same buyer and goods those at its price
 * first, then the latest. The parts of a return add up to what is left of it, to the đồng; nothing is taken from an invoice
 * twice. Adjusting documents that AMIS has are counted (`take`).
 */
export function returnAdjustments(input: IssuanceInput, plan: PlanToAdjust): Adjustment[] {
  return returnAdjustmentsOf(input, plan, { ledger: new LedgerIndex(input.lines), take: adjustedInAmis(input, plan) });
}

type Known = {
  readonly ledger: LedgerIndex;
  readonly take: Take;
  /** All partners unless some are given. */
  readonly partners?: ReadonlySet<string>;
};

/** The same for the returns of some partners: no return shares an invoiced sale with another partner's. */
export function returnAdjustmentsOf(
  input: IssuanceInput,
  plan: PlanToAdjust,
  { ledger, take, partners }: Known,
): Adjustment[] {
  const left = plan.shortages.filter(({ reason }) => reason === 'RETURN_UNMATCHED');
  if (left.length === 0) return [];
  const issuerOf = ({ branchCode }: SalesLine): string => input.period.issuers[branchCode]?.[0] ?? '';
  const given = left.flatMap((shortage) => {
    const line = ledger.lineOf(shortage.line);
    const isWanted = line && line.kind !== 'discount' && (partners?.has(line.partnerCode) ?? true);
    return isWanted ? [{ shortage, line }] : [];
  });
  if (given.length === 0) return [];
  const sales = salesOf(
    ledger,
    given.map(({ line }) => line),
  );
  const originals = withEarlier(originalsOf(input, plan, sales), input.earlier);
  const inOrder = given.toSorted(by(({ line }) => orderOf(line)));
  const others = (input.earlier?.returns ?? []).toSorted(by(({ docDate, line }) => orderOf({ docDate, id: line })));
  const until = salesUntil(originals, input.invoiceRules);
  let next = 0;
  return inOrder.flatMap(({ shortage, line }) => {
    for (; next < others.length && orderOfOther(others[next]!) < orderOf(line); next++)
      takeForOther(others[next]!, until, take);
    return partsOf(shortage, until(line, line)).map(
      (part): Adjustment => ({
        ...{ line, profile: part.original?.profile ?? issuerOf(line), ...part },
        done: doneOf(part, line.docDate, take),
      }),
    );
  });
}

/** The part of a return's part that AMIS has adjusted its invoice for. */
function doneOf({ original, baseQuantity, amount }: Taken, from: Day, take: Take): Done {
  if (!original || original.number === '' || amount >= 0) return NOTHING_DONE;
  return take({ invoice: original, from, product: baseQuantity === 0n ? undefined : original.product, amount });
}

/** A return of another period has its part of the invoices, and of what AMIS has adjusted them for. */
function takeForOther(other: OtherReturn, until: SalesUntil, take: Take): void {
  const { baseQuantity, amount, vatRate, vatAmount = 0 } = other;
  const rest = { baseQuantity: -baseQuantity, amount, vatAmount: 0 };
  for (const part of partsOf(rest, until(other, { ...other.returned, vatRate, vatAmount })))
    doneOf(part, other.docDate, take);
}

/** Keys of the invoices that AMIS has a correcting document of. */
export const correctedIn = ({ ledgerRoles }: Pick<IssuancePlan, 'ledgerRoles'>): Set<string> =>
  new Set(ledgerRoles.flatMap(({ role, invoice }) => (role === 'correction' ? (invoice ?? []) : [])));

const keyOf = ({ kind, partnerCode, itemCode }: Returned): string => `${kind}\u0000${partnerCode}\u0000${itemCode}`;
const orderOf = ({ docDate, id }: Pick<SalesLine, 'docDate' | 'id'>): string => `${docDate}\u0000${id}`;
const orderOfOther = ({ docDate, line }: OtherReturn): string => orderOf({ docDate, id: line });

type Originals = ReadonlyMap<string, readonly Original[]>;

type Back = Returned & Pick<OtherReturn, 'docDate'>;
type SalesUntil = (back: Back, returned: PricedLine & TaxedLine) => readonly Original[];

/** The invoiced sales that a return may give back from: until its day, of a day that had its rate, those at its price first, then the latest. */
const salesUntil =
  (originals: Originals, rules: VatRules): SalesUntil =>
  (back, returned) => {
    const rate = statedRate(returned, rules);
    const until = (originals.get(keyOf(back)) ?? []).filter(
      ({ saleDay }) => saleDay <= back.docDate && (back.kind === 'service' || mayHaveHad(rate, saleDay, rules)),
    );
    return samePriceFirst(returned, until, ({ sold }) => isAtPriceOf(returned, sold));
  };

/** The sales that these returns may give back from: of the same partner, goods and kind. */
function salesOf(ledger: LedgerIndex, returns: readonly SalesLine[]): LinesById {
  const keys = new Set(returns.map(keyOf));
  return wantedLines(
    ledger,
    returns.map(({ partnerCode }) => partnerCode),
    (line) => keys.has(keyOf(line)),
  );
}

/** Invoiced parts of some sales, by `keyOf`, the latest sale first. */
function originalsOf(input: IssuanceInput, plan: PlanToAdjust, sales: LinesById): Map<string, Original[]> {
  const terms = new Map(input.profiles.map((books) => [books.terms.code, books.terms]));
  const corrected = correctedIn(plan);
  const found = new Map<string, Original[]>();
  const add = (line: SalesLine, own: Omit<Original, 'saleDay' | 'saleLine' | 'sold'>) => {
    const key = keyOf(line);
    const known = found.get(key);
    const original = { ...own, saleDay: line.docDate, saleLine: line.id, sold: line };
    if (known) known.push(original);
    else found.set(key, [original]);
  };
  const addInvoiced = (sale: SalesLine, invoice: PlannedInvoice, product: string, baseQuantity: Quantity) => {
    const { invoiceForm: form = '', invoiceSymbol = '' } = terms.get(invoice.profile) ?? {};
    const { profile, voucherNumber, invoiceNumber: number = '', issuedOn: date = invoice.date } = invoice;
    const symbol = symbolOf(invoice, invoiceSymbol);
    const isAdjusted = invoice.status === 'adjusted' || corrected.has(invoice.key);
    add(sale, { profile, voucherNumber, form, symbol, number, date, isAdjusted, product, baseQuantity });
  };
  for (const invoice of plan.invoices) {
    if (!HOLDING.has(invoice.status)) continue;
    for (const { product, allocations } of invoice.items)
      for (const { line, baseQuantity } of allocations) {
        const sale = sales.get(line);
        if (sale && baseQuantity > 0n) addInvoiced(sale, invoice, product, baseQuantity);
      }
  }
  const already = plan.alreadyInvoiced.filter(({ line, baseQuantity }) => sales.has(line) && baseQuantity > 0n);
  const entries = entriesOf(input, already);
  for (const { line, profile, entry, voucherNumber, invoiceNumber: number, baseQuantity } of already) {
    const { invoiceSymbol: symbol = '', invoiceDate: date, product = '' } = entries.get(profile)?.get(entry) ?? {};
    const form = terms.get(profile)?.invoiceForm ?? '';
    const isAdjusted = false;
    add(sales.get(line)!, { profile, voucherNumber, form, symbol, number, date, isAdjusted, product, baseQuantity });
  }
  return found;
}

/** With the invoiced sales of other periods among them, the latest sale first. */
function withEarlier(found: Map<string, Original[]>, earlier: EarlierSales | undefined): Originals {
  for (const { kind, partnerCode, itemCode, line: saleLine, ...sale } of earlier?.sales ?? []) {
    const key = keyOf({ kind, partnerCode, itemCode });
    const own = found.get(key);
    if (own) own.push({ ...sale, saleLine });
    else found.set(key, [{ ...sale, saleLine }]);
  }
  for (const own of found.values())
    own.sort((a, b) => compare(b.saleDay, a.saleDay) || compare(b.saleLine, a.saleLine));
  return found;
}

type Part = { readonly original: Original; readonly quantity: Quantity };

/** Takes a quantity off invoiced sales, as far as they have it; what is taken of each. */
function takeFrom(sales: readonly Original[], wanted: Quantity): Part[] {
  let waiting = wanted;
  const taken: Part[] = [];
  for (const original of sales) {
    const quantity = minQuantity(waiting, original.baseQuantity);
    if (quantity <= 0n) continue;
    original.baseQuantity -= quantity;
    waiting -= quantity;
    taken.push({ original, quantity });
  }
  return taken;
}

type Rest = Pick<Shortage, 'baseQuantity' | 'amount' | 'vatAmount'>;
type Taken = { readonly original: Original | undefined } & Pick<Adjustment, 'baseQuantity' | 'amount' | 'vatAmount'>;

/** The parts of what is left of a return, by invoice; a difference of price alone goes with the latest sale. */
function partsOf({ baseQuantity, amount, vatAmount }: Rest, sales: readonly Original[]): Taken[] {
  const taken: { original: Original | undefined; quantity: Quantity }[] = takeFrom(sales, -baseQuantity);
  const waiting = -baseQuantity - taken.reduce((sum, { quantity }) => sum + quantity, 0n);
  if (waiting > 0n || taken.length === 0)
    taken.push({ original: baseQuantity === 0n ? sales[0] : undefined, quantity: waiting > 0n ? waiting : 0n });
  const weights = taken.map(({ quantity }) => (quantity > 0n ? quantity : 1n));
  const [amounts, vats] = [splitVnd(amount, weights), splitVnd(vatAmount, weights)];
  return taken.map(({ original, quantity }, index) => ({
    ...{ original, baseQuantity: -quantity, amount: amounts[index]!, vatAmount: vats[index]! },
  }));
}

/** The next step with an adjustment, in words. */
export function fateOf({ original, done, amount }: Pick<Adjustment, 'original' | 'done' | 'amount'>): string {
  if (!original)
    return 'Không thấy hóa đơn gốc ở kỳ này và các kỳ trước có trong Khớp: tìm ở AMIS, ghi mẫu số, ký hiệu, số, ngày rồi lập';
  const ofPeriod = original.period === undefined ? '' : ` (hóa đơn của kỳ «${original.period}»)`;
  return `${nextStep({ original, done, amount })}${ofPeriod}`;
}

function nextStep({
  original,
  done,
  amount,
}: Pick<Adjustment, 'done' | 'amount'> & { readonly original: NonNullable<Adjustment['original']> }): string {
  if (original.number === '') return 'Hóa đơn gốc chưa có số: lập sau khi AMIS cấp số và nạp lại sổ';
  const words = doneWords(done, amount);
  if (words !== undefined) return words;
  if (original.isAdjusted) return 'AMIS đã có chứng từ điều chỉnh hóa đơn này: đối chiếu số tiền';
  return 'Chờ lập hóa đơn điều chỉnh';
}

/**
 * The words that the adjusting invoice carries: it raises the other where goods came back for less than they were sold for, or where of VAT
 * alone less came back.
 */
export function wordsOf({ original, amount, vatAmount, done }: Adjustment): string {
  if (!original || original.number === '' || done.replacedBy !== undefined) return '';
  const isUp = amount === 0 ? vatAmount > 0 : amount > 0;
  return `Điều chỉnh ${isUp ? 'tăng' : 'giảm'} cho hóa đơn Mẫu số ${original.form} ký hiệu ${original.symbol || '……'} số ${original.number} ngày ${original.date ? formatDay(original.date) : '……'}`;
}
