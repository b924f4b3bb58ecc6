import { convertedRemark, LEGACY_NAMES, legacyEncodingOf, vietnameseShare } from '@khop/engine/sheets/legacy-text.ts';
import type { Issue } from '@khop/engine/sheets/read-result.ts';
import { fromLegacy, type LegacyEncoding } from '@khop/engine/text/legacy-letters.ts';
import { type Utf16, utf16Of } from './utf16.ts';

/** The encoding by which the bytes of a text file are read. */
export type TextEncoding = 'utf-8' | Utf16 | 'windows-1258' | LegacyEncoding;

const NAMES: Readonly<Record<string, string>> = { ...LEGACY_NAMES, 'windows-1258': 'Windows-1258' };

/** Share of believable Vietnamese words below which the old code page is not believed either. */
const BELIEVABLE = 0.6;

/** The encoding of a text file by its first bytes; undefined when it is neither Unicode nor a Vietnamese code known here. */
export function encodingOfBytes(head: Buffer): TextEncoding | undefined {
  const wide = utf16Of(head);
  if (wide) return wide;
  try {
    // `stream`: a character cut off by the end of the sample is no error.
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true });
    return 'utf-8';
  } catch {
    const latin = head.toString('latin1');
    const legacy = legacyEncodingOf(latin);
    const legacyShare = legacy ? (vietnameseShare(fromLegacy(latin, legacy)) ?? 0) : 0;
    const codePage = vietnameseShare(new TextDecoder('windows-1258').decode(head).normalize('NFC')) ?? 0;
    if (codePage >= BELIEVABLE && codePage >= legacyShare) return 'windows-1258';
    return legacy;
  }
}

/** Decodes chunk by chunk; the last call has no chunk. Throws TypeError on bytes that Unicode does not allow. */
export function textDecoderOf(encoding: TextEncoding): (chunk?: Buffer) => string {
  if (encoding === 'tcvn3') return (chunk) => (chunk ? fromLegacy(chunk.toString('latin1'), encoding) : '');
  if (encoding === 'vni') return vniDecoder();
  const decoder = new TextDecoder(encoding, { fatal: true });
  return (chunk) => (chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode());
}

/** VNI writes a mark behind its letter, and a chunk may end between them: whole lines only, the rest waits. */
function vniDecoder(): (chunk?: Buffer) => string {
  let rest = '';
  return (chunk) => {
    const text = rest + (chunk?.toString('latin1') ?? '');
    const whole = chunk ? text.lastIndexOf('\n') + 1 : text.length;
    rest = text.slice(whole);
    return fromLegacy(text.slice(0, whole), 'vni');
  };
}

/** Says that a file was converted, and from what; nothing for Unicode. */
export function encodingNotes(encoding: string | undefined): readonly Issue[] {
  const name = NAMES[encoding ?? ''];
  return name ? [convertedRemark('Tệp', name)] : [];
}
