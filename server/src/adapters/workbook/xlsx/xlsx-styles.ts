import { type NumberStyle, numberStylesOf } from '../values/number-styles.ts';
import { attribute, walkXml } from './xml.ts';

/** For every cell style (index of `cellXfs`), the look of its numbers. */
export async function readNumberStyles(part: AsyncIterable<Buffer>): Promise<NumberStyle[]> {
  const codes = new Map<number, string>();
  const styles: number[] = [];
  let [inCellXfs, inFormats] = [false, false];
  await walkXml(part, {
    open(name, attributes, empty) {
      // Conditional formats (`dxfs`) give the same numbers to formats of their own.
      if (name === 'numFmts') inFormats = !empty;
      else if (name === 'numFmt' && inFormats) {
        codes.set(Number(attribute(attributes, 'numFmtId')), attribute(attributes, 'formatCode') ?? '');
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
  return numberStylesOf(styles, codes);
}
