import { netAmountOf, type SalesLine } from '../../bravo/sales-line.ts';
import { formatVnd, scaleVnd, type Vnd, vnd } from '../../money.ts';
import { by } from '../../order.ts';
import { ONE, type Quantity } from '../../quantity.ts';
import { type OpenLedger, type OpenLine, openingQuantity, take, vatShare } from '../ledger/open-lines.ts';
import type { InvoicedElsewhere } from '../ledger/returns.ts';
import { ghostShortage, refusedShortage } from '../shortages/refused.ts';
import type { AlreadyInvoiced, PlannedAllocation, PlannedInvoice, Shortage } from '../types.ts';

/** The part of one line that kept invoices hold. */
export type Held = {
  readonly baseQuantity: Quantity;
  readonly amount: Vnd;
  /** The number of allocations: each of them may be rounded. */
  readonly parts: number;
  /** The first invoice that holds it. */
  readonly invoice: PlannedInvoice;
};

/** Source key → the part of that line that kept invoices hold. */
export type HeldOf = (line: string) => Held | undefined;

export type KeptSales = {
  readonly heldOf: HeldOf;
  /** The ledger's VAT of those parts. */
  readonly vatAmount: Vnd;
  readonly shortages: readonly Shortage[];
  /** Lines of the ledger of which kept invoices carry more than it has. */
  readonly overdrawn: ReadonlySet<string>;
  /** Lines whose price differs from what kept invoices carry: line → both amounts in words. */
  readonly repriced: ReadonlyMap<string, string>;
};

/** The held parts by the lines' places. Nearly each line of a month is on one invoice as a whole: that has no entry of its own. */
class HeldParts {
  readonly #lines: readonly SalesLine[];
  readonly #invoices: (PlannedInvoice | undefined)[];
  /** Of lines that are not on one invoice as a whole. */
  readonly #parts = new Map<number, Held>();

  constructor(lines: readonly SalesLine[]) {
    this.#lines = lines;
    this.#invoices = new Array(lines.length).fill(undefined);
  }

  addWhole(place: number, invoice: PlannedInvoice): void {
    this.#invoices[place] = invoice;
  }

  add(place: number, invoice: PlannedInvoice, { baseQuantity, amount }: PlannedAllocation): void {
    const known = this.at(place);
    this.#invoices[place] ??= invoice;
    this.#parts.set(place, {
      baseQuantity: (known?.baseQuantity ?? 0n) + baseQuantity,
      amount: (known?.amount ?? 0) + amount,
      parts: (known?.parts ?? 0) + 1,
      invoice: known?.invoice ?? invoice,
    });
  }

  at(place: number): Held | undefined {
    const part = this.#parts.get(place);
    const invoice = this.#invoices[place];
    if (part || !invoice) return part;
    const line = this.#lines[place]!;
    return { baseQuantity: openingQuantity(line), amount: netAmountOf(line), parts: 1, invoice };
  }

  /** The lines that are not on one invoice as a whole, in the ledger's order. */
  partial(): [number, Held][] {
    return [...this.#parts].sort(by(([place]) => place));
  }
}

/**
 * Takes the part that kept invoices already carry out of the ledger. Where an invoice carries more than the ledger now
 * has (the ledger was changed after it), the excess shows up as a negative unallocated amount for an accountant to
 * decide: the invoice stays. Where it carries goods at another price, the difference shows up in the same way, and the
 * rest of the line keeps today's price: the adjusting invoice has the difference. `further` are parts of other lines, on
 * invoices of which nothing else is looked at, in the order of a plan.
 */
export function takeKept(
  kept: readonly PlannedInvoice[],
  open: OpenLedger,
  further: Iterable<readonly [PlannedInvoice, PlannedAllocation]>,
): KeptSales {
  const parts = new HeldParts(open.lines);
  const shortages: Shortage[] = [];
  let vat: Vnd = 0;
  const takeOne = (invoice: PlannedInvoice, allocation: PlannedAllocation): void => {
    const { line: id, baseQuantity, amount } = allocation;
    const place = open.placeOf(id);
    if (place === undefined) {
      shortages.push(ghostShortage(id, baseQuantity, amount, invoice.voucherNumber));
      return;
    }
    if (open.takeWhole(place, baseQuantity, amount)) {
      vat += open.lines[place]!.vatAmount;
      parts.addWhole(place, invoice);
      return;
    }
    const line = open.at(place);
    vat += take(line, { baseQuantity, amount, vatAmount: vatShare(line, amount) }).vatAmount;
    parts.add(place, invoice, allocation);
  };
  for (const [invoice, allocation] of further) takeOne(invoice, allocation);
  for (const invoice of kept)
    for (const { allocations } of invoice.items) for (const allocation of allocations) takeOne(invoice, allocation);
  const heldOf: HeldOf = (id) => {
    const place = open.placeOf(id);
    return place === undefined ? undefined : parts.at(place);
  };
  return { heldOf, vatAmount: vnd(vat), ...judged(parts, open, shortages) };
}

