import { newTestAuthority } from '@khop/sample/tax-invoices/test-authority.ts';
import type { Signers, WritingStyle } from '@khop/sample/tax-invoices/write-tax-invoice.ts';
import { describe, expect, it } from 'vitest';
import { readXmlFile } from '../read-xml.ts';
import { authority, oneIn, seller, sellerSigner, signedText, taxSigner } from '../testing/made-up.ts';

const reportOf = (style: Partial<WritingStyle>, signers: Signers, date = '2026-11-20') =>
  oneIn(signedText({ date, symbol: `C${date.slice(2, 4)}TAA` }, style, signers)).signature;
const codesOf = ({ findings }: ReturnType<typeof reportOf>) => findings.map(({ code }) => code);

describe('who signed', () => {
  it('is the seller when the certificate carries his whole tax code', () => {
    const report = reportOf({}, { seller: sellerSigner });
    expect(report).toMatchObject({ verdict: 'intact', signer: 'seller', trust: 'anchored', findings: [] });
    expect(report.signatures[0]).toMatchObject({
      place: 'seller',
      signerTaxCode: seller.taxCode,
      signedAt: '2026-11-20T03:00:00.000Z',
      algorithm: 'rsa-sha256',
      certificate: { name: seller.name, issuer: 'Khop Test CA' },
    });
  });

  it('is told with both codes when it is the parent or another firm', () => {
    for (const taxCode of ['0314409058', `${seller.taxCode}-001`]) {
      const report = reportOf({}, { seller: authority.signerOf({ taxCode, name: 'Công ty mẹ' }) });
      expect(report).toMatchObject({ verdict: 'intact', signer: 'other' });
      expect(report.findings).toMatchObject([{ code: 'SIGNER_OTHER', message: expect.stringContaining(taxCode) }]);
      expect(report.findings[0]!.message).toContain(seller.taxCode);
    }
  });

  it('is unknown when the certificate carries no tax code, or one in its name alone', () => {
    const named = authority.signerOf({ ...seller, name: `UID=MST:${seller.taxCode}` }, { uid: '' });
    const report = reportOf({}, { seller: named });
    expect(report).toMatchObject({ verdict: 'intact', signer: 'unknown' });
    expect(codesOf(report)).toEqual(['SIGNER_UNKNOWN']);
  });
});

describe('trust', () => {
  it('is not anchored in an authority that the installation does not name', () => {
    const other = newTestAuthority().signerOf(seller);
    expect(reportOf({}, { seller: other })).toMatchObject({ verdict: 'intact', trust: 'notAnchored' });
    const { invoices } = readXmlFile('a.xml', Buffer.from(signedText()), []);
    expect(invoices[0]!.signature).toMatchObject({ verdict: 'intact', trust: 'notAnchored' });
  });

  it('ends with the certificate: a later moment of signing is remarked', () => {
    const expired = authority.signerOf(seller, { to: '2026-01-01' });
    const report = reportOf({}, { seller: expired });
    expect(report).toMatchObject({ verdict: 'intact', trust: 'notAnchored' });
    expect(codesOf(report)).toEqual(['CERTIFICATE_DATES']);
  });
});

describe('what is signed weakly, elsewhere or not at all', () => {
  it('SHA-1 and short keys of old are weak, and short keys of today prove nothing', () => {
    expect(codesOf(reportOf({ hash: 'sha1' }, { seller: sellerSigner }))).toEqual(['SIGNATURE_WEAK']);
    const short = authority.signerOf(seller, { bits: 1024 });
    const old = { signedAt: '2021-11-20T10:00:00' };
    expect(reportOf(old, { seller: short }, '2021-11-20').verdict).toBe('intact_weak');
    expect(reportOf({}, { seller: short }).verdict).toBe('unreadable');
  });

  it('the invoice of a cash register has the signature of the tax authority alone', () => {
    const report = reportOf({}, { authority: taxSigner });
    expect(report).toMatchObject({ verdict: 'intact', signer: 'other' });
    expect(codesOf(report)).toEqual(['SIGNATURE_ABSENT']);
  });

  it('a file without any signature is unsigned', () => {
    expect(reportOf({}, {})).toMatchObject({ verdict: 'unsigned', signer: 'unknown', signatures: [] });
  });

  it('a signature from another day is remarked', () => {
    expect(codesOf(reportOf({ signedAt: '2026-11-21T00:30:00' }, { seller: sellerSigner }))).toEqual([
      'SIGNED_ON_ANOTHER_DAY',
    ]);
    // Half past eleven at night in Vietnam is the afternoon elsewhere.
    expect(codesOf(reportOf({ signedAt: '2026-11-20T16:30:00Z' }, { seller: sellerSigner }))).toEqual([]);
  });

  it('a broken signature of the tax authority breaks the whole', () => {
    const text = signedText({}, {}, { seller: sellerSigner, authority: taxSigner });
    const at = text.indexOf('<DigestValue>', text.indexOf('<CQT>')) + '<DigestValue>'.length;
    const changed = text.slice(0, at) + (text[at] === 'A' ? 'B' : 'A') + text.slice(at + 1);
    expect(oneIn(changed).signature).toMatchObject({ verdict: 'broken' });
  });

  it('a file that was formatted again says so', () => {
    const pretty = signedText().replaceAll('><', '>\n  <');
    expect(codesOf(oneIn(pretty).signature)).toEqual(['SIGNATURE_BROKEN', 'FILE_REFORMATTED']);
  });
});

describe('documents that our own canonical writer does not know', () => {
  it('are checked by xml-crypto, whose no is not believed', () => {
    // Exclusive forms hand nothing down, so that the library gets them right; inclusive ones it does not.
    const exclusive = {
      language: true,
      transforms: 'exclusive',
      signedInfo: 'exclusive',
      signedAt: undefined,
    } as const;
    expect(reportOf(exclusive, { seller: sellerSigner }).verdict).toBe('intact');
    const changed = signedText({}, exclusive).replace('Hoa Mai', 'Hoa Mơ');
    expect(oneIn(changed).signature.verdict).toBe('unreadable');
    expect(reportOf({ language: true }, { seller: sellerSigner }).verdict).toBe('unreadable');
  });
});
