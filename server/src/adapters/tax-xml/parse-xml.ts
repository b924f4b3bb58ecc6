import { taxRefusal, type XmlElement } from '@khop/engine/tax-invoices/element.ts';
import { type SaxesOptions, SaxesParser, type SaxesTagNS } from 'saxes';
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
  gate = new Gate();
  new GatedParser().write(text).close();
  return gate.root();
}

/** Builds the elements, and counts what is bounded. */
class Gate {
  readonly #open: Growing[] = [];
  readonly #ids = new Ids();
  #root: Growing | undefined;
  #elements = 0;
  #attributes = 0;

  attribute(value: string): void {
    this.#attributes += 1;
    if (this.#attributes > limits.attributes) throw taxRefusal('XML_TOO_MANY_ATTRIBUTES');
    if (value.length > limits.textLength) throw taxRefusal('XML_TEXT_TOO_LONG');
  }

  element(tag: SaxesTagNS): void {
    this.#attributes = 0;
    this.#elements += 1;
    if (this.#open.length >= limits.depth) throw taxRefusal('XML_TOO_DEEP');
    if (this.#elements > limits.elements) throw taxRefusal('XML_TOO_MANY_ELEMENTS');
    const parent = this.#open.at(-1);
    const node = nodeOf(tag, parent);
    parent?.content.push(node);
    parent?.children.push(node);
    this.#root ??= node;
    this.#ids.note(node);
    this.#open.push(node);
  }

  text(piece: string): void {
    const node = this.#open.at(-1);
    if (node === undefined) return;
    node.text += piece;
    if (node.text.length > limits.textLength) throw taxRefusal('XML_TEXT_TOO_LONG');
    node.content.push(piece);
  }

  comment(): void {
    if (this.#open.some(({ name }) => WITHOUT_COMMENTS.has(name))) throw taxRefusal('XML_COMMENT');
  }

  end(): void {
    this.#open.pop();
  }

  root(): XmlNode {
    this.#ids.check();
    // The parser has refused a text without a root.
    return this.#root!;
  }
}

/** The gate of the parser at work: reading never waits, so that there is one at a time. */
let gate: Gate;

/**
 * Events are heard on the prototype of all parsers: one with more than six listeners of its own is a table of hashes to V8, and reads
 * at a sixth of the speed.
 */
class GatedParser extends SaxesParser<SaxesOptions & { xmlns: true }> {
  constructor() {
    super({ xmlns: true, position: false });
  }
}

const events = GatedParser.prototype;
events.on('attribute', ({ value }) => gate.attribute(value));
events.on('opentag', (tag) => gate.element(tag));
events.on('closetag', () => gate.end());
events.on('text', (piece) => gate.text(piece));
events.on('cdata', (piece) => gate.text(piece));
events.on('comment', () => gate.comment());
events.on('error', ({ message }) => {
  throw malformed(message);
});
events.on('doctype', () => {
  throw taxRefusal('XML_DOCTYPE');
});
events.on('processinginstruction', () => {
  throw taxRefusal('XML_INSTRUCTION');
});
events.on('xmldecl', ({ version }) => {
  if (version !== '1.0') throw taxRefusal('XML_MALFORMED', `phiên bản XML ${version}`);
});

function malformed(message: string): Error {
  if (message.includes('entity') && !message.includes('character entity')) return taxRefusal('XML_ENTITY');
  return taxRefusal(message.includes('unbound namespace') ? 'XML_NAMESPACE' : 'XML_MALFORMED');
}

const NONE: readonly never[] = [];

function nodeOf({ local, prefix, uri, attributes, ns }: SaxesTagNS, parent: XmlNode | undefined): Growing {
  const all = Object.values(attributes);
  // Nearly all elements have none.
  const own = all.length === 0 ? NONE : all.filter(({ name }) => name !== 'xmlns' && !name.startsWith('xmlns:'));
  return {
    name: local,
    prefix,
    uri,
    attributes: own,
    declares: own.length === all.length ? NONE : Object.entries(ns),
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
