import type { Day } from '@khop/engine/day.ts';
import { divideRounded, scaleVnd, type Vnd } from '@khop/engine/money.ts';
import { formatQuantity, ONE } from '@khop/engine/quantity.ts';
import type { Row } from '@khop/engine/sheets/layouts/layout.ts';
import { codeInPurchases } from '../amis-world/code-twins.ts';
import { type Movement, warehouseNames } from '../amis-world/model.ts';
import type { Company } from '../company.ts';
import type { AmisPartner } from '../model.ts';
import { randomOf } from '../random.ts';

/** One arrival of a voucher; `value` is before VAT. */
export type PurchaseLine = Pick<Movement, 'product' | 'warehouse' | 'quantity' | 'value'> & { readonly vatAmount: Vnd };

/** A voucher of the purchase ledger, with the invoice that came with the goods. */
export type PurchaseVoucher = {
  readonly number: string;
  readonly date: Day;
  readonly invoiceNumber: string;
  readonly invoiceDate: Day;
  readonly supplier: AmisPartner;
  readonly lines: readonly PurchaseLine[];
};

/** Lines that a voucher has at most. */
const LINES_PER_VOUCHER = 12;

/** Đồng per unit of a purchase. */
export const unitPriceOf = ({ value, quantity }: Pick<Movement, 'value' | 'quantity'>): number =>
  Number(divideRounded(BigInt(value) * ONE, quantity));

/** Arrivals by day, a dozen lines to a voucher. */
export function* purchaseVouchers(company: Company, profile: number): Generator<PurchaseVoucher> {
  const random = randomOf(company.options.seed, `purchases-${profile}`);
  const moment = company.moments[profile]!.purchases;
  const purchases = company
    .books()
    .amis[profile]!.movements.filter(({ kind, recordedAt }) => kind === 'purchase' && recordedAt <= moment)
    .sort(byDay);
  const suppliers = company.suppliers[profile]!;
  let serial = 0;
  for (let at = 0; at < purchases.length; ) {
    const date = purchases[at]!.date;
    const lines: PurchaseLine[] = [];
    while (lines.length < LINES_PER_VOUCHER && purchases[at]?.date === date) lines.push(lineOf(purchases[at++]!));
    serial += 1;
    yield {
      number: `NK${String(serial).padStart(5, '0')}`,
      date,
      invoiceNumber: String(1000 + serial).padStart(8, '0'),
      invoiceDate: date,
      supplier: random.pick(suppliers),
      lines,
    };
  }
}

const byDay = (a: Movement, b: Movement): number => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0);

const lineOf = ({ product, warehouse, quantity, value }: Movement): PurchaseLine => ({
  ...{ product, warehouse, quantity, value },
  vatAmount: scaleVnd(value, product.vatRate === 'KCT' ? 0n : 8n, 100n),
});

/** "Sổ chi tiết mua hàng". Goods that arrive in a warehouse are booked into it. */
export const purchaseRows = (company: Company, profile: number): Generator<Row> =>
  purchaseSheetRows(purchaseVouchers(company, profile));

/** Rows of the layout "amis-purchase-ledger". */
export function* purchaseSheetRows(vouchers: Iterable<PurchaseVoucher>): Generator<Row> {
  for (const voucher of vouchers) for (const line of voucher.lines) yield purchaseRow(voucher, line);
}

function purchaseRow({ supplier, ...voucher }: PurchaseVoucher, line: PurchaseLine): Row {
  const { product, warehouse, quantity, value, vatAmount } = line;
  return {
    accountingDate: voucher.date,
    documentDate: voucher.date,
    voucherNumber: voucher.number,
    invoiceDate: voucher.invoiceDate,
    invoiceNumber: voucher.invoiceNumber,
    description: `Mua hàng của ${supplier.name}`,
    supplierCode: supplier.code,
    supplierName: supplier.name,
    productCode: codeInPurchases(product),
    productName: product.name,
    productGroup: product.group,
    warehouseCode: warehouse,
    warehouseName: warehouseNames[warehouse]!,
    unit: product.unit,
    quantity: formatQuantity(quantity),
    unitPrice: String(unitPriceOf(line)),
    amount: value,
    discount: 0,
    returnQuantity: '0',
    returnAmount: 0,
    allowanceAmount: 0,
    vatAmount,
    receiptAmount: value,
    debitAccount: '1561',
    creditAccount: '331',
  };
}
