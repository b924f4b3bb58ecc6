import { Problem } from '@khop/engine/problem.ts';
import { encrypted } from '../values/encrypted.ts';
import { type NumberStyle, numberStylesOf } from '../values/number-styles.ts';
import { damagedXls } from './damaged.ts';
import { type BiffRecord, PiecesReader, RECORD, recordsFrom } from './records.ts';

export type XlsSheet = { readonly name: string; readonly isHidden: boolean; readonly start: number };

/** The parts of a workbook to which its sheets refer. */
export type XlsWorkbook = {
  readonly sheets: readonly XlsSheet[];
  readonly strings: readonly string[];
  readonly numberStyles: readonly NumberStyle[];
  readonly from1904: boolean;
  /** Reads the text of a record from a position on: its length in two bytes, or one, and its characters. */
  readonly textAt: (data: Buffer, at: number, lengthBytes: 1 | 2, more?: readonly Buffer[]) => string;
};

const [BIFF8, BIFF5] = [0x600, 0x500];
/** Sheets of one workbook; each is walked through to be recognised. */
const MOST_SHEETS = 1_000;
const WORKSHEET = 0;

/** Reads what comes before the sheets of a workbook stream of Excel 97–2003 or 5/95. Throws FILE_ENCRYPTED, FILE_DAMAGED, FILE_SUSPICIOUS. */
export function readGlobals(stream: Buffer): XlsWorkbook {
  const textAt = textReader(stream);
  const [sheets, formatIds, formats]: [XlsSheet[], number[], Map<number, string>] = [[], [], new Map()];
  const texts: Buffer[] = [];
  let [from1904, isInTexts] = [false, false];
  const take = ({ id, data }: BiffRecord): void => {
    if (id === RECORD.CONTINUE && isInTexts) texts.push(data);
    else isInTexts = false;
    if (id === RECORD.FILEPASS) throw encrypted();
    if (id === RECORD.DATEMODE) from1904 = data.readUInt16LE(0) === 1;
    else if (id === RECORD.XF) formatIds.push(data.readUInt16LE(2));
    else if (id === RECORD.FORMAT) formats.set(data.readUInt16LE(0), textAt(data, 2, textAt.formatLengthBytes));
    else if (id === RECORD.BOUNDSHEET) {
      if (sheets.length >= MOST_SHEETS)
        throw new Problem('FILE_SUSPICIOUS', `Tệp có hơn ${MOST_SHEETS} trang tính nên bị từ chối.`);
      const [start, isHidden, type] = [data.readUInt32LE(0), (data.readUInt8(4) & 3) !== 0, data.readUInt8(5)];
      // Two names of one place are one sheet.
      const isNew = !sheets.some((sheet) => sheet.start === start);
      if (type === WORKSHEET && isNew) sheets.push({ name: textAt(data, 6, 1), isHidden, start });
    } else if (id === RECORD.SST) {
      texts.push(data);
      isInTexts = true;
    }
  };
  for (const record of recordsFrom(stream, 0)) take(record);
  return { sheets, strings: sharedStrings(texts), numberStyles: numberStylesOf(formatIds, formats), from1904, textAt };
}

function sharedStrings(pieces: readonly Buffer[]): string[] {
  if (pieces.length === 0) return [];
  const reader = new PiecesReader(pieces);
  reader.u32();
  const strings: string[] = [];
  for (let left = reader.u32(); left > 0; left--) strings.push(reader.text(reader.u16()));
  return strings;
}

type TextAt = XlsWorkbook['textAt'] & { readonly formatLengthBytes: 1 | 2 };

/** Texts are Unicode from Excel 97 on, before in the code page that the workbook names. */
function textReader(stream: Buffer): TextAt {
  const version = stream.length >= 6 && stream.readUInt16LE(0) === RECORD.BOF ? stream.readUInt16LE(4) : 0;
  if (version === BIFF8) {
    const read: XlsWorkbook['textAt'] = (data, at, lengthBytes, more = []) => {
      const reader = new PiecesReader([data.subarray(at), ...more]);
      return reader.text(lengthBytes === 1 ? reader.u8() : reader.u16());
    };
    return Object.assign(read, { formatLengthBytes: 2 as const });
  }
  if (version !== BIFF5) throw tooOld();
  const decoder = new TextDecoder(codePageOf(stream));
  const read: XlsWorkbook['textAt'] = (data, at, lengthBytes, more = []) => {
    const bytes = Buffer.concat([data.subarray(at), ...more]);
    const length = lengthBytes === 1 ? bytes.readUInt8(0) : bytes.readUInt16LE(0);
    if (bytes.length < lengthBytes + length) throw damagedXls();
    return decoder.decode(bytes.subarray(lengthBytes, lengthBytes + length)).normalize('NFC');
  };
  return Object.assign(read, { formatLengthBytes: 1 as const });
}

/** Excel 4 and older had no workbook around their sheet. */
export const tooOld = (): Problem =>
  new Problem(
    'FILE_TYPE_NOT_SUPPORTED',
    'Tệp .xls của Excel 4 hay cũ hơn không được đọc. Hãy mở bằng Excel và lưu lại dạng .xlsx.',
  );

/** Code pages by which Excel 5 and 95 wrote on Windows, as web decoders call them. */
const CODE_PAGES: Readonly<Record<number, string>> = {
  874: 'windows-874',
  932: 'shift_jis',
  936: 'gbk',
  949: 'euc-kr',
  950: 'big5',
  1200: 'utf-16le',
  10000: 'macintosh',
  32768: 'macintosh',
};

function codePageOf(stream: Buffer): string {
  for (const { id, data } of recordsFrom(stream, 0)) {
    if (id !== RECORD.CODEPAGE) continue;
    const page = data.readUInt16LE(0);
    if (page >= 1250 && page <= 1258) return `windows-${page}`;
    return CODE_PAGES[page] ?? 'windows-1252';
  }
  return 'windows-1252';
}
