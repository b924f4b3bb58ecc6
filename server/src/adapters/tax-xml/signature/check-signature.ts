import { hash, verify, type X509Certificate } from 'node:crypto';
import { compareTaxCodes } from '@khop/engine/tax-code.ts';
import type { SignatureCheck, SignaturePlace } from '@khop/engine/tax-invoices/signature.ts';
import { momentOf } from '@khop/engine/text/moment.ts';
import type { XmlNode } from '../parse-xml.ts';
import { canonicalText } from './canonical.ts';
import { isAnchored, type Signer, signerOf } from './certificate.ts';
import {
  contains,
  elementWithId,
  partsOf,
  type ReferenceParts,
  type SignatureParts,
  Unreadable,
} from './signature-parts.ts';
import { checkSlowly } from './slow-checker.ts';

/** One HDon of a file, with what its signatures are checked against. */
export type SignedInvoice = {
  readonly whole: XmlNode;
  readonly data: XmlNode;
  /** The text of the file. */
  readonly text: string;
  /** True when our own canonical writer knows the whole document. */
  readonly isPlain: boolean;
  readonly sellerTaxCode: string;
  readonly roots: readonly X509Certificate[];
  /** The canonical texts of the data, by their form: every signature covers it. */
  readonly dataTexts: Map<boolean, string>;
};

export type CheckedSignature = {
  readonly node: XmlNode;
  readonly check: SignatureCheck;
  /** The canonical text of DLHDon that was digested; undefined unless intact. */
  readonly signedText: string | undefined;
};

/** Checks one Signature of an invoice. */
export function checkSignature(node: XmlNode, place: SignaturePlace, invoice: SignedInvoice): CheckedSignature {
  const nothing = { ...UNKNOWN, place, sellerTaxCode: invoice.sellerTaxCode };
  try {
    const parts = partsOf(node, place);
    const signer = leafOf(parts.certificates);
    if (!signer) throw new Unreadable('Chữ ký không kèm chứng thư RSA đọc được.');
    const targets = parts.references.map((reference) => targetOf(reference, parts, invoice));
    const data = targets.indexOf(invoice.data);
    if (data < 0) throw new Unreadable('Chữ ký không ký phần dữ liệu của hóa đơn này (DLHDon).');
    const signedAt = signingTimeOf(node, targets);
    const moment = signedAt ?? signer.x509.validToDate.toISOString();
    const about = {
      ...nothing,
      ...signerIs(signer, invoice.sellerTaxCode),
      trust: isAnchored(signer.x509, chainOf(parts.certificates), invoice.roots, new Date(moment))
        ? ('anchored' as const)
        : ('notAnchored' as const),
      certificate: signer.shown,
      signedAt,
      algorithm: `rsa-${parts.algorithm}`,
    };
    const weakness = weaknessOf(parts, signer, moment);
    const texts = checkedTexts(parts, targets, signer, invoice);
    return typeof texts === 'string'
      ? { node, signedText: undefined, check: { ...about, verdict: 'broken', reason: texts } }
      : {
          node,
          signedText: texts[data],
          check: { ...about, verdict: weakness ? 'intact_weak' : 'intact', reason: null },
        };
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    return { node, signedText: undefined, check: { ...nothing, verdict: 'unreadable', reason: error.message } };
  }
}

const UNKNOWN = {
  signer: 'unknown',
  trust: 'notAnchored',
  signerTaxCode: null,
  certificate: null,
  signedAt: null,
  algorithm: null,
} as const;

/** The certificate of the signer among those that come along: the one that issues no others. */
function leafOf(certificates: readonly string[]): Signer | undefined {
  const all = certificates.map(signerOf).filter((one) => one !== undefined);
  return all.find(({ x509 }) => !x509.ca) ?? all[0];
}

const chainOf = (certificates: readonly string[]) =>
  certificates.map(signerOf).flatMap((one) => (one === undefined ? [] : [one.x509]));

function signerIs({ taxCode }: Signer, seller: string): Pick<SignatureCheck, 'signer' | 'signerTaxCode'> {
  if (taxCode === null) return { signer: 'unknown', signerTaxCode: null };
  return { signer: compareTaxCodes(taxCode, seller) === 'same' ? 'seller' : 'other', signerTaxCode: taxCode };
}

