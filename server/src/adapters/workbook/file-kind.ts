import { Problem } from '@khop/engine/problem.ts';

export type FileKind = 'xlsx' | 'xls' | 'csv';
type OtherKind = 'markup' | 'empty' | 'unknown';

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
const OTHER_ENDINGS = /\.(pdf|docx?|pptx?|odt|rtf|zip|rar|7z|gz|png|jpe?g|gif|webp|bmp|heic|json|xml|html?|exe)$/i;

function kindOfBytes(head: Uint8Array): FileKind | OtherKind {
  if (head.length === 0) return 'empty';
  const starts = (bytes: readonly number[]) => bytes.every((byte, index) => head[index] === byte);
  if (starts([0x50, 0x4b])) return 'xlsx';
  if (starts([0xd0, 0xcf, 0x11, 0xe0])) return 'xls';
  if (SIGNATURES.some(starts)) return 'unknown';
  if (starts([0xff, 0xfe]) || starts([0xfe, 0xff])) return 'csv';
  if (/^\uFEFF?\s*</.test(Buffer.from(head).toString('utf8'))) return 'markup';
  return head.some((byte) => byte < 9 || (byte > 13 && byte < 32)) ? 'unknown' : 'csv';
}

/**
 * Tells what a file of rows is by its first bytes: endings lie (".xls" files are often OOXML inside). Throws
 * FILE_TYPE_NOT_SUPPORTED, or EMPTY_SHEET when there are no bytes.
 */
export function kindOfFile(head: Uint8Array): FileKind {
  const kind = kindOfBytes(head);
  if (kind === 'empty') throw new Problem('EMPTY_SHEET', 'Tệp rỗng (0 byte). Hãy xuất lại tệp rồi tải lên.');
  if (kind === 'markup') {
    const message = 'Tệp là trang HTML/XML, không phải bảng tính. Hãy mở bằng Excel và lưu lại dạng .xlsx.';
    throw new Problem('FILE_TYPE_NOT_SUPPORTED', message);
  }
  if (kind === 'unknown')
    throw new Problem('FILE_TYPE_NOT_SUPPORTED', 'Chỉ nhận tệp Excel (.xlsx, .xls) hoặc CSV UTF-8.');
  return kind;
}

/** Refuses at the door what no reading could take in: by its name's ending, then as `kindOfFile` does. */
export function refuseOtherFiles(fileName: string, head: Uint8Array): void {
  const ending = OTHER_ENDINGS.exec(fileName)?.[0];
  if (ending) {
    const message = `Tệp ${ending.toLowerCase()} không phải bảng tính. Hãy chọn tệp Excel (.xlsx, .xls) hoặc CSV UTF-8.`;
    throw new Problem('FILE_TYPE_NOT_SUPPORTED', message);
  }
  kindOfFile(head.subarray(0, HEAD_BYTES));
}
