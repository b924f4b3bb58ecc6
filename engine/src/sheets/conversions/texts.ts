import { readTaxCode } from '../../tax-code.ts';
import { isDirectionMark, withoutDirectionMarks } from '../../text/direction-marks.ts';
import { lookAlikeIn } from '../../text/look-alikes.ts';
import { lostWordIn } from '../../text/lost-letters.ts';
import { type Cell, cellText } from '../cell.ts';
import { type Converted, isFault, reject, warn } from './fault.ts';

/** No name, address or note is longer, and a database cannot index more. A longer one is a slip, such as a pasted page. */
const LONGEST_TEXT = 800;

/** Blanks of other widths, which a page of the web or another keyboard leaves: to a person they are a blank. */
const OTHER_BLANKS = /[\u00a0\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]/g;
const isOtherBlank = (code: number): boolean =>
  (code >= 0x2000 && code <= 0x200a) ||
  code === 0x2028 ||
  code === 0x2029 ||
  code === 0x202f ||
  code === 0x205f ||
  code === 0x3000;

/** True when cleaning would change nothing. Runs on every text of a file. */
function isTidy(text: string): boolean {
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code < 32 || (code >= 127 && code <= 160)) return false;
    if (code >= 0x300 && (code <= 0x36f || code === 0x200b || code === 0xfeff)) return false;
    if (code >= 0x2000 && isOtherBlank(code)) return false;
    if ((code >= 0xd800 && code <= 0xdfff) || isDirectionMark(code)) return false;
  }
  return text.charCodeAt(0) !== 32 && text.charCodeAt(text.length - 1) !== 32;
}

const GO_BACK = 'Hãy sửa chữ ấy ở phần mềm gốc rồi xuất lại (đừng mở rồi lưu tệp CSV bằng Excel).';

/** Ends are trimmed and line breaks become spaces; the inside stays as the books have it, double spaces included. */
export function readText(given: string, mayCut = false): Converted {
  // A letter and its marks apart are as long as the letter.
  const text = given.length > LONGEST_TEXT ? given.normalize('NFC') : given;
  if (text.length > LONGEST_TEXT) {
    const cut = mayCut ? cutText(text) : undefined;
    if (cut !== undefined) {
      const sentence = `dài ${text.length} ký tự, nhiều nhất ${LONGEST_TEXT}; phần sau đã bỏ, dòng vẫn được đọc.`;
      return warn('TEXT_CUT', sentence, cut);
    }
    return reject('TEXT_TOO_LONG', `dài ${text.length} ký tự, nhiều nhất ${LONGEST_TEXT}. Hãy kiểm tra lại ô này.`);
  }
  const lost = lostWordIn(text);
  if (lost === undefined && isTidy(text)) return text;
  const clean = withoutDirectionMarks(text)
    .toWellFormed()
    .replace(/[\u200b\ufeff]/g, '')
    .replace(/[ \t]*[\r\n\p{Cc}]+[ \t]*/gu, ' ')
    .replace(OTHER_BLANKS, ' ')
    .trim()
    .normalize('NFC');
  if (lost !== undefined)
    return warn('LETTERS_LOST', `có chữ tiếng Việt đã hỏng («${lost.slice(0, 40)}»). ${GO_BACK}`, clean);
  return /[\r\n\t]/.test(text) ? warn('TEXT_CLEANED', 'có ký tự xuống dòng hoặc tab; đã bỏ.', clean) : clean;
}

/** The beginning of a note that goes on too long, tidied; undefined when it is blank up to there. */
function cutText(text: string): string | undefined {
  const read = readText(
    text
      .slice(0, LONGEST_TEXT)
      .toWellFormed()
      .replace(/\uFFFD$/, ''),
  );
  const kept = isFault(read) ? read.value : read;
  return typeof kept === 'string' && kept !== '' ? kept : undefined;
}

/** A spreadsheet shows a number of twelve digits or more like this, and a CSV file has what is shown. */
const EXPONENT = /^\d(?:[.,]\d+)?E\+\d{1,2}$/i;
/** A number of more digits has lost the last ones when the spreadsheet took it. */
const DIGITS_OF_NUMBERS = 15;
const MONTH = String.raw`(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec|Thg ?\d{1,2})`;
/** «1-2» of a CSV file, once a spreadsheet has taken it for a day of this year or the first of a month. */
const DAY_OF_SPREADSHEET = new RegExp(String.raw`^(?:\d{1,2}-${MONTH}|${MONTH}-\d{2})$`);

