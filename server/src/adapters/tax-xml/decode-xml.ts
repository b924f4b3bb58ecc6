import { taxRefusal } from '@khop/engine/tax-invoices/element.ts';

/** The marks at the beginning of a text, and what they say of its bytes. */
const MARKS: readonly (readonly [mark: readonly number[], label: 'utf-8' | 'utf-16le' | 'utf-16be'])[] = [
  [[0xef, 0xbb, 0xbf], 'utf-8'],
  [[0xff, 0xfe], 'utf-16le'],
  [[0xfe, 0xff], 'utf-16be'],
];

/**
 * The text of an XML file: UTF-8, or UTF-16 with its mark; what the declaration says must agree. A text that .NET writes from memory says
 * UTF-16 whatever it is saved in: bytes that are UTF-8 throughout cannot be that, and are read. Throws NOT_XML, XML_ENCODING.
 */
export function decodeXml(bytes: Uint8Array): string {
  const label = MARKS.find(([mark]) => mark.every((byte, at) => bytes[at] === byte))?.[1] ?? 'utf-8';
  let text: string;
  try {
    text = new TextDecoder(label, { fatal: true }).decode(bytes);
  } catch {
    throw taxRefusal('XML_ENCODING');
  }
  if (text.includes('\0')) throw taxRefusal('XML_ENCODING');
  // A declaration may have nothing before it, yet files that were copied or sent by mail begin with a blank line.
  text = text.trimStart();
  if (!text.startsWith('<')) throw taxRefusal('NOT_XML');
  const said = /^<\?xml\s[^>]{0,200}?encoding\s*=\s*["']([^"']{1,40})["']/.exec(text.slice(0, 300))?.[1]?.toLowerCase();
  if (said !== undefined && !(UTF16.has(said) || (label === 'utf-8' && UTF8.has(said))))
    throw taxRefusal('XML_ENCODING', `«${said}»`);
  return text;
}

const UTF8 = new Set(['utf-8', 'utf8', 'us-ascii']);
const UTF16 = new Set(['utf-16', 'utf-16le', 'utf-16be', 'utf16', 'unicode']);
