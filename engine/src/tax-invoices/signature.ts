import type { TaxFinding } from './tax-findings.ts';

/**
 * The outcome of checking a signature, offline. `intact`: not one byte of the data has changed since it was signed with the key of
 * this certificate; `intact_weak`: the same with SHA-1, or a key under 2048 bits. It never says that an invoice is lawful.
 */
export type SignatureVerdict = 'intact' | 'intact_weak' | 'broken' | 'unsigned' | 'unreadable';

/** The tax code in the certificate is the seller's, another's, or none can be read. */
export type SignerIs = 'seller' | 'other' | 'unknown';

/** The certificate comes from a root that the installation has named; without named roots nothing is anchored. */
export type SignatureTrust = 'anchored' | 'notAnchored';

/** The element under DSCKS that holds it: NBan, NMua, CQT, CCKSKhac. */
export type SignaturePlace = 'seller' | 'buyer' | 'authority' | 'other';

export type SignatureReport = {
  /** Broken when any signature over the data is; else the seller's, else the tax authority's. */
  readonly verdict: SignatureVerdict;
  readonly signer: SignerIs;
  readonly trust: SignatureTrust;
  readonly signatures: readonly SignatureCheck[];
  readonly findings: readonly TaxFinding[];
};

export type SignatureCheck = {
  readonly place: SignaturePlace;
  readonly verdict: Exclude<SignatureVerdict, 'unsigned'>;
  readonly signer: SignerIs;
  readonly trust: SignatureTrust;
  readonly sellerTaxCode: string;
  /** MST in the subject of the certificate. */
  readonly signerTaxCode: string | null;
  readonly certificate: SigningCertificate | null;
  /** The signer's own claim, as an ISO instant; null without one. */
  readonly signedAt: string | null;
  /** `rsa-sha256` … */
  readonly algorithm: string | null;
  /** A sentence for a broken or unreadable one; null for an intact one. */
  readonly reason: string | null;
};

export type SigningCertificate = {
  /** CN of the subject. */
  readonly name: string;
  readonly issuer: string;
  readonly serialNumber: string;
  /** ISO instants. */
  readonly validFrom: string;
  readonly validTo: string;
  /** SHA-256 of the certificate, as hexadecimal digits. */
  readonly fingerprint: string;
};
