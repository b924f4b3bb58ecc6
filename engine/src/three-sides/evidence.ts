import { channelOf } from '../tax-invoices/lists/list-facts.ts';
import { channelsMissing } from './cover.ts';
import type { KindOfDifference } from './kinds.ts';
import { differs } from './sides-differ.ts';
import type { Difference, TaxCover, TaxSideInvoice } from './types.ts';

/** All that is not proven about an invoice that the tax side has: each by itself, whatever the books say. */
export function evidenceOf(tax: TaxSideInvoice, cover: readonly TaxCover[]): Difference[] {
  const told: (readonly [KindOfDifference, string])[] = [];
  if (tax.fate.isOriginalMissing) told.push(['RELATED_MISSING', 'hóa đơn gốc không có ở kho']);
  if (tax.processing === 'refused' || tax.processing === 'not_eligible')
    told.push(['REFUSED_BY_TAX', tax.processing === 'refused' ? 'từ chối' : 'không đủ điều kiện cấp mã']);
  if (!tax.inXml) told.push(['LIST_ONLY', 'danh sách có']);
  if (!tax.inList && channelsMissing(cover, tax.date, tax.symbol).length === 0) told.push(['XML_ONLY', 'chỉ có XML']);
  if (tax.hasOtherVersions) told.push(['XML_TWO_VERSIONS', 'hai bản khác nhau']);
  if (!tax.addsUp) told.push(['XML_TOTALS', 'cộng không đúng']);
  const doubt = signatureDoubt(tax);
  if (doubt !== '') told.push(['SIGNATURE', doubt]);
  return told.map(([kind, says]) => differs(kind, 'T', [says, ''], 'none'));
}

/** Cash registers sign nothing: their invoices have the code alone, or the signature of the tax authority, which is not the seller. */
function signatureDoubt({ proof, symbol }: TaxSideInvoice): string {
  if (proof === 'unreadable') return 'chữ ký không đọc được';
  if (channelOf(symbol) === 'register') return '';
  if (proof === 'other_signer') return 'người ký khác người bán';
  return proof === 'unsigned' ? 'không có chữ ký' : '';
}
