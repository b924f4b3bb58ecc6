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

/** The sign between the whole part of a number and its fraction. */
export type DecimalSign = '.' | ',';

/**
 * A number typed as text, as a plain decimal ("-1234.5"); undefined when it is not a number.
 * Both `1.234.567,89` and `1,234,567.89` are read, parentheses and a trailing minus are negative, "đ", "VND" and "%" are dropped. A blank groups thousands («10 000»), and «1 5» is no number.
 * One separator with exactly three digits after it ("1.234") is what `decimal` says; without it, it means thousands when `money`,
 * and otherwise it cannot be told: 'ambiguous'.
 */
export function readNumberText(text: string, money: boolean, decimal?: DecimalSign): string | 'ambiguous' | undefined {
  const [bare, negative] = bareNumber(text);
  if (!/^\d[\d.,]*$|^[.,]\d+$/.test(bare)) return undefined;
  const number = withoutGrouping(bare, money, decimal);
  if (number === undefined || number === 'ambiguous') return number;
  const plain = number.replace(/^0+(?=\d)/, '');
  const signed = negative ? `-${plain}` : plain;
  return PLAIN.test(signed) ? signed : undefined;
}

/** A blank or an apostrophe between digits groups thousands. */
const IN_GROUPS = /^\d{1,3}(?:[\s'’]\d{3})+$/;
const DIGITS_APART = /(?<!\d)\d+(?:[\s'’]+\d+)+/g;

const GROUPED_FRACTION = /[.,]\d+[\s'’]+\d/;

/** True for «1 5», «1500 2000», «1.234 567»: two numbers, or one with a slip, and none that may be guessed. */
const isSeveral = (text: string): boolean =>
  GROUPED_FRACTION.test(text) || (text.match(DIGITS_APART) ?? []).some((digits) => !IN_GROUPS.test(digits));

/** The dash in the place of a fraction («3.000.000,-») says that there is none, as on invoices; it is no minus. */
const NO_FRACTION = /[.,][-\u2013\u2014]{1,2}$/;

/** The digits and separators of a number, without its sign and unit; as it is where it is no single number. */
function bareNumber(text: string): readonly [bare: string, negative: boolean] {
  if (isSeveral(text)) return [text, false];
  const bare = text
    .replace(/[\s\u00a0'’]/g, '')
    .replace(/(?:vnđ|vnd|đ|₫|%)$/i, '')
    .replace(NO_FRACTION, '');
  if (/^\(.+\)$/.test(bare)) return [bare.slice(1, -1), true];
  if (/^.+-$/.test(bare)) return [bare.slice(0, -1), true];
  if (/^[-+\u2212]/.test(bare)) return [bare.slice(1), bare[0] !== '+'];
  return [bare, false];
}

const other = (sign: DecimalSign): DecimalSign => (sign === '.' ? ',' : '.');

/**
 * The decimal sign that a text shows: `1.234.567`, `12,5` and `1.234,5` a comma. 'open' for one like `1.234`, which may be
 * either; undefined for texts without separators, and those that are no numbers.
 */
export function decimalSignIn(text: string): DecimalSign | 'open' | undefined {
  const [bare] = bareNumber(text);
  if (!/^\d[\d.,]*$|^[.,]\d+$/.test(bare) || withoutGrouping(bare, false) === undefined) return undefined;
  const signs = bare.replace(/\d/g, '');
  if (signs === '') return undefined;
  // The expression leaves nothing but these two.
  const last = signs.at(-1) as DecimalSign;
  if (signs.length === 1) return withoutGrouping(bare, false) === 'ambiguous' ? 'open' : last;
  return new Set(signs).size === 2 ? last : other(last);
}

function withoutGrouping(bare: string, money: boolean, known?: DecimalSign): string | 'ambiguous' | undefined {
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
  if (fraction.length === 3 && /^[1-9]\d{0,2}$/.test(whole)) {
    const isThousands = known === undefined ? money : separator !== known;
    return isThousands ? whole + fraction : known === undefined ? 'ambiguous' : `${whole}.${fraction}`;
  }
  return `${whole || '0'}.${fraction || '0'}`;
}

const isGrouped = (text: string, separator: string): boolean => {
  const [first, ...rest] = text.split(separator);
  return /^\d{1,3}$/.test(first!) && rest.every((part) => /^\d{3}$/.test(part));
};
