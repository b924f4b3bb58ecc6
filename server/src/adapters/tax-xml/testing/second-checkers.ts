import { X509Certificate } from 'node:crypto';
import { createRequire } from 'node:module';
import { DOMParser as NewParser } from '@xmldom/xmldom';
import { SignedXml } from 'xml-crypto';
import type * as XmlDSigJs from 'xmldsigjs';

// Its parts must be one copy, and its own parser is given to it by hand: only CommonJS lets both be had.
const require = createRequire(import.meta.url);
const ofLibrary = createRequire(require.resolve('xmldsigjs'));
const library = require('xmldsigjs') as typeof XmlDSigJs;
const core = ofLibrary('xml-core') as { setNodeDependencies: (parts: object) => void };
const { DOMParser, XMLSerializer } = ofLibrary('@xmldom/xmldom') as Record<string, unknown>;
core.setNodeDependencies({ DOMParser, XMLSerializer, xpath: ofLibrary('xpath') as unknown });
library.Application.setEngine('node', globalThis.crypto as Crypto);

const DSIG = 'http://www.w3.org/2000/09/xmldsig#';

/** True when OpenSSL cannot read the first certificate, for a name that is no text or the like: xmldsigjs looks at its key alone. */
export function isCertificateDamaged(text: string): boolean {
  const [, base64 = ''] = /<X509Certificate[^>]*>([^<]*)</.exec(text) ?? [];
  try {
    return new X509Certificate(Buffer.from(base64, 'base64')) === undefined;
  } catch {
    return true;
  }
}

/** The first signature of a text, as xml-crypto judges it; an error is a no. */
export function xmlCryptoSays(text: string): boolean {
  try {
    const signature = new NewParser().parseFromString(text, 'text/xml').getElementsByTagNameNS(DSIG, 'Signature')[0]!;
    const der = signature.getElementsByTagNameNS(DSIG, 'X509Certificate')[0]!.textContent!;
    const publicCert = new X509Certificate(Buffer.from(der, 'base64')).toString();
    const checker = new SignedXml({ publicCert, getCertFromKeyInfo: () => null });
    checker.loadSignature(signature);
    return checker.checkSignature(text);
  } catch {
    return false;
  }
}

/** The same as xmldsigjs judges it. */
export async function xmldsigjsSays(text: string): Promise<boolean> {
  try {
    const document = library.Parse(text);
    const checker = new library.SignedXml(document);
    checker.LoadXml(document.getElementsByTagNameNS(DSIG, 'Signature')[0]!);
    return await checker.Verify();
  } catch {
    return false;
  }
}
