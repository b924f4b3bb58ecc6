import { foldTables, foldText, SEPARATOR, SKIP } from './fold.ts';

/** Short forms that people write in names and addresses of Vietnam, by their letters without marks. */
const SHORT_FORMS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    cty: 'công ty',
    ctcp: 'công ty cổ phần',
    cp: 'cổ phần',
    tnhh: 'trách nhiệm hữu hạn',
    mtv: 'một thành viên',
    hkd: 'hộ kinh doanh',
    dntn: 'doanh nghiệp tư nhân',
    htx: 'hợp tác xã',
    cn: 'chi nhánh',
    vpdd: 'văn phòng đại diện',
    tm: 'thương mại',
    dv: 'dịch vụ',
    sx: 'sản xuất',
    xd: 'xây dựng',
    xnk: 'xuất nhập khẩu',
    vn: 'việt nam',
    hn: 'hà nội',
    hcm: 'hồ chí minh',
    tp: 'thành phố',
    tphcm: 'thành phố hồ chí minh',
    kcn: 'khu công nghiệp',
    q: 'quận',
    p: 'phường',
    h: 'huyện',
    x: 'xã',
    tx: 'thị xã',
    tt: 'thị trấn',
    t: 'tỉnh',
    d: 'đường',
  }),
);

/**
 * True for two names or addresses that say the same: case, blanks, punctuation, Unicode form, the place of a tone in its syllable and
 * usual short forms do not count, nor marks where one side has none at all. «Hùng» and «Hưng» are two names, also behind a short form.
 */
export function haveSameWords(a: string, b: string): boolean {
  if (a === b) return true;
  const [one, other] = [inFull(a), inFull(b)];
  return spellingOf(one) === spellingOf(other) || ((isBare(a) || isBare(b)) && foldText(one) === foldText(other));
}

/** True for a text without any mark. */
const isBare = (text: string): boolean => !spellingOf(text).includes('/');

/** The letters of every word, and beside them its tones and shapes without their place. */
function spellingOf(text: string): string {
  const { fold, mark } = foldTables();
  let out = '';
  let marks: number[] = [];
  const endWord = () => {
    if (marks.length > 0) out += `/${marks.sort((a, b) => a - b).join(',')}`;
    marks = [];
  };
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (fold[code] === SEPARATOR) {
      endWord();
      if (out !== '' && !out.endsWith(' ')) out += ' ';
      continue;
    }
    if (fold[code] !== SKIP) out += String.fromCharCode(fold[code]!);
    const [tone, shape] = [mark[code]! & 7, mark[code]! & ~7];
    if (tone > 0) marks.push(tone);
    if (shape > 0) marks.push(shape);
  }
  endWord();
  return out.trimEnd();
}

const APOSTROPHES = /['\u2018\u2019`\u00b4]/g;
const NO_WORD = /[^\p{L}\p{M}\p{N}]+/u;

/** A text without short forms, «và» (or «&») and the «số» before a house. */
function inFull(text: string): string {
  const words = text.normalize('NFC').toLowerCase().replace(APOSTROPHES, '').split(NO_WORD).flatMap(withNumberApart);
  return words
    .flatMap((word, at) => {
      const isHouse = word === 'số' && /^\d/.test(words[at + 1] ?? '');
      return isHouse || word === '' || word === 'và' || word === 'va' ? [] : (SHORT_FORMS.get(foldText(word)) ?? word);
    })
    .join(' ');
}

/** «Q1» and «P5» are two words. */
const withNumberApart = (word: string): string[] => (/^[qp]\d/.test(word) ? [word.slice(0, 1), word.slice(1)] : [word]);
