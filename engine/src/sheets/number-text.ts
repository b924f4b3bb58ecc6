import { divideRounded } from '../money.ts';

const PLAIN = /^-?\d+(?:\.\d+)?$/;

/** A decimal text rounded half away from zero at `places`, scaled: ("1.25", 1) → 13n. The text must be a plain decimal. */
export function roundDecimal(text: string, places: number): bigint {
  const negative = text.startsWith('-');
  const [whole = '0', fraction = ''] = text.slice(negative ? 1 : 0).split('.');
  const digits = BigInt(whole + fraction);
  const scaled =
    fraction.length <= places
      ? digits * 10n ** BigInt(places - fraction.length)
      : divideRounded(digits, 10n ** BigInt(fraction.length - places));
  return negative ? -scaled : scaled;
}

/**
 * A number typed as text, as a plain decimal ("-1234.5"); undefined when it is not a number.
 * Both `1.234.567,89` and `1,234,567.89` are read, parentheses and a trailing minus are negative, "đ", "VND" and "%" are dropped.
 * One separator with exactly three digits after it ("1.234") means thousands when `money`; otherwise it cannot be told: 'ambiguous'.
 */
export function readNumberText(text: string, money: boolean): string | 'ambiguous' | undefined {
  let bare = text.replace(/[\s\u00a0']/g, '').replace(/(?:vnđ|vnd|đ|₫|%)$/i, '');
  let negative = false;
  if (/^\(.+\)$/.test(bare)) [bare, negative] = [bare.slice(1, -1), true];
  else if (/^.+-$/.test(bare)) [bare, negative] = [bare.slice(0, -1), true];
  else if (/^[-+\u2212]/.test(bare)) [bare, negative] = [bare.slice(1), bare[0] !== '+'];
  if (!/^\d[\d.,]*$|^[.,]\d+$/.test(bare)) return undefined;
  const number = withoutGrouping(bare, money);
  if (number === undefined || number === 'ambiguous') return number;
  const plain = number.replace(/^0+(?=\d)/, '');
  const signed = negative ? `-${plain}` : plain;
  return PLAIN.test(signed) ? signed : undefined;
}

function withoutGrouping(bare: string, money: boolean): string | 'ambiguous' | undefined {
  const [dots, commas] = [bare.split('.').length - 1, bare.split(',').length - 1];
  if (dots === 0 && commas === 0) return bare;
  if (dots > 0 && commas > 0) {
    const decimal = bare.lastIndexOf('.') > bare.lastIndexOf(',') ? '.' : ',';
    const group = decimal === '.' ? ',' : '.';
    const [whole, fraction, more] = bare.split(decimal);
    if (more !== undefined || !isGrouped(whole!, group)) return undefined;
    return `${whole!.replaceAll(group, '')}.${fraction || '0'}`;
  }
  const separator = dots > 0 ? '.' : ',';
  if (dots + commas > 1) return isGrouped(bare, separator) ? bare.replaceAll(separator, '') : undefined;
  const [whole, fraction] = bare.split(separator) as [string, string];
  if (fraction.length === 3 && /^[1-9]\d{0,2}$/.test(whole)) return money ? whole + fraction : 'ambiguous';
  return `${whole || '0'}.${fraction || '0'}`;
}

const isGrouped = (text: string, separator: string): boolean => {
  const [first, ...rest] = text.split(separator);
  return /^\d{1,3}$/.test(first!) && rest.every((part) => /^\d{3}$/.test(part));
};
