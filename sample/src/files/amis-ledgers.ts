import { divideRounded } from '@khop/engine/money.ts';
import { formatQuantity, ONE } from '@khop/engine/quantity.ts';
import type { Row } from '@khop/engine/sheets/layouts/layout.ts';
import { codeInStock, codesInSales } from '../amis-world/code-twins.ts';
import { type AmisBooks, type Moment, type SaleVoucher, standsAt, warehouseNames } from '../amis-world/model.ts';
import { closingOf, closingValueOf, type StockRow, stockRowsOf, worthOf } from '../amis-world/stock-report.ts';
import type { Company } from '../company.ts';

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
      ...(voucher.invoiceSymbol !== undefined && { invoiceSymbol: voucher.invoiceSymbol }),
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
