import { X509Certificate } from 'node:crypto';
import { normaliseTaxCode } from '@khop/engine/tax-code.ts';
import type { SigningCertificate } from '@khop/engine/tax-invoices/signature.ts';

/** A certificate of a signer, with what is read from it once. */
export type Signer = {
  readonly x509: X509Certificate;
  readonly shown: SigningCertificate;
  /** MST of the subject; null when it names none, or two. */
  readonly taxCode: string | null;
  readonly keyBits: number;
};

/** The suppliers of a company are a few hundred; each signs with one certificate for years. */
const MOST_KNOWN = 2_000;
const known = new Map<string, Signer | undefined>();

/** The certificate in the base64 text of X509Certificate; undefined when it is none, or has no RSA key. */
export function signerOf(base64: string): Signer | undefined {
  if (known.has(base64)) return known.get(base64);
  if (known.size >= MOST_KNOWN) known.clear();
  const signer = read(base64);
  known.set(base64, signer);
  return signer;
}

function read(base64: string): Signer | undefined {
  try {
    const x509 = new X509Certificate(Buffer.from(base64, 'base64'));
    if (x509.publicKey.asymmetricKeyType !== 'rsa') return undefined;
    const subject = x509.subject.split('\n');
    return {
      x509,
      shown: {
        name: partOf(subject, 'CN') ?? x509.subject.replaceAll('\n', ', '),
        issuer: partOf(x509.issuer.split('\n'), 'CN') ?? x509.issuer.replaceAll('\n', ', '),
        serialNumber: x509.serialNumber,
        validFrom: x509.validFromDate.toISOString(),
        validTo: x509.validToDate.toISOString(),
        fingerprint: x509.fingerprint256.replaceAll(':', '').toLowerCase(),
      },
      taxCode: taxCodeIn(subject),
      keyBits: x509.publicKey.asymmetricKeyDetails?.modulusLength ?? 0,
    };
  } catch {
    return undefined;
  }
}

const partOf = (lines: readonly string[], name: string): string | undefined =>
  lines.find((line) => line.startsWith(`${name}=`))?.slice(name.length + 1);

/** UID, of which OpenSSL also gives the number. */
const TAX_CODE = /^(?:UID|userId|0\.9\.2342\.19200300\.100\.1\.1)=MST:\s*([\d-]+)$/i;

function taxCodeIn(subject: readonly string[]): string | null {
  const codes = new Set(subject.flatMap((line) => TAX_CODE.exec(line.trim())?.[1] ?? []).map(normaliseTaxCode));
  const [only, ...others] = codes;
  return only === undefined || others.length > 0 ? null : only;
}

const LONGEST_CHAIN = 5;

/**
 * True when the certificate comes from one of the roots, by way of the others in the file, and each was valid at that moment.
 * Nothing is asked of the network: a certificate that was recalled is not noticed.
 */
export function isAnchored(
  leaf: X509Certificate,
  others: readonly X509Certificate[],
  roots: readonly X509Certificate[],
  at: Date,
): boolean {
  let current = leaf;
  for (let length = 0; length < LONGEST_CHAIN; length++) {
    if (at < current.validFromDate || at > current.validToDate) return false;
    const root = roots.find((one) => one.fingerprint256 === current.fingerprint256 || issued(one, current));
    if (root) return at >= root.validFromDate && at <= root.validToDate;
    const issuer = others.find((one) => one !== current && issued(one, current));
    if (!issuer) return false;
    current = issuer;
  }
  return false;
}

const issued = (issuer: X509Certificate, subject: X509Certificate): boolean =>
  issuer.ca && subject.checkIssued(issuer) && subject.verify(issuer.publicKey);

/** Roots that the installation names, as PEM or base64 of DER. Throws for a text that is no certificate. */
export const rootsOf = (texts: readonly string[]): X509Certificate[] =>
  texts.map((text) => new X509Certificate(text.includes('-----BEGIN') ? text : Buffer.from(text, 'base64')));
