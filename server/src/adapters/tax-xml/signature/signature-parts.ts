import type { SignaturePlace } from '@khop/engine/tax-invoices/signature.ts';
import { idOf, type XmlNode } from '../parse-xml.ts';

export const DSIG = 'http://www.w3.org/2000/09/xmldsig#';

/** A Signature taken apart, its form found as expected: nothing in it is believed yet. */
export type SignatureParts = {
  readonly node: XmlNode;
  readonly place: SignaturePlace;
  readonly signedInfo: XmlNode;
  readonly isExclusive: boolean;
  readonly algorithm: HashName;
  readonly value: string;
  readonly references: readonly ReferenceParts[];
  /** Base64 of the certificates, in their order. */
  readonly certificates: readonly string[];
  /** True when `canonicalText` cannot know its canonical form. */
  readonly hasPrefixList: boolean;
};

export type ReferenceParts = {
  readonly id: string;
  readonly isExclusive: boolean;
  readonly digest: HashName;
  readonly digestValue: string;
};

export type HashName = 'sha1' | 'sha256' | 'sha384' | 'sha512';

/** The reason why a signature cannot be read: a Vietnamese sentence. */
export class Unreadable extends Error {}

const SIGNATURES: Readonly<Record<string, HashName>> = {
  'http://www.w3.org/2000/09/xmldsig#rsa-sha1': 'sha1',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256': 'sha256',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha384': 'sha384',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512': 'sha512',
};

const DIGESTS: Readonly<Record<string, HashName>> = {
  'http://www.w3.org/2000/09/xmldsig#sha1': 'sha1',
  'http://www.w3.org/2001/04/xmlenc#sha256': 'sha256',
  'http://www.w3.org/2001/04/xmldsig-more#sha384': 'sha384',
  'http://www.w3.org/2001/04/xmlenc#sha512': 'sha512',
};

/** Canonical forms; with comments they are the same, as the gate refuses comments. */
const CANONICAL: Readonly<Record<string, 'inclusive' | 'exclusive'>> = {
  'http://www.w3.org/TR/2001/REC-xml-c14n-20010315': 'inclusive',
  'http://www.w3.org/TR/2001/REC-xml-c14n-20010315#WithComments': 'inclusive',
  'http://www.w3.org/2001/10/xml-exc-c14n#': 'exclusive',
  'http://www.w3.org/2001/10/xml-exc-c14n#WithComments': 'exclusive',
};

const ENVELOPED = 'http://www.w3.org/2000/09/xmldsig#enveloped-signature';
const MOST_REFERENCES = 8;

/** Takes a Signature apart. Throws Unreadable for whatever is not one of the few forms that invoices are signed in. */
export function partsOf(node: XmlNode, place: SignaturePlace): SignatureParts {
  const signedInfo = only(node, 'SignedInfo');
  const method = only(signedInfo, 'CanonicalizationMethod');
  const references = named(signedInfo, 'Reference');
  if (signedInfo.children.length !== references.length + 2)
    throw new Unreadable('SignedInfo có thẻ lạ; chữ ký không đúng dạng của hóa đơn điện tử.');
  if (references.length === 0 || references.length > MOST_REFERENCES)
    throw new Unreadable(`Chữ ký có ${references.length} tham chiếu.`);
  const algorithm = attributeOf(only(signedInfo, 'SignatureMethod'), 'Algorithm');
  const keyInfo = named(node, 'KeyInfo');
  if (keyInfo.length > 1) throw new Unreadable('Chữ ký có hơn một phần khóa (KeyInfo).');
  return {
    node,
    place,
    signedInfo,
    isExclusive: canonicalOf(method) === 'exclusive',
    algorithm: hashOf(SIGNATURES, algorithm, 'Thuật toán ký'),
    value: base64Of(only(node, 'SignatureValue')),
    references: references.map(referenceOf),
    certificates: keyInfo
      .flatMap((one) => named(one, 'X509Data'))
      .flatMap((one) => named(one, 'X509Certificate'))
      .map(base64Of),
    hasPrefixList: hasChildren(method) || references.some((one) => transformsOf(one).some(hasChildren)),
  };
}

