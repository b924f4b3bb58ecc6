import { divideRounded, scaleVnd } from '@khop/engine/money.ts';
import { formatQuantity, ONE } from '@khop/engine/quantity.ts';
import type { Row } from '@khop/engine/sheets/layouts/layout.ts';
import { codeInPurchases, codeInStock, codesInSales } from '../amis-world/code-twins.ts';
import {
  type AmisBooks,
  type Moment,
  type Movement,
  type SaleVoucher,
  standsAt,
  warehouseNames,
} from '../amis-world/model.ts';
import { closingOf, closingValueOf, type StockRow, stockRowsOf, worthOf } from '../amis-world/stock-report.ts';
import type { Company } from '../company.ts';
import { randomOf } from '../random.ts';

/** The stock of the period as the profile's own report shows it. */
export const inventoryOf = (company: Company, profile: number): StockRow[] =>
  stockRowsOf(company.books().amis[profile]!, company.period, company.moments[profile]!.inventory);

/** "Tổng hợp tồn kho", sorted by warehouse: opening + in − out = closing in every row, in quantity and in value. */
export const inventoryRows = (company: Company, profile: number): Generator<Row> =>
  inventorySheetRows(inventoryOf(company, profile));

/** Rows of the layout "amis-inventory", sorted by warehouse. */
export function* inventorySheetRows(rows: readonly StockRow[]): Generator<Row> {
  for (const warehouse of Object.keys(warehouseNames)) {
    for (const row of rows) {
      if (row.warehouse !== warehouse) continue;
      yield {
        warehouseName: warehouseNames[warehouse]!,
        warehouseCode: warehouse,
        productCode: codeInStock(row.product),
        productName: row.product.name,
        unit: row.product.unit,
        openingQuantity: formatQuantity(row.opening),
        openingValue: row.openingValue,
        inQuantity: formatQuantity(row.in),
        inValue: row.inValue,
        outQuantity: formatQuantity(row.out),
        outValue: row.outValue,
        closingQuantity: formatQuantity(closingOf(row)),
        closingValue: closingValueOf(row),
        group: row.product.group,
      };
    }
  }
}

/** Đồng per unit of a purchase. */
export const unitPriceOf = ({ value, quantity }: Movement): number =>
  Number(divideRounded(BigInt(value) * ONE, quantity));

/**
 * "Sổ chi tiết mua hàng": arrivals by day, a dozen lines to a voucher. Goods that arrive in a warehouse are booked into
 * it.
 */
export function* purchaseRows(company: Company, profile: number): Generator<Row> {
  const random = randomOf(company.options.seed, `purchases-${profile}`);
  const moment = company.moments[profile]!.purchases;
  const purchases = company
    .books()
    .amis[profile]!.movements.filter(({ kind, recordedAt }) => kind === 'purchase' && recordedAt <= moment)
    .sort(byDay);
  const suppliers = company.suppliers[profile]!;
  let voucher = { serial: 0, day: '', lines: 0, supplier: suppliers[0]! };
  for (const purchase of purchases) {
    if (voucher.day !== purchase.date || voucher.lines >= 12) {
      voucher = { serial: voucher.serial + 1, day: purchase.date, lines: 0, supplier: random.pick(suppliers) };
    }
    voucher.lines += 1;
    yield purchaseRow(purchase, voucher.serial, voucher.supplier);
  }
}

const byDay = (a: Movement, b: Movement): number => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0);

function purchaseRow(purchase: Movement, serial: number, supplier: { code: string; name: string }): Row {
  const { product } = purchase;
  return {
    accountingDate: purchase.date,
    documentDate: purchase.date,
    voucherNumber: `NK${String(serial).padStart(5, '0')}`,
    invoiceDate: purchase.date,
    invoiceNumber: String(1000 + serial).padStart(8, '0'),
    description: `Mua hàng của ${supplier.name}`,
    supplierCode: supplier.code,
    supplierName: supplier.name,
    productCode: codeInPurchases(product),
    productName: product.name,
    productGroup: product.group,
    warehouseCode: purchase.warehouse,
    warehouseName: warehouseNames[purchase.warehouse]!,
    unit: product.unit,
    quantity: formatQuantity(purchase.quantity),
    unitPrice: String(unitPriceOf(purchase)),
    amount: purchase.value,
    discount: 0,
    returnQuantity: '0',
    returnAmount: 0,
    allowanceAmount: 0,
    vatAmount: scaleVnd(purchase.value, product.vatRate === 'KCT' ? 0n : 8n, 100n),
    receiptAmount: purchase.value,
    debitAccount: '1561',
    creditAccount: '331',
  };
}

/** "Sổ chi tiết bán hàng": the invoices that AMIS has issued under its own vouchers. */
export const salesLedgerRows = (company: Company, profile: number): Generator<Row> =>
  salesSheetRows(company.books().amis[profile]!, company.moments[profile]!.sales);

/** Rows of the layout "amis-sales-ledger" for everything entered by `moment`, in order of date. */
export function* salesSheetRows(books: AmisBooks, moment: Moment): Generator<Row> {
  const known = books.sales.filter(({ recordedAt }) => recordedAt <= moment);
  for (const voucher of known.toSorted((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0)))
    yield* salesRows(voucher, standsAt(voucher, moment) ? null : voucher.ended!.state);
}

function* salesRows(voucher: SaleVoucher, invoiceState: string | null): Generator<Row> {
  const codes = codesInSales(voucher.number);
  for (const line of voucher.lines) {
    const { product, quantity, amount, discount, returnAmount, vatAmount } = line;
    const hasStock = line.warehouse !== '';
    yield {
      accountingDate: voucher.date,
      documentDate: voucher.date,
      voucherNumber: voucher.number,
      invoiceDate: voucher.invoiceDate ?? null,
      invoiceNumber: voucher.invoiceNumber || null,
      description: voucher.description,
      invoiceState,
      customerCode: codes.customer(voucher.customerCode),
      customerName: voucher.customerName,
      productCode: codes.product(product),
      productName: product.name,
      productGroupName: product.group,
      unit: product.unit,
      isPromotion: line.isPromotion || product.promotional,
      quantity: formatQuantity(quantity),
      unitPrice: quantity === 0n ? null : String(divideRounded(BigInt(amount) * ONE, quantity)),
      amount,
      debitAccount: '131',
      creditAccount: '5111',
      discount,
      returnQuantity: formatQuantity(line.returned),
      returnAmount,
      allowanceAmount: 0,
      vatRate: line.vatRate,
      vatAmount,
      totalAmount: amount - discount - returnAmount + vatAmount,
      cogsAmount: worthOf(quantity - line.returned, product.cost),
      warehouseCode: hasStock ? line.warehouse : null,
      warehouseName: hasStock ? warehouseNames[line.warehouse]! : null,
    };
  }
}
