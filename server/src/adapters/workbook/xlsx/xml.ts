import { Problem } from '@khop/engine/problem.ts';

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

const [BANG, SLASH, GREATER, QUESTION] = [33, 47, 62, 63];
/** Characters of one tag, text or comment; Excel allows 32,767 in a cell. More is not waited for: every chunk would copy it again. */
const LONGEST_TOKEN = 1_000_000;

const damaged = (what: string) => new Problem('FILE_DAMAGED', `Tệp Excel bị hỏng (${what}). Hãy xuất lại tệp.`);

/** Walks over an XML part as its bytes arrive; holds one chunk and an unfinished tag. Refuses DOCTYPE: no entity tricks. */
export async function walkXml(chunks: AsyncIterable<Buffer>, handler: XmlHandler): Promise<void> {
  let decoder: TextDecoder | undefined;
  let rest = '';
  for await (const chunk of chunks) {
    decoder ??= new TextDecoder(encodingOf(chunk));
    rest = walk(rest + decoder.decode(chunk, { stream: true }), handler);
    if (handler.done?.()) return;
    await handler.pause?.();
  }
  rest = walk(rest + (decoder?.decode() ?? ''), handler);
  if (rest.trim() !== '') throw damaged('XML dở dang');
}

/** A text with another piece of it. Throws FILE_DAMAGED where it grows without end: it is held in memory whole. */
export function longerText(text: string, piece: string): string {
  if (text.length + piece.length > LONGEST_TOKEN) throw damaged('một ô quá dài');
  return text + piece;
}

const encodingOf = (first: Buffer): string => {
  if (first[0] === 0xff && first[1] === 0xfe) return 'utf-16le';
  if (first[0] === 0xfe && first[1] === 0xff) return 'utf-16be';
  return 'utf-8';
};

/** Handles every complete token of the piece and returns what is left over. */
function walk(piece: string, handler: XmlHandler): string {
  let at = 0;
  for (;;) {
    const tag = piece.indexOf('<', at);
    if (tag < 0) return unfinished(piece, at);
    if (tag > at && handler.wantsText()) handler.text(decodeEntities(piece.slice(at, tag)));
    const next = piece.charCodeAt(tag + 1);
    if (next === BANG) {
      const end = skipDeclaration(piece, tag, handler);
      if (end < 0) return unfinished(piece, tag);
      at = end;
      continue;
    }
    // `<v>`, `<t>`: nothing to look for.
    if (piece.charCodeAt(tag + 2) === GREATER && next !== SLASH) {
      handler.open(nameAt(piece, tag + 1, tag + 2), '', false);
      at = tag + 3;
      continue;
    }
    const end = next === SLASH ? piece.indexOf('>', tag + 2) : tagEnd(piece, tag + 1);
    if (end < 0) return unfinished(piece, tag);
    if (next === SLASH) handler.close(nameAt(piece, tag + 2, end));
    else if (next !== QUESTION) openTag(piece, tag + 1, end, handler);
    at = end + 1;
  }
}

/** The rest of a chunk that has to wait for the next one. */
function unfinished(piece: string, from: number): string {
  if (piece.length - from > LONGEST_TOKEN) throw damaged('một đoạn XML quá dài');
  return piece.slice(from);
}

/** Index of the ">" that ends the tag; one inside a quoted attribute does not. */
function tagEnd(piece: string, from: number): number {
  let end = piece.indexOf('>', from);
  if (end < 0) return end;
  for (let at = from; ; ) {
    const quote = firstQuote(piece, at, end);
    if (quote < 0) return end;
    const close = piece.indexOf(piece.charAt(quote), quote + 1);
    if (close < 0) return -1;
    if (close > end) {
      end = piece.indexOf('>', close);
      if (end < 0) return -1;
    }
    at = close + 1;
  }
}

function firstQuote(piece: string, from: number, to: number): number {
  for (let at = from; at < to; at++) {
    const code = piece.charCodeAt(at);
    if (code === 34 || code === 39) return at;
  }
  return -1;
}

function openTag(piece: string, from: number, end: number, handler: XmlHandler): void {
  const empty = piece.charCodeAt(end - 1) === SLASH;
  const last = empty ? end - 1 : end;
  let at = from;
  while (at < last && piece.charCodeAt(at) > 32) at++;
  handler.open(nameAt(piece, from, at), at < last ? piece.slice(at, last) : '', empty);
}

/** One-letter names, which make up nearly all of a sheet, without cutting a string out each time. */
const LETTERS = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code));

/** The local name between two positions. */
function nameAt(piece: string, from: number, to: number): string {
  if (to - from === 1) return LETTERS[piece.charCodeAt(from)] ?? piece.charAt(from);
  const name = piece.slice(from, to).trimEnd();
  const colon = name.indexOf(':');
  return colon < 0 ? name : name.slice(colon + 1);
}

/** Passes a comment or CDATA section; -1 when its end has not arrived. */
function skipDeclaration(piece: string, tag: number, handler: XmlHandler): number {
  if (piece.startsWith('<!--', tag)) {
    const end = piece.indexOf('-->', tag + 4);
    return end < 0 ? -1 : end + 3;
  }
  if (piece.startsWith('<![CDATA[', tag)) {
    const end = piece.indexOf(']]>', tag + 9);
    if (end < 0) return -1;
    if (handler.wantsText()) handler.text(piece.slice(tag + 9, end));
    return end + 3;
  }
  if (piece.length - tag < 9) return -1;
  throw new Problem('FILE_SUSPICIOUS', 'Tệp Excel chứa khai báo XML không an toàn nên bị từ chối.');
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
