/** An element to write: `declares` are namespaces, `text` is one text node. */
export type Element = {
  readonly name: string;
  readonly attributes?: readonly (readonly [name: string, value: string])[];
  readonly declares?: readonly (readonly [prefix: string, uri: string])[];
  readonly content: readonly (Element | string)[];
};

export const element = (name: string, ...content: readonly (Element | string)[]): Element => ({ name, content });

/**
 * The canonical text of an element (C14N 1.0, or exclusive), as it is signed, with the namespaces declared around it. It is a second
 * one beside the checker's on purpose: what both agree on is not one mistake made twice.
 */
export function canonical(node: Element, around: ReadonlyMap<string, string>, isExclusive: boolean): string {
  return canonicalIn(node, around, new Map(), isExclusive ? 'exclusive' : 'apex');
}

type Form = 'exclusive' | 'apex' | 'inner';

function canonicalIn(
  { name, attributes = [], declares = [], content }: Element,
  around: ReadonlyMap<string, string>,
  said: ReadonlyMap<string, string>,
  form: Form,
): string {
  const scope = new Map([...around, ...declares]);
  const prefixOf = (one: string): string => (one.includes(':') ? one.slice(0, one.indexOf(':')) : '');
  const used = [prefixOf(name), ...attributes.map(([one]) => prefixOf(one)).filter((prefix) => prefix !== '')];
  const wanted = form === 'exclusive' ? used : [...scope.keys()];
  const shown = [...new Set(wanted)]
    .filter((prefix) => prefix !== 'xml' && (scope.get(prefix) ?? '') !== (said.get(prefix) ?? ''))
    .sort();
  const inner = new Map([...said, ...shown.map((prefix) => [prefix, scope.get(prefix) ?? ''] as const)]);
  const namespaces = shown.map((prefix) => ` xmlns${prefix && `:${prefix}`}="${attributeText(inner.get(prefix)!)}"`);
  const plain = [...attributes].sort(
    ([a], [b]) => Number(a.includes(':')) - Number(b.includes(':')) || (a < b ? -1 : 1),
  );
  const rest = plain.map(([one, value]) => ` ${one}="${attributeText(value)}"`);
  const children = content.map((one) =>
    typeof one === 'string' ? canonicalText(one) : canonicalIn(one, scope, inner, form === 'apex' ? 'inner' : form),
  );
  return `<${name}${namespaces.join('')}${rest.join('')}>${children.join('')}</${name}>`;
}

const canonicalText = (text: string): string =>
  text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/\r/g, '&#xD;');

const attributeText = (text: string): string =>
  text
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/"/g, '&quot;')
    .replace(/\t/g, '&#x9;')
    .replace(/\n/g, '&#xA;')
    .replace(/\r/g, '&#xD;');

/** Ways in which a document may say the same. */
export type Spelling = {
  /** Line ends of the document: a reader makes LF of both. */
  readonly newline: '\n' | '\r\n';
  /** Texts of elements with these names come as CDATA. */
  readonly cdata: ReadonlySet<string>;
  /** Empty elements as `<MST/>` instead of `<MST></MST>`. */
  readonly selfClosing: boolean;
  /** Quotes around attributes. */
  readonly quote: '"' | "'";
};

export function documentText(node: Element, spelling: Spelling): string {
  const { name, attributes = [], declares = [], content } = node;
  const { quote } = spelling;
  const namespaces = declares.map(
    ([prefix, uri]) => ` xmlns${prefix && `:${prefix}`}=${quote}${quoted(uri, quote)}${quote}`,
  );
  const rest = attributes.map(([one, value]) => ` ${one}=${quote}${quoted(value, quote)}${quote}`);
  const start = `<${name}${rest.join('')}${namespaces.join('')}`;
  if (content.length === 0 && spelling.selfClosing) return `${start}/>`;
  const children = content.map((one) => {
    if (typeof one !== 'string') return documentText(one, spelling);
    const text =
      spelling.cdata.has(name) && !one.includes(']]>') && !one.includes('\r') ? `<![CDATA[${one}]]>` : written(one);
    return text.replaceAll('\n', spelling.newline);
  });
  return `${start}>${children.join('')}</${name}>`;
}

const written = (text: string): string =>
  text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/]]>/g, ']]&gt;').replace(/\r/g, '&#13;');

const quoted = (text: string, quote: string): string => {
  const safe = attributeText(text);
  return quote === "'" ? safe.replaceAll('&quot;', '"').replaceAll("'", '&apos;') : safe;
};
