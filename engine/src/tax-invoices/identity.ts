import { normaliseTaxCode } from '../tax-code.ts';
import { at, taxRefusal, textOf, type XmlElement } from './element.ts';
import type { InvoiceIdentity } from './tax-invoice.ts';

const MOST_DIGITS = 20;

/** The identity in DLHDon. Throws IDENTITY_INCOMPLETE, NUMBER_UNREADABLE. */
export function readIdentity(data: XmlElement): InvoiceIdentity {
  const common = at(data, 'TTChung');
  const seller = textOf(at(data, 'NDHDon', 'NBan'), 'MST');
  const [form, symbol, number] = [textOf(common, 'KHMSHDon'), textOf(common, 'KHHDon'), textOf(common, 'SHDon')];
  if (seller === null || form === null || symbol === null) throw taxRefusal('IDENTITY_INCOMPLETE');
  return {
    sellerTaxCode: normaliseTaxCode(seller),
    form: normaliseSymbol(form),
    symbol: normaliseSymbol(symbol),
    number: number === null ? null : normaliseNumber(number),
  };
}

export const normaliseSymbol = (text: string): string => text.replace(/\s/g, '').toUpperCase();

/** The symbol without the digit of its form before it: `1C26TAA` and `C26TAA` are one. */
export const plainSymbol = (text: string): string => normaliseSymbol(text).replace(/^\d(?=[CK]\d\d)/, '');

/** The number without leading zeros: `00075757` in XML is 75757 on the portal. Throws NUMBER_UNREADABLE. */
export function normaliseNumber(text: string): string {
  if (!/^\d+$/.test(text) || text.length > MOST_DIGITS) throw taxRefusal('NUMBER_UNREADABLE', `số hóa đơn «${text}»`);
  return text.replace(/^0+(?=\d)/, '');
}

/** The one text by which an invoice is known everywhere; null for a draft. */
export const invoiceKeyOf = ({ sellerTaxCode, form, symbol, number }: InvoiceIdentity): string | null =>
  number === null ? null : `${sellerTaxCode}|${form}|${symbol}|${number}`;
