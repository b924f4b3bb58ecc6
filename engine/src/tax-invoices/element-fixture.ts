import type { XmlElement } from './element.ts';
import { readTaxInvoice } from './read-tax-invoice.ts';
import type { TaxInvoice } from './tax-invoice.ts';

/** Elements of a text of plain tags, as the rules see them: `<A><B>1</B></A>`. For tests alone; it checks nothing. */
function elementOf(text: string): XmlElement {
  const root = { name: '', text: '', children: [] as XmlElement[] };
  const open = [root];
  for (const [, end, name, piece] of text.matchAll(/<(\/?)(\w+)>|([^<]+)/g)) {
    const top = open.at(-1)!;
    if (piece !== undefined) top.text += piece;
    else if (end === '/') open.pop();
    else {
      const one = { name: name!, text: '', children: [] as XmlElement[] };
      top.children.push(one);
      open.push(one);
    }
  }
  return root.children[0]!;
}

export type Tags = Readonly<Record<'common' | 'seller' | 'buyer' | 'lines' | 'totals' | 'around', string>>;

const TAGS: Tags = {
  common: '<PBan>2.0.1</PBan><KHMSHDon>1</KHMSHDon><KHHDon>K26TAA</KHHDon><SHDon>7</SHDon><NLap>2026-11-20</NLap>',
  seller: '<MST>0101243150</MST>',
  buyer: '<MST>0314409058</MST>',
  lines: '',
  totals: '',
  around: '',
};

/** The invoice of these tags. */
export function invoiceOf(over: Partial<Tags>): TaxInvoice {
  const { common, seller, buyer, lines, totals, around } = { ...TAGS, ...over };
  const whole = elementOf(
    `<HDon><DLHDon><TTChung>${common}</TTChung><NDHDon><NBan>${seller}</NBan><NMua>${buyer}</NMua><DSHHDVu>${lines}</DSHHDVu><TToan>${totals}</TToan></NDHDon></DLHDon>${around}</HDon>`,
  );
  return readTaxInvoice({ data: whole.children[0]!, whole, dataId: null });
}

export const COMMON = TAGS.common;

/** One HHDVu. */
export const lineOf = (kind: number, amount: string, rate = '10%', more = ''): string =>
  `<HHDVu><TChat>${kind}</TChat><THHDVu>Hàng</THHDVu><ThTien>${amount}</ThTien><TSuat>${rate}</TSuat>${more}</HHDVu>`;

/** TToan of one rate and what goes with it. */
export const totalsOf = (amount: string, vat: string, total: string, more = ''): string =>
  `<THTTLTSuat><LTSuat><TSuat>10%</TSuat><ThTien>${amount}</ThTien><TThue>${vat}</TThue></LTSuat></THTTLTSuat><TgTCThue>${amount}</TgTCThue><TgTThue>${vat}</TgTThue><TgTTTBSo>${total}</TgTTTBSo>${more}`;
