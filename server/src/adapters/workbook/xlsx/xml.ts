import { damagedXml, walkBytes } from './xml-bytes.ts';

/** The reports of a walk over XML. Names come without namespace prefix; texts are decoded, and may come in pieces. */
export type XmlHandler = {
  open(name: string, attributes: string, empty: boolean): void;
  close(name: string): void;
  /** True when text matters here; asked before it is cut out and decoded. */
  wantsText(): boolean;
  text(text: string): void;
  /** Asked after every chunk: true ends the walk early. */
  done?(): boolean;
  /** Waited for after every chunk. */
  pause?: (() => Promise<void> | undefined) | undefined;
};

/** Walks over an XML part in texts; the sheets of .xlsx and their strings are walked over in bytes (`walkBytes`). */
export function walkXml(chunks: AsyncIterable<Buffer>, handler: XmlHandler): Promise<void> {
  return walkBytes(chunks, {
    open: (bytes, from, to, end, empty) =>
      handler.open(bytes.toString('utf8', from, to), bytes.toString('utf8', to, end), empty),
    close: (bytes, from, to) => handler.close(bytes.toString('utf8', from, to)),
    wantsText: () => handler.wantsText(),
    text: (bytes, from, to, isRaw) => handler.text(textOf(bytes, from, to, isRaw)),
    done: () => handler.done?.() === true,
    pause: handler.pause,
  });
}

/** The text of some bytes of a part, decoded. */
export function textOf(bytes: Buffer, from: number, to: number, isRaw: boolean): string {
  const text = bytes.toString('utf8', from, to);
  return isRaw ? text : decodeEntities(text);
}

/** Characters of one cell; Excel allows 32,767. */
const LONGEST_TEXT = 1_000_000;

/** A text with another piece of it. Throws FILE_DAMAGED where it grows without end: it is held in memory whole. */
export function longerText(text: string, piece: string): string {
  if (text.length + piece.length > LONGEST_TEXT) throw damagedXml('một ô quá dài');
  return text + piece;
}

/** The value of an attribute, decoded; undefined when it is not there. The name is given without prefix. */
export function attribute(attributes: string, name: string): string | undefined {
  let from = 0;
  for (;;) {
    const at = attributes.indexOf(name, from);
    if (at < 0) return undefined;
    from = at + name.length;
    const before = attributes.charCodeAt(at - 1);
    if (before > 32 && before !== 58) continue;
    let equals = from;
    while (attributes.charCodeAt(equals) <= 32) equals++;
    if (attributes.charCodeAt(equals) !== 61) continue;
    let open = equals + 1;
    while (attributes.charCodeAt(open) <= 32) open++;
    const quote = attributes.charAt(open);
    const close = attributes.indexOf(quote, open + 1);
    return close < 0 ? undefined : decodeEntities(attributes.slice(open + 1, close));
  }
}

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w+));/gi, (whole, hex, decimal, name) => {
    if (name) return NAMED[name] ?? whole;
    const code = hex ? Number.parseInt(hex, 16) : Number(decimal);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}

/** Excel writes characters that XML cannot hold as `_x000D_`, and a literal one as `_x005F_x000D_`. */
export function decodeExcelEscapes(text: string): string {
  if (!text.includes('_x')) return text;
  return text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
}
