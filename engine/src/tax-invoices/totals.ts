import { at, childrenOf, textOf, type XmlElement } from './element.ts';
import type { Findings } from './findings.ts';
import { discountsOf, type LineSum, linesAddUp, vatAddsUp } from './line-sums.ts';
import type { RateTotal, TaxInvoiceLine, TaxTotals, TotalsVariant } from './tax-invoice.ts';
import { type Decimal, fromUnits, inVnd, isWithin, minus, plus, toUnits, type Units, ZERO } from './values/decimal.ts';
import { numberOf, rateOf } from './values/numbers.ts';

/** The money around the lines: the currency, its rate, and the unit within which sums may be rounded. */
export type Money = { readonly exchangeRate: Decimal | null; readonly unit: Units };

/** LTSuat of TToan. */
export const readRates = (content: XmlElement | undefined, findings: Findings): RateTotal[] =>
  childrenOf(at(content, 'TToan', 'THTTLTSuat'), 'LTSuat').map((one) => ({
    rate: rateOf(one, findings, null),
    amount: numberOf(one, 'ThTien', findings),
    vat: numberOf(one, 'TThue', findings),
  }));

/** TToan, recomputed from the lines and the sums by rate. */
export function readTotals(
  content: XmlElement | undefined,
  {
    lines,
    rates,
    money,
  }: { readonly lines: readonly TaxInvoiceLine[]; readonly rates: readonly RateTotal[]; readonly money: Money },
  findings: Findings,
): TaxTotals {
  const totals = at(content, 'TToan');
  const number = (name: string): Decimal | null => numberOf(totals, name, findings);
  const fees = childrenOf(at(totals, 'DSLPhi'), 'LPhi').reduce(
    (sum, one) => plus(sum, toUnits(numberOf(one, 'TPhi', findings) ?? '0')),
    ZERO,
  );
  const said: Said = {
    beforeVat: number('TgTCThue'),
    vat: number('TgTThue'),
    discount: number('TTCKTMai'),
    fees: fromUnits(fees),
    deduction: number('TGTKhac'),
    total: number('TgTTTBSo'),
  };
  const sum = linesAddUp(lines, rates, said.beforeVat, money.unit);
  const variant = variantOf({ said, lines, rates, sum, money });
  tellTotals(said, variant, sum, findings);
  return { ...said, inWords: textOf(totals, 'TgTTTBChu'), inVnd: vndOf(said, rates, sum, money), variant };
}

type Said = Pick<TaxTotals, 'beforeVat' | 'vat' | 'discount' | 'fees' | 'deduction' | 'total'>;
type Parts = {
  readonly said: Said;
  readonly lines: readonly TaxInvoiceLine[];
  readonly rates: readonly RateTotal[];
  readonly sum: LineSum;
  readonly money: Money;
};

const unitsOf = (value: Decimal | null): Units => (value === null ? ZERO : toUnits(value));

function variantOf({ said, lines, rates, sum, money }: Parts): TotalsVariant {
  const total = totalAddsUp(said, lines, sum, money.unit);
  return {
    lines: sum.way,
    promotionsCount: sum.promotionsCount,
    vat: vatAddsUp({ lines, rates, said: said.vat, unit: money.unit }),
    ...total,
  };
}

/** TgTTTBSo = before VAT + VAT + fees − other deductions (− TTCKTMai where no line holds it). */
function totalAddsUp(
  said: Said,
  lines: readonly TaxInvoiceLine[],
  sum: LineSum,
  unit: Units,
): Pick<TotalsVariant, 'total' | 'discountInTotal' | 'deductionInTotal'> {
  const none = { discountInTotal: false, deductionInTotal: false } as const;
  if (said.total === null) return { total: null, ...none };
  const before = said.beforeVat === null ? sum.amount : toUnits(said.beforeVat);
  const gross = plus(plus(before, unitsOf(said.vat)), toUnits(said.fees));
  const [discount, deduction] = [unitsOf(said.discount), unitsOf(said.deduction)];
  const mayDiscount = discount.units !== 0n && !discountsOf(lines);
  const isFraction = [said.beforeVat, said.vat, said.fees, said.deduction, said.discount].some((one) =>
    one?.includes('.'),
  );
  const distance = isFraction || said.beforeVat === null ? unit : ZERO;
  for (const deductionInTotal of [true, false])
    for (const discountInTotal of mayDiscount ? [true, false] : [false]) {
      const net = minus(minus(gross, deductionInTotal ? deduction : ZERO), discountInTotal ? discount : ZERO);
      if (isWithin(net, toUnits(said.total), distance))
        return { total: 'sum', discountInTotal, deductionInTotal: deductionInTotal && deduction.units !== 0n };
    }
  return { total: 'none', ...none };
}

function tellTotals(said: Said, variant: TotalsVariant, sum: LineSum, findings: Findings): void {
  const keep = 'Số đã ký vẫn được dùng; hãy hỏi người bán.';
  if (variant.lines === 'none')
    findings.add(
      'XML_TOTALS',
      `Cộng các dòng được ${fromUnits(sum.amount)}, không bằng tiền trước thuế ${sum.said} của hóa đơn. ${keep}`,
    );
  if (variant.vat === 'none')
    findings.add('XML_TOTALS', `Tiền thuế ${said.vat ?? ''} không bằng thuế suất nhân tiền hàng. ${keep}`);
  if (variant.total === 'none')
    findings.add(
      'XML_TOTALS',
      `Tổng thanh toán ${said.total} không bằng tiền hàng cộng thuế và phí trừ các khoản giảm. ${keep}`,
    );
}

/** An absent total is computed: the sum of the lines, the VAT of the rates, one and the other. */
function vndOf(said: Said, rates: readonly RateTotal[], sum: LineSum, { exchangeRate }: Money): TaxTotals['inVnd'] {
  if (exchangeRate === null) return null;
  const before = said.beforeVat ?? fromUnits(sum.amount);
  const tax = said.vat ?? fromUnits(rates.reduce((all, { vat }) => plus(all, unitsOf(vat)), ZERO));
  const total = said.total ?? fromUnits(plus(plus(toUnits(before), toUnits(tax)), toUnits(said.fees)));
  const [beforeVat, vat, whole] = [before, tax, total].map((amount) => inVnd(amount, exchangeRate));
  if (beforeVat === undefined || vat === undefined || whole === undefined) return null;
  return { beforeVat, vat, total: whole };
}
