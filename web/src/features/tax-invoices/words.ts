import type { TaxInvoiceRow, TaxListRecord, WholeTaxInvoice } from '@khop/contract/tax-invoices/resources.ts';
import type { Tone } from '../../ui/chip.tsx';
import { plainText } from '../../ui/format/plain-text.ts';

type Word = { readonly label: string; readonly tone: Tone };
type Side = TaxInvoiceRow['own'][number]['side'];
export type Signature = WholeTaxInvoice['signatures'][number];

export const SIDE: Readonly<Record<Side, string>> = { purchase: 'Mua vào', sale: 'Bán ra' };

export const RELATION: Readonly<Record<TaxInvoiceRow['relation'], Word>> = {
  new: { label: 'Gốc', tone: 'grey' },
  replaces: { label: 'Thay thế', tone: 'amber' },
  adjusts: { label: 'Điều chỉnh', tone: 'amber' },
  unknown: { label: 'Chưa rõ', tone: 'amber' },
};

/** The outcome of checking bytes and certificate, never that an invoice is lawful. */
export const VERDICT: Readonly<Record<NonNullable<TaxInvoiceRow['verdict']>, Word>> = {
  intact: { label: 'Toàn vẹn', tone: 'green' },
  intact_weak: { label: 'Toàn vẹn, yếu', tone: 'amber' },
  unsigned: { label: 'Không có', tone: 'grey' },
  unreadable: { label: 'Không kiểm được', tone: 'amber' },
};

/** The state of an invoice in the newest list of the tax portal. */
export const STATE: Readonly<Record<NonNullable<TaxInvoiceRow['state']>, Word>> = {
  new: { label: 'Mới', tone: 'grey' },
  replacing: { label: 'Thay thế', tone: 'amber' },
  adjusting: { label: 'Điều chỉnh', tone: 'amber' },
  replaced: { label: 'Bị thay thế', tone: 'red' },
  adjusted: { label: 'Bị điều chỉnh', tone: 'amber' },
  cancelled: { label: 'Bị hủy', tone: 'red' },
};

export const PROCESSING: Readonly<Record<NonNullable<TaxInvoiceRow['processing']>, string>> = {
  received: 'Đã nhận',
  checking: 'Đang kiểm tra',
  refused: 'Từ chối',
  eligible: 'Đủ điều kiện',
  not_eligible: 'Không đủ điều kiện',
  coded: 'Đã cấp mã',
  received_without_code: 'Đã nhận, không mã',
  periodic_check: 'Kiểm tra định kỳ',
  received_from_register: 'Đã nhận, máy tính tiền',
};

/** The sources from which the room has an invoice. */
export const EVIDENCE: Readonly<Record<TaxInvoiceRow['evidence'], Word>> = {
  xml: { label: 'Chỉ có XML', tone: 'grey' },
  list: { label: 'Chỉ có ở danh sách', tone: 'amber' },
  both: { label: 'XML và danh sách', tone: 'green' },
};

export const CHANNEL: Readonly<Record<TaxListRecord['channels'][number], string>> = {
  coded: 'Có mã',
  uncoded: 'Không mã',
  register: 'Máy tính tiền',
};

export const PLACE: Readonly<Record<Signature['place'], string>> = {
  seller: 'người bán',
  buyer: 'người mua',
  authority: 'cơ quan thuế',
  other: 'bên khác',
};

export const LINE_KIND: Readonly<Record<WholeTaxInvoice['lines'][number]['kind'], string>> = {
  goods: '',
  promotion: 'Khuyến mại',
  discount: 'Chiết khấu',
  note: 'Ghi chú',
  special: 'Hàng đặc trưng',
  unknown: 'Chưa rõ loại',
};

/** The kinds of invoices by their first digit; those of later decrees stay without a name. */
const FORMS: Readonly<Record<string, string>> = {
  '1': 'Hóa đơn giá trị gia tăng',
  '2': 'Hóa đơn bán hàng',
  '3': 'Hóa đơn bán tài sản công',
  '4': 'Hóa đơn bán hàng dự trữ quốc gia',
  '5': 'Tem, vé, thẻ',
  '6': 'Phiếu xuất kho',
};

