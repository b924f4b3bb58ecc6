import type { SalesLine } from '../../bravo/sales-line.ts';
import { netAmountOf } from '../../bravo/sales-line.ts';
import { scaleVnd, splitVnd, type Vnd, vnd } from '../../money.ts';
import { type VatRate, vatBasisPoints } from '../../vat-rate.ts';
import type { IssuancePlan } from '../types.ts';

/** The reasons why the VAT on an invoice is another than the ledger's of the same goods. The list is closed. */
export const VAT_REASONS = ['rounding', 'no_ledger_rate', 'rate_differs', 'ledger_tax', 'ledger_changed'] as const;
export type VatReason = (typeof VAT_REASONS)[number];

export const VAT_REASON_NAMES: Readonly<Record<VatReason, string>> = {
  rounding: 'Làm tròn theo nhóm thuế suất của hóa đơn',
  no_ledger_rate: 'Sổ không ghi thuế suất, hóa đơn lấy thuế suất của mã hàng',
  rate_differs: 'Hóa đơn ghi thuế suất khác sổ',
  ledger_tax: 'Tiền thuế trên sổ khác tiền hàng × thuế suất',
  ledger_changed: 'Sổ đã đổi sau khi hóa đơn được lập hoặc sửa',
};

/** The VAT of one allocation of an invoice, beside the ledger's for the same đồng. */
export type VatPart = {
  readonly line: string;
  /** Undefined for VAT of sold goods that no live invoice carries any more. */
  readonly invoice: string | undefined;
  readonly profile: string;
  /** Rate on the invoice. */
  readonly rate: VatRate;
  /** Rate on the ledger; undefined where it is blank, or the ledger has lost the line. */
  readonly ledgerRate: VatRate | undefined;
  readonly amount: Vnd;
  readonly invoiceVat: Vnd;
  readonly ledgerVat: Vnd;
  /** `ledgerVat − invoiceVat`. */
  readonly difference: Vnd;
  readonly reason: VatReason;
};

type Holder = Omit<VatPart, 'ledgerVat' | 'difference' | 'reason' | 'ledgerRate'>;

/** Two roundings meet: the ledger's of its line, and that of the line's share. */
const ROUNDING = 2;

/**
 * The VAT of every invoiced part of the ledger. Exact by construction: a line's VAT less the shares of already
 * invoiced, unallocated, netted and excluded parts is given to its allocations in proportion to their amounts, and an
 * item's VAT to its allocations likewise; so both sides add up, per invoice, per rate and in all, whatever the reasons
 * are.
 */
export function* vatParts(
  lines: readonly SalesLine[],
  plan: Pick<IssuancePlan, 'invoices' | 'alreadyInvoiced' | 'shortages' | 'netted' | 'excluded'>,
): Generator<VatPart> {
  const elsewhere = vatElsewhere(plan);
  const holders = holdersByLine(plan);
  let held = 0;
  for (const line of lines) {
    const own = holders.get(line.id);
    const vatAmount = vnd(line.vatAmount - (elsewhere.get(line.id) ?? 0));
    if (own) {
      held += 1;
      yield* partsOfLine(own, line, vatAmount);
    } else if (vatAmount !== 0) {
      const rate = line.vatRate ?? '';
      const nowhere = { line: line.id, invoice: undefined, profile: '', rate, amount: 0, invoiceVat: 0 };
      yield* partsOfLine([nowhere], line, vatAmount);
    }
  }
  // Kept invoices may hold lines that the ledger has lost.
  if (held === holders.size) return;
  const known = new Set(lines.map(({ id }) => id));
  for (const [line, own] of holders) if (!known.has(line)) yield* partsOfLine(own, undefined, 0);
}

/** The VAT of each line that is on no invoice of the plan: invoiced already, left over, netted or excluded. */
function vatElsewhere(
  plan: Pick<IssuancePlan, 'alreadyInvoiced' | 'shortages' | 'netted' | 'excluded'>,
): Map<string, Vnd> {
  const taken = new Map<string, Vnd>();
  const take = (line: string, vatAmount: Vnd) => taken.set(line, vnd((taken.get(line) ?? 0) + vatAmount));
  for (const one of plan.alreadyInvoiced) take(one.line, one.vatAmount);
  for (const one of plan.shortages) take(one.line, one.vatAmount);
  for (const one of plan.excluded) take(one.line, one.vatAmount);
  for (const one of plan.netted) {
    take(one.saleLine, one.vatAmount);
    take(one.returnLine, -one.vatAmount);
  }
  return taken;
}

function holdersByLine({ invoices }: Pick<IssuancePlan, 'invoices'>): Map<string, Holder[]> {
  const holders = new Map<string, Holder[]>();
  for (const { key, profile, items } of invoices) {
    for (const { vatRate, vatAmount, allocations } of items) {
      const vat = sharesOf(vatAmount, allocations);
      allocations.forEach(({ line, amount }, index) => {
        const holder = { line, invoice: key, profile, rate: vatRate, amount, invoiceVat: vat[index]! };
        const own = holders.get(line);
        if (own) own.push(holder);
        else holders.set(line, [holder]);
      });
    }
  }
  return holders;
}

/** The VAT of parts in proportion to their amounts. Most have no other beside them. */
const sharesOf = (vatAmount: Vnd, parts: readonly { readonly amount: Vnd }[]): readonly Vnd[] =>
  parts.length === 1
    ? [vnd(vatAmount)]
    : splitVnd(
        vatAmount,
        parts.map(({ amount }) => BigInt(Math.abs(amount))),
      );

function* partsOfLine(holders: readonly Holder[], line: SalesLine | undefined, vatAmount: Vnd): Generator<VatPart> {
  const shares = sharesOf(vatAmount, holders);
  for (const [index, holder] of holders.entries()) {
    const ledgerVat = shares[index]!;
    const difference = vnd(ledgerVat - holder.invoiceVat);
    const reason = reasonOf(holder, line, ledgerVat);
    yield { ...holder, ledgerRate: line?.vatRate, ledgerVat, difference, reason };
  }
}

function reasonOf({ invoice, rate, amount }: Holder, line: SalesLine | undefined, ledgerVat: Vnd): VatReason {
  if (invoice === undefined || !line) return 'ledger_changed';
  if (Math.abs(taxOf(amount, rate) - ledgerVat) <= ROUNDING) return 'rounding';
  if (line.vatRate === undefined) return 'no_ledger_rate';
  if (line.vatRate !== rate) return 'rate_differs';
  return Math.abs(taxOf(netAmountOf(line), rate) - line.vatAmount) > ROUNDING - 1 ? 'ledger_tax' : 'ledger_changed';
}

/** Up to here a product and its half are exact as numbers, which are quicker than whole quantities. */
const EXACT_PRODUCT = 2 ** 46;

function taxOf(amount: Vnd, rate: VatRate): Vnd {
  const points = vatBasisPoints(rate);
  const product = Math.abs(amount) * Number(points);
  if (product > EXACT_PRODUCT) return scaleVnd(amount, points, 10_000n);
  const rounded = Math.floor((product + 5000) / 10_000);
  return amount < 0 ? -rounded : rounded;
}
