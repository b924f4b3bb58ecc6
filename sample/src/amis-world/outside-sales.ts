import type { Day } from '@khop/engine/day.ts';
import { scaleVnd } from '@khop/engine/money.ts';
import type { Quantity } from '@khop/engine/quantity.ts';
import { rateOf } from '../catalogues/pricing.ts';
import type { AmisPartner, AmisProduct } from '../model.ts';
import type { Random } from '../random.ts';
import { eveningOf, type Moment, type SaleLine, type SaleVoucher } from './model.ts';
import { worthOf } from './stock-report.ts';

/** Goods that a profile sells in AMIS and that Bravo never hears of. */
export type OutsideSale = { readonly product: AmisProduct; readonly quantity: Quantity; readonly date: Day };

/** Lines that one sale past Bravo has at most. */
const linesPerSale = 3;

/**
 * The vouchers of sales past Bravo: a live stream, a visitor, an old customer. Those of the last days may be entered
 * only on the first day after the period (`late`), as it happens.
 */
export function outsideVouchers(
  random: Random,
  sales: readonly OutsideSale[],
  customers: readonly AmisPartner[],
  late: { readonly fromDay: Day; readonly recordedAt: Moment } | undefined,
): SaleVoucher[] {
  const strangers = customers.filter(({ partner }) => !partner || partner.kind === 'person' || partner.kind === 'shop');
  const sorted = [...sales].sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0));
  const vouchers: SaleVoucher[] = [];
  for (let at = 0; at < sorted.length; ) {
    const { date } = sorted[at]!;
    const lines: SaleLine[] = [];
    while (lines.length < linesPerSale && sorted[at]?.date === date) lines.push(lineOf(random, sorted[at++]!));
    const customer = random.pick(strangers.length > 0 ? strangers : customers);
    const isLate = late !== undefined && date >= late.fromDay && random.chance(600);
    vouchers.push({
      number: '',
      date,
      recordedAt: isLate ? late.recordedAt : eveningOf(date),
      invoiceNumber: 'yes',
      invoiceDate: date,
      customerCode: customer.code,
      customerName: customer.name,
      description: `Bán hàng cho ${customer.name}`,
      lines,
      isImported: false,
    });
  }
  return vouchers;
}

function lineOf(random: Random, { product, quantity, date }: OutsideSale): SaleLine {
  const price = product.salePrice || scaleVnd(product.cost, BigInt(random.int(120, 150)), 100n);
  const vatRate = rateOf(product.good.vat, date);
  const amount = worthOf(quantity, price);
  return {
    product,
    warehouse: 'KHO1',
    quantity,
    returned: 0n,
    amount,
    discount: 0,
    returnAmount: 0,
    vatRate,
    vatAmount: vatRate === 'KCT' ? 0 : scaleVnd(amount, BigInt(vatRate), 100n),
    isPromotion: false,
  };
}

/** Returns of sales past Bravo: two of them a month. */
export function returnVouchers(random: Random, vouchers: readonly SaleVoucher[], through: Day): SaleVoucher[] {
  const early = vouchers.filter(({ date }) => date < through);
  return random
    .shuffle(early)
    .slice(0, 2)
    .map((sold) => {
      const line = sold.lines[0]!;
      return {
        ...sold,
        date: through,
        recordedAt: eveningOf(through),
        invoiceNumber: '',
        invoiceDate: undefined,
        description: `Hàng bán bị trả lại: ${sold.customerName}`,
        lines: [
          {
            ...line,
            quantity: 0n,
            returned: line.quantity,
            amount: 0,
            returnAmount: line.amount,
            vatAmount: -line.vatAmount,
          },
        ],
      };
    });
}