/** Signs in a code that no person sees (a soft hyphen is a letter of TCVN3), and those of a keyboard that types wide letters. */
const UNSEEN = /[\u200b-\u200d\u2060\ufeff]/g;
const WIDE = /[\uff01-\uff5e]/;
/** The sign by which a person tells a spreadsheet that digits are a text: one that came in by pasting is still there. */
const TEXT_FOLLOWS = /^\s*['\u2018\u2019](?=\d{2,}\s*$)/;

/** The code that a person reads in a cell. Codes of plain letters and digits, nearly all, are handed back at once. */
function plainCode(text: string): string {
  if (/^[\w ./-]*$/.test(text)) return text;
  const seen = text.replace(UNSEEN, '').replace(TEXT_FOLLOWS, '');
  return WIDE.test(seen) ? seen.normalize('NFKC') : seen;
}

/** A code: a text, or a number as it is written. One that has lost digits says nothing: several goods may have come to it. */
export function readCode(cell: Exclude<Cell, null>): Converted {
  const isRounded = typeof cell === 'number' ? Math.abs(cell) >= 10 ** DIGITS_OF_NUMBERS : EXPONENT.test(String(cell));
  if (isRounded)
    return reject(
      'CODE_ROUNDED',
      'là mã đã bị Excel đổi thành số và mất chữ số. Hãy xuất lại tệp từ phần mềm (đừng mở rồi lưu tệp CSV bằng Excel), hoặc cho cột mã định dạng Văn bản rồi nhập lại mã.',
    );
  const isDay = typeof cell === 'object' || (typeof cell === 'string' && DAY_OF_SPREADSHEET.test(cell));
  if (isDay) return warn('CODE_IS_DAY', 'mã bị Excel đổi thành ngày. Hãy kiểm tra lại mã gốc.', cellText(cell));
  return typeof cell === 'string' ? readTypedCode(plainCode(cell)) : cellText(cell);
}

/** The code as it is written: whether the other sign was meant is for a person to say. */
function readTypedCode(code: string): Converted {
  const read = readText(code);
  const foreign = typeof read === 'string' ? lookAlikeIn(read) : undefined;
  if (typeof read !== 'string' || !foreign) return read;
  const sentence = `có ký tự «${foreign.sign}» (chữ Nga, Hy Lạp hay dấu gạch dài) nhìn giống «${foreign.seen}», nên mã này không trùng với mã gõ bằng «${foreign.seen}». Nếu là gõ nhầm, hãy gõ lại mã ở phần mềm gốc rồi xuất lại.`;
  return warn('CODE_LOOKALIKE', sentence, read);
}

/** The words by which a list of customers says that one has no tax code, or none that is known. */
const NO_TAX_CODE = /^\s*(?:(?:không|khong|ko|k)(?: có| co)?(?: mst)?|chưa có|chua co|n\/?a)\.?\s*$/iu;

const NO_PERSON =
  '12 số nhưng không phải số định danh cá nhân (bắt đầu bằng mã tỉnh 001–096 hay mã nước nơi đăng ký khai sinh), cũng không phải mã chi nhánh mất số 0. Hãy đối chiếu với giấy đăng ký.';

/** A tax code, with what its checks find. */
export function readTax(cell: Exclude<Cell, null>): Converted {
  if (typeof cell === 'string' && cell.length < 20 && NO_TAX_CODE.test(cell.normalize('NFC'))) return null;
  // Digits are no letters of TCVN3: a soft hyphen among them is as unseen as the other signs.
  const read = readTaxCode(typeof cell === 'string' ? plainCode(cell.replaceAll('\u00ad', '')) : cellText(cell));
  switch (read.check) {
    case 'bad_format':
      return reject(
        'TAX_CODE_FORMAT',
        'không phải mã số thuế. Cần 10 số, 10 số kèm «-» và 3 số chi nhánh, hoặc 12 số định danh.',
      );
    case 'bad_checksum':
      if (read.kind === 'person') return warn('TAX_CODE_CHECKSUM', NO_PERSON, read.code);
      return warn('TAX_CODE_CHECKSUM', 'mã số thuế sai số kiểm tra. Hãy đối chiếu với giấy đăng ký.', read.code);
    case 'branch_range':
      return warn(
        'TAX_CODE_BRANCH',
        `đuôi chi nhánh «${read.branch}» ngoài 001–990: mã cấp trước 01/07/2026 vẫn dùng. Hãy đối chiếu với giấy đăng ký.`,
        read.code,
      );
    case 'lost_zero':
      return warn('LEADING_ZERO_RESTORED', `mã số thuế mất số 0 ở đầu; đã đọc là «${read.code}».`, read.code);
    default:
      return read.code === '' ? null : read.code;
  }
}

/** Mobile numbers begin 03, 05, 07, 08, 09, land lines 02; a number cell drops that zero. */
export function readPhone(cell: Exclude<Cell, null>): Converted {
  const text = cellText(cell);
  if (typeof cell !== 'number' || !/^([35789]\d{8}|2\d{9})$/.test(text)) return readText(text);
  return warn('LEADING_ZERO_RESTORED', `số điện thoại mất số 0 ở đầu; đã đọc là «0${text}».`, `0${text}`);
}
