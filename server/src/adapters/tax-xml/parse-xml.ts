import { taxRefusal, type XmlElement } from '@khop/engine/tax-invoices/element.ts';
import type { TaxRefusalCode } from '@khop/engine/tax-invoices/tax-refusals.ts';
import { SaxesParser, type SaxesTagNS } from 'saxes';
import { limits } from './limits.ts';

/** An element with all that a canonical text is made of. Namespaces are kept, values are found by local names. */
export type XmlNode = Omit<XmlElement, 'children'> & {
  readonly prefix: string;
  readonly uri: string;
  /** Without declarations of namespaces. */
  readonly attributes: readonly XmlAttribute[];
  /** Prefixes declared here; '' is the default namespace. */
  readonly declares: readonly (readonly [prefix: string, uri: string])[];
  /** Texts and elements in their order. */
  readonly content: readonly (string | XmlNode)[];
  readonly children: readonly XmlNode[];
  readonly parent: XmlNode | undefined;
};

export type XmlAttribute = {
  readonly name: string;
  readonly prefix: string;
  readonly local: string;
  readonly uri: string;
  readonly value: string;
};

type Growing = Omit<XmlNode, 'text' | 'content' | 'children'> & {
  text: string;
  readonly content: (string | XmlNode)[];
  readonly children: XmlNode[];
};

/** The value of an attribute by which a reference finds its element. */
export const idOf = ({ attributes }: XmlNode): string | undefined => attributes.find(isId)?.value;

/** `Id`, `id` and `ID`, with any prefix: libraries differ in which of them they follow. */
const isId = ({ local }: XmlAttribute): boolean => local.length === 2 && local.toLowerCase() === 'id';

/** Elements in which a comment could hide something: what is signed, and what says so. */
const WITHOUT_COMMENTS = new Set(['DLHDon', 'Signature']);

/**
 * The elements of a whole XML text, and the gate: whatever no invoice has and an attack needs is refused while it is read, before
 * anything looks at the content. Throws a Problem with a code XML_…
 */
export function parseXml(text: string): XmlNode {
  const open: Growing[] = [];
  const ids = new Ids();
  let [root, elements, attributes]: [Growing | undefined, number, number] = [undefined, 0, 0];
  const parser = new SaxesParser({ xmlns: true, position: false });
  parser.on('error', (error) => {
    throw malformed(error.message);
  });
  parser.on('doctype', refuse('XML_DOCTYPE'));
  parser.on('processinginstruction', refuse('XML_INSTRUCTION'));
  parser.on('comment', () => {
    if (open.some(({ name }) => WITHOUT_COMMENTS.has(name))) throw taxRefusal('XML_COMMENT');
  });
  parser.on('xmldecl', ({ version }) => {
    if (version !== '1.0') throw taxRefusal('XML_MALFORMED', `phiên bản XML ${version}`);
  });
  parser.on('opentagstart', () => {
    attributes = 0;
    if (open.length >= limits.depth) throw taxRefusal('XML_TOO_DEEP');
    elements += 1;
    if (elements > limits.elements) throw taxRefusal('XML_TOO_MANY_ELEMENTS');
  });
  parser.on('attribute', ({ value }) => {
    attributes += 1;
    if (attributes > limits.attributes) throw taxRefusal('XML_TOO_MANY_ATTRIBUTES');
    if (value.length > limits.textLength) throw taxRefusal('XML_TEXT_TOO_LONG');
  });
  parser.on('opentag', (tag) => {
    const node = nodeOf(tag, open.at(-1));
    open.at(-1)?.content.push(node);
    open.at(-1)?.children.push(node);
    root ??= node;
    ids.note(node);
    open.push(node);
  });
  const addText = (piece: string): void => {
    const node = open.at(-1);
    if (node === undefined) return;
    node.text += piece;
    if (node.text.length > limits.textLength) throw taxRefusal('XML_TEXT_TOO_LONG');
    node.content.push(piece);
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', () => void open.pop());
  parser.write(text).close();
  ids.check();
  // The parser has refused a text without a root.
  return root!;
}

const refuse = (code: TaxRefusalCode) => (): never => {
  throw taxRefusal(code);
};

function malformed(message: string): Error {
  if (message.includes('entity') && !message.includes('character entity')) return taxRefusal('XML_ENTITY');
  return taxRefusal(message.includes('unbound namespace') ? 'XML_NAMESPACE' : 'XML_MALFORMED');
}

function nodeOf({ local, prefix, uri, attributes, ns }: SaxesTagNS, parent: XmlNode | undefined): Growing {
  const own = Object.values(attributes).filter(({ name }) => name !== 'xmlns' && !name.startsWith('xmlns:'));
  return {
    name: local,
    prefix,
    uri,
    attributes: own,
    declares: Object.entries(ns),
    content: [],
    children: [],
    text: '',
    parent,
  };
}

/**
 * The Ids of a file. Each is the only one of its invoice; invoices that were put together in one file may each have the same, as
 * every signature means its own.
 */
class Ids {
  readonly #ofInvoices = new Map<XmlNode, Set<string>>();
  readonly #around = new Set<string>();

  note(node: XmlNode): void {
    const values = node.attributes.filter(isId).map(({ value }) => value);
    if (values.length === 0) return;
    const invoice = invoiceAround(node);
    const seen = invoice === undefined ? this.#around : (this.#ofInvoices.get(invoice) ?? new Set<string>());
    if (invoice !== undefined) this.#ofInvoices.set(invoice, seen);
    for (const value of values) {
      if (seen.has(value)) throw taxRefusal('XML_ID_TWICE', `«${value}»`);
      seen.add(value);
    }
  }

  check(): void {
    for (const ids of this.#ofInvoices.values())
      for (const id of ids) if (this.#around.has(id)) throw taxRefusal('XML_ID_TWICE', `«${id}»`);
  }
}

/** The outermost HDon that an element lies in. */
function invoiceAround(node: XmlNode): XmlNode | undefined {
  let found: XmlNode | undefined;
  for (let at: XmlNode | undefined = node; at !== undefined; at = at.parent) if (at.name === 'HDon') found = at;
  return found;
}
