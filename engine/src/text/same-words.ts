import { foldTables, foldText, SEPARATOR, SKIP } from './fold.ts';

/** Short forms that people write in names and addresses of Vietnam, without marks. */
const SHORT_FORMS: Readonly<Record<string, string>> = {
  ...{ cty: 'cong ty', ctcp: 'cong ty co phan', cp: 'co phan', tnhh: 'trach nhiem huu han', mtv: 'mot thanh vien' },
  ...{
    dntn: 'doanh nghiep tu nhan',
    htx: 'hop tac xa',
    hkd: 'ho kinh doanh',
    cn: 'chi nhanh',
    vpdd: 'van phong dai dien',
  },
  ...{ tm: 'thuong mai', dv: 'dich vu', sx: 'san xuat', xd: 'xay dung', xnk: 'xuat nhap khau', vn: 'viet nam' },
  ...{ tp: 'thanh pho', tphcm: 'thanh pho ho chi minh', hcm: 'ho chi minh', hn: 'ha noi', kcn: 'khu cong nghiep' },
  ...{ q: 'quan', p: 'phuong', h: 'huyen', x: 'xa', tx: 'thi xa', tt: 'thi tran', t: 'tinh', d: 'duong' },
};

/**
 * True for two names or addresses that say the same: case, blanks, punctuation, Unicode form, the place of a tone in its syllable and
 * usual short forms do not count, nor marks where one side has none at all. «Hùng» and «Hưng» are two names.
 */
export function haveSameWords(a: string, b: string): boolean {
  if (a === b) return true;
  const [one, other] = [spellingOf(a), spellingOf(b)];
  if (one === other) return true;
  const [long, otherLong] = [inFull(a), inFull(b)];
  return long.text === otherLong.text && (long.isRough || otherLong.isRough);
}

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

/** A text without marks and short forms; rough where it has a short form or no mark at all, so that the marks of the other side say nothing. */
function inFull(text: string): { readonly text: string; readonly isRough: boolean } {
  const folded = foldText(text);
  const words = folded
    .replace(/\b([qp])(\d+)\b/g, '$1 $2')
    .split(' ')
    .map((word) => SHORT_FORMS[word] ?? word);
  const full = words.join(' ');
  return { text: full, isRough: full !== folded || !spellingOf(text).includes('/') };
}
