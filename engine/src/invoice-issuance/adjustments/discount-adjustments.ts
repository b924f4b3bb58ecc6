import { documentKeyOf, type SalesLine, saleKeyOf } from '../../bravo/sales-line.ts';
import { formatDay } from '../../day.ts';
import { formatVnd, splitVnd, sumVnd, type Vnd } from '../../money.ts';
import { firstNamed } from '../../text/first-named.ts';
import type { VatRate } from '../../vat-rate.ts';
import { LedgerIndex } from '../ledger/ledger-index.ts';
import { computeVat } from '../rules/vat.ts';
import type { IssuanceInput, Shortage } from '../types.ts';
import { adjustedInAmis, type Done, doneWords, NOTHING_DONE, type Take } from './adjusted-in-amis.ts';
import { buyerKeyOf, type DiscountedInvoice, type DiscountedSale, discountedSales } from './discounted-sales.ts';
import type { PlanToAdjust } from './return-adjustments.ts';
import { Buyers, wantedLines } from './wanted-lines.ts';

/** One row of the list that goes with the adjusting invoice of a discount: an invoice at one rate; amounts are negative. */
export type DiscountAdjustment = {
  readonly line: SalesLine;
  readonly profile: string;
  /** Undefined: the discount waits, `why` says for what. */
  readonly original: DiscountedInvoice | undefined;
  readonly why: string;
  /** The discount's own where no invoice gives one. */
  readonly rate: VatRate | undefined;
  /** The worth of the invoice at that rate to the buyer, before this discount. */
  readonly value: Vnd;
  readonly amount: Vnd;
  /** The VAT of the adjusting invoice at that rate. */
  readonly vatAmount: Vnd;
  /** The part of the ledger's VAT of the discount. */
  readonly ledgerVat: Vnd;
  /** Bravo documents of the buyer until that day which may still change the list: their invoices have no number. */
  readonly pending: number;
  /** The part of the amount that an adjusting document of AMIS has already. */
  readonly done: Done;
};

type Row = Omit<DiscountAdjustment, 'vatAmount' | 'done'>;

/**
 * The adjusting invoices that discounts of their own documents need (TT 91/2026/TT-BTC Điều 10 k5 b): each discount is
 * spread, in proportion to worth, over the invoices with a number of what its buyer has bought in its branch until its
 * day, by rate. A discount of a document with goods lowers the invoices of that document alone; one with a rate of its
 * own lowers goods of that rate alone. The parts add up to the discount to the đồng, and no invoice is lowered below
 * nothing, by all discounts and returns together. A discount larger than all of them waits whole.
 */
export function discountAdjustments(
  input: IssuanceInput,
  plan: PlanToAdjust,
  ledger: LedgerIndex = new LedgerIndex(input.lines),
): DiscountAdjustment[] {
  const left = plan.shortages.filter(({ reason }) => reason === 'DISCOUNT_TO_ADJUST');
  if (left.length === 0) return [];
  const given = left.flatMap((shortage) => {
    const line = ledger.lineOf(shortage.line);
    return line ? [{ shortage, line }] : [];
  });
  const buyers = new Buyers(given.map(({ line }) => line));
  // Returns come first: what AMIS has adjusted for them is of no discount.
  const take = adjustedInAmis(input, plan);
  const sales = discountedSales(input, plan, { ledger, buyers, take });
  const waiting = waitingSales(plan, ledger, buyers);
  const rows = given.flatMap(({ shortage, line }) => {
    const buyer = buyerKeyOf(line);
    return spread(shortage, line, sales.get(buyer) ?? [], waiting.get(buyer) ?? [], issuerOf(input, line));
  });
  return withDone(withVat(rows), take);
}

/**
 * The part of every discount that AMIS has adjusted, by its own rows first: an accountant may have put the whole of a discount on
 * one of its invoices, so what a row still needs is looked for at the others of the same discount.
 */
