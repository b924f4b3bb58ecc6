import { formatQuantity } from '../../quantity.ts';
import type { Row } from '../../sheets/layouts/layout.ts';
import type { ProfileTerms } from '../books.ts';
import { isConsolidated } from '../rules/consolidation.ts';
import type { NewCustomer, PlannedInvoice, PlannedItem } from '../types.ts';

/**
 * The rows of AMIS's sales voucher import for one profile, by field name of the export layouts. Rows that share a
 * voucher number form one voucher. Posting and voucher dates are the sale's own date, the invoice date has a column of
 * its own (docs/decisions/0006-invoice-dates.md). Amounts are after discount; a discount line is a negative amount
 * without quantity, marked as trade discount. `noteOf` goes on in the words of the voucher (Diễn giải).
 */
export function* salesVoucherRows(
  invoices: Iterable<PlannedInvoice>,
  terms: ProfileTerms,
  noteOf: (invoice: PlannedInvoice) => string = () => '',
): Generator<Row> {
  for (const invoice of invoices) {
    const hasStock = invoice.items.some((item) => item.warehouse !== '');
    for (const item of invoice.items)
      yield { ...headOf(invoice, terms, noteOf(invoice)), withDelivery: hasStock, ...lineOf(item, terms) };
  }
}

function headOf(invoice: PlannedInvoice, terms: ProfileTerms, note: string): Row {
  const { buyer } = invoice;
  const description = isConsolidated(invoice)
    ? 'Hóa đơn tổng hợp hàng khuyến mại, cho, biếu, tặng'
    : `Bán hàng theo chứng từ Bravo ${invoice.bravoDocument}`;
  return {
    withInvoice: true,
    invoiceIssued: false,
    accountingDate: invoice.documentDate,
    documentDate: invoice.documentDate,
    voucherNumber: invoice.voucherNumber,
    invoiceForm: terms.invoiceForm,
    invoiceSymbol: terms.invoiceSymbol,
    invoiceDate: invoice.date,
    customerCode: buyer.customerCode || null,
    customerName: buyer.name,
    address: buyer.address || null,
    taxCode: buyer.taxCode || null,
    // No layout of AMIS is known to have these columns; the layout of an installation may.
    personalId: buyer.identity?.personalId ?? null,
    passport: buyer.identity?.passport ?? null,
    nationality: buyer.identity?.nationality ?? null,
    budgetCode: buyer.identity?.budgetCode ?? null,
    description: note === '' ? description : `${description}; ${note}`,
    deliveryReason: description,
  };
}

function lineOf(item: PlannedItem, terms: ProfileTerms): Row {
  const isDiscount = item.kind === 'discount';
  const hasStock = item.warehouse !== '';
  return {
    productCode: item.product,
    productName: item.name,
    // A gift that is no promotion has its market price.
    isPromotion: item.kind === 'free' && item.amount === 0,
    isTradeDiscount: isDiscount,
    receivableAccount: terms.accounts.receivable,
    revenueAccount: terms.accounts.revenue,
    unit: item.unit || null,
    quantity: isDiscount ? null : formatQuantity(item.quantity),
    unitPrice: isDiscount ? null : item.unitPrice,
    amount: item.amount,
    convertedAmount: item.amount,
    vatRate: item.vatRate,
    vatOther: item.vatRate.startsWith('KHAC:') ? item.vatRate : null,
    vatAmount: item.vatAmount,
    convertedVatAmount: item.vatAmount,
    vatAccount: terms.accounts.vat,
    warehouseCode: item.warehouse || null,
    cogsAccount: hasStock ? terms.accounts.cogs : null,
    inventoryAccount: hasStock ? terms.accounts.inventory : null,
  };
}

/**
 * The rows of AMIS's customer import: customers that have to exist there before the invoices are imported. A person has
 * a 12-digit number.
 */
export function* newCustomerRows(customers: Iterable<NewCustomer>): Generator<Row> {
  for (const { customerCode, name, address, taxCode, phone, email } of customers) {
    yield {
      isPerson: taxCode === '' || taxCode.length === 12,
      isSupplier: false,
      code: customerCode,
      name,
      address: address || null,
      taxCode: taxCode || null,
      phone: phone || null,
      email: email || null,
    };
  }
}
