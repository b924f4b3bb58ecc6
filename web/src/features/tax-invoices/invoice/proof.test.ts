import { expect, test } from 'vitest';
import { type Proof, proofOf } from './proof.ts';

type Given = Parameters<typeof proofOf>[0];
type Signature = Given['signatures'][number];

const signature = (changes: Partial<Signature> = {}): Signature => ({
  ...{ place: 'seller', verdict: 'intact', signer: 'seller', trust: 'notAnchored', signerTaxCode: '0100000001' },
  ...{ name: 'CÔNG TY BÁN', issuer: 'CA', validFrom: '2025-01-01T00:00:00Z', validTo: '2027-01-01T00:00:00Z' },
  ...{ fingerprint: 'ab', signedAt: '2026-09-05T03:00:00Z', algorithm: 'rsa-sha256', reason: null },
  ...changes,
});
const invoice = (changes: Partial<Given> = {}): Given => ({
  ...{ verdict: 'intact', signer: 'seller', trust: 'notAnchored', sellerTaxCode: '0100000001', authorityCode: '' },
  signatures: [signature()],
  ...changes,
});
const all = ({ proven, open }: Proof): string => [...proven, ...open].join('\n');

test('an intact signature of the seller proves bytes, signer and term, and nothing about the authority', () => {
  const { proven, open } = proofOf(invoice());
  expect(proven).toEqual([
    'Dữ liệu hóa đơn không đổi một byte nào từ lúc ký.',
    'Chứng thư ký mang đúng mã số thuế của người bán, 0100000001.',
    'Giờ ký ghi trong tệp nằm trong hạn của chứng thư.',
  ]);
  expect(open.join('\n')).toMatch(
    /chưa có chứng thư gốc nào[\s\S]*Giờ ký: do người ký tự ghi[\s\S]*Cơ quan thuế đã nhận/,
  );
});

test('nothing is proven without a signature that can be checked', () => {
  for (const verdict of ['unsigned', 'unreadable'] as const) {
    const { proven, open } = proofOf(invoice({ verdict, signer: 'unknown', signatures: [] }));
    expect([verdict, proven]).toEqual([verdict, []]);
    expect(open[0]).toMatch(/^Nội dung hóa đơn: /);
  }
});

test('another signer and a term that had ended are open, not proven', () => {
  const late = signature({ signer: 'other', signerTaxCode: '0200000002', signedAt: '2027-05-01T00:00:00Z' });
  const { proven, open } = proofOf(invoice({ signer: 'other', signatures: [late] }));
  expect(proven).toEqual(['Dữ liệu hóa đơn không đổi một byte nào từ lúc ký.']);
  expect(open).toContain('Người bán có ký hay không: chứng thư mang mã số thuế 0200000002, người bán là 0100000001.');
  expect(open).toContain('Chứng thư còn hạn lúc ký: giờ ký ghi trong tệp nằm ngoài hạn.');
});

test('a named root, a second signature and the code of the authority are said where they belong', () => {
  const authority = signature({ place: 'authority' });
  const given = invoice({ trust: 'anchored', authorityCode: '00ABC', signatures: [signature(), authority] });
  const { proven, open } = proofOf(given);
  expect(proven).toContain('Chứng thư nối tới một chứng thư gốc mà quản trị viên đã khai.');
  expect(proven).toContain('Chữ ký đặt ở chỗ của cơ quan thuế cũng toàn vẹn.');
  expect(open).toContain('Mã của cơ quan thuế có thật do cơ quan thuế cấp hay không.');
  expect(open.join('\n')).not.toMatch(/chứng thư gốc/);
});

test('no invoice is ever called lawful', () => {
  for (const verdict of ['intact', 'intact_weak', 'unsigned', 'unreadable'] as const)
    for (const signer of ['seller', 'other', 'unknown'] as const)
      for (const trust of ['anchored', 'notAnchored'] as const)
        expect(all(proofOf(invoice({ verdict, signer, trust })))).not.toMatch(/hợp lệ|hợp pháp/i);
});