function withDone(rows: readonly Omit<DiscountAdjustment, 'done'>[], take: Take): DiscountAdjustment[] {
  const takenBy = (row: Omit<DiscountAdjustment, 'done'>, invoice: DiscountedInvoice, amount: Vnd): Done =>
    amount < 0 ? take({ invoice, from: row.line.docDate, product: undefined, amount }) : NOTHING_DONE;
  const first = rows.map((row): DiscountAdjustment => {
    return { ...row, done: row.original ? takenBy(row, row.original, row.amount) : NOTHING_DONE };
  });
  const byLine = Map.groupBy(first, ({ line }) => line.id);
  return first.map((row) => {
    let { done } = row;
    for (const { original } of row.original ? byLine.get(row.line.id)! : []) {
      if (done.amount === row.amount || !original) break;
      const more = takenBy(row, original, row.amount - done.amount);
      done = { ...done, amount: done.amount + more.amount, by: [...new Set([...done.by, ...more.by])] };
    }
    return { ...row, done };
  });
}

const issuerOf = ({ period }: IssuanceInput, { branchCode }: SalesLine): string =>
  period.issuers[branchCode]?.[0] ?? '';

/** Sales without an invoice, by buyer: once they have one, it counts too. */
function waitingSales({ shortages }: PlanToAdjust, ledger: LedgerIndex, buyers: Buyers): Map<string, SalesLine[]> {
  const byId = wantedLines(ledger, buyers.partners, (line) => line.kind !== 'discount' && buyers.has(line));
  const found = new Map<string, SalesLine[]>();
  for (const { line: id, amount } of shortages) {
    const line = byId.get(id);
    if (amount <= 0 || !line) continue;
    const buyer = buyerKeyOf(line);
    const own = found.get(buyer);
    if (own) own.push(line);
    else found.set(buyer, [line]);
  }
  return found;
}

function spread(
  { amount, vatAmount }: Shortage,
  line: SalesLine,
  all: readonly DiscountedSale[],
  waiting: readonly SalesLine[],
  issuer: string,
): Row[] {
  const document = documentKeyOf(line);
  const ofRate = all.filter(
    ({ saleDay, soldAt }) => saleDay <= line.docDate && (line.vatRate === undefined || line.vatRate === soldAt),
  );
  const ofDay = ofRate.filter(({ ofDays }) => ofDays.has(saleKeyOf(line)));
  const own = ofDay.length > 0 ? ofDay : ofRate.filter(({ documents }) => documents.has(document));
  const concerned = own.length > 0 ? own : ofRate;
  const usable = concerned.filter(({ invoice, left }) => invoice.number !== '' && left > 0);
  const pending = new Set([
    ...concerned.filter(({ invoice }) => invoice.number === '').flatMap(({ ofDays }) => [...ofDays]),
    ...(own.length > 0 ? [] : waiting.filter(({ docDate }) => docDate <= line.docDate).map(saleKeyOf)),
  ]).size;
  const most = sumVnd(usable.map(({ left }) => left));
  const none = { original: undefined, rate: line.vatRate, value: most, amount, ledgerVat: vatAmount, pending };
  if (usable.length === 0) return [{ ...none, line, profile: issuer, why: whyNone(line, pending) }];
  if (-amount > most) {
    const why = `chiết khấu lớn hơn ${formatVnd(most)} đồng tiền hàng còn lại của các hóa đơn đã có số`;
    return [{ ...none, line, profile: issuer, why: pending > 0 ? `${why}; ${stillPending(pending)}` : why }];
  }
  const weights = usable.map(({ left }) => BigInt(left));
  const [amounts, vats] = [splitVnd(amount, weights), splitVnd(vatAmount, weights)];
  return usable.flatMap((sale, index): Row[] => {
    const [part, ledgerVat] = [amounts[index]!, vats[index]!];
    const { invoice: original, rate, left: value } = sale;
    sale.left = sumVnd([sale.left, part]);
    if (part === 0 && ledgerVat === 0) return [];
    return [{ line, profile: original.profile, original, why: '', rate, value, amount: part, ledgerVat, pending }];
  });
}