/**
 * The element that a reference signs: DLHDon of this very invoice, or a part of the signature's own Object; for others than the seller
 * also another part of the invoice. It never holds the signature itself.
 */
function targetOf({ id }: ReferenceParts, { node, place }: SignatureParts, { whole, data }: SignedInvoice): XmlNode {
  const target = elementWithId(whole, id);
  if (target === undefined) throw new Unreadable(`Chữ ký ký phần «${id}», hóa đơn không có phần ấy.`);
  const isOwnPart = target !== node && contains(node, target);
  if (target === data || isOwnPart || (place !== 'seller' && !contains(target, node))) return target;
  throw new Unreadable(`Chữ ký ký phần «${id}», không phải dữ liệu của hóa đơn này.`);
}

/** The canonical texts of the targets, all of them digested and signed; else the sentence that says what is broken. */
function checkedTexts(
  parts: SignatureParts,
  targets: readonly XmlNode[],
  signer: Signer,
  invoice: SignedInvoice,
): readonly string[] | string {
  const [changed, forged] = [
    'Dữ liệu của hóa đơn đã bị thay đổi sau khi ký.',
    'Chữ ký không phải của chứng thư đi kèm, hoặc đã bị thay đổi.',
  ];
  if (!invoice.isPlain || parts.hasPrefixList) {
    const slowly = checkSlowly(invoice.text, parts.node, signer.x509.toString());
    // The library does not hand `xml:` attributes down as C14N 1.0 asks: its no may be wrong, its yes is not.
    if (slowly === undefined) throw new Unreadable('Tệp được ký theo một dạng hiếm mà Khớp không kiểm tra được.');
    return slowly;
  }
  const texts: string[] = [];
  for (const [index, { isExclusive, digest, digestValue }] of parts.references.entries()) {
    const text = textOf(targets[index]!, isExclusive, invoice);
    // The bytes are compared, not their base64, of which there is more than one for the same.
    if (!Buffer.from(hash(digest, text, 'buffer')).equals(Buffer.from(digestValue, 'base64'))) return changed;
    texts.push(text);
  }
  const signed = Buffer.from(canonicalText(parts.signedInfo, parts.isExclusive));
  const isSigned = verify(parts.algorithm, signed, signer.x509.publicKey, Buffer.from(parts.value, 'base64'));
  return isSigned ? texts : forged;
}

function textOf(target: XmlNode, isExclusive: boolean, { data, dataTexts }: SignedInvoice): string {
  const known = target === data ? dataTexts.get(isExclusive) : undefined;
  const text = known ?? canonicalText(target, isExclusive);
  if (target === data) dataTexts.set(isExclusive, text);
  return text;
}

const LEAST_BITS = 1024;
const GOOD_BITS = 2048;
const SHORT_KEYS_UNTIL = '2022-01-01';

/** True for SHA-1 and for short keys of before 2022. Throws Unreadable for keys that prove nothing. */
function weaknessOf({ algorithm, references }: SignatureParts, { keyBits }: Signer, moment: string): boolean {
  if (keyBits < LEAST_BITS || (keyBits < GOOD_BITS && moment >= SHORT_KEYS_UNTIL))
    throw new Unreadable(`Khóa ký chỉ có ${keyBits} bit: ai cũng có thể làm giả chữ ký.`);
  return keyBits < GOOD_BITS || algorithm === 'sha1' || references.some(({ digest }) => digest === 'sha1');
}

/** SigningTime, if it lies in what was signed. */
function signingTimeOf(signature: XmlNode, targets: readonly XmlNode[]): string | null {
  for (const target of targets) {
    if (!contains(signature, target)) continue;
    const time = findNamed(target, 'SigningTime');
    const instant = time === undefined ? undefined : momentOf(time.text.trim());
    if (instant) return instant.iso;
  }
  return null;
}

function findNamed(node: XmlNode, name: string): XmlNode | undefined {
  if (node.name === name) return node;
  for (const child of node.children) {
    const found = findNamed(child, name);
    if (found) return found;
  }
  return undefined;
}
