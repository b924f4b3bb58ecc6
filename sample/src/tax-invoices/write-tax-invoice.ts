import { createHash, type KeyObject, sign } from 'node:crypto';
import { type Arrangement, dataElement } from './elements-of-invoice.ts';
import type { InvoiceToWrite } from './invoice-to-write.ts';
import type { TestSigner } from './test-authority.ts';
import { canonical, documentText, type Element, element, type Spelling } from './xml-tree.ts';

/** The way in which one supplier's software writes and signs. */
export type WritingStyle = Arrangement &
  Spelling & {
    /** Namespace of the invoice's elements, invented by its supplier; undefined for none. */
    readonly namespace?: string;
    /** Prefix of the signature: '' or `ds`. */
    readonly signaturePrefix: string;
    readonly hash: 'sha1' | 'sha256' | 'sha512';
    /** Transforms of the reference to the data. */
    readonly transforms: 'none' | 'enveloped' | 'inclusive' | 'enveloped_inclusive' | 'exclusive';
    /** Canonical form of SignedInfo. */
    readonly signedInfo: 'inclusive' | 'exclusive';
    readonly dataId: string;
    /** ISO moment; undefined for a signature without one. */
    readonly signedAt?: string;
    readonly encoding: 'utf-8' | 'utf-8-bom' | 'utf-16le' | 'utf-16be';
    readonly declaration: boolean;
    /** `xml:lang` on the root, which canonical forms hand down. */
    readonly language: boolean;
    /** The elements around the invoice. */
    readonly wrapper: 'none' | 'message';
  };

export const PLAIN_STYLE: WritingStyle = {
  prefix: '',
  emptyFields: false,
  turned: false,
  lineBreaks: false,
  newline: '\n',
  cdata: new Set(),
  selfClosing: false,
  quote: '"',
  signaturePrefix: '',
  hash: 'sha256',
  transforms: 'enveloped',
  signedInfo: 'inclusive',
  dataId: 'data',
  encoding: 'utf-8',
  declaration: true,
  language: false,
  wrapper: 'none',
};

/** Those who sign: the seller of a machine's invoice does not. */
export type Signers = { readonly seller?: TestSigner; readonly authority?: TestSigner };

const DSIG = 'http://www.w3.org/2000/09/xmldsig#';
const ENVELOPED = `${DSIG}enveloped-signature`;
const INCLUSIVE = 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315';
const EXCLUSIVE = 'http://www.w3.org/2001/10/xml-exc-c14n#';
const SIGNATURES = {
  sha1: `${DSIG}rsa-sha1`,
  sha256: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  sha512: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
} as const;
const DIGESTS = {
  sha1: `${DSIG}sha1`,
  sha256: 'http://www.w3.org/2001/04/xmlenc#sha256',
  sha512: 'http://www.w3.org/2001/04/xmlenc#sha512',
} as const;
const TRANSFORMS: Readonly<Record<WritingStyle['transforms'], readonly string[]>> = {
  none: [],
  enveloped: [ENVELOPED],
  inclusive: [INCLUSIVE],
  enveloped_inclusive: [ENVELOPED, INCLUSIVE],
  exclusive: [EXCLUSIVE],
};

/** The bytes of a signed invoice. */
export function writeTaxInvoice(invoice: InvoiceToWrite, signers: Signers, style: WritingStyle = PLAIN_STYLE): Buffer {
  const root = invoiceElement(invoice, signers, style);
  const whole =
    style.wrapper === 'none'
      ? root
      : element('TDiep', element('TTChung', element('PBan', '2.0.1')), element('DLieu', root));
  return encoded(documentText(whole, style), style);
}

function invoiceElement(invoice: InvoiceToWrite, signers: Signers, style: WritingStyle): Element {
  const data = dataElement(invoice, style.dataId, style);
  const named = (name: string): string => (style.prefix === '' ? name : `${style.prefix}:${name}`);
  const declares = style.namespace === undefined ? [] : ([[style.prefix, style.namespace]] as const);
  const around = new Map<string, string>(declares);
  const attributes = style.language ? ([['xml:lang', 'vi']] as const) : [];
  const signature = (signer: TestSigner, holder: string) =>
    element(named(holder), signatureOf(data, { signer, around, style, id: `${holder}-${style.dataId}` }));
  const code = invoice.authorityCode === undefined ? [] : [element(named('MCCQT'), invoice.authorityCode)];
  const qr = invoice.qr === undefined ? [] : [element(named('DLQRCode'), invoice.qr)];
  const holders = element(
    named('DSCKS'),
    ...(signers.seller ? [signature(signers.seller, 'NBan')] : []),
    ...(signers.authority ? [signature(signers.authority, 'CQT')] : []),
  );
  return { name: named('HDon'), attributes, declares, content: [data, ...qr, ...code, holders] };
}

