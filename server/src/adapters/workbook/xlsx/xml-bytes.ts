import { Problem } from '@khop/engine/problem.ts';

/**
 * The reports of a walk over the bytes of an XML part. A name is the bytes `from` to `to` without namespace prefix; the attributes of
 * an element follow its name up to `end`. Texts may come in pieces, and have not been decoded; `isRaw` says that `&` means itself.
 */
export type ByteHandler = {
  open(bytes: Buffer, from: number, to: number, end: number, empty: boolean): void;
  /** Reads the whole element whose tag begins here; the place behind it, or -1 where its tokens are to be given. */
  whole?(bytes: Buffer, tag: number): number;
  close(bytes: Buffer, from: number, to: number): void;
  /** True when text matters here; asked before it is given. */
  wantsText(): boolean;
  text(bytes: Buffer, from: number, to: number, isRaw: boolean): void;
  /** Asked after every chunk: true ends the walk early. */
  done?(): boolean;
  /** Waited for after every chunk. */
  pause?: (() => Promise<void> | undefined) | undefined;
};

const [SPACE, BANG, QUOTE, APOSTROPHE, SLASH, COLON, LESS, GREATER, QUESTION] = [32, 33, 34, 39, 47, 58, 60, 62, 63];
/** Bytes of one tag, text or comment; Excel allows 32,767 characters in a cell. More is not waited for: every chunk would copy it again. */
const LONGEST_TOKEN = 1_000_000;
/** Bytes of a chunk in which the end of a token from the chunk before is looked for first. */
const JOINED = 1024;
const NOTHING: Buffer = Buffer.alloc(0);

export const damagedXml = (what: string) =>
  new Problem('FILE_DAMAGED', `Tệp Excel bị hỏng (${what}). Hãy xuất lại tệp.`);

/** Walks over an XML part as its bytes arrive; holds one chunk and an unfinished tag. Refuses DOCTYPE: no entity tricks. */
export async function walkBytes(chunks: AsyncIterable<Buffer>, handler: ByteHandler): Promise<void> {
  let rest: Buffer = NOTHING;
  for await (const chunk of inUtf8(chunks)) {
    let [bytes, at] = [chunk, 0];
    if (rest.length > 0) {
      // As a rule the token that was cut in two ends soon: then the chunk is not copied for it.
      const joined = Buffer.concat([rest, chunk.subarray(0, JOINED)]);
      at = walk(joined, handler) - rest.length;
      if (at < 0) {
        bytes = Buffer.concat([joined.subarray(at + rest.length), chunk.subarray(JOINED)]);
        at = 0;
      }
    }
    at = walk(bytes, handler, at);
    if (bytes.length - at > LONGEST_TOKEN) throw damagedXml('một đoạn XML quá dài');
    // A copy: the next chunk may be written where this one was.
    rest = Buffer.from(bytes.subarray(at));
    if (handler.done?.()) return;
    await handler.pause?.();
  }
  if (rest.some((byte) => byte > SPACE)) throw damagedXml('XML dở dang');
}

/** The same in UTF-8; a mark of the byte order says that a part is in UTF-16. */
async function* inUtf8(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let decoder: TextDecoder | undefined;
  let isFirst = true;
  for await (const chunk of chunks) {
    if (isFirst) {
      decoder = decoderOf(chunk);
      yield decoder || !chunk.subarray(0, 3).equals(MARK) ? encoded(chunk) : chunk.subarray(3);
    } else yield encoded(chunk);
    isFirst = false;
  }
  function encoded(chunk: Buffer): Buffer {
    return decoder ? Buffer.from(decoder.decode(chunk, { stream: true })) : chunk;
  }
}

const MARK = Buffer.from([0xef, 0xbb, 0xbf]);

function decoderOf(first: Buffer): TextDecoder | undefined {
  if (first[0] === 0xff && first[1] === 0xfe) return new TextDecoder('utf-16le');
  if (first[0] === 0xfe && first[1] === 0xff) return new TextDecoder('utf-16be');
  return undefined;
}

