import type { InvoiceToWrite } from '@khop/sample/tax-invoices/invoice-to-write.ts';
import { madeUpInvoice } from '@khop/sample/tax-invoices/made-up-invoice.ts';
import { newTestAuthority, type TestSigner } from '@khop/sample/tax-invoices/test-authority.ts';
import {
  PLAIN_STYLE,
  type Signers,
  type WritingStyle,
  writeTaxInvoice,
} from '@khop/sample/tax-invoices/write-tax-invoice.ts';
import type { ReadTaxInvoice } from '../port.ts';
import { readXmlFile } from '../read-xml.ts';
import { rootsOf } from '../signature/certificate.ts';

export const authority = newTestAuthority();
export const roots = rootsOf([authority.root]);
export const seller = { taxCode: '0101243150', name: 'Công ty TNHH Hoa Mai' };
export const buyer = { taxCode: '0314409058', name: 'Công ty Cổ phần Bình Minh' };
export const sellerSigner: TestSigner = authority.signerOf(seller);
export const taxSigner: TestSigner = authority.signerOf({ taxCode: '0100000011', name: 'TỔNG CỤC THUẾ (THỬ)' });

/** A whole invoice of that many lines. */
export const invoiceOf = (over: Partial<InvoiceToWrite> = {}, lines = 3, number = 12): InvoiceToWrite => ({
  ...madeUpInvoice({ seed: 1, seller, buyer, number, date: '2026-11-20', lines }),
  ...over,
});

const SIGNED_STYLE: WritingStyle = { ...PLAIN_STYLE, signedAt: '2026-11-20T10:00:00' };

/** The text of a signed invoice. */
export const signedText = (
  over: Partial<InvoiceToWrite> = {},
  style: Partial<WritingStyle> = {},
  signers: Signers = { seller: sellerSigner },
): string => writeTaxInvoice(invoiceOf(over), signers, { ...SIGNED_STYLE, ...style }).toString();

export const readText = (text: string) => readXmlFile('hoa-don.xml', Buffer.from(text), roots);

/** The only invoice of a text. Throws with the refusals when there is none. */
export function oneIn(text: string | Uint8Array): ReadTaxInvoice {
  const bytes = typeof text === 'string' ? Buffer.from(text) : text;
  const { invoices, refused } = readXmlFile('hoa-don.xml', bytes, roots);
  if (invoices.length !== 1) throw new Error(JSON.stringify(refused));
  return invoices[0]!;
}

/** The code by which a text is refused, or the verdict of its signature. */
export function outcomeOf(text: string | Uint8Array): string {
  const { invoices, refused } = readXmlFile('hoa-don.xml', typeof text === 'string' ? Buffer.from(text) : text, roots);
  return refused[0]?.code ?? invoices[0]!.signature.verdict;
}