type Signing = {
  readonly signer: TestSigner;
  readonly around: ReadonlyMap<string, string>;
  readonly style: WritingStyle;
  readonly id: string;
};

function signatureOf(data: Element, { signer, around, style, id }: Signing): Element {
  const ds = (name: string, ...content: readonly (Element | string)[]): Element =>
    element(style.signaturePrefix === '' ? name : `${style.signaturePrefix}:${name}`, ...content);
  const scope = new Map([...around, [style.signaturePrefix, DSIG] as const]);
  const canonicalIn = (node: Element, scopeAround: ReadonlyMap<string, string>, isExclusive: boolean): string =>
    handedDown(canonical(node, scopeAround, isExclusive), style, isExclusive);
  const time = style.signedAt === undefined ? undefined : signingTime(ds, style.signedAt, id);
  const digest = (text: string): string => createHash(style.hash).update(text).digest('base64');
  const reference = (uri: string, transforms: readonly string[], text: string): Element => ({
    ...ds(
      'Reference',
      ...(transforms.length === 0
        ? []
        : [ds('Transforms', ...transforms.map((one) => algorithm(ds('Transform'), one)))]),
      algorithm(ds('DigestMethod'), DIGESTS[style.hash]),
      ds('DigestValue', digest(text)),
    ),
    attributes: [['URI', `#${uri}`]],
  });
  const signedInfo = ds(
    'SignedInfo',
    algorithm(ds('CanonicalizationMethod'), style.signedInfo === 'exclusive' ? EXCLUSIVE : INCLUSIVE),
    algorithm(ds('SignatureMethod'), SIGNATURES[style.hash]),
    reference(style.dataId, TRANSFORMS[style.transforms], canonicalIn(data, around, style.transforms === 'exclusive')),
    ...(time === undefined ? [] : [reference(`${id}-time`, [], canonicalIn(time.signed, scope, false))]),
  );
  const text = canonicalIn(signedInfo, scope, style.signedInfo === 'exclusive');
  return {
    ...ds(
      'Signature',
      signedInfo,
      ds('SignatureValue', signed(text, signer.key, style.hash)),
      ds(
        'KeyInfo',
        ds('X509Data', ds('X509SubjectName', `CN=${signer.name}`), ds('X509Certificate', signer.certificate)),
      ),
      ...(time === undefined ? [] : [time.object]),
    ),
    attributes: [['Id', `${id}-signature`]],
    declares: [[style.signaturePrefix, DSIG]],
  };
}

/** Inclusive forms hand `xml:` attributes of the elements around down to the apex. */
const handedDown = (text: string, style: WritingStyle, isExclusive: boolean): string =>
  style.language && !isExclusive ? text.replace('>', ' xml:lang="vi">') : text;

function signingTime(ds: (name: string, ...content: readonly (Element | string)[]) => Element, at: string, id: string) {
  const property: Element = {
    ...ds('SignatureProperty', element('SigningTime', at)),
    attributes: [['Target', `#${id}-signature`]],
  };
  const signed: Element = { ...ds('SignatureProperties', property), attributes: [['Id', `${id}-time`]] };
  return { signed, object: ds('Object', signed) };
}

const algorithm = (one: Element, uri: string): Element => ({ ...one, attributes: [['Algorithm', uri]] });

const signed = (text: string, key: KeyObject, hash: string): string =>
  sign(hash, Buffer.from(text), key).toString('base64');

function encoded(text: string, { encoding, declaration, newline }: WritingStyle): Buffer {
  const name = encoding.startsWith('utf-16') ? 'utf-16' : 'utf-8';
  const whole = declaration ? `<?xml version="1.0" encoding="${name}"?>${newline}${text}` : text;
  if (encoding === 'utf-8') return Buffer.from(whole);
  if (encoding === 'utf-8-bom') return Buffer.from(`\ufeff${whole}`);
  const bytes = Buffer.from(`\ufeff${whole}`, 'utf16le');
  return encoding === 'utf-16le' ? bytes : bytes.swap16();
}