/** The name at the head of an invoice: its own, else that of its kind. */
export const titleOf = ({ title, form }: Pick<WholeTaxInvoice, 'title' | 'form'>): string =>
  plainText(title).trim() || FORMS[form] || 'Hóa đơn điện tử';

/** "1C26TAA", the form and the symbol as portals print them together; old forms have a name of their own. */
export const symbolOf = ({ form, symbol }: Pick<TaxInvoiceRow, 'form' | 'symbol'>): string =>
  plainText(/^\d$/.test(form) ? `${form}${symbol}` : `${form} ${symbol}`);

export const numberOf = ({ number }: Pick<TaxInvoiceRow, 'number'>): string => plainText(number) || 'Chưa có số';

/** The state of the signature in a chip of the list: a certificate of another one is to be looked at; without XML there is none. */
export function signatureWord({ verdict, signer }: Pick<TaxInvoiceRow, 'verdict' | 'signer'>): Word {
  if (verdict === null) return { label: 'Thiếu XML', tone: 'amber' };
  const word = VERDICT[verdict];
  return signer === 'other' && verdict === 'intact' ? { label: 'Người khác ký', tone: 'amber' } : word;
}

/** The sides that are ours, purchases first: "Mua vào", "Bán ra", or both between two profiles. */
export const sidesOf = ({ own }: Pick<TaxInvoiceRow, 'own'>): string =>
  (['purchase', 'sale'] as const)
    .filter((side) => own.some((one) => one.side === side))
    .map((side) => SIDE[side])
    .join(', ');

/** The state in the newest list; of an invoice that no list has, no more than what it corrects by its own XML. */
export const stateWord = ({ state, relation }: Pick<TaxInvoiceRow, 'state' | 'relation'>): Word =>
  state !== null ? STATE[state] : relation === 'new' ? { label: '–', tone: 'grey' } : RELATION[relation];

export type OtherSide = { readonly name: string; readonly taxCode: string };

/** The narrowing of a list: a side, a profile, or neither ('' or undefined). */
export type Narrowing = { readonly side?: string; readonly profileId?: string };

/**
 * The party that is not ours: the seller of a purchase, the buyer of a sale. Between two profiles both are named, until the list
 * is narrowed to one of them; of an invoice that no profile has any more it is the seller.
 */
export function otherSide(row: TaxInvoiceRow, { side, profileId }: Narrowing = {}): OtherSide {
  const seller = { name: plainText(row.sellerName), taxCode: plainText(row.sellerTaxCode) };
  const buyer = { name: plainText(row.buyerName), taxCode: plainText(row.buyerTaxCode) };
  const seen = row.own.filter((one) => (!side || one.side === side) && (!profileId || one.profileId === profileId));
  const sides = new Set((seen.length > 0 ? seen : row.own).map((one) => one.side));
  if (sides.size > 1)
    return { name: `${seller.name} → ${buyer.name}`, taxCode: `${seller.taxCode} → ${buyer.taxCode}` };
  return sides.has('sale') ? buyer : seller;
}

/** The sentence of one signature: what was found, and whose certificate it is. */
export function signatureSentence({ verdict, name, signerTaxCode, reason }: Signature): string {
  const who = [plainText(name), signerTaxCode && `MST ${plainText(signerTaxCode)}`].filter(Boolean).join(', ');
  const signer = who === '' ? '.' : `, người ký: ${who}.`;
  const why = reason ? ` ${plainText(reason)}` : '';
  if (verdict === 'intact') return `Chữ ký toàn vẹn${signer}`;
  if (verdict === 'intact_weak') return `Chữ ký toàn vẹn nhưng ký theo cách cũ nên yếu${signer}`;
  if (verdict === 'broken') return `Chữ ký đã bị phá vỡ.${why}`;
  return `Chữ ký không kiểm tra được.${why}`;
}

/** "10/2026" */
export const monthWord = (month: string): string => `${month.slice(5)}/${month.slice(0, 4)}`;
