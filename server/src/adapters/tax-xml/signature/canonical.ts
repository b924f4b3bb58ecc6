import type { XmlAttribute, XmlNode } from '../parse-xml.ts';

/**
 * Canonical XML 1.0 of an element and all in it (https://www.w3.org/TR/2001/REC-xml-c14n-20010315), or the exclusive form of it
 * (https://www.w3.org/TR/2002/REC-xml-exc-c14n-20020718) without a list of inclusive prefixes, for documents without `xml:`
 * attributes, comments and instructions (`isPlain`): what is left are namespaces, the order of attributes and escapes.
 * The checker for all other documents is xml-crypto; `canonical.test.ts` holds both against each other.
 */
export function canonicalText(apex: XmlNode, isExclusive: boolean): string {
  const out: string[] = [];
  const inherited = new Map<string, string>();
  for (let at = apex.parent; at !== undefined; at = at.parent)
    for (const [prefix, uri] of at.declares) if (!inherited.has(prefix)) inherited.set(prefix, uri);
  write(apex, { inScope: inherited, rendered: new Map(), isExclusive, isApex: true, out });
  return out.join('');
}

/** True when nothing in the document or around it needs more than `canonicalText` knows. */
export function isPlain(root: XmlNode): boolean {
  const hasXmlPrefix = (name: string): boolean => name === 'xml' || name.startsWith('xml:');
  return (
    root.attributes.every(({ name }) => !hasXmlPrefix(name)) &&
    root.declares.every(([prefix]) => prefix !== 'xml') &&
    root.children.every(isPlain)
  );
}

type Scope = {
  /** Namespaces declared around and at an element. */
  readonly inScope: ReadonlyMap<string, string>;
  /** Namespaces that the text already declares around it. */
  readonly rendered: ReadonlyMap<string, string>;
  readonly isExclusive: boolean;
  /** The apex declares all that is in scope around it. */
  readonly isApex: boolean;
  readonly out: string[];
};

function write(node: XmlNode, { inScope: around, rendered: said, isExclusive, isApex, out }: Scope): void {
  const inScope = node.declares.length === 0 ? around : new Map([...around, ...node.declares]);
  const namespaces: (readonly [string, string])[] = [];
  for (const prefix of isExclusive ? usedBy(node) : isApex ? inScope.keys() : node.declares.map(([one]) => one)) {
    const uri = inScope.get(prefix) ?? '';
    if ((said.get(prefix) ?? '') !== uri) namespaces.push([prefix, uri]);
  }
  const rendered = namespaces.length === 0 ? said : new Map([...said, ...namespaces]);
  const name = node.prefix === '' ? node.name : `${node.prefix}:${node.name}`;
  out.push('<', name);
  for (const [prefix, uri] of namespaces.sort(byFirst))
    out.push(prefix === '' ? ' xmlns="' : ` xmlns:${prefix}="`, escapeAttribute(uri), '"');
  for (const { name: attribute, value } of sorted(node.attributes))
    out.push(' ', attribute, '="', escapeAttribute(value), '"');
  out.push('>');
  const inner: Scope = { inScope, rendered, isExclusive, isApex: false, out };
  for (const one of node.content)
    if (typeof one === 'string') out.push(escapeText(one));
    else write(one, inner);
  out.push('</', name, '>');
}

const sorted = (attributes: readonly XmlAttribute[]): readonly XmlAttribute[] =>
  attributes.length < 2 ? attributes : [...attributes].sort(byNamespace);

/** Prefixes that the name of an element and of its attributes have. */
function usedBy({ prefix, attributes }: XmlNode): Set<string> {
  const used = new Set([prefix]);
  for (const attribute of attributes) if (attribute.prefix !== '') used.add(attribute.prefix);
  return used;
}

const byFirst = ([a]: readonly [string, string], [b]: readonly [string, string]): number => compareCodePoints(a, b);

const byNamespace = (a: XmlAttribute, b: XmlAttribute): number =>
  compareCodePoints(a.uri, b.uri) || compareCodePoints(a.local, b.local);

/** By code points, as the standard asks: `<` compares halves of pairs, which sort before U+E000. */
function compareCodePoints(a: string, b: string): number {
  if (a === b) return 0;
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}

const escapeText = (text: string): string =>
  /[&<>\r]/.test(text) ? text.replace(/[&<>\r]/g, (char) => TEXT_ESCAPES[char]!) : text;

const escapeAttribute = (text: string): string =>
  /[&<"\t\n\r]/.test(text) ? text.replace(/[&<"\t\n\r]/g, (char) => ATTRIBUTE_ESCAPES[char]!) : text;

const TEXT_ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\r': '&#xD;' };
const ATTRIBUTE_ESCAPES: Readonly<Record<string, string>> = {
  ...{ '&': '&amp;', '<': '&lt;', '"': '&quot;' },
  ...{ '\t': '&#x9;', '\n': '&#xA;', '\r': '&#xD;' },
};
