import type { TaxSettlement } from '@khop/contract/invoice-issuance/tax-settlements.ts';
import type { Run } from '@khop/contract/runs.ts';
import type { TaxUploadReport } from '@khop/contract/tax-invoices/resources.ts';
import { amountInWords } from '@khop/engine/amount-in-words.ts';
import type { InvoiceToWrite } from '@khop/sample/tax-invoices/invoice-to-write.ts';
import { madeUpInvoice } from '@khop/sample/tax-invoices/made-up-invoice.ts';
import { newTestAuthority, type TestSigner } from '@khop/sample/tax-invoices/test-authority.ts';
import { PLAIN_STYLE, writeTaxInvoice } from '@khop/sample/tax-invoices/write-tax-invoice.ts';
import { expect } from 'vitest';
import type { TestApi } from '../api.ts';

export const OURS = { taxCode: '0316520076', name: 'Công ty TNHH An Phú' };
export const SUPPLIER = { taxCode: '0101243150', name: 'Công ty TNHH Hoa Mai' };
export const CUSTOMER = { taxCode: '0314409058', name: 'Công ty Cổ phần Bình Minh' };

export const authority = newTestAuthority();
const signers = new Map<string, TestSigner>();

/** The signer of a firm, made when it is first wanted. */
function signerOf(firm: typeof OURS): TestSigner {
  const known = signers.get(firm.taxCode) ?? authority.signerOf(firm);
  signers.set(firm.taxCode, known);
  return known;
}

/** The content of an invoice in these tests: a purchase from the supplier unless told otherwise. */
export const purchase = (number: number, over: Partial<InvoiceToWrite> = {}): InvoiceToWrite => ({
  ...madeUpInvoice({ seed: 7, seller: SUPPLIER, buyer: OURS, number, date: '2026-10-05', lines: 3 }),
  ...over,
});

export const sale = (number: number, over: Partial<InvoiceToWrite> = {}): InvoiceToWrite => ({
  ...madeUpInvoice({ seed: 8, seller: OURS, buyer: CUSTOMER, number, date: '2026-10-06', lines: 2 }),
  ...over,
});

/** An invoice of ours as its GET tells it, as far as these tests look at it. */
export type OurWhole = {
  id: string;
  voucherNumber: string;
  date: string;
  documentDate: string;
  status: string;
  amount: number;
  vatAmount: number;
  total: number;
  invoiceNumber: string | null;
  invoiceDate: string | null;
  version: number;
  buyer: { name: string; taxCode: string };
  seller: { name: string; taxCode: string; invoiceForm: string; invoiceSymbol: string };
  items: {
    productCode: string;
    name: string;
    unit: string;
    quantity: string;
    unitPrice: string;
    amount: number;
    vatRate: string;
    vatAmount: number;
    warehouseCode: string;
  }[];
  vat: { rate: string; amount: number; vatAmount: number }[];
  taxInvoice: (Omit<TaxSettlement, 'id'> & { id: string | null; settlementId: string }) | null;
};

export const FORM = '1';
export const SYMBOL = 'C26TYY';

const rateText = (rate: string): string => (/^\d/.test(rate) ? `${rate}%` : rate);

/** The tax invoice that says exactly what an invoice of ours says. */
export const taxOf = (invoice: OurWhole, number: number, over: Partial<InvoiceToWrite> = {}): InvoiceToWrite => ({
  version: '2.1.0',
  title: 'Hóa đơn giá trị gia tăng',
  form: FORM,
  symbol: SYMBOL,
  number: String(number),
  date: invoice.date,
  currency: 'VND',
  exchangeRate: '1',
  seller: { name: invoice.seller.name, taxCode: invoice.seller.taxCode },
  buyer: { name: invoice.buyer.name, taxCode: invoice.buyer.taxCode },
  lines: invoice.items.map((item) => ({
    ...{ kind: '1', code: item.productCode, name: item.name, unit: item.unit, quantity: item.quantity },
    ...{ unitPrice: item.unitPrice, amount: String(item.amount), rate: rateText(item.vatRate) },
  })),
  rates: invoice.vat.map(({ rate, amount, vatAmount }) => ({
    ...{ rate: rateText(rate), amount: String(amount), vat: String(vatAmount) },
  })),
  beforeVat: String(invoice.amount),
  vat: String(invoice.vatAmount),
  total: String(invoice.total),
  inWords: amountInWords(invoice.total),
  ...over,
});

/** The signed XML of an invoice; `false` for one without a signature. */
export const xmlOf = (invoice: InvoiceToWrite, isSigned = true): Buffer => {
  const firm = { taxCode: invoice.seller.taxCode ?? '', name: invoice.seller.name ?? '' };
  const style = { ...PLAIN_STYLE, signedAt: `${invoice.date}T10:00:00` };
  return writeTaxInvoice(invoice, isSigned ? { seller: signerOf(firm) } : {}, style);
};

/** A zip of files by their names, as the portal gives it. */
export const zipOf = (api: TestApi, files: Readonly<Record<string, Buffer>>): Promise<Buffer> =>
  api.context.workbooks.zip(Object.entries(files).map(([path, bytes]) => ({ path, bytes })));

/** Sends a file to the room and waits for its run. */
export async function sendInvoices(api: TestApi, name: string, content: Buffer): Promise<Run> {
  const { status, body } = await api.upload<{ runId: string }>('/tax-invoices/bulk', { name, content });
  expect(status, JSON.stringify(body)).toBe(202);
  return api.runEnd(body.runId);
}

/** The same for a file that is taken in. */
export async function takeInvoices(api: TestApi, name: string, content: Buffer): Promise<TaxUploadReport> {
  const run = await sendInvoices(api, name, content);
  expect(run.status, `${run.errorCode} ${run.message}`).toBe('succeeded');
  return run.result as TaxUploadReport;
}
