import type { IssuingBasis } from './issuing-basis.ts';

/**
 * The contents that the law wants in the agreement of a delegation and that this one lacks (NĐ 254/2026/NĐ-CP Điều 19; law.md, W2), as nouns.
 * Nothing of it stops an invoice: it is asked for until it is there. Empty for other kinds.
 */
export function delegationGaps({ kind, delegation = {}, contractFile, toDate }: IssuingBasis): string[] {
  if (kind !== 'delegation') return [];
  const asked: readonly (readonly [value: unknown, noun: string])[] = [
    [delegation.sellerSentOn, 'ngày bên ủy nhiệm gửi thông báo'],
    [delegation.sellerAcceptedOn, 'ngày bên ủy nhiệm được chấp nhận'],
    [delegation.makerSentOn, 'ngày bên nhận gửi thông báo'],
    [delegation.makerAcceptedOn, 'ngày bên nhận được chấp nhận'],
    [delegation.invoiceForm, 'loại hóa đơn'],
    [delegation.symbols?.length, 'ký hiệu hóa đơn'],
    [delegation.purpose, 'mục đích ủy nhiệm'],
    [toDate, 'thời hạn ủy nhiệm'],
    [delegation.paidTo, 'bên nhận thanh toán'],
    [delegation.sellerCertificate, 'số sê-ri chứng thư số của bên ủy nhiệm'],
    [delegation.makerCertificate, 'số sê-ri chứng thư số của bên nhận ủy nhiệm'],
    [contractFile, 'tệp hợp đồng'],
  ];
  return asked.flatMap(([value, noun]) => (value ? [] : noun));
}