const hasChildren = ({ children }: XmlNode): boolean => children.length > 0;

function referenceOf(node: XmlNode): ReferenceParts {
  const uri = attributeOf(node, 'URI');
  if (uri === undefined || !/^#[^()]+$/.test(uri))
    throw new Unreadable(`Tham chiếu «${uri ?? ''}» của chữ ký không chỉ một phần của hóa đơn.`);
  let isExclusive = false;
  for (const transform of transformsOf(node)) {
    const algorithm = attributeOf(transform, 'Algorithm') ?? '';
    // The signature lies outside of what it signs: there is nothing to take out.
    if (algorithm !== ENVELOPED) isExclusive = canonicalOf(transform) === 'exclusive';
  }
  return {
    id: uri.slice(1),
    isExclusive,
    digest: hashOf(DIGESTS, attributeOf(only(node, 'DigestMethod'), 'Algorithm'), 'Thuật toán băm'),
    digestValue: base64Of(only(node, 'DigestValue')),
  };
}

const transformsOf = (reference: XmlNode): readonly XmlNode[] => {
  const [list, ...others] = named(reference, 'Transforms');
  if (others.length > 0) throw new Unreadable('Tham chiếu của chữ ký có hơn một phần phép biến đổi.');
  const transforms = list === undefined ? [] : named(list, 'Transform');
  if (list !== undefined && list.children.length !== transforms.length)
    throw new Unreadable('Phép biến đổi của chữ ký có thẻ lạ.');
  return transforms;
};

function canonicalOf(node: XmlNode): 'inclusive' | 'exclusive' {
  const algorithm = attributeOf(node, 'Algorithm') ?? '';
  const form = Object.hasOwn(CANONICAL, algorithm) ? CANONICAL[algorithm] : undefined;
  if (form === undefined) throw new Unreadable(`Phép biến đổi «${algorithm}» không được nhận.`);
  return form;
}

function hashOf(known: Readonly<Record<string, HashName>>, algorithm: string | undefined, what: string): HashName {
  const name = algorithm !== undefined && Object.hasOwn(known, algorithm) ? known[algorithm] : undefined;
  if (name === undefined) throw new Unreadable(`${what} «${algorithm ?? ''}» không được nhận.`);
  return name;
}

/** Children of the namespace of signatures. */
const named = (parent: XmlNode, name: string): readonly XmlNode[] =>
  parent.children.filter((child) => child.name === name && child.uri === DSIG);

function only(parent: XmlNode, name: string): XmlNode {
  const [found, ...others] = named(parent, name);
  if (found === undefined || others.length > 0)
    throw new Unreadable(`Chữ ký ${found === undefined ? 'thiếu' : 'có hơn một'} phần ${name}.`);
  return found;
}

const attributeOf = (node: XmlNode, name: string): string | undefined =>
  node.attributes.find((one) => one.name === name)?.value;

function base64Of(node: XmlNode): string {
  const text = node.text.replace(/\s/g, '');
  if (node.children.length > 0 || text === '' || !/^[A-Za-z\d+/]+={0,2}$/.test(text))
    throw new Unreadable(`Phần ${node.name} của chữ ký không phải base64.`);
  return text;
}

/** The element of an invoice that an Id names; the gate has refused a second one. */
export function elementWithId(root: XmlNode, id: string): XmlNode | undefined {
  if (idOf(root) === id) return root;
  for (const child of root.children) {
    const found = elementWithId(child, id);
    if (found) return found;
  }
  return undefined;
}

export const contains = (outer: XmlNode, inner: XmlNode): boolean => {
  for (let at: XmlNode | undefined = inner; at !== undefined; at = at.parent) if (at === outer) return true;
  return false;
};
