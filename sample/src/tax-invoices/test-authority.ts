import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import forge from 'node-forge';

/** A made-up firm that can sign: its key, and its certificate as base64 of DER. */
export type TestSigner = {
  readonly taxCode: string;
  readonly name: string;
  readonly key: KeyObject;
  readonly certificate: string;
};

/** A certificate authority that exists for one run: its keys are made on the spot and never kept. */
export type TestAuthority = {
  /** The certificate of the root, as PEM. */
  readonly root: string;
  readonly signerOf: (firm: Firm, wanted?: Wanted) => TestSigner;
};

export type Firm = { readonly taxCode: string; readonly name: string };

/** `uid`: what the subject says of the firm, `MST:…` by default; '' for nothing. */
export type Wanted = {
  readonly bits?: number;
  readonly from?: string;
  readonly to?: string;
  readonly uid?: string;
};

const UID = '0.9.2342.19200300.100.1.1';
const DEFAULT_BITS = 2048;

export function newTestAuthority(): TestAuthority {
  const keys = generateKeyPairSync('rsa', { modulusLength: DEFAULT_BITS });
  const issuer = [{ name: 'commonName', value: 'Khop Test CA' }];
  const root = forge.pki.createCertificate();
  root.publicKey = forge.pki.publicKeyFromPem(pemOf(keys.publicKey));
  root.serialNumber = '01';
  root.validity.notBefore = new Date('2020-01-01T00:00:00Z');
  root.validity.notAfter = new Date('2040-01-01T00:00:00Z');
  root.setSubject(issuer);
  root.setIssuer(issuer);
  root.setExtensions([
    { name: 'basicConstraints', cA: true, critical: true },
    { name: 'keyUsage', keyCertSign: true },
  ]);
  const caKey = forge.pki.privateKeyFromPem(pemOf(keys.privateKey));
  root.sign(caKey, forge.md.sha256.create());
  let serial = 1;
  return {
    root: forge.pki.certificateToPem(root),
    signerOf(firm, { bits = DEFAULT_BITS, from = '2021-01-01', to = '2039-12-31', uid = `MST:${firm.taxCode}` } = {}) {
      const own = generateKeyPairSync('rsa', { modulusLength: bits });
      const certificate = forge.pki.createCertificate();
      serial += 1;
      certificate.publicKey = forge.pki.publicKeyFromPem(pemOf(own.publicKey));
      certificate.serialNumber = serial.toString(16).padStart(2, '0');
      certificate.validity.notBefore = new Date(`${from}T00:00:00Z`);
      certificate.validity.notAfter = new Date(`${to}T00:00:00Z`);
      certificate.setSubject([
        ...(uid === '' ? [] : [utf8({ type: UID, value: uid })]),
        utf8({ name: 'commonName', value: firm.name }),
        utf8({ name: 'countryName', value: 'VN' }),
      ]);
      certificate.setIssuer(issuer);
      certificate.setExtensions([{ name: 'basicConstraints', cA: false }]);
      certificate.sign(caKey, forge.md.sha256.create());
      const der = forge.asn1.toDer(forge.pki.certificateToAsn1(certificate)).getBytes();
      return { ...firm, key: own.privateKey, certificate: forge.util.encode64(der) };
    },
  };
}

const pemOf = (key: KeyObject): string =>
  String(key.export({ type: key.type === 'private' ? 'pkcs1' : 'spki', format: 'pem' }));

/** Vietnamese names need UTF-8; the library otherwise writes the old code of certificates. */
const utf8 = (attribute: { readonly name?: string; readonly type?: string; readonly value: string }) => ({
  ...attribute,
  // The types of the library lack this one of its own constants.
  valueTagClass: forge.asn1.Type.UTF8 as unknown as forge.asn1.Class,
});