const stillPending = (count: number): string => `khách còn ${count} chứng từ bán đến ngày ấy chưa có số hóa đơn`;

const whyNone = ({ vatRate }: SalesLine, pending: number): string => {
  const none = `chưa có hóa đơn đã có số nào của khách${vatRate === undefined ? '' : ` ở thuế suất ${vatRate}`} đến ngày chiết khấu trong kỳ`;
  return pending > 0 ? `${none}; ${stillPending(pending)}` : none;
};

/** The VAT of every adjusting invoice, by rate: one for each document of discounts, of one day and partner, and entity. */
function withVat(rows: readonly Row[]): Omit<DiscountAdjustment, 'done'>[] {
  const vatOf = new Map<Row, Vnd>();
  for (const own of Map.groupBy(rows, ({ line, profile }) => `${profile}\u0000${saleKeyOf(line)}`).values()) {
    const rated = own.flatMap((row) => (row.original && row.rate !== undefined ? [{ row, vatRate: row.rate }] : []));
    const { perItem } = computeVat(rated.map(({ row, vatRate }) => ({ amount: row.amount, vatRate })));
    for (const [index, { row }] of rated.entries()) vatOf.set(row, perItem[index]!);
  }
  return rows.map((row) => ({ ...row, vatAmount: vatOf.get(row) ?? row.ledgerVat }));
}

/** The next step with a row of the list, in words. */
export function discountFateOf({ original, why, pending, done, amount }: DiscountAdjustment): string {
  if (!original) return `Chờ: ${why}`;
  const words = doneWords(done, amount);
  if (words !== undefined) return words;
  if (original.isAdjusted) return 'AMIS đã có chứng từ điều chỉnh hóa đơn này: đối chiếu số tiền';
  if (pending > 0) return `Chờ: ${stillPending(pending)}; có số rồi bảng kê này sẽ đổi`;
  if (original.isForeign) return 'Hóa đơn lập ngoài Khớp: xem đã ghi chiết khấu này chưa, chưa thì lập điều chỉnh';
  return 'Chờ lập hóa đơn điều chỉnh';
}

const SHOWN = 3;

/** The shortages with the invoices that each discount of its own lowers in their words. */
export function namingDiscounted(input: IssuanceInput, plan: PlanToAdjust, ledger: LedgerIndex): readonly Shortage[] {
  const rows = discountAdjustments(input, plan, ledger);
  if (rows.length === 0) return plan.shortages;
  const byLine = Map.groupBy(rows, ({ line }) => line.id);
  return plan.shortages.map((shortage) => {
    const own = shortage.reason === 'DISCOUNT_TO_ADJUST' ? byLine.get(shortage.line) : undefined;
    return own ? { ...shortage, message: `${shortage.message} ${sentenceOf(own)}.` } : shortage;
  });
}

function sentenceOf(rows: readonly DiscountAdjustment[]): string {
  const [first] = rows;
  if (!first?.original) return `Chờ: ${first?.why ?? ''}`;
  const numbers = [
    ...new Set(rows.map(({ original }) => `số ${original!.number} ngày ${dayOf(original!)} (${original!.profile})`)),
  ];
  const done = sumVnd(rows.map((row) => row.done.amount));
  const words = doneWords(
    { amount: done, by: [...new Set(rows.flatMap((row) => row.done.by))] },
    sumVnd(rows.map(({ amount }) => amount)),
  );
  if (words !== undefined) return words;
  const named = `Điều chỉnh giảm cho hóa đơn ${firstNamed(numbers, SHOWN, 'hóa đơn')}`;
  return first.pending > 0 ? `${named}; ${stillPending(first.pending)}, nên chờ` : named;
}

export const dayOf = ({ date }: DiscountedInvoice): string => (date ? formatDay(date) : '……');
