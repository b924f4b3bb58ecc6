import { scaleVnd } from '@khop/engine/money.ts';
import type { Row } from '@khop/engine/sheets/layout.ts';
import { type Company, codeByPartner } from './company.ts';
import type { IssuedEntry } from './issued.ts';
import { randomOf } from './random.ts';
import { closingOf, closingValueOf, type Purchase } from './stock.ts';
import { formatMilli } from './text.ts';

const warehouseNames: Readonly<Record<string, string>> = {
  KHO1: 'Kho hàng hóa',
  KHO2: 'Kho chi nhánh',
  'KHO-AO': 'Kho ảo',
  'KHO-CXHD': 'KHO CHƯA XUẤT HÓA ĐƠN',
};

/** "Tổng hợp tồn kho", sorted by warehouse: opening + in − out = closing in every row, in quantity and in value. */
export function* inventoryRows(company: Company, profile: number): Generator<Row> {
  const rows = company.books().stocks[profile]!.rows;
  for (const warehouse of Object.keys(warehouseNames)) {
    for (const row of rows) {
      if (row.warehouse !== warehouse) continue;
      yield {
        warehouseName: warehouseNames[warehouse]!,
        warehouseCode: warehouse,
        productCode: row.product.code,
        productName: row.product.name,
        unit: row.product.unit,
        openingQuantity: formatMilli(row.opening),
        openingValue: row.openingValue,
        inQuantity: formatMilli(row.in),
        inValue: row.inValue,
        outQuantity: formatMilli(row.out),
        outValue: row.outValue,
        closingQuantity: formatMilli(closingOf(row)),
        closingValue: closingValueOf(row),
        group: row.product.group,
      };
    }
  }
}

/** "Sổ chi tiết mua hàng": arrivals by day, a dozen lines to a voucher. What arrives in a warehouse is booked into it. */
export function* purchaseRows(company: Company, profile: number): Generator<Row> {
  const random = randomOf(company.options.seed, `purchases-${profile}`);
  const purchases = [...company.books().stocks[profile]!.purchases].sort(byDay);
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

const byDay = (a: Purchase, b: Purchase): number => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0);

function purchaseRow(purchase: Purchase, serial: number, supplier: { code: string; name: string }): Row {
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
    productCode: product.code,
    productName: product.name,
    productGroup: product.group,
    warehouseCode: purchase.warehouse,
    warehouseName: warehouseNames[purchase.warehouse]!,
    unit: product.unit,
    quantity: formatMilli(purchase.quantity),
    unitPrice: String(purchase.unitPrice),
    amount: purchase.amount,
    discount: 0,
    returnQuantity: '0',
    returnAmount: 0,
    allowanceAmount: 0,
    vatAmount: scaleVnd(purchase.amount, product.vatRate === 'KCT' ? 0n : 8n, 100n),
    receiptAmount: purchase.amount,
    debitAccount: '1561',
    creditAccount: '331',
  };
}

/** "Sổ chi tiết bán hàng": what AMIS has issued under its own vouchers. Its quantities are in Xuất kho. */
export function* salesLedgerRows(company: Company, profile: number): Generator<Row> {
  const codes = codeByPartner(company.customers[profile]!);
  const names = new Map(company.customers[profile]!.map(({ code, name }) => [code, name]));
  for (const entry of company.books().issued[profile]!) {
    const code = (entry.partner && codes.get(entry.partner.index)) ?? 'KHACHLE';
    yield salesRow(entry, code, names.get(code) ?? 'Khách lẻ không lấy hóa đơn');
  }
}

function salesRow(entry: IssuedEntry, customerCode: string, customerName: string): Row {
  const { product } = entry;
  const net = entry.amount - entry.discount;
  return {
    accountingDate: entry.documentDate,
    documentDate: entry.documentDate,
    voucherNumber: entry.voucherNumber,
    invoiceDate: entry.invoiceNumber ? entry.documentDate : null,
    invoiceNumber: entry.invoiceNumber || null,
    description: `Bán hàng cho ${customerName}`,
    customerCode,
    customerName,
    productCode: product.code,
    productName: product.name,
    productGroupName: product.group,
    unit: product.unit,
    quantity: formatMilli(entry.quantity),
    unitPrice: String(scaleVnd(entry.amount, 1000n, BigInt(entry.quantity))),
    amount: entry.amount,
    debitAccount: '131',
    creditAccount: '5111',
    discount: entry.discount,
    returnQuantity: '0',
    returnAmount: 0,
    allowanceAmount: 0,
    vatRate: entry.vatRate,
    vatAmount: entry.vatAmount,
    totalAmount: net + entry.vatAmount,
    cogsAmount: scaleVnd(product.cost, BigInt(entry.quantity), 1000n),
    warehouseCode: 'KHO1',
    warehouseName: warehouseNames.KHO1!,
  };
}
