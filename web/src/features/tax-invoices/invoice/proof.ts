import type { WholeTaxInvoice } from '@khop/contract/tax-invoices/resources.ts';
import { plainText } from '../../../ui/format/plain-text.ts';
import type { Signature } from '../words.ts';

export type Proof = { readonly proven: readonly string[]; readonly open: readonly string[] };

type Given = Pick<WholeTaxInvoice, 'verdict' | 'signer' | 'trust' | 'signatures' | 'sellerTaxCode' | 'authorityCode'>;

/** The proofs that the file itself gives, and the questions that only others can answer, in sentences. */
export function proofOf(invoice: Given): Proof {
  const { verdict, signatures } = invoice;
  const lead =
    signatures.find(({ place }) => place === 'seller') ?? signatures.find(({ place }) => place === 'authority');
  const isIntact = verdict === 'intact' || verdict === 'intact_weak';
  return {
    proven: isIntact ? [dataSentence(verdict), ...certificateProves(invoice, lead)] : [],
    open: [
      ...(isIntact ? [] : [unprovenData(verdict)]),
      ...signerIsOpen(invoice, lead),
      ...(lead?.signedAt ? ['Giờ ký: do người ký tự ghi, không có bên nào chứng nhận.'] : []),
      ...(invoice.authorityCode ? ['Mã của cơ quan thuế có thật do cơ quan thuế cấp hay không.'] : []),
      'Cơ quan thuế đã nhận hóa đơn hay chưa, và nay nó có bị thay thế, điều chỉnh hay từ chối không: hãy tra ở hoadondientu.gdt.gov.vn.',
      'Hàng hóa, dịch vụ đã giao thật hay chưa.',
    ],
  };
}

const dataSentence = (verdict: Given['verdict']): string =>
  verdict === 'intact'
    ? 'Dữ liệu hóa đơn không đổi một byte nào từ lúc ký.'
    : 'Dữ liệu hóa đơn không đổi từ lúc ký, theo một cách ký cũ (SHA-1 hoặc khóa ngắn) nay là yếu.';

const unprovenData = (verdict: Given['verdict']): string =>
  verdict === 'unsigned'
    ? 'Nội dung hóa đơn: tệp không có chữ ký nên không biết đã bị sửa hay chưa.'
    : 'Nội dung hóa đơn: chữ ký trong tệp không kiểm tra được.';

function certificateProves({ signer, trust, signatures }: Given, lead: Signature | undefined): string[] {
  const ofAuthority = signatures.find(({ place, verdict }) => place === 'authority' && verdict === 'intact');
  return [
    ...(signer === 'seller' ? [`Chứng thư ký mang đúng mã số thuế của người bán, ${lead?.signerTaxCode ?? ''}.`] : []),
    ...(lead && isInTerm(lead) ? ['Giờ ký ghi trong tệp nằm trong hạn của chứng thư.'] : []),
    ...(ofAuthority && ofAuthority !== lead ? ['Chữ ký đặt ở chỗ của cơ quan thuế cũng toàn vẹn.'] : []),
    ...(trust === 'anchored' ? ['Chứng thư nối tới một chứng thư gốc mà quản trị viên đã khai.'] : []),
  ];
}

function signerIsOpen({ verdict, signer, trust, sellerTaxCode }: Given, lead: Signature | undefined): string[] {
  if (verdict === 'unsigned' || lead === undefined) return [];
  const other = `Người bán có ký hay không: chứng thư mang mã số thuế ${plainText(lead.signerTaxCode)}, người bán là ${plainText(sellerTaxCode)}.`;
  return [
    ...(signer === 'other' ? [other] : []),
    ...(signer === 'unknown' ? ['Người bán có ký hay không: chứng thư không ghi mã số thuế.'] : []),
    ...(lead.signedAt && lead.validFrom && !isInTerm(lead)
      ? ['Chứng thư còn hạn lúc ký: giờ ký ghi trong tệp nằm ngoài hạn.']
      : []),
    ...(trust === 'notAnchored'
      ? [
          'Chứng thư có do một tổ chức chứng thực được cấp phép cấp hay không: chưa có chứng thư gốc nào được khai để so.',
        ]
      : []),
  ];
}

const isInTerm = ({ signedAt, validFrom, validTo }: Signature): boolean =>
  signedAt !== null &&
  validFrom !== null &&
  validTo !== null &&
  Date.parse(validFrom) <= Date.parse(signedAt) &&
  Date.parse(signedAt) <= Date.parse(validTo);