/** The remedy where an invoice that has left is wrong, or the ledger is. Source: TT 91/2026/TT-BTC Điều 10 k1b. */
const OF_INVOICE =
  'So với phiếu giao hàng. Sổ sai thì sửa ở Bravo rồi nạp lại. Hóa đơn sai: chưa phát hành thì xóa ở AMIS, nạp lại sổ bán hàng AMIS, «Thu hồi» hóa đơn rồi sinh lại; đã phát hành thì điều chỉnh hoặc thay thế ở AMIS, Diễn giải nêu số của nó (khách kinh doanh: có thỏa thuận trước), rồi nạp lại sổ.';

/** Compares what kept invoices carry with what the ledger says now; tells of it in `shortages`. */
function judged(parts: HeldParts, open: OpenLedger, shortages: Shortage[]) {
  const overdrawn = new Set<string>();
  const repriced = new Map<string, string>();
  // A line that is on one invoice as a whole cannot differ.
  for (const [place, held] of parts.partial()) {
    const line = open.at(place);
    const { id } = line.line;
    const voucher = held.invoice.voucherNumber;
    const tell = (why: string, amount?: Vnd): void => {
      const told = refusedShortage(line, 'NEEDS_REVIEW', `hóa đơn «${voucher}»${why}`, amount);
      shortages.push(held.invoice.status === 'draft' ? told : { ...told, remedy: OF_INVOICE });
    };
    if (isOverdrawn(line)) {
      overdrawn.add(id);
      tell(' đã xuất nhiều hơn sổ hiện nay');
      continue;
    }
    const why = repricing(line.line, held);
    if (why === undefined) continue;
    repriced.set(id, why);
    if (line.baseQuantity !== 0n && line.amount === 0) tell(' đã ghi đủ tiền của dòng mà ít hàng hơn sổ hiện nay');
    else tell(`: ${why}`, vnd(worthOf(line.line, held) - held.amount));
  }
  return { shortages, overdrawn, repriced };
}

const isOverdrawn = ({ line, baseQuantity, amount }: Omit<OpenLine, 'place' | 'vatAmount'>): boolean =>
  baseQuantity < 0n || (baseQuantity === 0n && amount < 0 && line.kind !== 'discount');

type HeldFigures = Omit<Held, 'invoice'>;

/** True when invoices hold no more of a line than it has, and at its price: a plan has nothing to tell of them. */
export function agrees(line: SalesLine, held: HeldFigures): boolean {
  const amount = netAmountOf(line);
  const isWithin = amount < 0 ? held.amount <= 0 && held.amount >= amount : held.amount >= 0 && held.amount <= amount;
  const rest = { line, baseQuantity: openingQuantity(line) - held.baseQuantity, amount: amount - held.amount };
  return isWithin && !isOverdrawn(rest) && repricing(line, held) === undefined;
}

/**
 * A sentence when the held part of a line has another worth on today's ledger. A whole line is compared to the đồng; of
 * a part, one đồng per allocation and per unit may be rounding (0005: returns).
 */
function repricing(line: SalesLine, { baseQuantity, amount, parts }: HeldFigures): string | undefined {
  if (line.kind === 'discount') return undefined;
  const whole = baseQuantity === line.baseQuantity;
  const worth = worthOf(line, { baseQuantity });
  const rounding = whole ? 0 : parts + Number(line.baseQuantity / ONE) + 1;
  if (Math.abs(worth - amount) <= rounding) return undefined;
  const less = worth > amount ? `ghi thiếu ${formatVnd(worth - amount)}` : `ghi thừa ${formatVnd(amount - worth)}`;
  return `${less} đồng so với sổ hiện nay (sổ ${formatVnd(worth)}, hóa đơn ${formatVnd(amount)})`;
}

/** The worth of a quantity of a line on today’s ledger. */
const worthOf = (line: SalesLine, { baseQuantity }: Pick<Held, 'baseQuantity'>): Vnd =>
  baseQuantity === line.baseQuantity ? netAmountOf(line) : scaleVnd(netAmountOf(line), baseQuantity, line.baseQuantity);

/** The part of each line that is on an invoice before this plan, with the voucher of that invoice. */
export function invoicedBefore(heldOf: HeldOf, already: readonly AlreadyInvoiced[]): InvoicedElsewhere {
  const found = new Map<string, { baseQuantity: Quantity; voucher: string; isKept: boolean }>();
  for (const { line, baseQuantity, voucherNumber } of already) {
    if (baseQuantity <= 0n) continue;
    const held = heldOf(line);
    const known = (found.get(line) ?? held)?.baseQuantity ?? 0n;
    found.set(line, { baseQuantity: known + baseQuantity, voucher: voucherNumber, isKept: held !== undefined });
  }
  return {
    get: (line) => {
      const held = found.get(line);
      if (held) return held;
      const own = heldOf(line);
      return own && { baseQuantity: own.baseQuantity, voucher: own.invoice.voucherNumber, isKept: true };
    },
  };
}