/** Handles every complete token from a place on and returns where the first incomplete one starts. */
function walk(bytes: Buffer, handler: ByteHandler, from = 0): number {
  const length = bytes.length;
  let at = from;
  for (;;) {
    let tag = at;
    while (tag < length && bytes[tag] !== LESS) tag++;
    // Of a tag at least the next byte is looked at, by the taker of the text before it as well.
    if (tag + 1 >= length) return at;
    if (tag > at && handler.wantsText()) handler.text(bytes, at, tag, false);
    const next = bytes[tag + 1];
    if (next === SLASH) {
      const end = endOfName(bytes, tag + 2);
      if (end === length) return tag;
      handler.close(bytes, startOfName(bytes, tag + 2, end), end);
      at = bytes[end] === GREATER ? end + 1 : bytes.indexOf(GREATER, end) + 1;
      if (at === 0) return tag;
      continue;
    }
    const behind = handler.whole?.(bytes, tag) ?? -1;
    if (behind > 0) {
      at = behind;
      continue;
    }
    at = next === BANG || next === QUESTION ? passed(bytes, tag, handler) : opened(bytes, tag, handler);
    if (at < 0) return tag;
  }
}

/** Gives an opening tag to the handler; the place behind it, or -1 when its end has not arrived. */
function opened(bytes: Buffer, tag: number, handler: ByteHandler): number {
  const nameEnd = endOfName(bytes, tag + 1);
  const length = bytes.length;
  let end = nameEnd;
  for (; end < length; end++) {
    const byte = bytes[end];
    if (byte === GREATER) break;
    // A value is a few bytes long as a rule: looked for by hand, not by a call.
    if (byte === QUOTE || byte === APOSTROPHE) for (end++; end < length && bytes[end] !== byte; ) end++;
  }
  if (end >= length) return -1;
  const isEmpty = bytes[end - 1] === SLASH;
  handler.open(bytes, startOfName(bytes, tag + 1, nameEnd), nameEnd, isEmpty ? end - 1 : end, isEmpty);
  return end + 1;
}

/** The place where a name ends: at a space, a slash or the end of the tag. */
function endOfName(bytes: Buffer, from: number): number {
  let at = from;
  for (; at < bytes.length; at++) {
    const byte = bytes[at]!;
    if (byte <= SPACE || byte === GREATER || byte === SLASH) return at;
  }
  return at;
}

/** The place behind the prefix of a name. */
function startOfName(bytes: Buffer, from: number, to: number): number {
  for (let at = from; at < to; at++) if (bytes[at] === COLON) return at + 1;
  return from;
}

/** Passes a comment, an instruction or a CDATA section; -1 when its end has not arrived. */
function passed(bytes: Buffer, tag: number, handler: ByteHandler): number {
  if (bytes[tag + 1] === QUESTION) return behind(bytes, '?>', tag + 2);
  if (startsWith(bytes, '<!--', tag)) return behind(bytes, '-->', tag + 4);
  if (startsWith(bytes, '<![CDATA[', tag)) {
    const end = behind(bytes, ']]>', tag + 9);
    if (end >= 0 && handler.wantsText()) handler.text(bytes, tag + 9, end - 3, true);
    return end;
  }
  if (bytes.length - tag < 9) return -1;
  throw new Problem('FILE_SUSPICIOUS', 'Tệp Excel chứa khai báo XML không an toàn nên bị từ chối.');
}

const startsWith = (bytes: Buffer, text: string, at: number): boolean =>
  bytes.toString('latin1', at, at + text.length) === text;

function behind(bytes: Buffer, text: string, from: number): number {
  const at = bytes.indexOf(text, from, 'latin1');
  return at < 0 ? -1 : at + text.length;
}

/** True when a name is this one. */
export function isNamed(bytes: Buffer, from: number, to: number, name: string): boolean {
  if (to - from !== name.length) return false;
  for (let at = 0; at < name.length; at++) if (bytes[from + at] !== name.charCodeAt(at)) return false;
  return true;
}
