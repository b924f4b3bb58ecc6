import { Problem } from '@khop/engine/problem.ts';
import { isUtf32, utf16Of } from './text/utf16.ts';
import { tooOld } from './xls/globals.ts';

/** A zip package (.xlsx, .xlsm, .xlsb, .ods), records of old Excel (.xls), a page or XML that wears such a name, or lines of text. */
export type FileKind = 'package' | 'xls' | 'markup' | 'csv';
type OtherKind = 'empty' | 'unknown' | 'web-archive' | 'too-old' | 'utf-32';

/** First bytes needed to tell a file's kind. */
export const HEAD_BYTES = 4096;

/** Signatures of files that begin like text but are none. */
const SIGNATURES: readonly (readonly number[])[] = [
  [0x25, 0x50, 0x44, 0x46], // %PDF
  [0xff, 0xd8, 0xff], // JPEG
  [0x47, 0x49, 0x46, 0x38], // GIF8
  [0x52, 0x61, 0x72, 0x21], // Rar!
  [0x37, 0x7a, 0xbc, 0xaf], // 7z
  [0x7b, 0x5c, 0x72, 0x74, 0x66], // {\rtf
];

/** Endings that say plainly that a file is something else, whatever its bytes may be taken for. */
const OTHER_ENDINGS = /\.(pdf|docx?|pptx?|od[tpg]|rtf|zip|rar|7z|gz|png|jpe?g|gif|webp|bmp|heic|json|exe)$/i;

function kindOfBytes(head: Uint8Array): FileKind | OtherKind {
  if (head.length === 0) return 'empty';
  const starts = (bytes: readonly number[]) => bytes.every((byte, index) => head[index] === byte);
  if (starts([0x50, 0x4b])) return 'package';
  // Some programs write the records without the compound file around them.
  if (starts([0xd0, 0xcf, 0x11, 0xe0]) || starts([0x09, 0x08, 0x08, 0x00]) || starts([0x09, 0x08, 0x10, 0x00]))
    return 'xls';
  if (head[0] === 0x09 && [0, 2, 4].includes(head[1] ?? -1) && head[3] === 0) return 'too-old';
  if (SIGNATURES.some(starts)) return 'unknown';
  if (isUtf32(head)) return 'utf-32';
  const text = textOfHead(head);
  if (/^\uFEFF?\s*</.test(text)) return 'markup';
  if (/^\uFEFF?\s*MIME-Version:/i.test(text)) return 'web-archive';
  if (utf16Of(head)) return 'csv';
  return head.some((byte) => (byte < 9 || (byte > 13 && byte < 32)) && byte !== END_OF_TEXT) ? 'unknown' : 'csv';
}

/** Programs of DOS end a text with it (Ctrl+Z). */
const END_OF_TEXT = 0x1a;

/** The first bytes of a file as text, for looking at what it says that it is. */
export function textOfHead(head: Uint8Array): string {
  const wide = utf16Of(head);
  if (wide) return new TextDecoder(wide).decode(head);
  return Buffer.from(head).toString('utf8');
}

/**
 * Tells what a file of rows is by its first bytes: endings lie (".xls" files are often OOXML inside). Throws
 * FILE_TYPE_NOT_SUPPORTED, or EMPTY_SHEET when there are no bytes.
 */
export function kindOfFile(head: Uint8Array): FileKind {
  const kind = kindOfBytes(head);
  if (kind === 'empty') throw new Problem('EMPTY_SHEET', 'Tệp rỗng (0 byte). Hãy xuất lại tệp rồi tải lên.');
  if (kind === 'too-old') throw tooOld();
  if (kind === 'web-archive') {
    const message = 'Tệp là trang web lưu trữ (.mht), không phải bảng tính. Hãy mở bằng Excel và lưu lại dạng .xlsx.';
    throw new Problem('FILE_TYPE_NOT_SUPPORTED', message);
  }
  if (kind === 'utf-32') {
    const message = 'Tệp chữ ghi bằng bảng mã UTF-32 nên không đọc được. Hãy lưu lại dạng «CSV UTF-8» hoặc .xlsx.';
    throw new Problem('FILE_TYPE_NOT_SUPPORTED', message);
  }
  if (kind === 'unknown')
    throw new Problem(
      'FILE_TYPE_NOT_SUPPORTED',
      'Chỉ nhận tệp Excel (.xlsx, .xlsm, .xlsb, .xls), OpenDocument (.ods) hoặc CSV.',
    );
  return kind;
}

/** Refuses at the door what no reading could take in: by its name's ending, then as `kindOfFile` does. */
export function refuseOtherFiles(fileName: string, head: Uint8Array): void {
  const ending = OTHER_ENDINGS.exec(fileName)?.[0];
  if (ending) {
    const message = `Tệp ${ending.toLowerCase()} không phải bảng tính. Hãy chọn tệp Excel (.xlsx, .xls), OpenDocument (.ods) hoặc CSV.`;
    throw new Problem('FILE_TYPE_NOT_SUPPORTED', message);
  }
  kindOfFile(head.subarray(0, HEAD_BYTES));
}
