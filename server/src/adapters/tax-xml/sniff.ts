/** The kind of a file, told by its first bytes: names carry no truth. */
export type FileKind = 'xml' | 'zip' | 'sheet' | 'page' | 'other';

const PEEKED = 1024;

/** `page`: HTML, a style sheet or a picture in XML, which come along and are never read. `sheet`: a workbook of Excel 2003 in XML. */
export function sniff(bytes: Uint8Array): FileKind {
  if (bytes[0] === 0x50 && bytes[1] === 0x4b && (bytes[2] === 3 || bytes[2] === 5)) return 'zip';
  const label =
    bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : 'utf-8';
  const head = new TextDecoder(label).decode(bytes.subarray(0, PEEKED)).trimStart();
  if (!head.startsWith('<')) return 'other';
  const root = /^(?:<\?xml[^>]*>\s*)?(?:<!--[\s\S]*?-->\s*)*<!?([\w:.-]+)(?:\s+(\w+))?/.exec(head);
  const name = root?.[1]?.toLowerCase().replace(/^.*:/, '') ?? '';
  const isPage =
    ['html', 'stylesheet', 'transform', 'svg'].includes(name) ||
    (name === 'doctype' && root?.[2]?.toLowerCase() === 'html');
  return isPage ? 'page' : name === 'workbook' ? 'sheet' : 'xml';
}

/** True where a file that is no XML of an invoice can only be a workbook: of the packages and the old forms, those that are called so. */
export const isCalledWorkbook = (name: string): boolean => /\.(xlsx|xlsm|xlsb|xls|ods)$/i.test(name);

/** Beside each file, macOS puts one of its own into a zip. */
const OF_MACOS = /(?:^|\/)(?:__MACOSX\/|\._)/;

/**
 * True for what is called XML and is none: an empty file, a page that says that a session has ended. It was meant to be an invoice,
 * so that it is refused by its name and not counted among the pictures.
 */
export const isMeantAsInvoice = (name: string, kind: FileKind): boolean =>
  (kind === 'other' || kind === 'page') && /\.xml$/i.test(name) && !OF_MACOS.test(name);

/** The ending of a name, as it is counted among what was ignored. */
export function endingOf(name: string): string {
  const ending = /\.([a-z\d]{1,8})$/i.exec(name)?.[1]?.toLowerCase();
  return ending ?? '?';
}
