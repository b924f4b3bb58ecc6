import { attribute, walkXml } from './xml.ts';

const BUILTIN_DATES: readonly (readonly [number, number])[] = [
  [14, 17],
  [22, 22],
  [27, 31],
  [34, 36],
  [50, 58],
];

/** Excel takes 255 characters; endless brackets would be looked through once for each. */
const LONGEST_FORMAT = 1000;

/** True when a number format shows a calendar date: it has a year or a day part outside quotes, escapes and brackets. */
export function isDateFormat(code: string): boolean {
  if (code.length > LONGEST_FORMAT) return false;
  const [positive = ''] = code.split(';');
  const bare = positive.replace(/"[^"]*"|\\.|_.|\*.|\[[^\]]*\]/g, '').toLowerCase();
  if (/general|[0#?]/.test(bare.replace(/\.0+/g, ''))) return false;
  return /[yd]|mmm/.test(bare);
}

/** For every cell style (index of `cellXfs`), whether its numbers are dates. */
export async function readDateStyles(part: AsyncIterable<Buffer>): Promise<boolean[]> {
  const custom = new Map<number, boolean>();
  const styles: number[] = [];
  let [inCellXfs, inFormats] = [false, false];
  await walkXml(part, {
    open(name, attributes, empty) {
      // Conditional formats (`dxfs`) give the same numbers to formats of their own.
      if (name === 'numFmts') inFormats = !empty;
      else if (name === 'numFmt' && inFormats) {
        custom.set(Number(attribute(attributes, 'numFmtId')), isDateFormat(attribute(attributes, 'formatCode') ?? ''));
      } else if (name === 'cellXfs') inCellXfs = !empty;
      else if (name === 'xf' && inCellXfs) styles.push(Number(attribute(attributes, 'numFmtId') ?? 0));
    },
    close(name) {
      if (name === 'cellXfs') inCellXfs = false;
      else if (name === 'numFmts') inFormats = false;
    },
    wantsText: () => false,
    text() {},
  });
  const isBuiltinDate = (id: number) => BUILTIN_DATES.some(([from, to]) => id >= from && id <= to);
  return styles.map((id) => custom.get(id) ?? isBuiltinDate(id));
}
