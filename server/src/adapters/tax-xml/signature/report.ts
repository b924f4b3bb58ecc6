import { formatDay } from '@khop/engine/day.ts';
import { Findings } from '@khop/engine/tax-invoices/findings.ts';
import type { SignatureCheck, SignatureReport } from '@khop/engine/tax-invoices/signature.ts';
import { momentOf } from '@khop/engine/text/moment.ts';
import type { XmlNode } from '../parse-xml.ts';
import type { CheckedInvoice } from './check-invoice.ts';

/** All that is said of the signatures of one invoice. `data`: its DLHDon as the file has it. */
export function reportOf(
  { signatures, leading, hasStray }: CheckedInvoice,
  data: XmlNode,
  date: string | null,
): SignatureReport {
  const findings = new Findings();
  const checks = signatures.map(({ check }) => check);
  for (const check of checks) tellCheck(check, date, findings);
  const seller = checks.find(({ place }) => place === 'seller');
  if (!seller) findings.add('SIGNATURE_ABSENT', NO_SIGNATURE);
  if (hasStray)
    findings.add('SIGNATURE_UNREADABLE', 'Tệp có chữ ký nằm ngoài chỗ của nó (DSCKS); không dùng để kiểm tra.');
  if (leading?.check.verdict === 'broken' && isPrettyPrinted(data))
    findings.add(
      'FILE_REFORMATTED',
      'Tệp đã bị định dạng lại (thụt dòng) sau khi ký. Hãy tải lại tệp gốc, đừng mở và lưu lại.',
    );
  const lead = leading?.check;
  return {
    verdict: lead?.verdict ?? (hasStray ? 'unreadable' : 'unsigned'),
    signer: lead?.signer ?? 'unknown',
    trust: lead?.trust ?? 'notAnchored',
    signatures: checks,
    findings: findings.list(),
  };
}

const NO_SIGNATURE =
  'Tệp không có chữ ký của người bán: thường gặp ở hóa đơn từ máy tính tiền và ở tệp để xem. Nội dung chưa được chứng minh.';

const PLACES: Readonly<Record<SignatureCheck['place'], string>> = {
  seller: 'người bán',
  buyer: 'người mua',
  authority: 'cơ quan thuế',
  other: 'bên khác',
};

function tellCheck(check: SignatureCheck, date: string | null, findings: Findings): void {
  const { place, verdict, reason, signer, signerTaxCode, sellerTaxCode, certificate, signedAt } = check;
  const whose = `Chữ ký của ${PLACES[place]}`;
  if (verdict === 'broken') findings.add('SIGNATURE_BROKEN', `${whose} đã bị phá vỡ. ${reason} Hãy tải lại tệp gốc.`);
  if (verdict === 'unreadable') findings.add('SIGNATURE_UNREADABLE', `${whose} không kiểm tra được. ${reason}`);
  if (verdict === 'intact_weak')
    findings.add(
      'SIGNATURE_WEAK',
      `${whose} toàn vẹn, nhưng ký theo cách cũ (SHA-1 hoặc khóa ngắn), yếu so với ngày nay.`,
    );
  if (place === 'seller' && signer === 'other')
    findings.add(
      'SIGNER_OTHER',
      `Chứng thư ký mang mã số thuế ${signerTaxCode}, người bán là ${sellerTaxCode}. Có thể là công ty mẹ hoặc bên được ủy nhiệm; hãy hỏi người bán.`,
    );
  if (place === 'seller' && signer === 'unknown' && certificate !== null)
    findings.add('SIGNER_UNKNOWN', `Chứng thư ký «${certificate.name}» không ghi mã số thuế nào.`);
  if (signedAt === null || certificate === null) return;
  if (signedAt < certificate.validFrom || signedAt > certificate.validTo)
    findings.add('CERTIFICATE_DATES', `${whose} ghi thời điểm ký ngoài hạn của chứng thư. Hãy hỏi người bán.`);
  const day = momentOf(signedAt)?.vietnamDay;
  if (place === 'seller' && date !== null && day !== undefined && day !== date)
    findings.add('SIGNED_ON_ANOTHER_DAY', `Ngày lập ${formatDay(date)}, thời điểm ký ghi ngày ${formatDay(day)}.`);
}

/** True when elements lie in lines of their own. */
const isPrettyPrinted = ({ content }: XmlNode): boolean =>
  content.some((one) => typeof one === 'string' && /^\s*\n\s*$/.test(one));
