import { normaliseTaxCode } from '../tax-code.ts';
import { at, taxRefusal, textOf, type XmlElement } from './element.ts';
import type { InvoiceIdentity } from './tax-invoice.ts';

const MOST_DIGITS = 20;

/** The identity in DLHDon. Throws IDENTITY_INCOMPLETE, NUMBER_UNREADABLE. */
export function readIdentity(data: XmlElement): InvoiceIdentity {
  const common = at(data, 'TTChung');
  const seller = textOf(at(data, 'NDHDon', 'NBan'), 'MST');
  const number = textOf(common, 'SHDon');
  const series = seriesOf(textOf(common, 'KHMSHDon'), textOf(common, 'KHHDon'));
  if (seller === null || series === undefined) throw taxRefusal('IDENTITY_INCOMPLETE');
  const plain = number === null ? null : normaliseNumber(number);
  // Numbers begin with 1: some suppliers write 0 as long as there is none, in every draft.
  return { sellerTaxCode: normaliseTaxCode(seller), ...series, number: plain === '0' ? null : plain };
}

/**
 * Form and symbol, apart: some write the form before the symbol as well, or nowhere else (`1C26TAA`). Undefined when one of them is
 * absent. A symbol that begins with another form stays as it is written.
 */
export function seriesOf(
  form: string | null,
  symbol: string | null,
): Pick<InvoiceIdentity, 'form' | 'symbol'> | undefined {
  const [ownForm, whole] = [normaliseSymbol(form ?? ''), normaliseSymbol(symbol ?? '')];
  const plain = plainSymbol(whole);
  const before = whole.slice(0, whole.length - plain.length);
  if (plain === '' || (ownForm === '' && before === '')) return undefined;
  return ownForm === '' || ownForm === before ? { form: before, symbol: plain } : { form: ownForm, symbol: whole };
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
